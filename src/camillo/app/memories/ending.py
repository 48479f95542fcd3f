"""Ending: a statement of a memory holds no longer, or again."""

from collections.abc import Set
from dataclasses import replace

from camillo.app.memories import shelf
from camillo.app.memories.shelf import Version
from camillo.distill.memories.memory import Line, Memory
from camillo.ports.store import Snapshot

Changed = list[tuple[list[Version], Memory]]


def ended(snapshot: Snapshot, path: str, text: str, order: int) -> Changed:
    """The memory at a path with the statements of these words ended since an order."""
    heads = shelf.heads(shelf.at_path(snapshot, path))
    words = _words(Line(text))
    keys = {line.key for one in heads for line in one.memory.current if _words(line) == words}
    return _set(heads, keys, order)


def reopened(snapshot: Snapshot, proposal: str) -> Changed:
    """The memories without the ends that were set by a proposal."""
    found = []
    for one in shelf.proposed(snapshot, proposal):
        versions = shelf.at_path(snapshot, one.path)
        before = [each for each in versions if each.key.hex() in one.after]
        held = {line.key: line for each in before for line in each.memory.current}
        over = {line.key for line in one.memory.lines if line.until is not None}
        heads = shelf.heads(versions)
        lines = [line for each in heads for line in each.memory.lines]
        fresh = tuple(
            replace(line, until=None, section=held[line.key].section)
            if line.key in held and line.key in over
            else line
            for line in lines
        )
        if fresh != tuple(lines):
            found.append((heads, Memory(fresh, heads[-1].memory.language)))
    return found


def _set(heads: list[Version], keys: Set[str], until: int) -> Changed:
    lines = [line for one in heads for line in one.memory.lines]
    fresh = tuple(replace(line, until=until) if line.key in keys else line for line in lines)
    return [(heads, Memory(fresh, heads[-1].memory.language))] if fresh != tuple(lines) else []


def _words(line: Line) -> str:
    """What a line says, whoever says it."""
    return line.key.partition("\n")[2]
