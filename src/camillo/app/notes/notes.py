"""Notes of one palace: written, edited, renamed, deleted and brought back, with every version kept."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import values
from camillo.app.notes import book
from camillo.app.notes.changes import Change
from camillo.app.notes.filing import Filing
from camillo.app.notes.making import Draft, Making
from camillo.app.notes.reading import Reading
from camillo.app.notes.renaming import renaming
from camillo.app.notes.titling import KnownTitles, Taken
from camillo.app.notes.versions import version_text
from camillo.domain.errors import InvalidInput, Outdated
from camillo.domain.moment import Moment, Time
from camillo.domain.note import SOURCE, Note
from camillo.knowledge.notes.autolink import autolink
from camillo.knowledge.notes.links import asked
from camillo.knowledge.notes.slugs import checked_slug, one_line, slug_of, title_of, unique
from camillo.ports.notes import NoteRow, NoteWrite
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.notes.importing import Imported

_TRIES = 5


class Notes(Reading):
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
        super().__init__(parts)
        self._making = Making(parts)
        self._filing = Filing(parts, self._making)
        self._titles = KnownTitles()

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
        draft = Draft(
            "create",
            "" if slug is None else checked_slug(slug),
            title_of(text, "") if title is None else one_line(title),
            path or "",
            text=text,
            wing=wing,
            room=room,
            about=about or {},
        )
        return self._new(draft, link=link)

    def capture(
        self,
        text: str,
        *,
        title: str,
        url: str = "",
        wing: str | None = None,
        at: Time | None = None,
        author: str = "",
        about: Mapping[str, object] | None = None,
    ) -> tuple[Note, bool]:
        """Keep captured material as a source; what comes from the same address again becomes a version.

        A title that it was given by :meth:`rename` stays, whatever the material is called by now.
        ``about`` tells of the capture and goes into the text's meta, beside its address and ``origin``.

        Returns the note and whether anything was written: the same text again changes nothing.
        """
        draft = Draft("capture", "", one_line(title), "", SOURCE, text, url, wing)
        draft = replace(draft, at=Moment.given(at), author=author, about=about or {})
        with self._store.snapshot() as snapshot:
            number = snapshot.note_at(url) if url else 0
            rows = snapshot.notes([number]) if number else []
            old = book.whole(snapshot, rows[0]) if rows else None
        if old is None:
            return self._new(draft), True
        if old.text == text and not old.deleted:
            return old, False
        row = rows[0]
        with self._store.snapshot() as snapshot:
            slug = unique(row.slug, Taken(snapshot)) if row.deleted else row.slug
            named = book.is_renamed(snapshot, row)
        name = row.title if named or not title else title
        draft = replace(draft, slug=slug, title=name, path=row.path, layer=row.layer, wing=None)
        self._filing.file("capture", [self._making.made(draft, row)])
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
        draft = replace(Draft.of("edit", row), text=text, title=title_of(text, row.title))
        self._filing.file("edit note", [self._making.made(draft, row)])
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
        draft = replace(Draft.of("rename", plan.row), slug=plan.slug, title=title, path=plan.path)
        own = self._making.made(draft, plan.row)
        rewritten = self._filing.file("rename note", [own], renamed=plan.row)
        rewritten += self._filing.follow_late("rename note", plan, own)
        return self._after(plan.row.native), tuple(dict.fromkeys(rewritten))

    def delete(self, reference: str) -> Note:
        """Take a note out of search and links; :meth:`restore` brings it back. To lose its text, forget it."""
        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, reference)
        self._filing.file("delete note", [self._making.made(Draft.of("delete", row), row)])
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
            text = None if version is None else version_text(snapshot, row, version)
            slug = unique(row.slug, Taken(snapshot)) if row.deleted else row.slug
        if not row.deleted and text is None:
            return self._after(row.native)
        draft = replace(Draft.of("restore", row), text=text, slug=slug)
        self._filing.file("restore note", [self._making.made(draft, row)])
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
        if row is None:
            title = one_line(change.title)
            draft = Draft(change.verb, slug_of(title, _today()), title, change.path)
        else:
            title = row.title if text is None else title_of(text, row.title)
            draft = replace(Draft.of(change.verb, row), title=title, path=change.path or row.path)
        free = row is None or row.deleted
        slug = unique(draft.slug, taken) if free else draft.slug
        taken.add(slug)
        draft = replace(draft, slug=slug, text=text, wing=change.wing, at=change.at)
        return self._making.made(replace(draft, native=change.native, about=change.about), row)

    def _new(self, draft: Draft, *, link: bool = False) -> Note:
        """Write a note that is not there yet; a draft without a slug gets one that is free."""
        if not draft.title:
            raise InvalidInput("the note has no title", "give one, or begin with a heading")
        text = draft.text or ""
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                slug = draft.slug or unique(slug_of(draft.title, _today()), Taken(snapshot))
                told = self._linked(snapshot, text, slug) if link else text
            path = draft.path or f"{'sources/' if draft.layer == SOURCE else ''}{slug}.md"
            write = self._making.made(replace(draft, slug=slug, path=path, text=told))
            assert write.filed is not None  # noqa: S101 - a new note has a text
            try:
                self._filing.file("write note", [write])
            except InvalidInput:
                if not draft.slug and self._is_taken(slug):
                    continue  # another writer did since
                raise
            return self._after(write.filed.turn.conversation)
        raise InvalidInput(f"no free slug was found for {draft.title!r}", "choose one yourself")

    def _is_taken(self, slug: str) -> bool:
        with self._store.snapshot() as snapshot:
            return slug in Taken(snapshot)

    def _after(self, native: str) -> Note:
        with self._store.snapshot() as snapshot:
            rows = snapshot.notes([snapshot.note_of(native)])
            return book.whole(snapshot, rows[0])

    def _linked(self, snapshot: Snapshot, text: str, slug: str) -> str:
        return autolink(text, self._titles.at(snapshot), exclude=slug)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
