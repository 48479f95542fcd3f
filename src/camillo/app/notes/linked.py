"""How a note hangs together with others: its links, its backlinks, the tags it shares."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from camillo.app.notes import book
from camillo.app.notes.book import layer_of
from camillo.domain.note import Backlink, Broken
from camillo.ports.notes import NoteEdge, NoteRow
from camillo.ports.store import Snapshot

_LINE = 200


@dataclass(frozen=True, slots=True)
class Linked:
    """``links`` are the slugs and titles a note leads to, in order; ``broken`` what is still to be written.

    ``backlinks`` are the links that lead here, by slug; ``shared`` maps a tag to the slugs that have it too.
    """

    slug: str
    title: str
    links: tuple[tuple[str, str], ...]
    broken: tuple[str, ...]
    backlinks: tuple[Backlink, ...]
    shared: dict[str, tuple[str, ...]]


def linked(snapshot: Snapshot, row: NoteRow) -> Linked:
    """What hangs together with a note."""
    edges = snapshot.note_edges([row.note])
    meant = resolved(snapshot, (edge.key for edge in edges))
    leads = [meant[edge.key] for edge in edges if edge.key in meant]
    links = {one.slug: one.title for one in leads if one.note != row.note}
    broken = dict.fromkeys(edge.target for edge in edges if edge.key not in meant)
    return Linked(
        row.slug,
        row.title,
        tuple(links.items()),
        tuple(broken),
        tuple(backlinks(snapshot, row)),
        _shared(snapshot, row),
    )


def resolved(snapshot: Snapshot, keys: Iterable[str]) -> dict[str, NoteRow]:
    """The note each folded name means; those that mean none are left out."""
    named = snapshot.notes_named([*dict.fromkeys(keys)])
    found = {}
    many = {note for ranked in named.values() for _, note in ranked}
    rows = {one.note: one for one in snapshot.notes(sorted(many))}
    for key, ranked in named.items():
        row = book.best([(kind, rows[note]) for kind, note in ranked if note in rows])
        if row is not None:
            found[key] = row
    return found


def leading(snapshot: Snapshot, row: NoteRow) -> list[NoteEdge]:
    """The links of other notes that lead to this one."""
    keys = {name.key for name in book.names_of(row)}
    meant = resolved(snapshot, keys)
    here = [key for key in keys if key in meant and meant[key].note == row.note]
    return [edge for edge in snapshot.edges_to(here) if edge.note != row.note]


def backlinks(snapshot: Snapshot, row: NoteRow) -> list[Backlink]:
    """Links to a note, one a note, each with the line it stands in, by slug."""
    first: dict[int, NoteEdge] = {}
    for edge in leading(snapshot, row):
        first.setdefault(edge.note, edge)
    found = []
    others = snapshot.notes(sorted(first))
    texts = snapshot.wholes([other.turn for other in others if other.id])
    for other in others:
        edge = first[other.note]
        memory = texts.get(other.turn)
        line = one_line_of(memory.text, edge.start) if memory else ""
        origin = str(memory.meta.get("origin", "")) if memory else ""
        found.append(Backlink(other.slug, other.title, layer_of(other), line, edge.kind, origin))
    return sorted(found, key=lambda one: one.slug)


def broken(snapshot: Snapshot) -> tuple[Broken, ...]:
    """Links that lead nowhere, those that most notes ask for first."""
    edges = snapshot.note_edges()
    meant = snapshot.notes_named([*{edge.key for edge in edges}])
    slugs = {row.note: row.slug for row in snapshot.notes()}
    asked: dict[str, dict[str, None]] = defaultdict(dict)
    told: dict[str, str] = {}
    for edge in edges:
        if edge.key not in meant and edge.kind != "markdown":
            told.setdefault(edge.key, edge.target)
            asked[edge.key][slugs[edge.note]] = None
    ranked = sorted(asked, key=lambda key: (-len(asked[key]), key))
    return tuple(Broken(told[key], tuple(asked[key])) for key in ranked)


def counted(snapshot: Snapshot) -> dict[int, int]:
    """How many other notes lead to each note."""
    edges = snapshot.note_edges()
    meant = resolved(snapshot, (edge.key for edge in edges))
    pairs = {
        (edge.note, meant[edge.key].note)
        for edge in edges
        if edge.key in meant and meant[edge.key].note != edge.note
    }
    counts: dict[int, int] = defaultdict(int)
    for _, to in pairs:
        counts[to] += 1
    return dict(counts)


def _shared(snapshot: Snapshot, row: NoteRow) -> dict[str, tuple[str, ...]]:
    tags = book.listed(row, "tags")
    if not tags:
        return {}
    others: Sequence[NoteRow] = [
        one for one in snapshot.notes() if not one.deleted and one.note != row.note
    ]
    shared = {
        tag: tuple(sorted(one.slug for one in others if tag in book.listed(one, "tags")))
        for tag in tags
    }
    return {tag: slugs for tag, slugs in shared.items() if slugs}


def one_line_of(text: str, start: int) -> str:
    """The line in which a place of a text stands, cut to 200 characters."""
    first = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    line = text[first : end if end >= 0 else len(text)].strip()
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"
