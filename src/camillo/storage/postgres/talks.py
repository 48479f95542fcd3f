"""Conversations and their turns as episodes see them: order, time and size, without the text."""

from collections.abc import Sequence

from camillo.domain.turn import DOCUMENT_ROLE
from camillo.ports.episodes import Talk, TalkTurn
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.known import read_wings_of
from camillo.storage.postgres.labels import Words, find_label
from camillo.storage.postgres.moments import opened
from camillo.storage.postgres.sources import kind_of, wing_number
from camillo.storage.postgres.turns import key_of, unseal_meta

_TALKS = """
select t.conversation, count(*), min(t.at), max(t.at) from turns t
where t.owner = %(owner)s and t.current and t.role <> %(file)s {where}
group by t.conversation having count(*) > 1 order by max(t.at) desc nulls last, max(t.turn) desc
"""
_IN_WING = (
    "and t.conversation in (select u.conversation from rooms r join placements p using (owner, room)"
    " join turns u using (owner, turn) where r.owner = %(owner)s and r.wing = %(wing)s)"
)
_TURNS = """
select t.turn, t.key, conversation, c.native, c.kind, c.title, t.at, t.zone, t.told, t.part, t.role,
  t.speaker, t.branch, d.size, p.hall, y.meta
from turns t
join conversations c using (owner, conversation)
join documents d using (owner, document)
left join metas y using (owner, turn)
left join placements p on p.owner = t.owner and p.turn = t.turn
  and p.room = (select min(room) from placements where owner = %(owner)s and turn = t.turn)
where t.owner = %(owner)s and t.conversation = any(%(talks)s::bigint[]) and t.current
order by t.conversation, t.position
"""


def read_talks(db: Db, key: bytes, wing: str | None) -> list[Talk]:
    """Conversations of two turns or more, the newest first."""
    number = None if wing is None else wing_number(db, key, wing)
    rows = db.every(
        _TALKS.format(where="" if wing is None else _IN_WING),
        file=find_label(db, key, DOCUMENT_ROLE),
        wing=number,
    )
    return [Talk(*row) for row in rows]


def read_talk_turns(db: Db, words: Words, conversations: Sequence[int]) -> list[TalkTurn]:
    """The current turns of conversations, in order."""
    if not len(conversations):
        return []
    rows = db.every(_TURNS, talks=numbers(conversations))
    wings = read_wings_of(db, {row[0] for row in rows})
    found = []
    for turn, key, talk, native, kind, title, at, zone, told, *labels, size, hall, meta in rows:
        part, role, speaker, branch = (words.of(db, label) for label in labels)
        found.append(
            TalkTurn(
                turn=turn, key=key_of(db, key), conversation=talk,
                native=db.sealer.unseal_word(native, "conversations.native", talk), kind=kind_of(db, kind),
                title=db.sealer.unseal_word(title, "conversations.title", talk), at=at,
                told=opened(db, turn, at, zone, told), part=part, role=role, speaker=speaker, branch=branch,
                size=size, hall=words.of(db, hall), wings=wings.get(turn, ()),
                meta=unseal_meta(db, meta, turn),
            )
        )  # fmt: skip
    return found


def read_talks_of(db: Db, turns: Sequence[int]) -> dict[int, int]:
    """Conversations by turn."""
    if not len(turns):
        return {}
    rows = db.every(
        "select turn, conversation from turns"
        " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
        turns=numbers(turns),
    )
    return dict(rows)


def read_drawers_of(db: Db, generation: int, turns: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Drawers by turn, in order."""
    if not len(turns):
        return {}
    rows = db.every(
        "select turn, drawer from drawers where owner = %(owner)s and generation = %(generation)s"
        " and turn = any(%(turns)s::bigint[]) order by turn, ordinal",
        generation=generation,
        turns=numbers(turns),
    )
    found: dict[int, tuple[int, ...]] = {}
    for turn, drawer in rows:
        found[turn] = (*found.get(turn, ()), drawer)
    return found
