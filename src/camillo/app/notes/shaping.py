"""The shape of a note: what its text says of itself, what it answers to and where its links lead."""

from collections.abc import Mapping
from dataclasses import dataclass

from camillo.knowledge.notes.front import read_front
from camillo.knowledge.notes.gists import gist_line
from camillo.knowledge.notes.links import note_links, note_tags
from camillo.knowledge.notes.resolve import Named, keys_of, names
from camillo.ports.notes import NoteEdge, NoteName, NoteRow

#: So many former slugs and paths of a note stay names of it.
_FORMER = 16


@dataclass(frozen=True, slots=True)
class Shape:
    """What the store keeps beside a note's text."""

    names: tuple[NoteName, ...]
    edges: tuple[NoteEdge, ...]
    facets: Mapping[str, object]


def shape_of(text: str, slug: str, title: str, path: str, former: tuple[str, ...] = ()) -> Shape:
    """Read a note's text; ``former`` are slugs and paths it had, by which it is still meant where nothing else is."""
    front = read_front(text)
    edges = [
        NoteEdge(0, link.kind, keys[0], link.target, link.start)
        for link in note_links(text)
        if (keys := keys_of(link.target, path if link.kind == "markdown" else ""))
    ]
    facets: dict[str, object] = {
        "aliases": list(front.aliases),
        "tags": list(note_tags(text)),
        "gist": gist_line(text),
    }
    if former:
        facets["former"] = list(former)
    named = Named(0, slug, title, aliases=front.aliases, path=path, former=former)
    return Shape(names(named), tuple(edges), facets)


def former_names(row: NoteRow | None, slug: str, path: str) -> tuple[str, ...]:
    """The slugs and paths that a note had, the newest last, without those it gets now.

    What cannot be rewritten (a memory, a diary) points at it by them.
    """
    if row is None:
        return ()
    told = row.shape.get("former")
    before = [str(one) for one in told] if isinstance(told, list) else []
    names = {name: None for name in before}
    for name in (row.path, row.slug):
        names.pop(name, None)
        names[name] = None
    return tuple(name for name in names if name not in (path, slug))[-_FORMER:]
