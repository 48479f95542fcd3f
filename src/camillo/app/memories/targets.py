"""Targets: from a message to the memories it belongs into, by rule or with a language model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from camillo.app.memories import shelf
from camillo.app.memories.reading import OWNER, Reading
from camillo.app.memories.shelf import Version
from camillo.distill.memories.document import is_list
from camillo.distill.memories.memory import Line, Memory, Slot
from camillo.distill.memories.merge import merge
from camillo.distill.memories.topic import content, fits, placed
from camillo.domain.search import Filters
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: So many memories are looked at for each line.
_LOOKED_AT = 8
#: What decides where several memories fit, the strongest first.
_REASONS = ("same", "slot", "subject", "profile", "alike")


@dataclass(slots=True, eq=False)
class Target:
    """A memory that lines go into: an existing one's heads, or none for a new one.

    ``ended`` are keys of its lines that a model said are replaced, with the order of what does.
    """

    heads: list[Version] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    heading: str = ""
    ended: list[tuple[str, int]] = field(default_factory=list)

    @property
    def memory(self) -> Memory:
        """What it holds before; heads that two writers made apart are one."""
        lines = [line for one in self.heads for line in one.memory.lines]
        return Memory(tuple(lines), self.heads[0].memory.language if self.heads else "")


class Finder:
    """Finds the memories that a line could belong into, in one wing."""

    def __init__(self, parts: "Parts", snapshot: Snapshot, reading: Reading, wing: str) -> None:
        self._parts = parts
        self._snapshot = snapshot
        self._reading = reading
        self._wing = wing
        self._known: dict[str, Target] = {}

    def at(self, path: str) -> Target | None:
        """The memory at a path, if it lies in the wing and can be written anew without losing its form."""
        if path not in self._known:
            heads = shelf.heads(shelf.at_path(self._snapshot, path))
            self._known[path] = Target(heads)
        target = self._known[path]
        stands = any(not one.joined for one in target.heads)
        inside = stands and target.heads[0].text.wing == self._wing
        return target if inside and all(is_list(one.text.text) for one in target.heads) else None

    def candidates(self, line: Line) -> list[Target]:
        """Memories that share words, a slot or a person with a line, nearest first."""
        paths: dict[str, None] = {}
        for slot in self._reading.slots(line):
            paths.update(dict.fromkeys(one.path for one in shelf.about(self._snapshot, slot.key)))
        if line.section == "profile":
            found = shelf.versions(self._snapshot, {shelf.profile_mark(line.said): 1})
            paths.update(dict.fromkeys(one.path for one in found))
        filters = Filters(wing=self._wing, source_kind=shelf.KIND)
        hits = self._parts.recaller().search(line.text, filters, limit=_LOOKED_AT).results
        paths.update(dict.fromkeys(hit.conversation for hit in hits))
        return [target for target in map(self.at, paths) if target is not None]

    def related(self, line: Line, target: Target) -> bool:
        """Whether a line has anything to do with a memory: by rule, or by a word that both have."""
        memory = target.memory
        if fits(
            line, memory, self._reading.slots, self._reading.cosines, self._reading.threshold()
        ):
            return True
        own = content(line.text)
        return any(own & content(one.text) for one in memory.current)

    def target(self, line: Line) -> tuple[Target | None, Line]:
        """The memory that a line belongs into, and the line as it stands there; None for a new one."""
        best: tuple[int, Target, Line] | None = None
        for target in self.candidates(line):
            memory = replace(target.memory, lines=(*target.memory.lines, *target.lines))
            why = fits(
                line, memory, self._reading.slots, self._reading.cosines, self._reading.threshold()
            )
            if why and (best is None or _REASONS.index(why) < best[0]):
                best = _REASONS.index(why), target, placed(line, memory, why)
        return (best[1], best[2]) if best else (None, line)

    def denied(self, line: Line, but: Target | None) -> list[Target]:
        """Other memories with a statement that a line replaces; writers at once can make such memories."""
        own = self._reading.slots(line)
        stated = [one.path for slot in own for one in shelf.about(self._snapshot, slot.key)]
        others = [self.at(path) for path in dict.fromkeys(stated)]
        return [
            other
            for other in others
            if other is not None and other is not but and self._denies(own, line, other)
        ]

    def _denies(self, own: Sequence[Slot], line: Line, other: Target) -> bool:
        held = [
            slot
            for one in other.memory.current
            if one.order < line.order
            for slot in self._reading.slots(one)
        ]
        return any(
            new.key == old.key and not old.ended and new.ended == new.same(old)
            for new in own
            for old in held
        )


def gathered(finder: Finder, lines: Iterable[tuple[Line, str]]) -> list[Target]:
    """Lines with their headings by the memory they go into; those that fit none stay together.

    A line goes also into each other memory with a statement that it replaces.
    """
    targets: list[Target] = []
    new: dict[str, Target] = {}
    for line, heading in lines:
        target, stands = finder.target(line)
        if target is None:
            target = new.setdefault(heading, Target(heading=heading))
        for each in (target, *finder.denied(line, target)):
            each.lines.append(stands)
            if each not in targets:
                targets.append(each)
    return targets


def changed(target: Target, reading: Reading) -> tuple[Memory, tuple[str, ...]]:
    """The memory with a target's lines, and the statements that they replaced."""
    before = {line.key: line for line in target.memory.lines}
    ends = dict(target.ended)
    lines = tuple(
        replace(line, until=max(ends[line.key], line.order))
        if line.key in ends and line.until is None
        else line
        for line in target.memory.lines
    )
    after = merge(replace(target.memory, lines=lines), target.lines, reading.slots)
    ended = [
        line.text
        for line in after.lines
        if _over(line) and not (line.key in before and _over(before[line.key]))
    ]
    return after, tuple(ended)


def _over(line: Line) -> bool:
    return line.until is not None or bool(line.gone)


def same(a: Memory, b: Sequence[Version]) -> bool:
    """Whether a memory says and cites what the only head there is says and cites."""
    if len(b) != 1:
        return False

    def known(lines: Iterable[Line]) -> list[tuple[object, ...]]:
        return sorted(
            (line.key, line.order, line.cites, line.until, line.section) for line in lines
        )

    return known(a.lines) == known(b[0].memory.lines)


def speaker_of(memory: Memory) -> str:
    """Whose "I" all lines have, where it is one person's."""
    said = {line.said for line in memory.lines}
    return said.pop() if len(said) == 1 and said != {OWNER} else ""
