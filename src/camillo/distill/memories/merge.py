"""Merging: every line of both, what says the same once, and of contradicting slots the newest."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from camillo.distill.memories.memory import Line, Memory, Slot

#: The slots that a line states.
Slots = Callable[[Line], Sequence[Slot]]


def merge(memory: Memory, new: Iterable[Line], slots: Slots) -> Memory:
    """A memory with further lines. The order in which lines come makes no difference.

    Lines with the same words are one, with the cites of both and the later time. A line of which each
    slot has another object in a later line, or is said to be over there, is replaced at that time;
    it stays in the memory. What was replaced without a slot stays replaced.

    >>> def where(line): return [Slot("I", "lives in", line.text.split()[-1])]
    >>> both = merge(Memory((Line("I live in Rome", order=1),)), [Line("I live in Oslo", order=2)], where)
    >>> [(line.text, line.until) for line in both.lines]
    [('I live in Rome', 2), ('I live in Oslo', None)]
    """
    folded: dict[str, Line] = {}
    for line in (*memory.lines, *new):
        old = folded.get(line.key)
        folded[line.key] = line if old is None else _both(old, line)
    lines = sorted(folded.values(), key=_place)
    return replace(memory, lines=tuple(_superseded(lines, slots)))


def _place(line: Line) -> tuple[int, str, str]:
    return line.order, line.key, line.text


def _both(a: Line, b: Line) -> Line:
    """Two lines of the same words: as the later one stands, in the words that sort first."""
    early, late = sorted((a, b), key=lambda line: (line.order, line.section, line.at, line.said))
    cites = tuple(sorted({*a.cites, *b.cites}))
    if early.retired != late.retired:
        # Whoever still says it keeps it alive, whenever it was said.
        living = early if late.retired else late
        return replace(living, text=min(a.text, b.text), cites=cites, order=late.order)
    until = late.until
    if until is None and early.until is not None and early.until > late.order:
        until = early.until
    return replace(late, text=min(a.text, b.text), cites=cites, until=until)


def _superseded(lines: Sequence[Line], slots: Slots) -> Iterable[Line]:
    """The lines, ascending by time, each with the time of what replaced it, whole or in part."""
    later: dict[tuple[str, str], list[tuple[Slot, int]]] = {}
    done = []
    for line in reversed(lines):
        own = slots(line)
        held = [(slot, _end(slot, later.get(slot.key, ()))) for slot in own if not slot.ended]
        gone = {slot.object: end for slot, end in held if end is not None}
        whole = len(gone) == len({slot.object for slot, _ in held})
        until = line.until
        if held and not line.retired:
            until = max(gone.values()) if whole else _kept(line, held)
        parts = () if whole else tuple(sorted(gone.items()))
        done.append(replace(line, until=until, gone=parts))
        for slot in own:
            later.setdefault(slot.key, []).append((slot, line.order))
    return reversed(done)


def _kept(line: Line, held: Sequence[tuple[Slot, int | None]]) -> int | None:
    """The end of a line that its slots do not tell: of several things at a time it may have been told otherwise."""
    lasting = all(slot.many and end is None for slot, end in held)
    return line.until if lasting else None


def _end(slot: Slot, later: Sequence[tuple[Slot, int]]) -> int | None:
    """When the first of the later statements, of which the last comes first, said otherwise."""
    return next(
        (order for other, order in reversed(later) if other.ended == other.same(slot)), None
    )
