"""What a text refers to by a name that leaves no doubt: [[notes]], files, URLs, issue numbers, ids of texts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

import numpy as np

from camillo.domain.drawer import Span
from camillo.domain.knowledge import Link, Mention
from camillo.domain.search import Memory
from camillo.knowledge.links.origins import earlier
from camillo.knowledge.links.shelf import Shelf
from camillo.knowledge.links.slices import Slice
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK, NAME_MARK, headings, name_key
from camillo.text.tokens import index_terms

REFERENCES = "references"
#: A text refers to so many others at the most, and to one that so many others name already no more.
_MOST_OUT, _MOST_IN = 8, 32
_WEIGHT_NOTE, _WEIGHT_SAME = 1.0, 0.8

_ID = re.compile(r"\b[0-9a-f]{24}:\d{1,18}-\d{1,18}\b")
_URL = re.compile(r"https?://[^\s<>\"')\]]{4,200}")
_NOTE = re.compile(r"\[\[([^\]|#\n]{2,80})")
_NUMBERED = re.compile(r"issue \d+|[a-z][a-z\d]{1,9} \d+")


@dataclass(frozen=True, slots=True)
class _Names:
    """Where notes and files lie by name: rows of their first drawers, by key of the stem and by path's end."""

    stems: Mapping[str, Sequence[str]]
    ends: Mapping[str, Sequence[str]]


def references(snapshot: Snapshot, shelf: Shelf, part: Slice) -> list[Link]:
    """Links of a slice to what its texts name, and of earlier texts to the notes among the slice.

    A note that is filed after a text which names it is linked when it comes.
    """
    rows = {int(shelf.rows.drawer[row]): int(row) for row in part.asking}
    known = snapshot.known([*rows])
    naming = {
        drawer: [one for one in each.mentions if one.kind in ("work", "file", "url", "identifier")]
        for drawer, each in known.items()
    }
    naming = {drawer: found for drawer, found in naming.items() if found}
    firsts = [
        drawer
        for drawer, row in rows.items()
        if not shelf.rows.ordinal[row] and not shelf.rows.position[row]
    ]
    told = snapshot.passages(sorted({*naming, *firsts}))
    names = _names(snapshot) if any(_is_naming(found) for found in naming.values()) else None
    links: dict[tuple[int, int], float] = {}
    for drawer, mentions in naming.items():
        if drawer in told:
            found = _of(snapshot, shelf, part, rows[drawer], told[drawer], mentions, names)
            for other, weight in found[:_MOST_OUT]:
                links.setdefault((drawer, other), weight)
    for drawer in firsts:
        if drawer in told:
            for other in _awaiting(snapshot, shelf, part, rows[drawer], told[drawer]):
                links.setdefault((other, drawer), _WEIGHT_NOTE)
    return _capped(snapshot, links)


def _is_naming(mentions: Sequence[Mention]) -> bool:
    return any(one.kind in ("work", "file") for one in mentions)


def _capped(snapshot: Snapshot, links: Mapping[tuple[int, int], float]) -> list[Link]:
    if not links:
        return []
    held: dict[int, int] = {}
    for link in snapshot.links(sorted({b for _, b in links})):
        if link.kind == REFERENCES:
            held[link.b] = held.get(link.b, 0) + 1
    made = []
    for (a, b), weight in links.items():
        if a != b and held.get(b, 0) < _MOST_IN:
            held[b] = held.get(b, 0) + 1
            made.append(Link(a, b, REFERENCES, weight))
    return made


def _of(
    snapshot: Snapshot,
    shelf: Shelf,
    part: Slice,
    row: int,
    memory: Memory,
    mentions: Sequence[Mention],
    names: _Names | None,
) -> list[tuple[int, float]]:
    """Drawers that a text names, the surest first."""
    own = shelf.rows.turn[row]
    found: list[tuple[int, float]] = []
    for target in _named(snapshot, shelf, part, memory, mentions, names):
        at = shelf.find(np.array([target], np.int64))
        if len(at) and part.run[at[0]] <= part.run[row] and shelf.rows.turn[at[0]] != own:
            found.append((target, _WEIGHT_NOTE))
    for term in _terms(memory.text, mentions):
        held = snapshot.postings([term]).get(term)
        others = shelf.find(held.drawer) if held is not None else np.empty(0, np.intp)
        others = others[earlier(shelf, part, row)[others] & (shelf.rows.turn[others] != own)]
        if 0 < len(others) <= _MOST_IN:
            first = min(
                others.tolist(), key=lambda each: (shelf.rows.at[each], shelf.rows.key[each])
            )
            found.append((int(shelf.rows.drawer[first]), _WEIGHT_SAME))
    return found


def _terms(text: str, mentions: Sequence[Mention]) -> Iterator[str]:
    """Index terms of what is one thing wherever it is named: issues, files, whole URLs."""
    for one in mentions:
        if one.kind == "file" or (one.kind == "identifier" and _NUMBERED.fullmatch(one.key)):
            yield ENTITY_MARK + one.key
    for url in _URL.findall(text):
        whole = [
            term for term in index_terms(url, None).terms if term.startswith("http") and "/" in term
        ]
        yield from whole[:1]


def _named(
    snapshot: Snapshot,
    shelf: Shelf,
    part: Slice,
    memory: Memory,
    mentions: Sequence[Mention],
    names: _Names | None,
) -> Iterator[int]:
    for written in _ID.findall(memory.text):
        span = Span.parse(written)
        turn = snapshot.turn(span.key)
        cuts = snapshot.cuts_of(turn.number) if turn is not None else {}
        yield from [d for d, (start, end) in cuts.items() if start < span.end and span.start < end][
            :1
        ]
    notes = [name_key(name) for name in _NOTE.findall(memory.text)]
    for key in filter(None, notes):
        held = snapshot.postings([NAME_MARK + key]).get(NAME_MARK + key)
        if held is not None:
            yield from held.drawer[:1].tolist()
    if names is None:
        return
    for name in _NOTE.findall(memory.text):
        for uri in names.stems.get(name_key(PurePosixPath(name).name), ())[:1]:
            yield from _first(snapshot, shelf, uri)
    for one in mentions:
        if one.kind == "file":
            for uri in names.ends.get(PurePosixPath(one.name).name, ()):
                if uri.endswith("/" + one.name.lstrip("./~")):
                    yield from _first(snapshot, shelf, uri)
                    break


def _names(snapshot: Snapshot) -> _Names:
    stems: dict[str, list[str]] = {}
    ends: dict[str, list[str]] = {}
    for _, (_, uri) in sorted(snapshot.sources().items()):
        if "/" not in uri:
            continue
        path = PurePosixPath(unquote(uri))
        stems.setdefault(name_key(path.stem), []).append(uri)
        ends.setdefault(path.name, []).append(uri)
    return _Names(stems, ends)


def _first(snapshot: Snapshot, shelf: Shelf, uri: str) -> list[int]:
    """The first drawer of a file."""
    for number in snapshot.conversation_numbers(uri).tolist():
        rows = np.flatnonzero(shelf.rows.conversation == number)
        if len(rows):
            order = np.lexsort((shelf.rows.ordinal[rows], -shelf.rows.turn[rows]))
            return [int(shelf.rows.drawer[rows[order[0]]])]
    return []


def _awaiting(snapshot: Snapshot, shelf: Shelf, part: Slice, row: int, memory: Memory) -> list[int]:
    """Earlier drawers that name this note by its headings or its file, as a note is named."""
    keys = {*headings(memory.text)}
    if memory.source.endswith((".md", ".markdown", ".txt", ".org")):
        keys.add(name_key(PurePosixPath(unquote(memory.source)).stem))
    terms = [ENTITY_MARK + key for key in sorted(keys) if key]
    found = snapshot.postings(terms) if terms else {}
    drawers = [
        drawer
        for term in terms
        if term in found and len(found[term].drawer) <= 4 * _MOST_IN
        for drawer in found[term].drawer.tolist()
    ]
    told = snapshot.passages(sorted(set(drawers)))
    made = []
    for drawer, one in told.items():
        at = shelf.find(np.array([drawer], np.int64))
        before = len(at) and part.run[at[0]] < part.run[row]
        if before and keys & {
            name_key(PurePosixPath(name).name) for name in _NOTE.findall(one.text)
        }:
            made.append(drawer)
    return made
