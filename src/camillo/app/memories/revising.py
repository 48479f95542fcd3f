"""Revising memories: what they rest on goes, two become one, statements end, and back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from camillo.app.ids import span_of
from camillo.app.memories import ending, joining, shelf
from camillo.app.memories.dependants import dependants
from camillo.app.memories.filing import Filing, place_of
from camillo.app.memories.renewing import unsupported
from camillo.distill.memories.memory import Memory
from camillo.distill.memories.merge import merge
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput
from camillo.domain.remembered import Kept
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts


class Revising:
    """The verbs of memories that change what is kept already."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store
        self._filing = Filing(parts)

    def resting_on(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of the stretches of memories that rest on these texts alone, in every version."""
        with self._store.snapshot() as snapshot:
            found = dependants(snapshot, _spans(snapshot, ids))
        return tuple(map(str, found.spans))

    def without(self, ids: Sequence[str]) -> tuple[str, ...]:
        """File memories anew without what rests on these texts alone, which are about to be forgotten.

        Returns the ids of what has to be forgotten with them. What becomes of a memory is on disk before a
        word is gone, so that a forgetting that is cut off can be done again.
        """
        with self._store.snapshot() as snapshot:
            found = dependants(snapshot, _spans(snapshot, ids))
            reading = self._filing.reading(snapshot)
        filed: list[Filed] = []
        for left in found.left:
            place = place_of(left.heads)
            memory = merge(Memory((), left.memory.language), left.memory.lines, reading.slots)
            made = self._filing.version(memory, reading, left.heads[0].path, left.heads, place)
            taken = {one.turn.conversation for one in filed}
            filed.append(made or self._filing.first(memory, reading, place, taken))
        self._file("shorten memories", filed)
        return tuple(map(str, found.spans))

    def retire(self, id: str, order: int) -> tuple[str, ...]:
        """End the lines that rested on older versions of a text and on nothing else, as of ``order``.

        Memories without such a line stay byte for byte. Returns the paths of the others, each with a new
        version, in which the lines are kept as earlier ones. Doing it again changes nothing.
        """
        with self._store.snapshot() as snapshot:
            found = unsupported(snapshot, id, order)
            reading = self._filing.reading(snapshot)
        filed = []
        for left in found:
            memory = merge(Memory((), left.memory.language), left.memory.lines, reading.slots)
            made = self._filing.version(
                memory, reading, left.heads[0].path, left.heads, place_of(left.heads)
            )
            if made is not None:
                filed.append(made)
        self._file("retire memories", filed)
        return tuple(one.turn.conversation for one in filed)

    def join(self, path: str, *, into: str, proposal: str = "") -> Kept:
        """Make two memories of one wing one: every statement of both, the newest of those that contradict.

        It cites all that both cited. What stood at ``path`` keeps its versions and says where it went.
        Doing it again changes nothing. ``proposal`` is the id of the proposal that it was done by.

        Raises:
            NotFound: there is no memory at one of the paths. InvalidInput: they lie in two wings, are not lists of
            statements, or a line was forgotten at ``into`` for good.
        """
        with self._store.snapshot() as snapshot:
            pair = joining.pair(snapshot, path, into)
            reading = self._filing.reading(snapshot)
        if pair.is_done:
            return self._at(into)
        made = self._filing.version(
            pair.both(reading.slots), reading, into, pair.kept, place_of(pair.kept), also=pair.gone
        )
        stub = self._filing.version(
            Memory((), pair.gone[0].memory.language), reading, path, pair.gone, place_of(pair.gone),
            joining.stub(into), joined=into, proposal=proposal,
        )  # fmt: skip
        if made is None or stub is None:
            raise InvalidInput(
                f"a line of {path!r} was forgotten at {into!r} for good", "join them the other way"
            )
        self._file("join memories", [made, stub])
        return self._at(into)

    def part(self, path: str) -> None:
        """Undo joining: what stood at ``path`` stands there again, and the other memory is without it.

        What both were told since stays where it is.

        Raises:
            NotFound: no memory at the path went into another. InvalidInput: it was forgotten for good.
        """
        with self._store.snapshot() as snapshot:
            reading = self._filing.reading(snapshot)
            parting = joining.parting(snapshot, path, reading.slots)
        filed = [
            self._filing.version(memory, reading, heads[0].path, heads, place_of(heads))
            for heads, memory in (
                (parting.stub, parting.restored), (parting.kept, parting.left),
            ) if heads and memory.lines
        ]  # fmt: skip
        made = [one for one in filed if one is not None]
        if len(made) < len(filed):
            raise InvalidInput("a line of them was forgotten for good", "edit them by hand")
        self._file("part memories", made)

    def joined_by(self, proposal: str) -> tuple[str, ...]:
        """The paths of memories that went into others by a proposal, and are there still."""
        with self._store.snapshot() as snapshot:
            found = shelf.proposed(snapshot, proposal)
            paths = dict.fromkeys(one.path for one in found)
            return tuple(
                path
                for path in paths
                if all(one.joined for one in shelf.heads(shelf.at_path(snapshot, path)))
            )

    def end(self, path: str, text: str, order: int, *, proposal: str) -> None:
        """Say that a statement holds no longer since an order; it stays in the memory, as an earlier one."""
        with self._store.snapshot() as snapshot:
            self._again(ending.ended(snapshot, path, text, order), proposal)

    def reopen(self, proposal: str) -> None:
        """Undo ending by a proposal: what it ended holds again."""
        with self._store.snapshot() as snapshot:
            self._again(ending.reopened(snapshot, proposal), "")

    def _again(self, changed: ending.Changed, proposal: str) -> None:
        with self._store.snapshot() as snapshot:
            reading = self._filing.reading(snapshot)
        made = [
            self._filing.version(
                memory, reading, heads[0].path, heads, place_of(heads), proposal=proposal
            )
            for heads, memory in changed
        ]
        self._file("end statement", [one for one in made if one is not None])

    def _file(self, verb: str, filed: Sequence[Filed]) -> None:
        if filed:
            self._filing.file(verb, filed)

    def _at(self, path: str) -> Kept:
        with self._store.snapshot() as snapshot:
            return shelf.kept(shelf.at_path(snapshot, path))


def _spans(snapshot: Snapshot, ids: Sequence[str]) -> list[Span]:
    return [span_of(snapshot, id) for id in ids]
