"""Filing a batch: documents, turns, placements and drawers in one transaction, read back inside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from camillo.domain.drawer import Filed
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import turn_key
from camillo.domain.report import Receipt
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.common.checks import check_cut
from camillo.storage.postgres.derive import file_cuts
from camillo.storage.postgres.documents import (
    DocumentRow,
    find_documents,
    insert_documents,
    verify_turns,
)
from camillo.storage.postgres.moments import TOLD, told
from camillo.storage.postgres.placing import is_placed, write_title
from camillo.storage.postgres.receipts import MOST_IDS
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.sources import (
    Asked,
    asked_wing,
    ensure_room,
    ensure_source,
    hidden_kind,
    revive_wing,
)
from camillo.storage.postgres.tombstones import without_forgotten
from camillo.storage.postgres.turns import find_turns, hidden_key, last_turn, seal_meta

_TURNS = (
    "turn, key, conversation, position, document, current, slot, native, speaker, role, part, branch,"
    " language, at, zone, told, parent, receipt"
)


@dataclass(slots=True)
class _Talk:
    """A conversation during one batch: its number, how many turns it has, and whether it is new."""

    number: int
    turns: int
    new: bool
    latest: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Batch:
    """What one call of :func:`file_batch` gathers before it writes."""

    writing: Writing
    source: int
    last_turn: int
    last_document: int
    turns: dict[bytes, int] = field(default_factory=dict)
    documents: dict[bytes, int] = field(default_factory=dict)
    talks: dict[tuple[str, str], _Talk] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    rooms: dict[tuple[str, str], int] = field(default_factory=dict)
    new_documents: list[DocumentRow] = field(default_factory=list)
    new_turns: list[tuple[object, ...]] = field(default_factory=list)
    new_cuts: list[tuple[int, Filed]] = field(default_factory=list)
    placements: list[tuple[int, int, int]] = field(default_factory=list)
    given: list[tuple[bytes, bytes]] = field(default_factory=list)
    replaced: list[tuple[int]] = field(default_factory=list)
    revived: list[tuple[int]] = field(default_factory=list)
    metas: list[tuple[int, bytes | None]] = field(default_factory=list)
    known: int = 0
    by_name: bool = False
    wing: int | None = None


def file_batch(writing: Writing, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
    """File turns that are new, place those that are known, and prove it by reading back."""
    allowed = _without_forgotten(writing, filed)
    batch = _Batch(
        writing=writing,
        source=ensure_source(writing, source),
        last_turn=last_turn(writing.db),
        last_document=writing.db.top("documents", "document"),
        by_name=source.by_name,
        wing=source.wing,
    )
    before = (batch.last_turn, batch.last_document, writing.drawer)
    _gather(batch, allowed)
    _write(batch)
    counts = _read_back(batch, *before)
    counts["forgotten"] = len(filed) - len(allowed)
    ids = tuple(f"{key.hex()}:0-{len(content)}" for key, content in batch.given[:MOST_IDS])
    return writing.receipt(verb, counts, ids)


def _gather(batch: _Batch, filed: Sequence[Filed]) -> None:
    addresses = [each.turn.address for each in filed]
    keys = [
        turn_key(each.turn.kind, each.turn.conversation, each.turn.turn, address)
        for each, address in zip(filed, addresses, strict=True)
    ]
    _look_up(batch, keys, addresses)
    for each, key, address in zip(filed, keys, addresses, strict=True):
        number = batch.turns.get(key)
        if number is None:
            number = _add_turn(batch, each, key, address)
            _place(batch, number, each, new=True)
        else:
            batch.known += 1
            _keep_current(batch, each.turn, number)
            _place(batch, number, each, new=False)


def _read_back(batch: _Batch, turn: int, document: int, drawer: int) -> dict[str, int]:
    """What the tables now hold beyond the numbers given, every new text compared with what came."""
    db = batch.writing.db
    verify_turns(db, turn, batch.given)
    row = db.one(
        "select (select count(*) from documents where owner = %(owner)s and document > %(document)s),"
        " (select count(*) from turns where owner = %(owner)s and turn > %(turn)s),"
        " (select count(*) from drawers where owner = %(owner)s and generation = %(generation)s"
        " and drawer > %(drawer)s)",
        document=document,
        turn=turn,
        generation=batch.writing.live,
        drawer=drawer,
    )
    documents, turns, drawers = row or (0, 0, 0)
    return {"documents": documents, "turns": turns, "drawers": drawers, "known": batch.known}


def _without_forgotten(writing: Writing, filed: Sequence[Filed]) -> list[Filed]:
    """What may be filed; another process can have forgotten a text since the caller asked."""
    turns = without_forgotten(writing.db, writing.tombstone_key, [each.turn for each in filed])
    allowed = []
    for each, turn in zip(filed, turns, strict=True):
        if turn is None:
            continue
        if turn.content != each.turn.content:
            raise InvalidInput(
                f"lines of turn {each.turn.turn!r} were forgotten while it was read", "mine again"
            )
        allowed.append(each if turn is each.turn else replace(each, turn=turn))
    return allowed


def _look_up(batch: _Batch, keys: Sequence[bytes], addresses: Sequence[bytes]) -> None:
    batch.turns = find_turns(batch.writing.db, keys)
    batch.documents = find_documents(batch.writing.db, addresses)


def _add_turn(batch: _Batch, filed: Filed, key: bytes, address: bytes) -> int:
    db, turn, number = batch.writing.db, filed.turn, batch.writing.labels.number
    for cut in filed.cuts:
        check_cut(cut, len(turn.content))
    batch.last_turn += 1
    batch.turns[key] = batch.last_turn
    talk = _talk(batch, turn)
    document = batch.documents.get(address)
    if document is None:
        batch.last_document += 1
        document = batch.documents[address] = batch.last_document
        encoding = None if turn.encoding is None else number(turn.encoding)
        row = (document, address, encoding, number(turn.media_type), turn.content)
        batch.new_documents.append(row)
    micros, zone, written = told(turn.at)
    batch.new_turns.append(
        (
            batch.last_turn, hidden_key(db, key), talk.number, talk.turns, document, True,
            word_slot(batch.writing.tombstone_key, turn.turn),
            db.sealer.seal_word(turn.turn, "turns.native", batch.last_turn), number(turn.speaker),
            number(turn.role), number(turn.part), number(turn.branch), number(filed.language),
            micros, zone,
            None if written is None else db.sealer.seal(written, TOLD, batch.last_turn),
            db.sealer.seal_word(turn.parent, "turns.parent", batch.last_turn) if turn.parent else None,
            batch.writing.number,
        )
    )  # fmt: skip
    if turn.meta:
        batch.metas.append((batch.last_turn, seal_meta(db, turn.meta, batch.last_turn)))
    talk.turns += 1
    _supersede(batch, talk, turn.turn, batch.last_turn)
    if filed.replaces:
        batch.replaced.extend(_current(batch, talk, filed.replaces))
    batch.new_cuts.append((batch.last_turn, filed))
    batch.given.append((key, turn.content))
    return batch.last_turn


def _talk(batch: _Batch, turn: Turn) -> _Talk:
    name = (turn.kind, turn.conversation)
    talk = batch.talks.get(name)
    if talk is None:
        talk = batch.talks[name] = _open_talk(batch, turn)
    return talk


def _open_talk(batch: _Batch, turn: Turn) -> _Talk:
    db, slot = batch.writing.db, word_slot(batch.writing.tombstone_key, turn.conversation)
    kind = hidden_kind(db, turn.kind)
    row = db.one(
        "select conversation, turns from conversations"
        " where owner = %(owner)s and slot = %(slot)s and kind = %(kind)s",
        slot=slot,
        kind=kind,
    )
    if row is None:
        number = db.next("conversations", "conversation")
        native = db.sealer.seal_word(turn.conversation, "conversations.native", number)
        new = (number, batch.source, kind, slot, native, 0)
        db.insert("conversations", "conversation, source, kind, slot, native, turns", [new])
    talk = _Talk(number, 0, True) if row is None else _Talk(row[0], row[1], False)
    if turn.title:
        write_title(db, talk.number, turn.title)
    return talk


def _supersede(batch: _Batch, talk: _Talk, native: str, number: int) -> None:
    """Make this the current version of a turn and any other with the same id an older one."""
    older = talk.latest.get(native)
    if older is not None:
        batch.replaced.append((older,))
    elif not talk.new:
        batch.replaced.extend(one for one in _current(batch, talk, native) if one != (number,))
    talk.latest[native] = number


def _current(batch: _Batch, talk: _Talk, native: str) -> list[tuple[int]]:
    """The turns filed before this batch that are current under an id of their source's own."""
    rows = batch.writing.db.every(
        "select turn from turns where owner = %(owner)s and conversation = %(talk)s"
        " and slot = %(slot)s and current order by turn",
        talk=talk.number,
        slot=word_slot(batch.writing.tombstone_key, native),
    )
    return [(turn,) for (turn,) in rows]


def _keep_current(batch: _Batch, turn: Turn, number: int) -> None:
    """A version that was replaced and is read again is the current one again."""
    talk = _talk(batch, turn)
    before = len(batch.replaced)
    if talk.latest.get(turn.turn) != number:
        _supersede(batch, talk, turn.turn, number)
    if len(batch.replaced) > before:
        batch.revived.append((number,))


def _place(batch: _Batch, turn: int, filed: Filed, *, new: bool) -> None:
    place = filed.place
    asked = batch.asked.get(place.wing)
    if asked is None:
        asked = batch.asked[place.wing] = asked_wing(
            batch.writing, batch.source, place.wing, by_name=batch.by_name, number=batch.wing
        )
    if not new and (asked.complete or not _is_placed(batch, turn)):
        return  # a turn that lies nowhere went with its wing
    if asked.wing is None:
        asked.wing = revive_wing(batch.writing, batch.source, place.wing)
    room = batch.rooms.get((place.wing, place.room))
    if room is None:
        room = ensure_room(batch.writing, asked.wing, place.room)
        batch.rooms[(place.wing, place.room)] = room
    batch.placements.append((turn, room, batch.writing.labels.number(place.hall)))


def _is_placed(batch: _Batch, turn: int) -> bool:
    if turn > batch.last_turn - len(batch.new_turns):
        return True
    return is_placed(batch.writing.db, turn)


def _write(batch: _Batch) -> None:
    """Write what was gathered."""
    writing, db = batch.writing, batch.writing.db
    insert_documents(db, batch.new_documents)
    db.insert("turns", _TURNS, batch.new_turns)
    db.insert("metas", "turn, meta", batch.metas)
    db.each(
        "update conversations set turns = %(turns)s"
        " where owner = %(owner)s and conversation = %(talk)s",
        [{"turns": talk.turns, "talk": talk.number} for talk in batch.talks.values()],
    )
    _write_versions(batch)
    _write_placements(batch)
    cuts = [
        (turn, ordinal, cut)
        for turn, filed in batch.new_cuts
        for ordinal, cut in enumerate(filed.cuts)
    ]
    for generation in writing.generations:
        file_cuts(writing, generation.number, cuts)


def _write_versions(batch: _Batch) -> None:
    if not batch.replaced:
        return
    # In order: a turn may be replaced by a later one of the same batch, or read again after it.
    db = batch.writing.db
    final = {number: True for (number,) in batch.revived}
    latest = {number for talk in batch.talks.values() for number in talk.latest.values()}
    final.update({number: number in latest for (number,) in batch.replaced})
    db.each(
        "update turns set current = %(now)s where owner = %(owner)s and turn = %(turn)s",
        [{"now": now, "turn": turn} for turn, now in final.items()],
    )
    batch.writing.stale = True


def _write_placements(batch: _Batch) -> None:
    db, first = batch.writing.db, batch.last_turn - len(batch.new_turns)
    columns, tail = "turn, room, hall", "on conflict do nothing"
    old = [row for row in batch.placements if row[0] <= first]
    if db.insert("placements", columns, old, tail):
        batch.writing.stale = True
    db.insert("placements", columns, [row for row in batch.placements if row[0] > first], tail)
