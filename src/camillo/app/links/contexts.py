"""The pass that lets new memories refresh the contexts of those that they are close to."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from camillo.distill.sentences import sentences
from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act
from camillo.domain.origin import from_web
from camillo.domain.search import Memory
from camillo.domain.turn import encode
from camillo.ports.episodes import ContextRow
from camillo.ports.store import PalaceStore, Snapshot
from camillo.recall.lines import line_text, newest
from camillo.text.tokens import index_terms

#: The verb of the act that takes a refresh back.
UNDONE = "context undone"
#: From this similarity on, on the scale of links, a new memory refreshes an earlier one.
CLOSE = 0.8
_SIMILAR = "similar"
#: Drawers whose links are looked at in one transaction.
_DRAWERS = 2_000
#: Of fewer that refresh nothing no note is taken: they are looked at again with the next.
_FEW = 64
#: A line says at least so many words that the memory and its context do not say yet.
_NEWS = 2
#: Whose similar passages tell nothing of each other: what machines write is alike by its form.
_MACHINES = frozenset({"system", "developer", "tool", "function"})


class Refresher:
    """Refreshes contexts in one palace."""

    def __init__(self, store: PalaceStore) -> None:
        self._store = store

    def run(self, most: int | None = None) -> int:
        """Go on from the mark to the last linked drawer, at most ``most`` steps; returns the refreshes.

        Each is of the later drawer of a close pair for the earlier one, in order of filing, so that
        many small runs and one large one come to the same.
        """
        made = 0
        while most is None or most > 0:
            with self._store.snapshot() as snapshot:
                mark, linked = snapshot.evolved(), snapshot.linked()
                if mark >= linked:
                    break
                upto = min(linked, mark + _DRAWERS)
                rows = list(self._rows(snapshot, mark, upto))
            if not rows and linked < mark + _FEW:
                break
            if not self._store.put_contexts(rows, mark, upto):
                break
            made += len(rows)
            most = None if most is None else most - 1
        return made

    def _rows(self, snapshot: Snapshot, mark: int, upto: int) -> Iterator[ContextRow]:
        pairs = sorted(
            (max(link.a, link.b), min(link.a, link.b))
            for link in snapshot.links(range(mark + 1, upto + 1))
            if link.kind == _SIMILAR and link.weight >= CLOSE and mark < max(link.a, link.b) <= upto
        )
        if not pairs:
            return
        known: dict[int, list[ContextRow]] = defaultdict(list)
        for row in snapshot.contexts(sorted({earlier for _, earlier in pairs})):
            known[row.drawer].append(row)
        origins = {row.origin for rows in known.values() for row in rows}
        reader = _Reader(snapshot, {drawer for pair in pairs for drawer in pair} | origins)
        for later, earlier in pairs:
            stretch = reader.news(later, earlier, known[earlier])
            if stretch is not None:
                version = 1 + max((row.version for row in known[earlier]), default=0)
                row = ContextRow(earlier, version, later, *stretch)
                known[earlier].append(row)
                yield row


class _Reader:
    """The passages of close pairs, and which of them may speak of each other."""

    def __init__(self, snapshot: Snapshot, drawers: set[int]) -> None:
        wanted = sorted(drawers)
        self._texts = snapshot.passages(wanted)
        self._seen = {one.drawer: one for one in snapshot.seen(wanted)}
        self._undone = undone(snapshot.acts((UNDONE,)))

    def news(self, later: int, earlier: int, known: Sequence[ContextRow]) -> tuple[int, int] | None:
        """The stretch of the later memory that says most beyond the earlier one and its context."""
        new, old = self._texts.get(later), self._texts.get(earlier)
        if new is None or old is None or not self._may(later, earlier, new, old):
            return None
        told = set(index_terms(old.text, None).terms)
        for row in newest(known):
            origin = self._texts.get(row.origin)
            if origin is not None:
                told |= index_terms(line_text(origin, row.start, row.end), None).terms.keys()
        return _most_new(new, told)

    def _may(self, later: int, earlier: int, new: Memory, old: Memory) -> bool:
        one, other = self._seen[later], self._seen[earlier]
        return (
            one.turn != other.turn
            and one.current
            and other.current
            and bool({*one.wings} & {*other.wings})
            and (old.id, new.id) not in self._undone
            and all(_speaks(memory) for memory in (new, old))
        )


def undone(acts: Sequence[Act]) -> frozenset[tuple[str, str]]:
    """Pairs of ids, the memory's and the origin's, whose refresh was taken back."""
    pairs = [(act.payload.get("memory"), act.payload.get("origin")) for act in acts]
    return frozenset((str(memory), str(origin)) for memory, origin in pairs)


def _speaks(memory: Memory) -> bool:
    return (
        memory.part == "text"
        and memory.turn.role not in _MACHINES
        and not from_web(memory.source_kind, memory.meta)
    )


def _most_new(memory: Memory, told: set[str]) -> tuple[int, int] | None:
    """The first of the sentences with most terms that are not told yet, as bytes of the turn."""
    best: tuple[int, tuple[int, int]] | None = None
    for start, end in sentences(memory.text):
        news = len(index_terms(memory.text[start:end], None).terms.keys() - told)
        if news >= _NEWS and (best is None or news > best[0]):
            best = news, (start, end)
    if best is None:
        return None
    encoding = memory.encoding or "utf-8"
    first, last = best[1]
    start = memory.span[0] + len(encode(memory.text[:first], encoding))
    return start, start + len(encode(memory.text[first:last], encoding))


def undoing(memory: Memory, origin: Memory) -> Act:
    """The act that takes back what one memory gave another."""
    keys = [Span.parse(one.id).key.hex() for one in (memory, origin)]
    payload: Mapping[str, str] = {"memory": memory.id, "origin": origin.id}
    return Act(UNDONE, keys[0], keys[1], payload)
