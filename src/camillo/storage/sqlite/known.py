"""What drawers know: packed mentions and causes in one row of a drawer, and one row for each claim.

Rows that hold words are appended in the order of their key and overwritten where they lie.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from camillo.domain.drawer import Cut, Span
from camillo.domain.knowledge import Claim, Known
from camillo.domain.moment import Moment
from camillo.domain.turn import decode
from camillo.ports.knowledge import Claimed, Seen, Side
from camillo.storage.common.claim_codec import claim_slots, pack_claim, unpack_claim, with_keys
from camillo.storage.common.known_codec import pack_known, unpack_known
from camillo.storage.common.packing import (
    hidden_slot,
    moment_at,
    unpack_meta,
    unpack_moment,
    unpack_text,
)
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.session import Writing


def file_known(writing: Writing, generation: int, drawers: Iterable[tuple[int, Cut]]) -> None:
    """File what new drawers know, given in the order of their numbers."""
    key = writing.tombstone_key
    known, claims = [], []
    for drawer, cut in drawers:
        if cut.mentions or cut.causes:
            known.append((drawer, pack_known(cut.mentions, cut.causes)))
        for claim in cut.claims:
            subject, object = claim_slots(key, claim)
            claims.append((drawer, subject, object, claim.start, claim.end, pack_claim(claim)))
    db = writing.db
    db.executemany(f"insert into known_{generation} values (?, ?)", known)
    db.executemany(
        f"insert into claims_{generation}(drawer, subject, object, start, end, data)"
        " values (?, ?, ?, ?, ?, ?)",
        claims,
    )


def drop_known(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> None:
    """Overwrite what drawers know where it lies; their claims belong to none afterwards."""
    given = [(drawer,) for drawer in drawers]
    db.executemany(
        f"update known_{generation} set data = zeroblob(length(data)) where drawer = ?", given
    )
    name = f"claims_{generation}"
    db.executemany(f"update {name} set data = zeroblob(length(data)) where drawer = ?", given)
    db.executemany(
        f"update {name} set drawer = null, subject = null, object = null where drawer = ?", given
    )


def read_known(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> dict[int, Known]:
    """What drawers know; those that know nothing are left out."""
    if not len(drawers):
        return {}
    noted: dict[int, bytes] = dict(
        every(
            db,
            f"select k.drawer, k.data from carray(?) x cross join known_{generation} k"
            " on k.drawer = x.value",
            (numbers(drawers),),
        )
    )
    claims: dict[int, list[Claim]] = defaultdict(list)
    rows = every(
        db,
        f"select c.drawer, c.start, c.end, c.data from carray(?) x cross join claims_{generation} c"
        " on c.drawer = x.value order by c.claim",
        (numbers(drawers),),
    )
    for drawer, start, end, data in rows:
        claims[drawer].append(unpack_claim(start, end, data))
    found = {}
    for drawer in sorted({*noted, *claims}):
        mentions, causes = unpack_known(noted.get(drawer, b""))
        known = Known(mentions, tuple(claims[drawer]), causes)
        if known != Known():
            found[drawer] = known
    return found


_CLAIMED = """
select c.drawer, c.start, c.end, c.data, t.turn, t.key,
  ifnull(substr(d.content, c.start + 1, c.end - c.start), x''), e.word, t.at, t.zone, t.told, r.at,
  speaker.word, role.word, t.current, s.kind, y.meta
from claims_{g} c join drawers_{g} n on n.drawer = c.drawer join turns t on t.turn = n.turn
join documents d on d.document = t.document join receipts r on r.number = t.receipt
join conversations v on v.conversation = t.conversation join sources s on s.source = v.source
left join metas y on y.turn = t.turn left join labels e on e.label = d.encoding
join labels speaker on speaker.label = t.speaker join labels role on role.label = t.role
where c.claim in ({which}) order by c.claim
"""


def read_claims(
    db: apsw.Connection, generation: int, key: bytes, keys: Sequence[str], side: Side
) -> list[Claimed]:
    """Claims with one of these keys on a side, in order of filing."""
    if not keys:
        return []
    sides = ("subject", "object") if side == "any" else (side,)
    which = " union ".join(
        f"select claim from claims_{generation} where {each} in (select value from carray(?))"
        for each in sides
    )
    slots = [hidden_slot(key, each) for each in keys]
    found = _claimed(db, generation, which, [numbers(slots) for _ in sides])
    return with_keys(found, sides, keys)


def read_claims_of(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> list[Claimed]:
    """Claims that drawers make, in order of filing."""
    if not len(drawers):
        return []
    which = f"select claim from claims_{generation} where drawer in (select value from carray(?))"
    return _claimed(db, generation, which, [numbers(drawers)])


def _claimed(
    db: apsw.Connection, generation: int, which: str, bindings: Sequence[Any]
) -> list[Claimed]:
    rows = every(db, _CLAIMED.format(g=generation, which=which), bindings)
    wings = read_wings_of(db, {row[4] for row in rows})
    return [_row(row, wings.get(row[4], ())) for row in rows]


def read_seen(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> list[Seen]:
    """Where drawers stand."""
    if not len(drawers):
        return []
    rows = every(
        db,
        "select n.drawer, t.turn, t.conversation, t.at, t.current"
        f" from (select distinct value from carray(?)) x cross join drawers_{generation} n"
        " on n.drawer = x.value join turns t on t.turn = n.turn order by n.drawer",
        (numbers(drawers),),
    )
    wings = read_wings_of(db, {row[1] for row in rows})
    return [
        Seen(drawer, turn, conversation, at, wings.get(turn, ()), bool(current))
        for drawer, turn, conversation, at, current in rows
    ]


def read_last(db: apsw.Connection, generation: int) -> int:
    """The highest number of a drawer, 0 where there is none."""
    row = one(db, f"select ifnull(max(drawer), 0) from drawers_{generation}")
    return int(row[0]) if row else 0


def read_wings_of(db: apsw.Connection, turns: set[int]) -> dict[int, tuple[str, ...]]:
    """The names of the wings that turns lie in, sorted."""
    if not turns:
        return {}
    rows = every(
        db,
        "select distinct p.turn, w.name from carray(?) x cross join placements p"
        " on p.turn = x.value join rooms r on r.room = p.room join wings w on w.wing = r.wing"
        " order by w.name",
        (numbers(turns),),
    )
    found: dict[int, list[str]] = defaultdict(list)
    for turn, name in rows:
        found[turn].append(name)
    return {turn: tuple(names) for turn, names in found.items()}


def _row(row: Sequence[Any], wings: tuple[str, ...]) -> Claimed:
    drawer, start, end, data, turn, key, content, word, at, zone, told, recorded = row[:12]
    speaker, role, current, kind, meta = row[12:]
    text = unpack_moment(at, zone, told)
    return Claimed(
        claim=unpack_claim(start, end, data),
        drawer=drawer,
        turn=turn,
        span=Span(key, start, end),
        text=decode(content, None if word is None else unpack_text(word)),
        at=None if text is None else Moment(at, zone, text),
        recorded=moment_at(recorded),
        speaker=unpack_text(speaker),
        role=unpack_text(role),
        wings=wings,
        current=bool(current),
        source_kind=kind,
        meta=unpack_meta(meta),
    )
