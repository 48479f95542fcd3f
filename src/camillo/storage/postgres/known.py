"""What drawers know: packed mentions and causes in one row of a drawer, and one row for each claim."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from camillo.domain.drawer import Cut, Span
from camillo.domain.knowledge import Claim, Known
from camillo.ports.knowledge import Claimed, Seen, Side
from camillo.storage.common.claim_codec import claim_slots, pack_claim, unpack_claim, with_keys
from camillo.storage.common.known_codec import pack_known, unpack_known
from camillo.storage.common.packing import hidden_slot
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.shelf import Shelf
from camillo.storage.postgres.sources import wing_name

_KNOWN, _CLAIM = "known.data", "claims.data"


def file_known(writing: Writing, generation: int, drawers: Iterable[tuple[int, Cut]]) -> None:
    """File what new drawers know, given in the order of their numbers."""
    key, db = writing.tombstone_key, writing.db
    known, claims = [], []
    number = 0
    for drawer, cut in drawers:
        if cut.mentions or cut.causes:
            data = db.sealer.seal(pack_known(cut.mentions, cut.causes), _KNOWN, generation, drawer)
            known.append((generation, drawer, data))
        for claim in cut.claims:
            number = number + 1 if number else _next_claim(db, generation)
            subject, object = claim_slots(key, claim)
            data = db.sealer.seal(pack_claim(claim), _CLAIM, generation, number)
            row = (generation, number, drawer, subject, object, claim.start, claim.end, data)
            claims.append(row)
    db.insert("known", "generation, drawer, data", known)
    db.insert("claims", "generation, claim, drawer, subject, object, start, stop, data", claims)


def _next_claim(db: Db, generation: int) -> int:
    return 1 + db.scalar(
        "select max(claim) from claims where owner = %(owner)s and generation = %(generation)s",
        generation=generation,
    )


def drop_known(db: Db, generation: int, drawers: Sequence[int]) -> None:
    """Take away what drawers know."""
    for table in ("known", "claims"):
        db.run(
            f"delete from {table} where owner = %(owner)s and generation = %(generation)s"
            " and drawer = any(%(drawers)s::bigint[])",
            generation=generation,
            drawers=numbers(drawers),
        )


def open_claim(db: Db, generation: int, number: int, start: int, stop: int, data: bytes) -> Claim:
    """A claim out of its row."""
    return unpack_claim(start, stop, db.sealer.unseal(data, _CLAIM, generation, number))


def open_known(db: Db, generation: int, drawer: int, data: bytes) -> Known:
    """Mentions and causes out of their row."""
    mentions, causes = unpack_known(db.sealer.unseal(data, _KNOWN, generation, drawer))
    return Known(mentions, (), causes)


def read_known(db: Db, generation: int, drawers: Sequence[int]) -> dict[int, Known]:
    """What drawers know; those that know nothing are left out."""
    if not len(drawers):
        return {}
    given = {"generation": generation, "drawers": numbers(drawers)}
    rows = db.every(
        "select drawer, data from known where owner = %(owner)s and generation = %(generation)s"
        " and drawer = any(%(drawers)s::bigint[])",
        **given,
    )
    noted = {drawer: open_known(db, generation, drawer, data) for drawer, data in rows}
    claims: dict[int, list[Claim]] = defaultdict(list)
    for drawer, *row in db.every(
        "select drawer, claim, start, stop, data from claims"
        " where owner = %(owner)s and generation = %(generation)s"
        " and drawer = any(%(drawers)s::bigint[]) order by claim",
        **given,
    ):
        claims[drawer].append(open_claim(db, generation, *row))
    found = {}
    for drawer in sorted({*noted, *claims}):
        held = noted.get(drawer, Known())
        known = Known(held.mentions, tuple(claims[drawer]), held.causes)
        if known != Known():
            found[drawer] = known
    return found


def read_claims(
    db: Db, words: Words, generation: int, key: bytes, keys: Sequence[str], side: Side
) -> list[Claimed]:
    """Claims with one of these keys on a side, in order of filing."""
    if not keys:
        return []
    sides = ("subject", "object") if side == "any" else (side,)
    which = " or ".join(f"{each} = any(%(slots)s::bigint[])" for each in sides)
    found = _claimed(
        db, words, generation, f"({which})", slots=[hidden_slot(key, each) for each in keys]
    )
    return with_keys(found, sides, keys)


def read_claims_of(db: Db, words: Words, generation: int, drawers: Sequence[int]) -> list[Claimed]:
    """Claims that drawers make, in order of filing."""
    if not len(drawers):
        return []
    which = "drawer = any(%(drawers)s::bigint[])"
    return _claimed(db, words, generation, which, drawers=numbers(drawers))


def _claimed(db: Db, words: Words, generation: int, which: str, **given: Any) -> list[Claimed]:
    rows = db.every(
        "select drawer, claim, start, stop, data from claims where owner = %(owner)s"
        f" and generation = %(generation)s and {which} order by claim",
        generation=generation,
        **given,
    )
    if not rows:
        return []
    turn_of = _turns_of(db, generation, {row[0] for row in rows})
    shelf = Shelf(db, words, set(turn_of.values()))
    wings, recorded = read_wings_of(db, set(turn_of.values())), shelf.receipts()
    found = []
    for drawer, number, start, stop, data in rows:
        turn = turn_of[drawer]
        memory = shelf.memory(turn, start, stop)
        found.append(
            Claimed(
                claim=open_claim(db, generation, number, start, stop, data), drawer=drawer, turn=turn,
                span=Span.parse(memory.id), text=memory.text, at=shelf.at(turn),
                recorded=recorded[turn], speaker=memory.turn.speaker, role=memory.turn.role,
                wings=wings.get(turn, ()), current=memory.current, source_kind=memory.source_kind,
                meta=memory.meta,
            )
        )  # fmt: skip
    return found


def _turns_of(db: Db, generation: int, drawers: set[int]) -> dict[int, int]:
    rows = db.every(
        "select drawer, turn from drawers where owner = %(owner)s"
        " and generation = %(generation)s and drawer = any(%(drawers)s::bigint[])",
        generation=generation,
        drawers=sorted(drawers),
    )
    return dict(rows)


def read_seen(db: Db, generation: int, drawers: Sequence[int]) -> list[Seen]:
    """Where drawers stand."""
    if not len(drawers):
        return []
    rows = db.every(
        "select n.drawer, turn, t.conversation, t.at, t.current"
        " from drawers n join turns t using (owner, turn)"
        " where n.owner = %(owner)s and n.generation = %(generation)s"
        " and n.drawer = any(%(drawers)s::bigint[]) order by n.drawer",
        generation=generation,
        drawers=numbers(drawers),
    )
    wings = read_wings_of(db, {row[1] for row in rows})
    return [
        Seen(drawer, turn, conversation, at, wings.get(turn, ()), current)
        for drawer, turn, conversation, at, current in rows
    ]


def read_last(db: Db, generation: int) -> int:
    """The highest number of a drawer, 0 where there is none."""
    return db.scalar(
        "select max(drawer) from drawers where owner = %(owner)s and generation = %(generation)s",
        generation=generation,
    )


def read_wings_of(db: Db, turns: set[int]) -> dict[int, tuple[str, ...]]:
    """The names of the wings that turns lie in, sorted."""
    if not turns:
        return {}
    rows = db.every(
        "select distinct p.turn, wing, w.name from placements p join rooms r using (owner, room)"
        " join wings w using (owner, wing)"
        " where p.owner = %(owner)s and p.turn = any(%(turns)s::bigint[])",
        turns=sorted(turns),
    )
    found: dict[int, list[str]] = defaultdict(list)
    for turn, wing, name in rows:
        found[turn].append(wing_name(db, name, wing))
    return {turn: tuple(sorted(names)) for turn, names in found.items()}
