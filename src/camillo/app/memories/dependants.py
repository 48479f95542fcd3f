"""Dependants: lines of memories that rest on texts about to be forgotten, and go with them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from camillo.app.memories import shelf
from camillo.app.memories.shelf import KIND, Version
from camillo.distill.memories.document import Document
from camillo.distill.memories.memory import Memory
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


def dependants(snapshot: Snapshot, doomed: Sequence[Span]) -> Dependants:
    """What rests on these spans and on nothing else, in every version.

    Who forgets a stretch of a memory itself forgets the lines that it touches in every version.
    """
    stretches: dict[bytes, list[Span]] = defaultdict(list)
    for span in doomed:
        stretches[span.key].append(span)
    paths: dict[str, None] = {}
    named: dict[str, set[str]] = defaultdict(set)
    for key, spans in stretches.items():
        paths.update(dict.fromkeys(one.path for one in shelf.citing(snapshot, key)))
        text = snapshot.get(spans[0], 0)
        if text is not None and text.source_kind == KIND:
            paths[text.conversation] = None
            for version in shelf.at_path(snapshot, text.conversation):
                if version.key == key:
                    named[version.path].update(_touched(version, spans))
    found: list[Span] = []
    left: list[Left] = []
    for path in paths:
        versions = shelf.at_path(snapshot, path)
        heads = shelf.heads(versions)
        # Of what still stands, older versions can cite what is long forgotten.
        cites = {**_cites(versions), **_cites(heads)}
        gone = {
            key for key, told in cites.items() if key in named[path] or _rests_on(told, stretches)
        }
        kept_cites = {
            line.key: tuple(cite for cite in line.cites if not _inside(cite, stretches))
            for version in versions
            for line in version.memory.lines
        }
        found += [span for version in versions for span in _lines_of(version, gone)]
        lines = [
            replace(line, cites=kept_cites[line.key])
            for head in heads
            for line in head.memory.lines
            if line.key not in gone
        ]
        touched = gone or any(
            _inside(cite, stretches)
            for one in heads
            for line in one.memory.lines
            for cite in line.cites
        )
        if touched and lines:
            left.append(Left(tuple(heads), Memory(tuple(lines), heads[-1].memory.language)))
    mine = {(span.key, span.start, span.end) for span in doomed}
    apart = [
        span
        for span in found
        if not _within(span, stretches) or (span.key, span.start, span.end) in mine
    ]
    return Dependants(
        tuple(span for span in apart if (span.key, span.start, span.end) not in mine), tuple(left)
    )


def _cites(versions: Sequence[Version]) -> dict[str, set[str]]:
    """What each line rests on, by its key."""
    found: dict[str, set[str]] = defaultdict(set)
    for version in versions:
        for line in version.memory.lines:
            found[line.key].update(line.cites)
    return found


def _within(span: Span, stretches: Mapping[bytes, Sequence[Span]]) -> bool:
    return any(
        one.start <= span.start and span.end <= one.end for one in stretches.get(span.key, ())
    )


def _inside(cite: str, stretches: Mapping[bytes, Sequence[Span]]) -> bool:
    span = Span.parse(cite)
    return any(one.start < span.end and span.start < one.end for one in stretches.get(span.key, ()))


def _rests_on(cites: Iterable[str], stretches: Mapping[bytes, Sequence[Span]]) -> bool:
    cites = list(cites)
    return bool(cites) and all(_inside(cite, stretches) for cite in cites)


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
