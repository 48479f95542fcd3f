"""The log of acts: what people and agents assert by hand, appended, never rewritten but by a redaction."""

from collections.abc import Sequence
from typing import Any

from camillo.domain.errors import NotFound
from camillo.domain.identity import decode_text, encode_text
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
from camillo.storage.postgres import postings
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.session import Writing
from camillo.text.names import ENTITY_MARK

FIELDS = "number, receipt, at, verb, subject, object, payload, redacted"
_WORDS = ("subject", "object", "payload")


def record(writing: Writing, verb: str, acts: Sequence[Act], after: int | None) -> Receipt:
    """Append acts, if none is numbered above ``after``."""
    last = last_act(writing.db)
    check_acts(verb, acts, last, after)
    key = writing.tombstone_key
    rows = [
        (
            number, writing.number, writing.now, encode_text(act.verb),
            *_sealed(writing.db, number, (act.subject, act.object, pack_payload(act.payload))), False,
            act_slot(key, act.subject), act_slot(key, act.object),
        )
        for number, act in enumerate(acts, last + 1)
    ]  # fmt: skip
    writing.db.insert("acts", f"{FIELDS}, s, o", rows)
    ids = tuple(str(last + 1 + at) for at in range(len(rows)))
    return writing.receipt(verb, {"acts": len(rows)}, ids)


def _sealed(db: Db, number: int, words: tuple[str, str, bytes]) -> list[bytes]:
    content = (encode_text(words[0]), encode_text(words[1]), words[2])
    return [
        db.sealer.seal(each, f"acts.{name}", number)
        for name, each in zip(_WORDS, content, strict=True)
    ]


def last_act(db: Db) -> int:
    """The number of the last act, 0 where there is none."""
    return db.top("acts", "number")


def read_acts(
    db: Db, key: bytes, verbs: Sequence[str], keys: Sequence[str], after: int
) -> list[Act]:
    """Acts above a number, in order, with these verbs and about these keys."""
    where = "owner = %(owner)s and number > %(after)s"
    if verbs:
        where += " and verb = any(%(verbs)s::bytea[])"
    if keys:
        where += " and (s = any(%(slots)s::bigint[]) or o = any(%(slots)s::bigint[]))"
    rows = db.every(
        f"select {FIELDS} from acts where {where} order by number",
        after=after,
        verbs=[encode_text(verb) for verb in verbs],
        slots=[hidden_slot(key, each) for each in keys],
    )
    wanted = set(keys)
    found = [open_act(db, row) for row in rows]
    return [act for act in found if not wanted or {act.subject, act.object} & wanted]


def open_act(db: Db, row: Sequence[Any]) -> Act:
    """An act out of its row, as it was recorded, or what a redaction has left of it."""
    number, receipt, at, verb, *words, redacted = row
    opened = [
        db.sealer.unseal(each, f"acts.{name}", number)
        for name, each in zip(_WORDS, words, strict=True)
    ]
    return unpack_act((number, receipt, at, decode_text(verb), *opened, redacted))


def redact_acts(db: Db, given: Sequence[int]) -> None:
    """Take all words of acts away.

    Raises:
        NotFound: there is no act of one of these numbers.
    """
    rows = db.every(
        "select number from acts where owner = %(owner)s and number = any(%(given)s::bigint[])",
        given=list(given),
    )
    there = {number for (number,) in rows}
    for number in given:
        if number not in there:
            raise NotFound(f"there is no act {number}", "use a number as its receipt gave it")
        _overwrite(db, number, ("", "", b"{}"))


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
    for row in db.every(f"select {FIELDS} from acts where owner = %(owner)s order by number"):
        act = open_act(db, row)
        left = left_of(act, forgotten)
        if left is not None:
            _overwrite(db, act.number, left)
            changed += 1
    return changed


def _is_named(db: Db, generation: int, name: str) -> bool:
    """Whether a drawer surely mentions an entity of this name."""
    return bool(postings.read(db, generation, [ENTITY_MARK + name]))


def _overwrite(db: Db, number: int, words: tuple[str, str, bytes]) -> None:
    subject, object, payload = _sealed(db, number, words)
    db.run(
        "update acts set subject = %(subject)s, object = %(object)s, payload = %(payload)s,"
        " redacted = true, s = case when %(no_subject)s then null else s end,"
        " o = case when %(no_object)s then null else o end"
        " where owner = %(owner)s and number = %(number)s",
        subject=subject,
        object=object,
        payload=payload,
        no_subject=not words[0],
        no_object=not words[1],
        number=number,
    )
