"""Generations of derived rows: opened, found and dropped in chunks."""

from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.schema import DERIVED

_DROP_ROWS = 2_000
_COLUMNS = "generation, state, done, upto, linked, gisted, evolved"


def create(db: Db, state: str, upto: int) -> int:
    """Open an empty generation and return its number."""
    generation = db.next("generations", "generation")
    db.insert("generations", _COLUMNS, [(generation, state, 0, upto, 0, 0, 0)])
    return generation


def drop_chunk(db: Db, generation: int) -> bool:
    """Delete some rows of a generation given up; True once nothing of it is left.

    Each call is meant to be a transaction of its own, so that writers wait briefly.
    """
    for table in DERIVED:
        gone = db.run(
            f"delete from {table} where owner = %(owner)s and generation = %(generation)s and ctid = any("
            f"array(select ctid from {table} where owner = %(owner)s and generation = %(generation)s"
            " limit %(limit)s))",
            generation=generation,
            limit=_DROP_ROWS,
        )
        if gone:
            return False
    db.run(
        "delete from generations where owner = %(owner)s and generation = %(generation)s",
        generation=generation,
    )
    return True
