"""The hits that a ranking has given so far, and which of them a further drawer belongs to."""

from collections import defaultdict
from dataclasses import dataclass, field

from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.recall.repeats import Repeats, Shelf


@dataclass
class Chosen:
    """One hit in the making: its best drawer and its row, the drawers joined to it, other places of its text."""

    at: int
    row: int
    memory: Memory
    span: Span
    ordinals: set[int]
    turn: int
    drawers: list[int]
    also: list[str] = field(default_factory=list)
    repeated: dict[str, str] = field(default_factory=dict)


class Taken:
    """Hits in the order in which they were chosen, found again by their words and by their turn."""

    def __init__(self, repeats: Repeats) -> None:
        self.hits: list[Chosen] = []
        self._repeats = repeats
        self._texts: dict[bytes, Chosen] = {}
        self._turns: dict[int, list[int]] = defaultdict(list)
        self._shelf = Shelf()

    def twin(self, memory: Memory) -> Chosen | None:
        """The hit that has a drawer of the same bytes."""
        return self._texts.get(memory.content)

    def neighbour(self, turn: int, ordinal: int) -> int | None:
        """The number of the first hit that holds the drawer before or after this one of its turn."""
        beside = {ordinal - 1, ordinal + 1}
        return next((n for n in self._turns[turn] if beside & self.hits[n].ordinals), None)

    def first(self, memory: Memory, row: int) -> tuple[Chosen, str] | None:
        """The first hit that says all of this text, and how this one repeats it."""
        for number in self._shelf.near(memory):
            hit = self.hits[number]
            if how := self._repeats.of(hit.memory, hit.row, memory, row):
                return hit, how
        return None

    def add(self, hit: Chosen) -> None:
        """Take a hit."""
        number = len(self.hits)
        self.hits.append(hit)
        self._turns[hit.turn].append(number)
        self._texts[hit.memory.content] = hit
        self._shelf.put(number, hit.memory)

    def widen(self, number: int, joined: Memory, span: Span, drawer: Memory) -> None:
        """Let a hit become ``joined``, which a further drawer of its turn makes of it."""
        hit = self.hits[number]
        hit.memory, hit.span = joined, span
        self._texts[drawer.content] = hit
        self._shelf.put(number, joined)
