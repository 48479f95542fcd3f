"""Deleting all rows of one owner: the one way by which canonical rows go."""

from camillo.storage.postgres import schema
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.session import Writing

#: What holds an owner's bytes after his rows are gone.
LEFT = (
    "the database's files, until its next vacuum, its planner's statistics, until the next analyze, and its"
    " write-ahead log and backups, until they are recycled",
    "the owner's number and name in the table owners",
)
#: The same of an encrypted palace, whose wrapped key was one of the rows.
LEFT_SEALED = (
    "the database's files, until its next vacuum, and its write-ahead log and backups, until they are recycled:"
    " sealed with a key that the palace no longer holds. Where these still hold that key, it is wrapped: unreadable"
    " without the server's key, and for good once `camillo rekey --database` has run and the old one is destroyed",
    LEFT[1],
)


def erase(writing: Writing) -> None:
    """Delete the owner's palace whole."""
    erase_rows(writing.db)
    writing.quiet = True


def erase_rows(db: Db) -> None:
    """Delete the rows of every table, those that refer to others first.

    The guards of canonical rows let it pass since it says for this transaction whose they are.
    """
    db.one("select set_config('camillo.erasing', %(owner)s::text, true)")
    for table in reversed(schema.TABLES):
        db.run(f"delete from {table} where owner = %(owner)s")
