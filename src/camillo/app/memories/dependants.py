"""Dependants: lines of memories that rest on texts about to be forgotten, and go with them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from camillo.app.memories import shelf
from camillo.app.memories.shelf import KIND, Version
from camillo.distill.memories.document import Document
from camillo.distill.memories.memory import NOTES, Line, Memory
from camillo.domain.drawer import Span
from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Left:
    """A memory without what is forgotten: its heads and the lines that stay."""

    heads: tuple[Version, ...]
    memory: Memory


@dataclass(frozen=True, slots=True)
class Dependants:
    """What goes with texts: spans of versions of memories, and the memories as they stand without them."""

    spans: tuple[Span, ...] = ()
    left: tuple[Left, ...] = ()


@dataclass(frozen=True, slots=True)
class _Doomed:
    """Spans that go, by turn."""

    stretches: Mapping[bytes, Sequence[Span]]

    def touches(self, cite: str) -> bool:
        span = Span.parse(cite)
        return any(one.start < span.end and span.start < one.end for one in self._of(span.key))

    def holds(self, span: Span) -> bool:
        return any(one.start <= span.start and span.end <= one.end for one in self._of(span.key))

    def takes(self, cites: Iterable[str]) -> bool:
        """Whether nothing is left of what a line rests on; one that rests on nothing stays."""
        told = list(cites)
        return bool(told) and all(map(self.touches, told))

    def _of(self, key: bytes) -> Sequence[Span]:
        return self.stretches.get(key, ())


def dependants(snapshot: Snapshot, doomed: Sequence[Span]) -> Dependants:
    """What rests on these spans and on nothing else, in every version.

    Who forgets a stretch of a memory itself forgets the lines that it touches in every version, those of the
    memories that it was joined with included.
    """
    stretches: dict[bytes, list[Span]] = defaultdict(list)
    for span in doomed:
        stretches[span.key].append(span)
    gone = _Doomed(stretches)
    spans: list[Span] = []
    left: list[Left] = []
    for path, named in _concerned(snapshot, stretches).items():
        versions = shelf.at_path(snapshot, path)
        found, stays = _of_memory(versions, named, gone)
        spans += [span for span in found if not gone.holds(span)]
        left += stays
    return Dependants(tuple(spans), tuple(left))


def _concerned(
    snapshot: Snapshot, stretches: Mapping[bytes, Sequence[Span]]
) -> dict[str, frozenset[str]]:
    """Paths of memories that cite these turns or are among them, with keys of the lines that are named."""
    found: dict[str, frozenset[str]] = {}
    for key, spans in stretches.items():
        for version in shelf.citing(snapshot, key):
            found.setdefault(version.path, frozenset())
        text = snapshot.get(spans[0], 0)
        if text is not None and text.source_kind == KIND:
            path = text.conversation
            mine = [one for one in shelf.at_path(snapshot, path) if one.key == key]
            touched = {line for version in mine for line in _touched(version, spans)}
            for each in shelf.family(snapshot, path):
                found[each] = found.get(each, frozenset()) | touched
    return found


def _of_memory(
    versions: Sequence[Version], named: frozenset[str], doomed: _Doomed
) -> tuple[list[Span], list[Left]]:
    """The spans of one memory that go, and the memory as it is left, where it changes and is not gone."""
    heads = shelf.heads(versions)
    # Of what still stands, older versions can cite what is long forgotten.
    cites = {**_cites(versions), **_cites(heads)}
    gone = {key for key, told in cites.items() if key in named or doomed.takes(told)}
    spans = [span for version in versions for span in _lines_of(version, gone)]
    before = [line for head in heads for line in head.memory.lines]
    stays = [line for line in before if line.key not in gone]
    over = {line.order for line in before if line.key in gone} - {line.order for line in stays}
    lines = tuple(
        replace(
            _again(line, versions) if line.until in over and not line.retired else line,
            cites=tuple(cite for cite in line.cites if not doomed.touches(cite)),
        )
        for line in stays
    )
    if not lines or lines == tuple(before):
        return spans, []
    return spans, [Left(tuple(heads), Memory(lines, heads[-1].memory.language))]


def _again(line: Line, versions: Sequence[Version]) -> Line:
    """A line that holds again, since what replaced it is forgotten, in the section where it stood."""
    stood = [
        each.section for one in versions for each in one.memory.current if each.key == line.key
    ]
    return replace(line, until=None, section=stood[-1] if stood else NOTES)


def _cites(versions: Sequence[Version]) -> dict[str, set[str]]:
    """What each line rests on, by its key."""
    found: dict[str, set[str]] = defaultdict(set)
    for version in versions:
        for line in version.memory.lines:
            found[line.key].update(line.cites)
    return found


def _touched(version: Version, spans: Sequence[Span]) -> set[str]:
    """The keys of lines of a version that spans of it touch."""
    document = Document(version.text.text, version.memory.lines)
    return {
        line.key
        for line, (start, end) in zip(version.memory.lines, document.spans(), strict=False)
        if any(span.start < end and start < span.end for span in spans)
    }


def _lines_of(version: Version, gone: set[str]) -> list[Span]:
    """Where a version has lines that go; all of it where nothing else is left."""
    lines = version.memory.lines
    if not any(line.key in gone for line in lines):
        return []
    if all(line.key in gone for line in lines):
        return [Span(version.key, 0, len(version.text.content))]
    places = Document(version.text.text, lines).spans()
    return [
        Span(version.key, start, end)
        for line, (start, end) in zip(lines, places, strict=False)
        if line.key in gone
    ]
