"""A small palace in memory: the reads that recall needs, done plainly, for tests of recall alone."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import pytest

from camillo.domain.drawer import Span
from camillo.domain.moment import Moment
from camillo.domain.search import Memory, TurnRef
from camillo.ports.rows import NO_TIME, Columns, Dense, Placements, Postings, RoomRow, Signs, Tick
from camillo.text.context import context_terms
from camillo.text.language import detect
from camillo.text.names import name_terms
from camillo.text.tokens import index_terms, merge


@dataclass
class Row:
    drawer: int
    turn: int
    conversation: str
    position: int
    ordinal: int
    key: bytes
    content: bytes
    start: int
    end: int
    at: Moment | None
    speaker: str
    wing: str
    room: str
    hall: str
    source: str
    kind: str
    meta: dict
    terms: dict
    length: int
    pieces: np.ndarray
    bits: np.ndarray
    current: bool = True
    role: str = ""
    dense: Dense | None = None
    signs: np.ndarray | None = None


@dataclass
class MemoryPalace:
    """Rows in a list; every read is a loop over them."""

    static: object = None
    rows: list = field(default_factory=list)
    numbers: dict = field(default_factory=dict)
    epoch: int = 1
    seq: int = 0
    signed: list = field(default_factory=list)
    refreshed: list = field(default_factory=list)
    acted: list = field(default_factory=list)

    def contexts(self, drawers):
        return sorted((r for r in self.refreshed if r.drawer in drawers), key=lambda r: r.version)

    def contexts_from(self, origins):
        return [row for row in self.refreshed if row.origin in origins]

    def last_act(self):
        return len(self.acted)

    def acts(self, verbs=(), keys=(), after=0):
        return [act for act in self.acted[after:] if act.verb in verbs]

    def turn_numbers(self, keys):
        return {key: int.from_bytes(key, "big") for key in keys}

    def number(self, kind, name):
        return self.numbers.setdefault((kind, name), len(self.numbers) + 1)

    def add(self, text, *, wing="home", room="general", hall="general", conversation="c", speaker="",
            at=None, source="note:1", kind="note", meta=None, cuts=None, language=None,
            role=""):  # fmt: skip
        content = text.encode()
        moment = Moment.parse(at) if at else None
        position = sum(
            1 for row in self.rows if row.conversation == conversation and row.ordinal == 0
        )
        turn = (self.rows[-1].turn if self.rows else 0) + 1
        key = turn.to_bytes(12, "big")
        for ordinal, (start, end) in enumerate(cuts or [(0, len(content))]):
            part = content[start:end].decode()
            language = language or detect(part)
            found = merge([index_terms(part, language), context_terms(speaker, moment, language)])
            pieces, bits = np.empty(0, np.uint16), np.zeros(48, np.uint8)
            if self.static is not None:
                said = f"{speaker}: {part}" if speaker else part
                pieces = self.static.content(self.static.cut([said])[0].ids)
                bits = self.static.bits([pieces])[0]
            self.rows.append(
                Row(
                    len(self.rows) + 1,
                    turn,
                    conversation,
                    position,
                    ordinal,
                    key,
                    content,
                    start,
                    end,
                    moment,
                    speaker,
                    wing,
                    room,
                    hall,
                    source,
                    kind,
                    meta or {},
                    {**found.terms, **name_terms(part)},
                    found.length,
                    pieces,
                    bits,
                    role=role,
                )
            )
        self.seq += 1
        return f"{key.hex()}:0-{len(content)}"

    def refine(self, drawer, pooled, bits, codes):
        row = self.rows[drawer - 1]
        row.dense, row.signs = Dense(pooled, codes), bits
        self.signed.append(drawer)
        self.seq += 1

    @contextmanager
    def snapshot(self):
        yield self

    def tick(self):
        return Tick(self.epoch, self.seq)

    def columns(self, after):
        rows = self.rows[after:]
        ends = np.cumsum([0, *(len(row.pieces) for row in rows)])

        def ints(values, kind=np.int64):
            return np.array(list(values), dtype=kind)

        return Columns(
            drawer=ints(row.drawer for row in rows),
            turn=ints(row.turn for row in rows),
            document=ints(row.turn for row in rows),
            conversation=ints(self.number("conversation", row.conversation) for row in rows),
            position=ints(row.position for row in rows),
            ordinal=ints((row.ordinal for row in rows), np.int32),
            start=ints(row.start for row in rows),
            length=ints((row.length for row in rows), np.int32),
            at=ints(row.at.micros if row.at else NO_TIME for row in rows),
            speaker=ints((self.number("label", row.speaker) for row in rows), np.int32),
            role=ints((self.number("label", row.role) for row in rows), np.int32),
            source=ints((self.number("source", (row.kind, row.source)) for row in rows), np.int32),
            current=np.array([row.current for row in rows], dtype=np.bool_),
            pieces=np.concatenate([row.pieces for row in rows] or [np.empty(0, np.uint16)]),
            piece_at=ints(ends),
            bits=np.array([row.bits for row in rows], dtype=np.uint8).reshape(-1, 48),
        )

    def placements(self, after):
        rows = [row for row in self.rows if row.turn > after and row.ordinal == 0]
        return Placements(
            np.array([row.turn for row in rows], np.int64),
            np.array([self.number("room", (row.wing, row.room)) for row in rows], np.int32),
            np.array([self.number("label", row.hall) for row in rows], np.int32),
        )

    def rooms(self):
        for row in self.rows:
            self.number("room", (row.wing, row.room))
        return [
            RoomRow(n, *name, self.number("wing", name[0]))
            for (kind, name), n in [*self.numbers.items()]
            if kind == "room"
        ]

    def labels(self):
        return {n: name for (kind, name), n in self.numbers.items() if kind == "label"}

    def sources(self):
        return {n: name for (kind, name), n in self.numbers.items() if kind == "source"}

    def signs(self, after, model):
        new = self.signed[after:]
        bits = [self.rows[drawer - 1].signs for drawer in new]
        return Signs(
            np.array(new, np.int64), np.array(bits, np.uint8).reshape(-1, 48), len(self.signed)
        )

    def postings(self, terms):
        found = {}
        for term in terms:
            hits = [
                (row.drawer, min(15, row.terms[term])) for row in self.rows if term in row.terms
            ]
            if hits:
                drawers, counts = zip(*hits, strict=True)
                found[term] = Postings(np.array(drawers, np.int64), np.array(counts, np.uint8))
        return found

    def terms_between(self, first, last, limit):
        terms = {term for row in self.rows for term in row.terms if first <= term < last}
        return sorted(terms)[:limit]

    def dense(self, drawers, model):
        found = {drawer: self.rows[drawer - 1].dense for drawer in drawers}
        return {drawer: dense for drawer, dense in found.items() if dense is not None}

    def turns_where(self, meta):
        rows = [r for r in self.rows if all(r.meta.get(k) == v for k, v in meta.items())]
        return np.unique(np.array([row.turn for row in rows], np.int64))

    def conversation_numbers(self, conversation):
        return np.array([self.number("conversation", conversation)], np.int64)

    def counts(self):
        return {"refined": len(self.signed), "drawers": len(self.rows)}

    def has_vectors(self):
        return bool(self.signed)

    def passages(self, drawers):
        rows = [self.rows[drawer - 1] for drawer in drawers]
        return {row.drawer: self._memory(row, row.start, row.end) for row in rows}

    def get(self, span, neighbours):
        for row in self.rows:
            if row.key == span.key:
                return self._memory(row, span.start, span.end)
        return None

    def _memory(self, row, start, end):
        content = row.content[start:end]
        at = row.at.text if row.at else None
        return Memory(
            str(Span(row.key, start, end)), content.decode(), content, "utf-8", "text/plain",
            row.content.hex()[:32], (start, end), row.wing, row.room, row.hall, row.source, row.kind,
            row.conversation, "", TurnRef(f"t{row.turn}", row.speaker, row.role, at), "text", row.meta, row.current,
        )  # fmt: skip


@pytest.fixture(scope="session")
def new_palace():
    return MemoryPalace


@pytest.fixture
def palace():
    return MemoryPalace()
