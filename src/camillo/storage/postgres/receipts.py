"""The log of writes: what was done and when, never what was remembered."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from camillo.domain.identity import decode_text, encode_text
from camillo.domain.report import Receipt
from camillo.ports.repeating import Mark
from camillo.storage.common import marks
from camillo.storage.common.receipts import counts_with, not_read_back, to_receipt
from camillo.storage.postgres.connection import Db

_NOTES = "receipts.notes"
_FIELDS = "number, verb, at, counts, notes"


def write_receipt(
    db: Db,
    number: int,
    verb: str,
    now: int,
    counts: Mapping[str, int],
    ids: Sequence[str],
    notes: Sequence[str],
) -> Receipt:
    """Enter a write in the log and hand out what the log then says."""
    said = db.sealer.seal_word(json.dumps(list(notes)), _NOTES, number) if notes else None
    db.insert(
        "receipts", _FIELDS, [(number, encode_text(verb), now, json.dumps(dict(counts)), said)]
    )
    row = db.one(
        f"select {_FIELDS} from receipts where owner = %(owner)s and number = %(number)s",
        number=number,
    )
    if row is None:
        raise not_read_back()
    return _receipt(db, row, ids)


def read_log(db: Db, limit: int) -> list[Receipt]:
    """The newest writes, newest first."""
    rows = db.every(
        f"select {_FIELDS} from receipts where owner = %(owner)s order by number desc limit %(limit)s",
        limit=limit,
    )
    return [_receipt(db, row) for row in rows]


def read_counts(db: Db, verb: str, note: str) -> list[dict[str, int]]:
    """What the writes of a verb that carry a note have counted."""
    rows = db.every(
        f"select {_FIELDS} from receipts where owner = %(owner)s and verb = %(verb)s order by number",
        verb=encode_text(verb),
    )
    found = [_receipt(db, row) for row in rows]
    return counts_with(found, note)


def refuse_repeated(db: Db, mark: Mark) -> None:
    """Go on only where no other attempt at the same write has written.

    Raises:
        AlreadyWritten: one has.
    """
    before = db.scalar(
        "select number from receipts where owner = %(owner)s and at < %(since)s order by number desc limit 1",
        since=mark.since,
    )
    rows = db.every(
        "select number, verb, notes from receipts where owner = %(owner)s and number > %(before)s"
        " and notes is not null order by number",
        before=before,
    )
    marks.refuse(
        mark,
        ((number, decode_text(verb), _noted(db, number, notes)) for number, verb, notes in rows),
    )


def _noted(db: Db, number: int, notes: bytes | None) -> list[str]:
    found: list[str] = json.loads(db.sealer.unseal_word(notes, _NOTES, number)) if notes else []
    return found


def _receipt(db: Db, row: Sequence[Any], ids: Sequence[str] = ()) -> Receipt:
    number, verb, at, counts, notes = row
    return to_receipt(number, decode_text(verb), at, counts, _noted(db, number, notes), ids)
