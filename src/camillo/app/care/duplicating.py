"""Duplicates: texts that say the same as another, listed; nothing is ever deleted for it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from camillo.domain.repeated import Repeat, Repeated
from camillo.domain.search import Filters, Memory
from camillo.domain.turn import DOCUMENT_ROLE
from camillo.ports.rows import NO_TIME
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import Catalogue, follow
from camillo.recall.filters import mask
from camillo.recall.repeats import Repeats, known_by
from camillo.text.sameness import ENOUGH, Sameness, openings, shape, words

if TYPE_CHECKING:
    from camillo.app.compose import Parts

_BATCH = 500
#: Texts that look alike in their shape are compared with so many of their like.
_MOST_LIKE = 50
Found = list[tuple[int, int, Sameness]]


def repeated(parts: "Parts", wing: str | None) -> tuple[Repeated, ...]:
    """The texts of a palace, or of a wing, that others repeat; those with the most first."""
    with parts.store.snapshot() as snapshot:
        catalogue = follow(None, snapshot, parts.card())
        rows = np.flatnonzero(mask(Filters(wing=wing), catalogue, snapshot))
        at = catalogue.columns.at[rows]
        late = np.where(at == NO_TIME, np.iinfo(np.int64).max, at)
        rows = rows[np.lexsort((catalogue.columns.drawer[rows], late))]
        finding = _Finding(snapshot, catalogue, Repeats(catalogue, known_by(parts.static())))
        pairs = finding.alike(rows.tolist())
        told = {other for _, other, _ in pairs}
        pairs += finding.parts([row for row in rows.tolist() if row not in told])
        return _groups(pairs, finding)


class _Finding:
    """Finds repeats among rows of a catalogue, in two passes over the texts, a few of them in memory."""

    def __init__(self, snapshot: Snapshot, catalogue: Catalogue, repeats: Repeats) -> None:
        self._snapshot = snapshot
        self._catalogue = catalogue
        self._repeats = repeats

    def memories(self, rows: Sequence[int]) -> Iterator[tuple[int, Memory]]:
        """Texts of rows, in their order."""
        for at in range(0, len(rows), _BATCH):
            part = rows[at : at + _BATCH]
            drawers = self._catalogue.columns.drawer[part].tolist()
            found = self._snapshot.passages(drawers)
            for row, drawer in zip(part, drawers, strict=True):
                if drawer in found:
                    yield row, found[drawer]

    def alike(self, rows: Sequence[int]) -> Found:
        """Rows whose text has the words of an earlier one, or nearly; each with the first that it repeats."""
        shapes: dict[bytes, list[int]] = defaultdict(list)
        for row, memory in self.memories(rows):
            if len(words(memory.text)) >= ENOUGH:
                shapes[_digest(shape(memory.text))].append(row)
        found: Found = []
        for like in shapes.values():
            if len(like) > 1:
                found += self._within(like)
        return found

    def _within(self, rows: Sequence[int]) -> Found:
        found: Found = []
        leaders: list[tuple[int, Memory]] = []
        for row, memory in self.memories(rows):
            pairs = ((first, self._repeats.of(one, first, memory, row)) for first, one in leaders)
            pair = next(((first, how) for first, how in pairs if how is not None), None)
            if pair is not None:
                found.append((pair[0], row, pair[1]))
            elif len(leaders) < _MOST_LIKE:
                leaders.append((row, memory))
        return found

    def parts(self, rows: Sequence[int]) -> Found:
        """Rows whose text stands in that of a file, each with the first such."""
        opening: dict[bytes, list[int]] = defaultdict(list)
        for row, memory in self.memories(rows):
            told = words(memory.text)
            if len(told) >= ENOUGH:
                opening[_digest(told[:ENOUGH])].append(row)
        found: dict[int, tuple[int, int, Sameness]] = {}
        for row, memory in self.memories(rows):
            if memory.turn.role != DOCUMENT_ROLE:
                continue
            begun = (opening.get(_digest(run), ()) for run in openings(memory.text))
            inside = sorted({other for each in begun for other in each} - {row} - found.keys())
            for other, second in self.memories(inside):
                how = self._repeats.of(memory, row, second, other)
                if how is not None and row not in found:
                    found[other] = (row, other, how)
        return [*found.values()]


def _digest(told: Iterable[str]) -> bytes:
    return blake2b("\0".join(told).encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _groups(pairs: Found, finding: _Finding) -> tuple[Repeated, ...]:
    held = dict(finding.memories(sorted({row for a, b, _ in pairs for row in (a, b)})))
    grouped: dict[int, list[Repeat]] = defaultdict(list)
    for first, other, how in pairs:
        one = held[other]
        grouped[first].append(Repeat(one.id, how, one.wing, one.room, one.source, one.turn.at))
    found = [
        Repeated(one.id, one.text, one.wing, one.room, one.source, one.turn.at, tuple(repeats))
        for first, repeats in grouped.items()
        for one in (held[first],)
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.repeats), one.id)))
