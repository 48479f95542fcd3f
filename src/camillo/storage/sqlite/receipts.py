"""The log of writes: what was done and when, never what was remembered."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import apsw

from camillo.domain.errors import PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.repeating import Mark
from camillo.storage.common import marks
from camillo.storage.sqlite.connection import every, one

#: A receipt lists at most so many spans.
MOST_IDS = 1_000


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
        raise PalaceDamaged("a receipt could not be read back", "run `camillo doctor`")
    return _receipt(row, tuple(ids[:MOST_IDS]))


def read_log(db: apsw.Connection, limit: int) -> list[Receipt]:
    """The newest writes, newest first."""
    rows = every(
        db,
        "select number, verb, at, counts, notes from receipts order by number desc limit ?",
        (limit,),
    )
    return [_receipt(row, ()) for row in rows]


def read_counts(db: apsw.Connection, verb: str, note: str) -> list[dict[str, int]]:
    """What the writes of a verb that carry a note have counted."""
    rows = every(db, "select number, verb, at, counts, notes from receipts where verb = ?", (verb,))
    found = [_receipt(row, ()) for row in rows]
    return [dict(one.counts) for one in found if note in one.notes]


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


def _receipt(row: Sequence[object], ids: tuple[str, ...]) -> Receipt:
    number, verb, at, counts, notes = row
    moment = datetime.fromtimestamp(int(str(at)) / 1e6, UTC)
    return Receipt(
        number=int(str(number)),
        verb=str(verb),
        at=moment.isoformat(timespec="microseconds").replace("+00:00", "Z"),
        counts=json.loads(str(counts)),
        ids=ids,
        notes=marks.told(json.loads(str(notes))) if notes else (),
    )
