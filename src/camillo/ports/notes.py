"""What notes read from and write to a palace store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from camillo.domain.drawer import Filed
from camillo.domain.report import Receipt

#: By what a note can be meant, the strongest first.
NameKind = Literal["slug", "path", "base", "title", "alias", "former"]
NAME_KINDS: tuple[NameKind, ...] = ("slug", "path", "base", "title", "alias", "former")


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note without its text.

    ``turn`` is the number of the turn that holds the current text and ``id`` its span. ``created`` and
    ``changed`` are micros. ``shape`` are JSON values read from the text: aliases, tags, a gist line.
    ``wing`` is the first by name of those that it lies in, "" where that wing is gone.
    """

    note: int
    native: str
    layer: str
    slug: str
    title: str
    path: str
    version: int
    deleted: bool
    url: str
    turn: int
    id: str
    created: int
    changed: int
    shape: Mapping[str, object] = field(default_factory=dict)
    wing: str = ""


@dataclass(frozen=True, slots=True)
class NoteName:
    """A folded name (:func:`camillo.knowledge.notes.resolve.name_key`) that a note answers to."""

    kind: NameKind
    key: str


@dataclass(frozen=True, slots=True)
class NoteEdge:
    """A link of a note as it stands in its text: the folded name it asks for and the words it was written in.

    ``kind`` is link, embed, markdown or source. ``start`` counts characters of the text.
    """

    note: int
    kind: str
    key: str
    target: str
    start: int


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version of a note; ``id`` is "" where it has no text of its own; ``at`` in micros."""

    version: int
    verb: str
    slug: str
    title: str
    at: int
    id: str


@dataclass(frozen=True, slots=True)
class NoteWrite:
    """One change of a note, as a new version of it.

    ``note`` is 0 for a new one, whose turn's conversation becomes its ``native``. ``expected`` is the version
    that the writer has seen, 0 for a new one. ``filed`` is the new text, None where the text stays.
    """

    verb: str
    slug: str
    title: str
    path: str
    layer: str
    note: int = 0
    expected: int = 0
    filed: Filed | None = None
    deleted: bool = False
    url: str = ""
    names: tuple[NoteName, ...] = ()
    edges: tuple[NoteEdge, ...] = ()
    shape: Mapping[str, object] = field(default_factory=dict)


class NoteReads(Protocol):
    """Reads of one state."""

    def notes(self, numbers: Sequence[int] | None = None) -> list[NoteRow]:
        """Notes by number, or all of them (None), deleted ones included, ascending; unknown ones left out."""
        ...

    def page_titles(self) -> list[tuple[str, str]]:
        """Slug and title of every page that is not deleted, by number of the note."""
        ...

    def notes_named(self, keys: Sequence[str]) -> dict[str, list[tuple[NameKind, int]]]:
        """The notes that answer to each of these folded names and are not deleted, the strongest first."""
        ...

    def note_at(self, url: str) -> int:
        """The number of the source with this canonical address, 0 where there is none."""
        ...

    def note_of(self, native: str) -> int:
        """The number of the note whose turns have this conversation id, 0 where there is none."""
        ...

    def note_edges(self, notes: Sequence[int] | None = None) -> list[NoteEdge]:
        """The links of these notes, or of all (None), by note and place; deleted notes have none."""
        ...

    def edges_to(self, keys: Sequence[str]) -> list[NoteEdge]:
        """Links that ask for one of these folded names, by note and place."""
        ...

    def note_versions(self, note: int) -> list[VersionRow]:
        """A note's versions, the oldest first."""
        ...


class NoteWrites(Protocol):
    """Writes, each one transaction."""

    def put_notes(self, verb: str, source_uri: str, writes: Sequence[NoteWrite]) -> Receipt:
        """File changes of notes, all or none: texts, versions, names and links together.

        Turns of pages have the kind ``page``, of sources ``source``. The receipt's ids are the spans of the
        new texts, in order. A deleted note's turn is no current one, so that no search finds it.

        Raises:
            Outdated: a note is not at its ``expected`` version any more.
            InvalidInput: two notes that are not deleted would have one slug.
        """
        ...
