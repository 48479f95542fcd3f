"""Diaries: entries newest first, and which roles have one. What was forgotten whole is left out."""

from camillo.domain.diary import KIND, Diary
from camillo.domain.search import Memory
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.memories import Reader
from camillo.storage.postgres.moments import opened
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.sources import hidden_kind

_SAYS_SOMETHING = (
    "exists (select 1 from drawers where owner = %(owner)s and generation = %(generation)s"
    " and turn = t.turn)"
)
_IN_WING = (
    "exists (select 1 from placements o join rooms v using (owner, room)"
    " join wings u using (owner, wing)"
    " where o.owner = %(owner)s and o.turn = t.turn and u.slot = %(wing)s)"
)


def _talks(db: Db, key: bytes, role: str | None) -> list[int]:
    """The diary of a role, or all of them."""
    rows = db.every(
        "select conversation from conversations where owner = %(owner)s and kind = %(kind)s"
        + " and slot = %(slot)s" * (role is not None),
        kind=hidden_kind(db, KIND),
        slot=word_slot(key, role or ""),
    )
    return [talk for (talk,) in rows]


def read_entries(
    db: Db,
    reader: Reader,
    generation: int,
    key: bytes,
    role: str | None,
    since: int | None,
    until: int | None,
    wing: str | None,
    limit: int,
) -> list[Memory]:
    """Entries from ``since`` up to but not including ``until`` (micros), the newest first."""
    talks = _talks(db, key, role)
    if not talks:
        return []
    wanted = ["t.conversation = any(%(talks)s::bigint[])", "t.current", _SAYS_SOMETHING]
    wanted += ["t.at >= %(since)s"] * (since is not None)
    wanted += ["t.at < %(until)s"] * (until is not None)
    wanted += [_IN_WING] * (wing is not None)
    return reader.whole(
        f"and {' and '.join(wanted)} order by t.at desc nulls last, t.turn desc limit %(limit)s",
        talks=talks,
        generation=generation,
        since=since,
        until=until,
        wing=None if wing is None else word_slot(key, wing),
        limit=limit,
    )


def read_diaries(db: Db, words: Words, generation: int) -> list[Diary]:
    """Each role's diary, by role."""
    rows = db.every(
        "select distinct on (t.conversation) t.turn, t.speaker, count(*) over (partition by t.conversation),"
        " t.at, t.zone, t.told from conversations c join turns t using (owner, conversation)"
        f" where c.owner = %(owner)s and c.kind = %(kind)s and t.current and {_SAYS_SOMETHING}"
        " order by t.conversation, t.at desc nulls last, t.turn",
        kind=hidden_kind(db, KIND),
        generation=generation,
    )
    made = [
        Diary(words.of(db, speaker), count, opened(db, turn, at, zone, written))
        for turn, speaker, count, at, zone, written in rows
    ]
    return sorted(made, key=lambda one: one.role)
