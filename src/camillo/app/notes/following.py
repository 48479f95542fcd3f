"""Links keep leading where they led: what is rewritten when names of notes change hands."""

import posixpath
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from camillo.app.notes import book
from camillo.app.notes.linked import resolved
from camillo.domain.note import PAGE
from camillo.knowledge.notes.links import NoteLink
from camillo.knowledge.notes.rename import Lead, renamed_links
from camillo.knowledge.notes.resolve import keys_of, name_key
from camillo.ports.notes import NAME_KINDS, NoteRow, NoteWrite
from camillo.ports.store import Snapshot

#: A page with its text as it becomes.
Follows = tuple[NoteRow, str]

#: Notes that are new count from here on, after all that are there.
_NEW = 1 << 62


class After:
    """What names will mean once some versions are written. They may be written already."""

    def __init__(self, snapshot: Snapshot, writes: Sequence[NoteWrite]) -> None:
        self._snapshot = snapshot
        self._writes = {one.note or _NEW + at: one for at, one in enumerate(writes)}
        self._named: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for note, write in self._writes.items():
            for name in () if write.deleted else write.names:
                self._named[name.key].append((NAME_KINDS.index(name.kind), note))

    def keys(self) -> Collection[str]:
        """The folded names that the written notes answer to."""
        return self._named.keys()

    def meant(self, keys: Iterable[str]) -> dict[str, int]:
        """The number of the note each folded name means; those that mean none are left out."""
        wanted = [*dict.fromkeys(keys)]
        named = self._snapshot.notes_named(wanted)
        many = {note for ranked in named.values() for _, note in ranked}
        paths = {one.note: one.path for one in self._snapshot.notes(sorted(many))}
        paths |= {note: one.path for note, one in self._writes.items()}
        found = {}
        for key in wanted:
            ranked = [
                (NAME_KINDS.index(kind), note)
                for kind, note in named.get(key, ())
                if note not in self._writes
            ]
            ranked += self._named.get(key, ())
            if ranked:
                _, found[key] = min(
                    ranked, key=lambda one: (one[0], *book.order(paths[one[1]], one[1]))
                )
        return found

    def answers(self, row: NoteRow, key: str) -> bool:
        """Whether a note that answers to a name now still does."""
        return row.note not in self._writes or any(
            note == row.note for _, note in self._named.get(key, ())
        )

    def written(self, row: NoteRow) -> NoteWrite | None:
        """What is written of a note."""
        return self._writes.get(row.note)


def following(
    snapshot: Snapshot, writes: Sequence[NoteWrite], renamed: NoteRow | None, along: Collection[str]
) -> tuple[Follows, ...]:
    """The pages whose links would lead elsewhere after these writes, as they keep leading where they do.

    A link follows its note where another one takes over its name, and where its note is the ``renamed`` one.
    A name that a note gives up by its own text is let go, and a text that is written is left as given.
    ``along`` are native ids of notes that come together with what is written: their links were meant all at
    once, so that what a name meant in between does not count.
    """
    after = After(snapshot, writes)
    mine = [name.key for name in book.names_of(renamed)] if renamed else []
    before = resolved(snapshot, [*after.keys(), *mine])
    meant = after.meant(before)
    owners = {
        key: row
        for key, row in before.items()
        if (renamed and row.note == renamed.note)
        or (meant.get(key) != row.note and after.answers(row, key))
    }
    between = {key for key, row in owners.items() if row.native in along and row.version == 1}
    return led(snapshot, {key: owners[key] for key in owners.keys() - between}, after, along)


def led(
    snapshot: Snapshot, owners: Mapping[str, NoteRow], after: After, along: Collection[str] = ()
) -> tuple[Follows, ...]:
    """The pages that link by one of these folded names, with texts that lead to its owner by slug or file."""
    linking = sorted({edge.note for edge in snapshot.edges_to(sorted(owners))})
    follows = []
    for page in snapshot.notes(linking):
        write = after.written(page)
        if page.layer != PAGE or page.native in along or (write and (write.filed or write.deleted)):
            continue
        text = book.whole(snapshot, page).text
        changed = renamed_links(text, _Leading(page, owners, after))
        if changed != text:
            follows.append((page, changed))
    return tuple(follows)


class _Leading:
    """Where the links of one page are to lead."""

    def __init__(self, page: NoteRow, owners: Mapping[str, NoteRow], after: After) -> None:
        self._page = page
        self._owners = owners
        self._after = after

    def __call__(self, link: NoteLink) -> Lead | None:
        markdown = link.kind == "markdown"
        owner = self._owners.get(_key(link.target, self._page.path if markdown else ""))
        if owner is None:
            return None
        slug, path = self._where(owner)
        file = self._file(link.target, owner, slug, path) if markdown else ""
        return Lead(slug, owner.slug, file)

    def _where(self, row: NoteRow) -> tuple[str, str]:
        write = self._after.written(row)
        return (write.slug, write.path) if write else (row.slug, row.path)

    def _file(self, target: str, owner: NoteRow, slug: str, path: str) -> str:
        """The first file to name that leads to a note; "" where its slug in the folder named does."""
        _, here = self._where(self._page)
        folder = target[: target.rfind("/") + 1]
        for file in ("", *_files(path, here)):
            key = _key(file or f"{folder}{slug}.md", here)
            if self._after.meant([key]).get(key) == owner.note:
                return file
        return f"/{slug}.md"


def _files(path: str, here: str) -> Iterator[str]:
    if path:
        yield posixpath.relpath(f"/{path}", posixpath.dirname(f"/{here}"))


def _key(target: str, base: str) -> str:
    return next(iter(keys_of(target, base)), name_key(target))
