"""What is canonical only grows; the database itself refuses anything else, to the administrator too."""

import psycopg
import pytest

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.ports.rows import Redaction

REFUSED = psycopg.errors.IntegrityConstraintViolation


@pytest.mark.parametrize(
    "sql",
    [
        "delete from documents",
        "delete from turns",
        "delete from receipts",
        "update documents set content = 'other'",
        "update documents set address = sha256('x')",
        "update documents set redacted_at = 1, size = 3",
        "update turns set native = 'other'",
        "update turns set at = 5",
        "update turns set position = 5",
        "update turns set key = '\\x000000000000000000000000'",
        "update receipts set verb = 'x'",
    ],
)
def test_canonical_rows_are_never_rewritten(pair, as_admin, sql):
    owner = pair.numbers[0]
    with pytest.raises(REFUSED):
        as_admin.execute(f"{sql} where owner = {owner}".encode())


def test_acts_are_never_rewritten_but_by_a_redaction(pair, as_admin):
    from camillo.domain.knowledge import Act

    pair.ana.record("add", [Act("fact added", "ana", "tea")])
    owner = pair.numbers[0]
    for sql in ("delete from acts", "update acts set verb = 'x', redacted = true"):
        with pytest.raises(REFUSED):
            as_admin.execute(f"{sql} where owner = {owner}".encode())
    with pytest.raises(REFUSED):
        as_admin.execute(f"update acts set subject = 'x' where owner = {owner}".encode())
    pair.ana.forget_acts([1])


def test_what_must_be_there_cannot_be_taken_away(pair, as_admin):
    owner = pair.numbers[0]
    for table in ("conversations", "sources", "rooms", "wings"):
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            as_admin.execute(f"delete from {table} where owner = {owner}".encode())


def test_damage_is_told(pair, as_admin):
    assert pair.ana.check() == []
    owner = pair.numbers[0]
    as_admin.execute(f"delete from tail where owner = {owner}".encode())
    as_admin.execute(f"delete from waiting where owner = {owner}".encode())
    as_admin.execute(f"update palaces set drawer = 0 where owner = {owner}".encode())
    found = "\n".join(str(problem) for problem in pair.ana.check())
    assert "it has no postings" in found
    assert "neither have vectors nor wait" in found
    assert "numbered beyond" in found
    assert pair.bob.check() == []


def test_bytes_that_changed_under_the_guards_are_told(pair, as_admin):
    owner = pair.numbers[0]
    as_admin.execute("set session_replication_role = replica")
    as_admin.execute(
        f"update documents set content = 'The words of ana' where owner = {owner}".encode()
    )
    (problem,) = pair.ana.check()
    assert "bytes do not give its address" in str(problem)


def test_a_copy_to_a_file_is_refused_with_what_to_do(pair, tmp_path):
    with pytest.raises(InvalidInput, match="pg_dump"):
        pair.ana.backup(tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_forgotten_words_are_in_no_row_of_any_table(pair, as_admin):
    from camillo.storage.postgres import schema

    with pair.ana.snapshot() as snapshot:
        (memory,) = snapshot.turns()
    key = Span.parse(memory.id).key
    pair.ana.compact(force=True)
    receipt = pair.ana.forget([Redaction(Span(key, 0, len(memory.content)), ())])
    assert "until it is vacuumed" in receipt.notes[0]
    owner = pair.numbers[0]
    for table in schema.TABLES:
        rows = as_admin.execute(f"select * from {table} where owner = {owner}".encode()).fetchall()
        held = b"\n".join(
            each if isinstance(each, bytes) else str(each).encode() for row in rows for each in row
        )
        assert b"words" not in held, table
    assert pair.ana.check() == []
