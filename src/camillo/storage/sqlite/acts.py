"""The log of acts: what people and agents assert by hand, appended, never rewritten but by a redaction.

A row holds words, so it is appended in the order of its number and overwritten where it lies. Keys are
looked up by a keyed hash, since the pages of an index keep copies of what has moved between them.
"""

from collections.abc import Sequence
from typing import Any

import apsw

from camillo.domain.errors import NotFound
from camillo.domain.identity import encode_text
from camillo.domain.knowledge import Act
from camillo.domain.report import Receipt
from camillo.storage.common.asserted import (
    Forgotten,
    act_slot,
    check_acts,
    left_of,
    pack_payload,
    unpack_act,
)
from camillo.storage.common.graves import Fragment
from camillo.storage.common.packing import hidden_slot
from camillo.storage.sqlite import postings
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.session import Writing
from camillo.text.names import ENTITY_MARK

_FIELDS = "number, receipt, at, verb, subject, object, payload, redacted"


def record(writing: Writing, verb: str, acts: Sequence[Act], after: int | None) -> Receipt:
    """Append acts, if none is numbered above ``after``."""
    last = last_act(writing.db)
    check_acts(verb, acts, last, after)
    key = writing.tombstone_key
    rows = [
        (
            number, writing.number, writing.now, act.verb, encode_text(act.subject),
            encode_text(act.object), act_slot(key, act.subject), act_slot(key, act.object),
            pack_payload(act.payload),
        )
        for number, act in enumerate(acts, last + 1)
    ]  # fmt: skip
    writing.db.executemany("insert into acts values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", rows)
    ids = tuple(str(last + 1 + at) for at in range(len(rows)))
    return writing.receipt(verb, {"acts": len(rows)}, ids)


def last_act(db: apsw.Connection) -> int:
    """The number of the last act, 0 where there is none."""
    row = one(db, "select ifnull(max(number), 0) from acts")
    return int(row[0]) if row else 0


def read_acts(
    db: apsw.Connection, key: bytes, verbs: Sequence[str], keys: Sequence[str], after: int
) -> list[Act]:
    """Acts above a number, in order, with these verbs and about these keys."""
    where = "number > ?"
    given: list[Any] = [after]
    if verbs:
        where += f" and verb in ({', '.join('?' * len(verbs))})"
        given += verbs
    if keys:
        slots = [hidden_slot(key, each) for each in keys]
        where += (
            " and number in (select number from acts where s in (select value from carray(?))"
            " union select number from acts where o in (select value from carray(?)))"
        )
        given += [numbers(slots), numbers(slots)]
    rows = every(db, f"select {_FIELDS} from acts where {where} order by number", given)
    wanted = set(keys)
    found = [unpack_act(row) for row in rows]
    return [act for act in found if not wanted or {act.subject, act.object} & wanted]


def redact_acts(db: apsw.Connection, given: Sequence[int]) -> None:
    """Overwrite all words of acts.

    Raises:
        NotFound: there is no act of one of these numbers.
    """
    for number in given:
        row = one(db, "select subject, object, payload from acts where number = ?", (number,))
        if row is None:
            raise NotFound(f"there is no act {number}", "use a number as its receipt gave it")
        _overwrite(db, number, row, ("", "", b"{}"))


def forget_words(writing: Writing, pieces: Sequence[Fragment]) -> int:
    """Take what repeats forgotten lines out of the acts, once their drawers are gone; the rest of an act stays.

    An object or a value of the payload goes where it is a forgotten piece; anything goes that holds,
    or is held by, a forgotten piece of 16 bytes or more and is as long itself. A name inside a
    forgotten piece stays where texts that are left name it too.

    Returns:
        How many acts lost words.
    """
    db, changed = writing.db, 0
    forgotten = Forgotten(pieces, lambda name: _is_named(db, writing.live, name))
    if not forgotten.whole:
        return changed
    for row in every(db, f"select {_FIELDS} from acts order by number"):
        act = unpack_act(row)
        left = left_of(act, forgotten)
        if left is not None:
            _overwrite(db, act.number, row[4:7], left)
            changed += 1
    return changed


def _is_named(db: apsw.Connection, generation: int, name: str) -> bool:
    """Whether a drawer surely mentions an entity of this name."""
    return bool(postings.read(db, generation, [ENTITY_MARK + name]))


def _overwrite(
    db: apsw.Connection, number: int, old: Sequence[bytes], new: tuple[str, str, bytes]
) -> None:
    """Write shorter words over the old ones, blanks after them; first of the same size, where they lie."""
    given = (encode_text(new[0]), encode_text(new[1]), new[2])
    texts = [words.ljust(len(was)) for words, was in zip(given, old, strict=True)]
    db.execute(
        "update acts set subject = ?, object = ?, payload = ?, redacted = 1 where number = ?",
        (*texts, number),
    )
    for words, slot in ((new[0], "s"), (new[1], "o")):
        if not words:
            db.execute(f"update acts set {slot} = null where number = ?", (number,))
