"""The log of writes: what was done and when, never what was remembered."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import apsw

from camillo.domain.report import Receipt
from camillo.ports.repeating import Mark
from camillo.storage.common import marks
from camillo.storage.common.receipts import counts_with, not_read_back, to_receipt
from camillo.storage.sqlite.connection import every, one


def write_receipt(
    db: apsw.Connection,
    number: int,
    verb: str,
    now: int,
    counts: Mapping[str, int],
    ids: Sequence[str],
    notes: Sequence[str],
) -> Receipt:
    """Enter a write in the log and hand out what the log then says."""
    db.execute(
        "insert into receipts values (?, ?, ?, ?, ?)",
        (number, verb, now, json.dumps(dict(counts)), json.dumps(list(notes)) if notes else None),
    )
    row = one(
        db, "select number, verb, at, counts, notes from receipts where number = ?", (number,)
    )
    if row is None:
        raise not_read_back()
    return _receipt(row, ids)


def read_log(db: apsw.Connection, limit: int) -> list[Receipt]:
    """The newest writes, newest first."""
    rows = every(
        db,
        "select number, verb, at, counts, notes from receipts order by number desc limit ?",
        (limit,),
    )
    return [_receipt(row) for row in rows]


def read_counts(db: apsw.Connection, verb: str, note: str) -> list[dict[str, int]]:
    """What the writes of a verb that carry a note have counted."""
    rows = every(db, "select number, verb, at, counts, notes from receipts where verb = ?", (verb,))
    found = [_receipt(row) for row in rows]
    return counts_with(found, note)


def refuse_repeated(db: apsw.Connection, mark: Mark) -> None:
    """Go on only where no other attempt at the same write has written.

    Raises:
        AlreadyWritten: one has.
    """
    before = one(
        db, "select number from receipts where at < ? order by number desc limit 1", (mark.since,)
    )
    rows = every(
        db,
        "select number, verb, notes from receipts where number > ? and notes is not null order by number",
        before or (0,),
    )
    marks.refuse(mark, ((number, verb, json.loads(notes)) for number, verb, notes in rows))


def _receipt(row: Sequence[Any], ids: Sequence[str] = ()) -> Receipt:
    number, verb, at, counts, notes = row
    return to_receipt(number, verb, at, counts, json.loads(notes) if notes else (), ids)
