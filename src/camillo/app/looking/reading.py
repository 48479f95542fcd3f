"""A conversation or a document as it is read: a window of its turns around one of them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from camillo.app.ids import nothing_at
from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.ports.episodes import TalkTurn
from camillo.ports.store import PalaceStore, Snapshot

#: Bytes of a turn that are shown at once; a longer one is shown around the passage, and says so.
_MOST_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of the turn that was asked for: what stands before the passage, it itself, and what follows."""

    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Read:
    """A turn as it is read. ``cut`` is how many of its ``size`` bytes are left out of ``text``.

    ``passage`` is there for the turn that was asked for by a part of it.
    """

    memory: Memory
    text: str
    size: int
    cut: int = 0
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Turns ``first`` and on of the ``total`` that a conversation has, and the one that was asked for.

    ``branches`` counts turns by branch (empty: the visible one), ``parts`` by kind. ``current`` is
    false where what was asked for is an older version, which then stands alone.
    """

    focus: str
    title: str
    conversation: str
    source: str
    source_kind: str
    first: int
    total: int
    branches: Mapping[str, int]
    parts: Mapping[str, int]
    current: bool
    turns: tuple[Read, ...]


def reading(store: PalaceStore, span: Span, before: int, after: int) -> Reading:
    """The conversation around a span, with so many turns before and after it.

    Raises:
        NotFound: this palace holds nothing there. InvalidInput: the span begins or ends within a letter.
    """
    with store.snapshot() as snapshot:
        asked = snapshot.get(span, 0)
        if asked is None:
            raise nothing_at(snapshot, span, str(span))
        order = _order(snapshot, span.key)
        at = next((n for n, turn in enumerate(order) if turn.key == span.key), None)
        if at is None:
            alone = _read(snapshot, span.key, span)
            return _made(asked, 0, [], (alone,) if alone else ())
        first = max(0, at - before)
        window = order[first : at + after + 1]
        read = [_read(snapshot, one.key, span if one.key == span.key else None) for one in window]
    return _made(asked, first, order, tuple(one for one in read if one))


def _order(snapshot: Snapshot, key: bytes) -> list[TalkTurn]:
    numbers = snapshot.turn_numbers([key])
    talks = snapshot.talks_of([*numbers.values()])
    return snapshot.talk_turns(sorted({*talks.values()}))


def _made(asked: Memory, first: int, order: list[TalkTurn], turns: tuple[Read, ...]) -> Reading:
    return Reading(
        focus=asked.id,
        title=asked.title,
        conversation=asked.conversation,
        source=asked.source,
        source_kind=asked.source_kind,
        first=first,
        total=len(order) or 1,
        branches=dict(Counter(turn.branch for turn in order)),
        parts=dict(Counter(turn.part for turn in order)),
        current=asked.current,
        turns=turns,
    )


def _read(snapshot: Snapshot, key: bytes, asked: Span | None) -> Read | None:
    stored = snapshot.turn(key)
    if stored is None:
        return None
    size = len(stored.content)
    memory = snapshot.get(Span(key, 0, size), 0)
    if memory is None or memory.encoding is None:
        return None if memory is None else Read(memory, "", size, size)
    content, encoding = memory.content, memory.encoding
    if asked is None:
        text = decode(content, encoding) if size <= _MOST_BYTES else ""
        if not text and size:
            # Whole characters only: the rest is read when it is asked for.
            text = content[:_MOST_BYTES].decode(_codec(encoding), "ignore")
            return Read(memory, text, size, size - _MOST_BYTES)
        return Read(memory, text, size)
    room = max(0, _MOST_BYTES - (asked.end - asked.start)) // 2
    low, high = max(0, asked.start - room), min(size, asked.end + room)
    codec = _codec(encoding)
    passage = Passage(
        content[low : asked.start].decode(codec, "ignore"),
        decode(content[asked.start : asked.end], encoding),
        content[asked.end : high].decode(codec, "ignore"),
    )
    text = passage.before + passage.text + passage.after
    return Read(memory, text, size, size - (high - low), passage)


def _codec(encoding: str) -> str:
    return "utf-8" if encoding.startswith("utf-8") else encoding
