"""Joining: two memories made one, and taken apart again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from camillo.app.memories import shelf
from camillo.app.memories.shelf import Version
from camillo.distill.memories.document import Document, is_list
from camillo.distill.memories.memory import Line, Memory
from camillo.distill.memories.merge import Slots, merge
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories that are to be one: the heads of what goes and of what stays."""

    gone: tuple[Version, ...]
    kept: tuple[Version, ...]

    @property
    def is_done(self) -> bool:
        """Whether the one went into the other already."""
        return all(one.joined == self.kept[0].path for one in self.gone)

    def both(self, slots: Slots) -> Memory:
        """Every line of both; what says the same is one line with the cites of both."""
        lines = Counter[str]()
        for one in (*self.gone, *self.kept):
            lines[one.memory.language] += len(one.memory.lines)
        language = max(lines, key=lambda code: (lines[code], bool(code), code))
        return merge(Memory(_lines(self.kept), language), _lines(self.gone), slots)


@dataclass(frozen=True, slots=True)
class Parting:
    """What a memory was before it went into another, and that other one without it."""

    stub: tuple[Version, ...]
    restored: Memory
    kept: tuple[Version, ...]
    left: Memory


def stub(into: str) -> str:
    """What stands at the path of a memory that went into another."""
    return f"# → {into}\n"


def pair(snapshot: Snapshot, path: str, into: str) -> Pair:
    """The two memories, checked.

    Raises:
        NotFound: there is none at one of the paths. InvalidInput: they cannot be one.
    """
    if path == into:
        raise InvalidInput(f"{path!r} is one memory already", "name two")
    gone, kept = (shelf.heads(shelf.at_path(snapshot, one)) for one in (path, into))
    for name, found in ((path, gone), (into, kept)):
        if not found:
            raise NotFound(f"there is no memory at {name!r}", "list them with `camillo export`")
    found_pair = Pair(tuple(gone), tuple(kept))
    if not found_pair.is_done:
        _check(found_pair)
    return found_pair


def _check(found: Pair) -> None:
    for one in (*found.gone, *found.kept):
        if one.joined:
            raise InvalidInput(f"{one.path!r} went into {one.joined!r}", "name that one")
        if not is_list(one.text.text):
            raise InvalidInput(
                f"{one.path!r} is more than a list of statements, which joining would rewrite",
                "join by hand with memory_store",
            )
    if len({one.text.wing for one in (*found.gone, *found.kept)}) > 1:
        raise InvalidInput("the memories lie in two wings", "move one of them first")


def standing(snapshot: Snapshot, wing: str | None) -> list[Version]:
    """The last versions of memories that can be joined, the newest first; those of which nothing is left are out.

    A memory that two writers made apart waits until it is one again.
    """
    paths: dict[str, list[Version]] = {}
    for one in shelf.versions(snapshot, {}):
        paths.setdefault(one.path, []).append(one)
    found = [ends[0] for ends in map(shelf.heads, paths.values()) if len(ends) == 1]
    return [
        one
        for one in reversed(found)
        if wing in (None, one.text.wing) and one.memory.current and is_list(one.text.text)
    ]


def rows(version: Version) -> dict[str, str]:
    """The id of each current line's row, by the line's key."""
    document = Document(version.text.text, version.memory.lines)
    places = zip(version.memory.lines, document.spans(), strict=False)
    return {
        line.key: str(Span(version.key, *place)) for line, place in places if line.until is None
    }


def parting(snapshot: Snapshot, path: str, slots: Slots) -> Parting:
    """The memory that went into another as it was, and the other without what this one alone brought.

    Lines that were said again since stay in both.

    Raises:
        NotFound: there is no memory at the path, or it went into no other.
    """
    versions = shelf.at_path(snapshot, path)
    ends = shelf.heads(versions)
    if not ends or not all(one.joined for one in ends):
        raise NotFound(f"no memory at {path!r} went into another", "name the path it had before")
    made_from = {key for one in ends for key in one.after}
    old = [one for one in versions if one.key.hex() in made_from]
    others = shelf.at_path(snapshot, ends[0].joined)
    kept = shelf.heads(others)
    both = [one for one in others if made_from.intersection(one.after)]
    first = {key for one in both for key in one.after}
    before = _lines([one for one in others if one.key.hex() in first])
    now = {line.key: line for line in _lines(kept)}
    # Of a version that was forgotten in part, times and cites are told by the other memory alone.
    restored = [line if line.cites else now.get(line.key, line) for line in _lines(old)]
    left = _without(now.values(), restored, before, _lines(both))
    language = ends[0].memory.language
    return Parting(
        tuple(ends),
        merge(Memory((), language), restored, slots),
        tuple(kept),
        merge(Memory((), kept[0].memory.language if kept else language), left, slots),
    )


def _without(
    now: Iterable[Line], gone: Sequence[Line], before: Sequence[Line], both: Sequence[Line]
) -> list[Line]:
    """Lines as they stand now, without what only ``gone`` brought when it and ``before`` became ``both``."""
    brought, own, joined = ({one.key: one for one in each} for each in (gone, before, both))
    left = []
    for line in now:
        key = line.key
        if key in own:
            left.append(own[key] if line == joined.get(key) else line)
        elif key not in brought:
            left.append(line)
        else:
            known = joined.get(key, brought[key]).cites
            since = tuple(cite for cite in line.cites if cite not in known)
            if since:
                left.append(replace(line, cites=since))
    return left


def _lines(versions: Sequence[Version]) -> tuple[Line, ...]:
    return tuple(line for one in versions for line in one.memory.lines)
