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
from camillo.storage.common.packing import (
    Packed,
    pack_meta,
    pack_moment,
    pack_text,
    pack_word,
    slot_of,
)
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.derive import file_cuts
from camillo.storage.sqlite.documents import (
    DocumentRow,
    find_documents,
    insert_documents,
    last_document,
    verify_turns,
)
from camillo.storage.sqlite.receipts import MOST_IDS
from camillo.storage.sqlite.session import Writing
from camillo.storage.sqlite.sources import (
    Asked,
    asked_wing,
    ensure_room,
    ensure_source,
    revive_wing,
)
from camillo.storage.sqlite.tombstones import without_forgotten


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
    metas: list[tuple[int, str | None]] = field(default_factory=list)
    known: int = 0
    by_name: bool = False
    wing: int | None = None


def file_batch(writing: Writing, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
    """File turns that are new, place those that are known, and prove it by reading back."""
    allowed = _without_forgotten(writing, filed)
    row = one(writing.db, "select ifnull(max(turn), 0) from turns")
    batch = _Batch(
        writing=writing,
        source=ensure_source(writing, source),
        last_turn=row[0] if row else 0,
        last_document=last_document(writing.db),
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
    row = one(
        db,
        "select (select count(*) from documents where document > ?),"
        " (select count(*) from turns where turn > ?),"
        f" (select count(*) from drawers_{batch.writing.live} where drawer > ?)",
        (document, turn, drawer),
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
    cursor = batch.writing.db.cursor()
    for key in keys:
        row = one(cursor, "select turn from turns where key = ?", (key,))
        if row is not None:
            batch.turns[key] = row[0]
    batch.documents = find_documents(batch.writing.db, addresses)


def _add_turn(batch: _Batch, filed: Filed, key: bytes, address: bytes) -> int:
    turn, number = filed.turn, batch.writing.labels.number
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
    micros, zone, told = pack_moment(turn.at)
    batch.new_turns.append(
        (
            batch.last_turn, key, talk.number, talk.turns, document, 1, pack_text(turn.turn),
            slot_of(turn.turn), number(turn.speaker), number(turn.role), number(turn.part),
            number(turn.branch), number(filed.language), micros, zone, told,
            pack_text(turn.parent) if turn.parent else None, batch.writing.number,
        )
    )  # fmt: skip
    if turn.meta:
        batch.metas.append((batch.last_turn, pack_meta(turn.meta)))
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
    db, native = batch.writing.db, pack_text(turn.conversation)
    row = one(
        db,
        "select conversation, turns from conversations where native = ? and kind = ?",
        (native, turn.kind),
    )
    new = row is None
    row = row or one(
        db,
        "insert into conversations(source, kind, native) values (?, ?, ?)"
        " returning conversation, turns",
        (batch.source, turn.kind, native),
    )
    talk = _Talk(row[0] if row else 0, row[1] if row else 0, new)
    if turn.title:
        db.execute(
            "insert into titles values (?1, ?2) on conflict(conversation) do update set title = ?2"
            " where title <> ?2",
            (talk.number, pack_word(turn.title)),
        )
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
    rows = every(
        batch.writing.db,
        "select turn, native from turns where conversation = ? and slot = ? and current",
        (talk.number, slot_of(native)),
    )
    packed: Packed = pack_text(native)
    return [(turn,) for turn, other in rows if other == packed]


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
    return one(batch.writing.db, "select 1 from placements where turn = ?", (turn,)) is not None


def _write(batch: _Batch) -> None:
    """Write what was gathered."""
    writing, db = batch.writing, batch.writing.db
    insert_documents(writing, batch.new_documents)
    db.executemany(
        "insert into turns(turn, key, conversation, position, document, current, native, slot,"
        " speaker, role, part, branch, language, at, zone, told, parent, receipt)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        batch.new_turns,
    )
    db.executemany("insert into metas values (?, ?)", batch.metas)
    db.executemany(
        "update conversations set turns = ? where conversation = ?",
        [(talk.turns, talk.number) for talk in batch.talks.values()],
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
    final = {number: 1 for (number,) in batch.revived}
    latest = {number for talk in batch.talks.values() for number in talk.latest.values()}
    final.update({number: int(number in latest) for (number,) in batch.replaced})
    db.executemany(
        "update turns set current = ? where turn = ?", [(now, n) for n, now in final.items()]
    )
    batch.writing.stale = True


def _write_placements(batch: _Batch) -> None:
    db, first = batch.writing.db, batch.last_turn - len(batch.new_turns)
    before = db.total_changes()
    old = [row for row in batch.placements if row[0] <= first]
    db.executemany("insert or ignore into placements values (?, ?, ?)", old)
    if db.total_changes() > before:
        batch.writing.stale = True
    db.executemany(
        "insert or ignore into placements values (?, ?, ?)",
        [row for row in batch.placements if row[0] > first],
    )
