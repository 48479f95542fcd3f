"""Notes of one palace: written, edited, renamed, deleted and brought back, with every version kept."""

import difflib
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import values
from camillo.app.notes import book
from camillo.app.notes.filing import Filing
from camillo.app.notes.keeping import Change
from camillo.app.notes.linked import Linked, linked
from camillo.app.notes.making import Making
from camillo.app.notes.renaming import renaming
from camillo.app.notes.titling import KnownTitles, Taken
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.moment import Moment
from camillo.domain.note import PAGE, SOURCE, Note, NoteVersion, Verb
from camillo.knowledge.notes.autolink import autolink
from camillo.knowledge.notes.links import asked
from camillo.knowledge.notes.slugs import checked_slug, one_line, slug_of, title_of, unique
from camillo.ports.notes import NoteRow, NoteWrite
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.notes.importing import Imported
    from camillo.app.notes.mapping import Map
    from camillo.app.notes.overview import Overview
    from camillo.app.notes.related import Related

_TRIES = 5


class Notes:
    """The knowledge base of one palace. A note is a text like any other: searched, linked and forgotten.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         first = palace.notes.create("OAuth with PKCE keeps codes safe.", title="OAuth")
    ...         second = palace.notes.create("Sign-in uses OAuth.", title="Sign-in")
    ...         links = palace.notes.links("oauth")
    >>> first.slug, second.text, [one.slug for one in links.backlinks]
    ('oauth', 'Sign-in uses [[oauth|OAuth]].', ['sign-in'])
    """

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store
        self._making = Making(parts)
        self._filing = Filing(parts, self._making)
        self._titles = KnownTitles()

    # ---- writing ---------------------------------------------------------------------------

    def create(
        self,
        text: str,
        *,
        title: str | None = None,
        slug: str | None = None,
        wing: str | None = None,
        room: str | None = None,
        path: str | None = None,
        link: bool = True,
        about: Mapping[str, object] | None = None,
    ) -> Note:
        """Write a new page. Titles of existing pages become links, unless ``link`` is off or the page forbids it.

        ``title`` is taken from front matter or the first heading where none is given; ``slug`` is made of it.
        ``about`` tells where the words come from, and goes into the text's meta.

        Raises:
            InvalidInput: the text is empty, a name cannot be used, or another note has the slug.
        """
        return self._new(text, PAGE, title, slug, wing, room, path, link, "", None, about=about)

    def capture(
        self,
        text: str,
        *,
        title: str,
        url: str = "",
        wing: str | None = None,
        at: "str | date | Moment | None" = None,
        author: str = "",
        about: Mapping[str, object] | None = None,
    ) -> tuple[Note, bool]:
        """Keep captured material as a source; what comes from the same address again becomes a version.

        A title that it was given by :meth:`rename` stays, whatever the material is called by now.
        ``about`` tells of the capture and goes into the text's meta, beside its address and ``origin``.

        Returns the note and whether anything was written: the same text again changes nothing.
        """
        moment = None if at is None else Moment.parse(at)
        with self._store.snapshot() as snapshot:
            number = snapshot.note_at(url) if url else 0
            rows = snapshot.notes([number]) if number else []
            old = book.whole(snapshot, rows[0]) if rows else None
        if old is None:
            made = self._new(
                text, SOURCE, title, None, wing, None, None, False, url, moment, author, about
            )
            return made, True
        if old.text == text and not old.deleted:
            return old, False
        row = rows[0]
        with self._store.snapshot() as snapshot:
            slug = unique(row.slug, Taken(snapshot)) if row.deleted else row.slug
            named = book.is_renamed(snapshot, row)
        name = row.title if named or not title else title
        write = self._making.written("capture", row, text, slug, name, moment, author, about=about)
        self._filing.file("capture", [write])
        return self._after(row.native), True

    def edit(self, reference: str, text: str, *, version: int, link: bool = True) -> Note:
        """Write a new version of a page, if it is still at ``version``.

        Raises:
            NotFound: there is no such note. InvalidInput: the text is empty, or it is a source.
            Outdated: somebody wrote it meanwhile.
        """
        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, reference)
            if row.layer == SOURCE:
                raise InvalidInput(
                    f"{row.slug!r} is a source, which is kept as it was captured",
                    "write a page that draws on it",
                )
            if row.version != version:
                raise Outdated(
                    f"the note {row.slug!r} is at version {row.version}, not {version}",
                    "read it again and repeat the edit on what stands there now",
                )
            text = self._linked(snapshot, text, row.slug) if link else text
            if book.whole(snapshot, row).text == text:
                return book.whole(snapshot, row)
        title = title_of(text, row.title)
        self._filing.file("edit note", [self._making.written("edit", row, text, row.slug, title)])
        return self._after(row.native)

    def write(self, reference: str, text: str, *, title: str | None = None) -> Note:
        """Write a page whether it is there or not: a new version of it, or a new page of this name."""
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                row = book.found(snapshot, reference)
                name = one_line(title or title_of(text, "") or asked(reference).removeprefix("kb:"))
                slug = unique(slug_of(name, _today()), Taken(snapshot))
            try:
                if row is None:
                    return self.create(text, title=name, slug=slug)
                return self.edit(reference, text, version=row.version)
            except Outdated:
                continue
            except InvalidInput:
                if row is not None or not self._is_taken(slug):
                    raise
        raise Outdated(f"the note {reference!r} changes all the time", "write it again later")

    def rename(
        self, reference: str, title: str, *, slug: str | None = None
    ) -> tuple[Note, tuple[str, ...]]:
        """Give a note another title and slug; links that lead to it follow, in one transaction.

        Returns the note and the slugs of the pages whose links were rewritten.
        """
        for _ in range(_TRIES):
            try:
                return self._rename(reference, title, slug)
            except Outdated:
                continue
        raise Outdated(f"the note {reference!r} changes all the time", "rename it later")

    def _rename(self, reference: str, title: str, slug: str | None) -> tuple[Note, tuple[str, ...]]:
        title = one_line(title)
        if not title:
            raise InvalidInput("the title is empty", "give at least one character")
        slug = None if slug is None else checked_slug(slug)
        with self._store.snapshot() as snapshot:
            plan = renaming(snapshot, reference, title, slug, _today())
        own = self._making.written("rename", plan.row, None, plan.slug, title, path=plan.path)
        rewritten = self._filing.file("rename note", [own], renamed=plan.row)
        rewritten += self._filing.follow_late("rename note", plan, own)
        return self._after(plan.row.native), tuple(dict.fromkeys(rewritten))

    def delete(self, reference: str) -> Note:
        """Take a note out of search and links; :meth:`restore` brings it back. To lose its text, forget it."""
        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, reference)
        self._filing.file(
            "delete note", [self._making.written("delete", row, None, row.slug, row.title)]
        )
        return self._after(row.native)

    def restore(self, reference: str, *, version: int | None = None) -> Note:
        """Bring back a deleted note, or an older ``version`` of one that is there, as a new version.

        A deleted note whose slug another has by now gets a slug of its own.

        Raises:
            NotFound: there is no such note or version.
        """
        with self._store.snapshot() as snapshot:
            gone = book.find_deleted(snapshot, reference) if version is None else None
            row = gone or book.find_any(snapshot, reference)
            text = None if version is None else _version_text(snapshot, row, version)
            slug = unique(row.slug, Taken(snapshot)) if row.deleted else row.slug
        if not row.deleted and text is None:
            return self._after(row.native)
        write = self._making.written("restore", row, text, slug, row.title)
        self._filing.file("restore note", [write])
        return self._after(row.native)

    def keep(self, changes: Sequence[Change], *, along: Collection[str] = ()) -> list[NoteRow]:
        """Make changes that come from outside, all or none, each exactly as given; the notes as they are then.

        ``along`` are native ids of notes whose texts came just before, together with these: links of theirs
        are not kept to what their names meant in between.

        Raises:
            Outdated: one of the notes was changed since its row was read.
            InvalidInput: a text is empty or was forgotten.
        """
        for last in (False, True):
            with self._store.snapshot() as snapshot:
                taken = Taken(snapshot)
                writes = [self._kept(change, taken) for change in changes]
            try:
                self._filing.file("keep notes", writes, along=along)
                break
            except InvalidInput:
                if last:
                    raise  # the first time, another writer may have taken a slug meanwhile
        natives = [
            one.row.native if one.row else write.filed.turn.conversation if write.filed else ""
            for one, write in zip(changes, writes, strict=True)
        ]
        with self._store.snapshot() as snapshot:
            rows = snapshot.notes([snapshot.note_of(one) for one in natives])
        by_native = {row.native: row for row in rows}
        return [by_native[one] for one in natives]

    def import_export(self, path: str | Path, *, wing: str | None = None) -> "Imported":
        """Take in what another note application exported: Joplin (JEX, RAW), Evernote (ENEX), a folder of
        Markdown or HTML (Apple Notes). The same export again adds nothing.

        Raises:
            NotFound: there is nothing. InvalidInput: it is no export, or what reads it is not installed.
        """
        from camillo.app.notes.importing import import_export

        return import_export(self._store, self, values.named(path), wing)

    def _kept(self, change: Change, taken: Taken) -> NoteWrite:
        row, text = change.row, change.text
        if row is not None:
            title = title_of(text, row.title) if text is not None else row.title
            wanted = row.slug
        else:
            title = one_line(change.title)
            wanted = slug_of(title, _today())
        slug = unique(wanted, taken) if row is None or row.deleted else wanted
        taken.add(slug)
        return self._making.made(
            change.verb,
            row,
            text,
            slug,
            title,
            change.path or (row.path if row else ""),
            row.layer if row else PAGE,
            url=row.url if row else "",
            wing=change.wing,
            at=change.at,
            native=change.native,
            about=change.about,
        )

    # ---- reading ---------------------------------------------------------------------------

    def read(self, reference: str) -> Note:
        """The note that a slug, a title, a path or a ``[[link]]`` means.

        Raises:
            NotFound: there is none.
        """
        with self._store.snapshot() as snapshot:
            return book.whole(snapshot, book.find(snapshot, reference))

    def all(self, *, layer: str | None = None, deleted: bool = False) -> tuple[Note, ...]:
        """Every note without its text, by slug; deleted ones instead where asked for."""
        with self._store.snapshot() as snapshot:
            rows = [
                row
                for row in snapshot.notes()
                if row.deleted == deleted and layer in (None, row.layer)
            ]
            rows.sort(key=lambda row: row.slug)
            return tuple(book.head(row) for row in rows)

    def links(self, reference: str) -> Linked:
        """Where a note's links lead, what links to it and what shares its tags."""
        with self._store.snapshot() as snapshot:
            return linked(snapshot, book.find(snapshot, reference))

    def map(
        self,
        *,
        tokens: int = 2_000,
        wing: str | None = None,
        now: "str | date | Moment | None" = None,
    ) -> "Map":
        """The map of content: pages by backlinks and recency, sources by title alone, what is to be tended.

        ``tokens`` bounds its Markdown. ``wing`` leaves out what lies in another wing. ``now`` is what
        recency is counted back from.
        """
        from camillo.app.clock import micros
        from camillo.models.counting import token_counter

        at = micros(None if now is None else Moment.parse(now))
        with self._store.snapshot() as snapshot:
            return self._parts.mapper().map(snapshot, wing, tokens, at, token_counter())

    def related(self, reference: str, *, limit: int = 5) -> "tuple[Related, ...]":
        """Notes that name the same rare things and are not linked with it, each with the lines that show it.

        Raises:
            NotFound: there is no such note.
        """
        from camillo.app.notes.related import related

        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, reference)
            return related(snapshot, row, self._parts.names().at(snapshot), limit)

    def annotated(self, text: str) -> str:
        """The text with the present title behind each ``[[kb:slug]]`` that leads to a note."""
        from camillo.app.notes.annotating import annotated

        with self._store.snapshot() as snapshot:
            return annotated(snapshot, text)

    def overview(self) -> "Overview":
        """The whole base: hubs, orphans, and links that lead nowhere."""
        from camillo.app.notes.overview import overview

        with self._store.snapshot() as snapshot:
            return overview(snapshot)

    def history(self, reference: str) -> tuple[NoteVersion, ...]:
        """Every version of a note, the oldest first."""
        with self._store.snapshot() as snapshot:
            row = book.find_any(snapshot, reference)
            return tuple(
                NoteVersion(one.version, _verb(one.verb), one.slug, one.title,
                            book.shown(one.at), one.id)
                for one in snapshot.note_versions(row.note)
            )  # fmt: skip

    def at_version(self, reference: str, version: int) -> str:
        """The text of a note as of a version.

        Raises:
            NotFound: it has no such version.
        """
        with self._store.snapshot() as snapshot:
            row = book.find_any(snapshot, reference)
            return _version_text(snapshot, row, version)

    def diff(self, reference: str, old: int, new: int) -> str:
        """What changed between two versions, as a unified diff; empty where nothing did."""
        before, after = (self.at_version(reference, one).splitlines() for one in (old, new))
        told = difflib.unified_diff(before, after, f"version {old}", f"version {new}", lineterm="")
        return "\n".join(told)

    # ---- making ----------------------------------------------------------------------------

    def _new(
        self,
        text: str,
        layer: str,
        title: str | None,
        slug: str | None,
        wing: str | None,
        room: str | None,
        path: str | None,
        link: bool,
        url: str,
        at: Moment | None,
        author: str = "",
        about: Mapping[str, object] | None = None,
    ) -> Note:
        name = title_of(text, "") if title is None else one_line(title)
        if not name:
            raise InvalidInput("the note has no title", "give one, or begin with a heading")
        slug = None if slug is None else checked_slug(slug)
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                chosen = slug or unique(slug_of(name, _today()), Taken(snapshot))
                told = self._linked(snapshot, text, chosen) if link else text
            folder = "sources/" if layer == SOURCE else ""
            write = self._making.made(
                "capture" if layer == SOURCE else "create",
                None,
                told,
                chosen,
                name,
                path or f"{folder}{chosen}.md",
                layer,
                url=url,
                wing=wing,
                room=room,
                at=at,
                author=author,
                about=about,
            )
            assert write.filed is not None  # noqa: S101 - a new note has a text
            try:
                self._filing.file("write note", [write])
            except InvalidInput:
                if slug is None and self._is_taken(chosen):
                    continue  # another writer did since
                raise
            return self._after(write.filed.turn.conversation)
        raise InvalidInput(f"no free slug was found for {name!r}", "choose one yourself")

    def _is_taken(self, slug: str) -> bool:
        with self._store.snapshot() as snapshot:
            return slug in Taken(snapshot)

    def _after(self, native: str) -> Note:
        with self._store.snapshot() as snapshot:
            rows = snapshot.notes([snapshot.note_of(native)])
            return book.whole(snapshot, rows[0])

    def _linked(self, snapshot: Snapshot, text: str, slug: str) -> str:
        return autolink(text, self._titles.at(snapshot), exclude=slug)


def _version_text(snapshot: Snapshot, row: NoteRow, version: int) -> str:
    """The text as of a version: its own, or the last one before it."""
    told = [one for one in snapshot.note_versions(row.note) if one.version <= version]
    if not told or told[-1].version != version:
        raise NotFound(
            f"the note {row.slug!r} has no version {version}",
            f"it has versions 1 to {row.version}",
        )
    ids = [one.id for one in told if one.id]
    memory = snapshot.get(Span.parse(ids[-1]), 0) if ids else None
    return memory.text if memory else ""


def _verb(told: str) -> Verb:
    return told  # type: ignore[return-value] # the store gives back what was written


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
