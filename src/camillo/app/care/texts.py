"""All that lies in a palace, text by text: listed by place, written out as an open archive, and taken in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from secrets import token_bytes
from typing import TYPE_CHECKING, BinaryIO, cast

import numpy as np

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.moment import Moment
from camillo.domain.report import MineReport
from camillo.domain.search import Memory
from camillo.domain.turn import Turn
from camillo.ports.reader import SourceFile
from camillo.ports.rows import Placements
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts

_MOST = 1_000
_HEAD = 1 << 16


@dataclass(frozen=True, slots=True)
class Listed:
    """Texts, the newest filed first, and where the next ones begin (None: there are none)."""

    texts: tuple[Memory, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class Written:
    """Lines of an archive, and the number to go on after; no lines: it is at its end."""

    lines: tuple[str, ...]
    last: int


class Texts:
    """The texts of one palace.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("We chose Go.", wing="orion", hall="decisions")
    ...         found = palace.texts.list(wing="orion", hall="decisions")
    >>> [one.text for one in found.texts], found.next
    (['We chose Go.'], None)
    """

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def list(
        self,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> Listed:
        """Current texts that lie in a place, whole; those filed last come first.

        ``before`` is the ``next`` of what was listed before. One that lies in several of the places asked
        for is listed once, with one of them.

        Raises:
            InvalidInput: the limit is not from 1 to 1,000. NotFound: there is no such wing or room.
        """
        if not 1 <= limit <= _MOST:
            raise InvalidInput(f"a limit of {limit} cannot be used", f"use 1 to {_MOST}")
        wanted = self._parts.hall(hall)
        found: list[Memory] = []
        with self._store.snapshot() as snapshot:
            turns, rooms, halls = _placed(snapshot, wing, room, wanted)
            if before is not None:
                kept = turns < before
                turns, rooms, halls = turns[kept], rooms[kept], halls[kept]
            names = {row.room: row for row in snapshot.rooms()}
            labels = snapshot.labels()
            rows = zip(turns.tolist(), rooms.tolist(), halls.tolist(), strict=True)
            for turn, number, label in reversed(list(rows)):
                if len(found) == limit:
                    return Listed(tuple(found), turn + 1)
                memory = self._whole(snapshot, turn)
                if memory is not None and memory.current:
                    row = names[number]
                    placed = replace(
                        memory, wing=row.wing_name, room=row.room_name, hall=labels[label]
                    )
                    found.append(placed)
        return Listed(tuple(found), None)

    def written(self, after: int = 0, limit: int = 200) -> Written:
        """The next lines of an archive of all texts, in camillo-jsonl, in order of filing.

        What was forgotten is not there; what was replaced by a newer version is.
        """
        from camillo.formats.camillo_jsonl import write_turn

        stored = self._store.stored(after, limit)
        lines: list[str] = []
        with self._store.snapshot() as snapshot:
            kinds = _kinds(snapshot, [one.number for one in stored])
            for one in stored:
                memory = snapshot.get(Span(one.key, 0, len(one.content)), 0)
                if memory is not None and (memory.content.strip() or not memory.encoding):
                    kind = kinds.get(one.number, memory.source_kind)
                    lines.append(write_turn(_turn(memory, kind)))
        last = stored[-1].number if stored else after
        if stored and not lines:
            return self.written(last, limit)
        return Written(tuple(lines), last)

    def take(self, content: bytes) -> MineReport:
        """File what an archive or an export of another tool holds; what is there already is known.

        Formats are told by content, as `camillo mine` does.
        """
        from camillo.app.plugins import readers
        from camillo.formats.reading import pick
        from camillo.ingest.mine import Miner, Wish

        parts = self._parts
        miner = Miner(
            parts.store,
            parts.cutter(),
            parts.placer(),
            partial(pick, readers=readers()),
            parts.secrets(),
        )
        file = SourceFile(
            uri=f"imported:{sha256(content).hexdigest()}",
            name="import.jsonl",
            size=len(content),
            head=content[:_HEAD],
            open=lambda: cast("BinaryIO", BytesIO(content)),
            # What is sent again is read again, so that it is told how much of it is known.
            digest=partial(token_bytes, 32),
        )
        report = miner.mine([file], Wish(None, None, None))
        parts.linking().soon()
        parts.deriving().soon()
        return report

    def _whole(self, snapshot: Snapshot, turn: int) -> Memory | None:
        (stored,) = self._store.stored(turn - 1, 1)
        if stored.encoding and not stored.content.strip():
            return None
        return snapshot.get(Span(stored.key, 0, len(stored.content)), 0)


def _placed(
    snapshot: Snapshot, wing: str | None, room: str | None, hall: str | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turns that lie in a place, each once, ascending, with a room and a hall of each."""
    placed: Placements = snapshot.placements(0)
    inside = np.ones(len(placed.turn), bool)
    if wing is not None or room is not None:
        rooms = [
            row.room
            for row in snapshot.rooms()
            if wing in (None, row.wing_name) and room in (None, row.room_name)
        ]
        if not rooms:
            named = f"wing {wing!r}" if room is None else f"room {room!r}"
            raise NotFound(f"no {named} is here", "list the wings and their rooms")
        inside &= np.isin(placed.room, rooms)
    if hall is not None:
        labels = [number for number, word in snapshot.labels().items() if word == hall]
        inside &= np.isin(placed.hall, labels)
    turns, first = np.unique(placed.turn[inside], return_index=True)
    return turns, placed.room[inside][first], placed.hall[inside][first]


def _kinds(snapshot: Snapshot, turns: Sequence[int]) -> dict[int, str]:
    """The kind of each turn's conversation, which its key is made of; its source's may be another."""
    talks = snapshot.talks_of(turns)
    told = snapshot.talk_turns(sorted({*talks.values()}))
    kinds = {one.conversation: one.kind for one in told}
    return {turn: kinds[talk] for turn, talk in talks.items() if talk in kinds}


def _turn(memory: Memory, kind: str) -> Turn:
    return Turn(
        kind=kind,
        conversation=memory.conversation,
        turn=memory.turn.id,
        content=memory.content,
        encoding=memory.encoding,
        media_type=memory.media_type,
        part=memory.part,
        speaker=memory.turn.speaker,
        role=memory.turn.role,
        at=None if memory.turn.at is None else Moment.parse(memory.turn.at),
        title=memory.title,
        branch=memory.branch,
        wing=memory.wing,
        room=memory.room,
        hall=memory.hall,
        meta=memory.meta,
    )
