"""What makes a vault and a palace the same again: a comparison of file, note and what both had last."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from camillo.domain.note import SOURCE

#: What is to be done about one pair of a file and a note.
#:
#: settle: both are equal, note it. place: they lie in the same place, note it. release: they are no pair.
#: create, edit, revive: a note's text is taken from its file (a new note, a version, a deleted note).
#: move note, move file: the path follows. write: a file's text is taken from its note. delete note,
#: delete file: the other one is gone. conflict: both changed. split: the file of a source was changed.
Kind = Literal[
    "settle", "place", "release", "create", "edit", "revive", "move note", "move file", "write",
    "delete note", "delete file", "conflict", "split",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Base:
    """What a file and a note had in common when they were last the same.

    ``note`` is the note's lasting id, ``file`` the file's path as the folder lists it, ``path`` the note's.
    ``text`` is the id of the text in the palace and ``digest`` the SHA-256 of its bytes, in hexadecimal.
    """

    note: str
    file: str
    path: str
    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class Told:
    """A note as it stands in the palace; ``digest`` is that of its text."""

    note: str
    path: str
    layer: str
    deleted: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Action:
    """One step; ``file`` is "" where there is none yet, ``note`` where there is none yet."""

    kind: Kind
    note: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides: files as digests by path, notes by id, and what the comparison has to ask.

    ``held`` tells of a path whether something lies there that is not to be read or touched: it is neither
    gone nor changed. ``known`` tells whether a text, by its digest, is some version of a note.
    """

    files: Mapping[str, str]
    notes: Mapping[str, Told]
    held: Callable[[str], bool]
    known: Callable[[str, str], bool]


def plan(bases: Iterable[Base], sides: Sides) -> list[Action]:
    """At most one step for each file and note; doing them and planning again ends in no steps.

    >>> base = Base("n", "a.md", "a.md", "1", "old")
    >>> sides = Sides({"a.md": "new"}, {"n": Told("n", "a.md", "page", False, "old")},
    ...               lambda path: False, lambda note, digest: True)
    >>> plan([base], sides)
    [Action(kind='edit', note='n', file='a.md')]
    """
    known = sorted(bases, key=lambda one: one.note)
    placed = _placed(known, sides)
    steps = [step for base in known for step in _based(base, placed.get(base.note), sides)]
    taken = set(placed.values())
    free = [file for file in sorted(sides.files) if file not in taken]
    return steps + list(_unbased({base.note for base in known}, free, sides))


def composed(path: str) -> str:
    """A path as notes have it: in Unicode's composed form, which some file systems do not keep."""
    return unicodedata.normalize("NFC", path)


def folded(path: str) -> str:
    """What paths are told apart by where upper and lower case are the same."""
    return composed(composed(path).casefold())


def _placed(bases: list[Base], sides: Sides) -> dict[str, str]:
    """The file of each pair: the one at its path, else at a path that only case tells apart, else a moved one."""
    placed = {base.note: base.file for base in bases if base.file in sides.files}
    taken = set(placed.values()) | _equal_to_new_notes({base.note for base in bases}, sides)
    rest = [one for one in bases if one.note not in placed and not sides.held(one.file)]
    looks: tuple[tuple[Callable[[Base], str], Callable[[str], str]], ...] = (
        (lambda base: composed(base.file), composed),
        (lambda base: base.digest, lambda file: sides.files[file]),
        (lambda base: folded(base.file), folded),
    )
    for of_base, of_file in looks:
        there: dict[str, list[str]] = {}
        for file in sorted(sides.files):
            if file not in taken:
                there.setdefault(of_file(file), []).append(file)
        for base in rest:
            found = there.get(of_base(base), [])
            if base.note in placed or base.note not in sides.notes or not found:
                continue
            placed[base.note] = min(
                found, key=lambda file: (_base_name(file) != _base_name(base.file), file)
            )
            found.remove(placed[base.note])
            taken.add(placed[base.note])
    return placed


def _equal_to_new_notes(based: set[str], sides: Sides) -> set[str]:
    """Files with the path and the text of a note that has no file yet: they are no moved ones."""
    new = {
        (composed(one.path), one.digest)
        for one in sides.notes.values()
        if one.note not in based and not one.deleted
    }
    return {file for file, digest in sides.files.items() if (composed(file), digest) in new}


def _base_name(path: str) -> str:
    return folded(path.rpartition("/")[2])


def _based(base: Base, file: str | None, sides: Sides) -> Iterator[Action]:
    note = sides.notes.get(base.note)
    if file is None and sides.held(base.file):
        return
    if note is None:
        yield Action("release", base.note)
    elif file is None:
        yield _without_file(base, note)
    elif note.deleted:
        yield _of_deleted(base, note, file, sides)
    elif step := _moved(base, note, file) or _changed(base, note, file, sides):
        yield step


def _without_file(base: Base, note: Told) -> Action:
    if note.deleted:
        return Action("release", note.note)
    unchanged = note.digest == base.digest and note.path == base.path
    return Action("delete note" if unchanged else "write", note.note)


def _of_deleted(base: Base, note: Told, file: str, sides: Sides) -> Action:
    digest = sides.files[file]
    if digest == base.digest and sides.known(note.note, digest):
        return Action("delete file", note.note, file)
    return Action("release" if note.layer == SOURCE else "revive", note.note, file)


def _moved(base: Base, note: Told, file: str) -> Action | None:
    lies = composed(file)
    if lies != composed(base.path):
        together = lies == composed(note.path)
        return Action("place" if together else "move note", note.note, file)
    if note.path == base.path and file == base.file:
        return None
    return Action("place" if lies == composed(note.path) else "move file", note.note, file)


def _changed(base: Base, note: Told, file: str, sides: Sides) -> Action | None:
    digest = sides.files[file]
    if digest == note.digest:
        return None if digest == base.digest else Action("settle", note.note, file)
    # A base that another state of the palace left behind must not cost the file's text.
    if note.layer == SOURCE:
        return Action("write" if sides.known(note.note, digest) else "split", note.note, file)
    if digest == base.digest:
        behind = sides.known(note.note, digest)
        return Action("write" if behind else "conflict", note.note, file)
    return Action("edit" if note.digest == base.digest else "conflict", note.note, file)


def _unbased(based: set[str], free: list[str], sides: Sides) -> Iterator[Action]:
    at: dict[str, list[Told]] = {}
    gone: dict[str, list[Told]] = {}
    for note in sorted(sides.notes.values(), key=lambda one: one.note):
        if note.note not in based:
            (gone if note.deleted else at).setdefault(composed(note.path), []).append(note)
    for file in free:
        waiting = at.get(composed(file))
        if waiting:
            yield _met(waiting.pop(0), file, sides)
        else:
            yield _new(gone.get(composed(file), []), file, sides)
    for waiting in at.values():
        yield from (Action("write", note.note) for note in waiting)


def _new(gone: list[Told], file: str, sides: Sides) -> Action:
    """A file that nobody knows, unless it is a deleted note's that was brought back."""
    for note in gone:
        if note.layer != SOURCE and sides.known(note.note, sides.files[file]):
            gone.remove(note)
            return Action("revive", note.note, file)
    return Action("create", file=file)


def _met(note: Told, file: str, sides: Sides) -> Action:
    """A file and a note at one path that nothing is known of: a file that is behind is no conflict."""
    digest = sides.files[file]
    if digest == note.digest:
        return Action("settle", note.note, file)
    if sides.known(note.note, digest):
        return Action("write", note.note, file)
    return Action("split" if note.layer == SOURCE else "conflict", note.note, file)
