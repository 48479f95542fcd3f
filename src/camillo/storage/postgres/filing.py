"""Filing a batch: documents, turns, placements and drawers in one transaction, read back inside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from camillo.domain.drawer import Filed
from camillo.domain.report import Receipt
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.common.gathering import Asked, Batch, NewTurn, Talk, allowed
from camillo.storage.common.receipts import MOST_IDS
from camillo.storage.postgres.derive import file_cuts
from camillo.storage.postgres.documents import (
    find_documents,
    insert_documents,
    verify_turns,
)
from camillo.storage.postgres.moments import TOLD, told
from camillo.storage.postgres.placing import is_placed, write_title
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.sources import (
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


@dataclass(frozen=True, slots=True)
class _Tables:
    """Implements :class:`camillo.storage.common.gathering.Tables` for what comes from one source.

    ``source`` is its number, ``given`` the source as it was handed in.
    """

    writing: Writing
    source: int
    given: Source

    def find_turns(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        return find_turns(self.writing.db, keys)

    def find_documents(self, addresses: Sequence[bytes]) -> dict[bytes, int]:
        return find_documents(self.writing.db, addresses)

    def open_talk(self, turn: Turn) -> Talk:
        db, slot = self.writing.db, word_slot(self.writing.tombstone_key, turn.conversation)
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
            new = (number, self.source, kind, slot, native, 0)
            db.insert("conversations", "conversation, source, kind, slot, native, turns", [new])
        talk = Talk(number, 0, True) if row is None else Talk(row[0], row[1], False)
        if turn.title:
            write_title(db, talk.number, turn.title)
        return talk

    def current(self, talk: int, native: str) -> list[int]:
        rows = self.writing.db.every(
            "select turn from turns where owner = %(owner)s and conversation = %(talk)s"
            " and slot = %(slot)s and current order by turn",
            talk=talk,
            slot=word_slot(self.writing.tombstone_key, native),
        )
        return [turn for (turn,) in rows]

    def asked(self, wing: str) -> Asked:
        given = self.given
        return asked_wing(self.writing, self.source, wing, by_name=given.by_name, number=given.wing)

    def revive(self, wing: str) -> int:
        return revive_wing(self.writing, self.source, wing)

    def room(self, wing: int, name: str) -> int:
        return ensure_room(self.writing, wing, name)

    def label(self, word: str) -> int:
        return self.writing.labels.number(word)

    def is_placed(self, turn: int) -> bool:
        return is_placed(self.writing.db, turn)

    def turn_row(self, new: NewTurn) -> tuple[object, ...]:
        db, turn, number = self.writing.db, new.filed.turn, self.label
        micros, zone, written = told(turn.at)
        return (
            new.number, hidden_key(db, new.key), new.talk, new.position, new.document, True,
            word_slot(self.writing.tombstone_key, turn.turn),
            db.sealer.seal_word(turn.turn, "turns.native", new.number), number(turn.speaker),
            number(turn.role), number(turn.part), number(turn.branch), number(new.filed.language),
            micros, zone, None if written is None else db.sealer.seal(written, TOLD, new.number),
            db.sealer.seal_word(turn.parent, "turns.parent", new.number) if turn.parent else None,
            self.writing.number,
        )  # fmt: skip

    def meta_row(self, new: NewTurn) -> tuple[object, ...]:
        return new.number, seal_meta(self.writing.db, new.filed.turn.meta, new.number)


def file_batch(writing: Writing, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
    """File turns that are new, place those that are known, and prove it by reading back."""
    turns = without_forgotten(writing.db, writing.tombstone_key, [each.turn for each in filed])
    kept = allowed(filed, turns)
    tables = _Tables(writing, ensure_source(writing, source), source)
    batch = Batch(tables, last_turn(writing.db), writing.db.top("documents", "document"))
    before = (batch.last_turn, batch.last_document, writing.drawer)
    batch.gather(kept)
    _write(writing, batch)
    counts = _read_back(writing, batch, *before)
    counts["forgotten"] = len(filed) - len(kept)
    ids = tuple(f"{key.hex()}:0-{len(content)}" for key, content in batch.given[:MOST_IDS])
    return writing.receipt(verb, counts, ids)


def _read_back(
    writing: Writing, batch: Batch, turn: int, document: int, drawer: int
) -> dict[str, int]:
    """What the tables now hold beyond the numbers given, every new text compared with what came."""
    db = writing.db
    verify_turns(db, turn, batch.given)
    row = db.one(
        "select (select count(*) from documents where owner = %(owner)s and document > %(document)s),"
        " (select count(*) from turns where owner = %(owner)s and turn > %(turn)s),"
        " (select count(*) from drawers where owner = %(owner)s and generation = %(generation)s"
        " and drawer > %(drawer)s)",
        document=document,
        turn=turn,
        generation=writing.live,
        drawer=drawer,
    )
    documents, turns, drawers = row or (0, 0, 0)
    return {"documents": documents, "turns": turns, "drawers": drawers, "known": batch.known}


def _write(writing: Writing, batch: Batch) -> None:
    """Write what was gathered."""
    db = writing.db
    insert_documents(db, batch.new_documents)
    db.insert("turns", _TURNS, batch.new_turns)
    db.insert("metas", "turn, meta", batch.new_metas)
    db.each(
        "update conversations set turns = %(turns)s"
        " where owner = %(owner)s and conversation = %(talk)s",
        [{"turns": talk.turns, "talk": talk.number} for talk in batch.talks.values()],
    )
    if final := batch.versions():
        db.each(
            "update turns set current = %(now)s where owner = %(owner)s and turn = %(turn)s",
            [{"now": now, "turn": turn} for turn, now in final.items()],
        )
        writing.stale = True
    _write_placements(writing, batch)
    for generation in writing.generations:
        file_cuts(writing, generation.number, batch.cuts)


def _write_placements(writing: Writing, batch: Batch) -> None:
    db, first = writing.db, batch.before
    columns, tail = "turn, room, hall", "on conflict do nothing"
    old = [row for row in batch.placements if row[0] <= first]
    if db.insert("placements", columns, old, tail):
        writing.stale = True
    db.insert("placements", columns, [row for row in batch.placements if row[0] > first], tail)
