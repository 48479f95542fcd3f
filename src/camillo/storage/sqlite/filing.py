"""Filing a batch: documents, turns, placements and drawers in one transaction, read back inside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from camillo.domain.drawer import Filed
from camillo.domain.report import Receipt
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.common.gathering import Asked, Batch, NewTurn, Talk, allowed
from camillo.storage.common.packing import (
    Packed,
    pack_meta,
    pack_moment,
    pack_text,
    pack_word,
    slot_of,
)
from camillo.storage.common.receipts import MOST_IDS
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.derive import file_cuts
from camillo.storage.sqlite.documents import (
    find_documents,
    insert_documents,
    last_document,
    verify_turns,
)
from camillo.storage.sqlite.session import Writing
from camillo.storage.sqlite.sources import (
    asked_wing,
    ensure_room,
    ensure_source,
    revive_wing,
)
from camillo.storage.sqlite.tombstones import without_forgotten


@dataclass(frozen=True, slots=True)
class _Tables:
    """Implements :class:`camillo.storage.common.gathering.Tables` for what comes from one source.

    ``source`` is its number, ``given`` the source as it was handed in.
    """

    writing: Writing
    source: int
    given: Source

    def find_turns(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        cursor = self.writing.db.cursor()
        rows = ((key, one(cursor, "select turn from turns where key = ?", (key,))) for key in keys)
        return {key: row[0] for key, row in rows if row is not None}

    def find_documents(self, addresses: Sequence[bytes]) -> dict[bytes, int]:
        return find_documents(self.writing.db, addresses)

    def open_talk(self, turn: Turn) -> Talk:
        db, native = self.writing.db, pack_text(turn.conversation)
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
            (self.source, turn.kind, native),
        )
        talk = Talk(row[0] if row else 0, row[1] if row else 0, new)
        if turn.title:
            db.execute(
                "insert into titles values (?1, ?2) on conflict(conversation) do update set title = ?2"
                " where title <> ?2",
                (talk.number, pack_word(turn.title)),
            )
        return talk

    def current(self, talk: int, native: str) -> list[int]:
        rows = every(
            self.writing.db,
            "select turn, native from turns where conversation = ? and slot = ? and current",
            (talk, slot_of(native)),
        )
        packed: Packed = pack_text(native)
        return [turn for turn, other in rows if other == packed]

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
        sql = "select 1 from placements where turn = ?"
        return one(self.writing.db, sql, (turn,)) is not None

    def turn_row(self, new: NewTurn) -> tuple[object, ...]:
        turn, number = new.filed.turn, self.label
        micros, zone, told = pack_moment(turn.at)
        return (
            new.number, new.key, new.talk, new.position, new.document, 1, pack_text(turn.turn),
            slot_of(turn.turn), number(turn.speaker), number(turn.role), number(turn.part),
            number(turn.branch), number(new.filed.language), micros, zone, told,
            pack_text(turn.parent) if turn.parent else None, self.writing.number,
        )  # fmt: skip

    def meta_row(self, new: NewTurn) -> tuple[object, ...]:
        return new.number, pack_meta(new.filed.turn.meta)


def file_batch(writing: Writing, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
    """File turns that are new, place those that are known, and prove it by reading back."""
    turns = without_forgotten(writing.db, writing.tombstone_key, [each.turn for each in filed])
    kept = allowed(filed, turns)
    row = one(writing.db, "select ifnull(max(turn), 0) from turns")
    tables = _Tables(writing, ensure_source(writing, source), source)
    batch = Batch(tables, row[0] if row else 0, last_document(writing.db))
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
    row = one(
        db,
        "select (select count(*) from documents where document > ?),"
        " (select count(*) from turns where turn > ?),"
        f" (select count(*) from drawers_{writing.live} where drawer > ?)",
        (document, turn, drawer),
    )
    documents, turns, drawers = row or (0, 0, 0)
    return {"documents": documents, "turns": turns, "drawers": drawers, "known": batch.known}


def _write(writing: Writing, batch: Batch) -> None:
    """Write what was gathered."""
    db = writing.db
    insert_documents(writing, batch.new_documents)
    db.executemany(
        "insert into turns(turn, key, conversation, position, document, current, native, slot,"
        " speaker, role, part, branch, language, at, zone, told, parent, receipt)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        batch.new_turns,
    )
    db.executemany("insert into metas values (?, ?)", batch.new_metas)
    db.executemany(
        "update conversations set turns = ? where conversation = ?",
        [(talk.turns, talk.number) for talk in batch.talks.values()],
    )
    if final := batch.versions():
        db.executemany(
            "update turns set current = ? where turn = ?",
            [(int(now), turn) for turn, now in final.items()],
        )
        writing.stale = True
    _write_placements(writing, batch)
    for generation in writing.generations:
        file_cuts(writing, generation.number, batch.cuts)


def _write_placements(writing: Writing, batch: Batch) -> None:
    db, first = writing.db, batch.before
    before = db.total_changes()
    old = [row for row in batch.placements if row[0] <= first]
    db.executemany("insert or ignore into placements values (?, ?, ?)", old)
    if db.total_changes() > before:
        writing.stale = True
    db.executemany(
        "insert or ignore into placements values (?, ?, ?)",
        [row for row in batch.placements if row[0] > first],
    )
