"""Notes: pages and captured sources, their versions, links and the map of them all.

A note is meant by its slug, its title, its path or what a link to it says. One whose name is that of a route here
(`map`, `overview`) is meant by `kb:` and its slug.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from pydantic import Field

from camillo.app.links.links import FOLLOWS
from camillo.app.palace import Palace
from camillo.domain.errors import Outdated
from camillo.domain.note import LAYERS
from camillo.domain.search import Filters
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.shapes import Cursor, Id, In, Out, PathId, Text, WingId
from camillo.surfaces.http.tags import unchanged

router = APIRouter(prefix="/notes", tags=["notes"])

Layer = Literal["page", "source"]
#: Characters of a note that memories beside it are looked for by.
_ABOUT = 200


class Head(Out):
    """A note without its text."""

    slug: Text = Field(examples=["oauth"])
    title: Text = Field(examples=["OAuth"])
    layer: Layer
    version: int = Field(examples=[3], description="what an edit must name")
    id: str = Field(description="of its text, as `memories/{id}` takes it")
    path: Text = Field(examples=["oauth.md"])
    wing_id: Text = Field(validation_alias="wing", examples=["orion"])
    created: str = Field(examples=["2026-05-01T09:00:00Z"])
    changed: str = Field(examples=["2026-05-02T09:00:00Z"])
    tags: list[Text] = Field(examples=[["security"]])
    aliases: list[Text]
    url: Text = Field(description="of a source that was captured")
    deleted: bool


class Note(Head):
    """A note as it stands."""

    text: Text = Field(examples=["Codes are kept safe by PKCE, see [[sign-in]]."])


class Notes(Out):
    """One page of notes, by slug."""

    notes: list[Head]
    next: str | None = None


class Create(In):
    """A page to be written."""

    text: str = Field(min_length=1, examples=["# OAuth\n\nCodes are kept safe by PKCE."])
    title: str | None = Field(None, max_length=200, description="else its first heading")
    slug: Id | None = Field(None, description="else made of its title")
    wing_id: Id | None = Field(None, examples=["orion"])
    link: bool = Field(True, description="whether titles of other pages in it become links")


class Edit(In):
    """A page's new text, and the version that it was made from."""

    text: str = Field(min_length=1, examples=["# OAuth\n\nCodes are kept safe by PKCE alone."])
    version: int = Field(ge=1, examples=[3])
    link: bool = Field(True, description="whether titles of other pages in it become links")


class RenameNote(In):
    """A note's new title."""

    title: str = Field(min_length=1, max_length=200, examples=["OAuth 2.1"])
    slug: Id | None = Field(None, description="else made of its title")


class Restore(In):
    """Which version to bring back."""

    version: int | None = Field(None, ge=1, description="none: a deleted note as it was")


class Renamed(Out):
    """The note under its new name, and the pages whose links were rewritten."""

    note: Note
    rewritten: list[Text]


class Version(Out):
    """One version of a note."""

    version: int
    verb: str = Field(examples=["edit"])
    slug: Text
    title: Text
    at: str
    id: str = Field(description="of its text; empty where it has none of its own")


class History(Out):
    """Every version, the oldest first."""

    versions: list[Version]


class VersionText(Out):
    """The text of a version."""

    version: int
    text: Text


class Diff(Out):
    """What changed, as a unified diff; empty where nothing did."""

    old: int
    new: int
    diff: Text


class Name(Out):
    """A note by its names."""

    slug: Text
    title: Text


class Backlink(Name):
    """A link that leads to a note, with the line it stands in."""

    layer: Layer
    line: Text
    kind: Text = Field(examples=["link"])


class Links(Out):
    """What hangs together with a note."""

    slug: Text
    title: Text
    links: list[Name] = Field(description="where its own links lead, in order")
    broken: list[Text] = Field(description="what its links ask for and nobody has written")
    backlinks: list[Backlink]
    shared: dict[str, list[Text]] = Field(description="slugs of notes that have a tag too")


class Shared(Out):
    """A name that two notes share, with the line of each in which it stands."""

    name: Text
    here: Text
    there: Text


class Related(Name):
    """A note that speaks of the same rare things and is not linked."""

    layer: Layer
    score: float
    shared: list[Shared]


class RelatedNotes(Out):
    """Related notes, the best first."""

    related: list[Related]


class Near(Out):
    """A memory beside a note: linked with it, or found by what the note is about."""

    id: str
    text: Text
    at: str | None
    speaker: Text
    kind: Text = Field(description="of a link; empty: found by search")
    number: int = Field(description="undoes a link made by hand or by tending, else 0")


class RelatedMemories(Out):
    """Memories beside a note, linked ones first."""

    memories: list[Near]


class Hub(Name):
    """A note that others lead to."""

    backlinks: int


class Broken(Out):
    """A link that leads nowhere."""

    target: Text
    wanted_by: list[Text]


class Overview(Out):
    """How all notes hang together."""

    hubs: list[Hub]
    orphans: list[Name]
    broken: list[Broken]


class Map(Out):
    """The map of content within its budget of tokens."""

    markdown: Text


@router.get("", summary="List your notes")
def list_notes(
    ask: Asking,
    layer: Annotated[Layer | None, Query()] = None,
    wing: WingId = None,
    tag: Annotated[str | None, Query(min_length=1, max_length=128)] = None,
    deleted: Annotated[bool, Query(description="those that were deleted instead")] = False,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200,
    cursor: Cursor = None,
) -> Notes:
    """Notes by slug, without their texts."""
    filters = {"layer": layer, "wing": wing, "tag": tag, "deleted": deleted}
    start = ask.start("notes", filters, cursor)
    with ask.palace("read") as palace:
        rows = [
            one
            for one in palace.notes.all(layer=layer, deleted=deleted)
            if wing in (None, one.wing) and (tag is None or tag in one.tags)
        ]
    page, after = ask.page("notes", filters, rows, start, limit)
    return Notes(notes=[Head.model_validate(one) for one in page], next=after)


@router.post("", status_code=201, summary="Write a page")
def create_note(ask: Asking, body: Create) -> Note:
    """Write a new page."""
    with ask.palace("write") as palace:
        made = palace.notes.create(
            body.text, title=body.title, slug=body.slug, wing=body.wing_id, link=body.link
        )
    return Note.model_validate(made)


@router.get("/map", summary="The map of your notes")
def get_map(
    ask: Asking,
    wing: WingId = None,
    tokens: Annotated[int, Query(ge=1, le=20_000)] = 2_000,
) -> Map:
    """Pages by backlinks and recency, sources by title, what is to be tended: as Markdown."""
    with ask.palace("read") as palace:
        return Map(markdown=palace.notes.map(tokens=tokens, wing=wing).markdown)


@router.get("/overview", summary="Hubs, orphans and broken links")
def get_overview(ask: Asking) -> Overview:
    """What most notes lead to, what nobody leads to, and what is still to be written."""
    with ask.palace("read") as palace:
        found = palace.notes.overview()
    return Overview(
        hubs=[Hub.model_validate(one) for one in found.hubs],
        orphans=_names(found.orphans),
        broken=[Broken.model_validate(one) for one in found.broken],
    )


@router.get("/{note}", summary="One note")
def get_note(ask: Asking, note: PathId) -> Note:
    """A note with its text."""
    with ask.palace("read") as palace:
        return Note.model_validate(palace.notes.read(note))


@router.put("/{note}", summary="Edit a page")
def edit_note(ask: Asking, note: PathId, body: Edit) -> Note:
    """Write a page anew, if it is still at the version that the edit was made from; else 412."""
    with ask.palace("write") as palace:
        _unchanged(ask, palace, note)
        try:
            made = palace.notes.edit(note, body.text, version=body.version, link=body.link)
        except Outdated as error:
            raise Refused(412, error.what, error.mend) from error
    return Note.model_validate(made)


@router.patch("/{note}", summary="Rename a note")
def rename_note(ask: Asking, note: PathId, body: RenameNote) -> Renamed:
    """Give a note another title and slug; links of other pages follow in the same transaction."""
    with ask.palace("write") as palace:
        _unchanged(ask, palace, note)
        made, rewritten = palace.notes.rename(note, body.title, slug=body.slug)
    return Renamed(note=Note.model_validate(made), rewritten=list(rewritten))


@router.delete("/{note}", summary="Delete a note")
def delete_note(ask: Asking, note: PathId) -> Note:
    """Take a note out of search and links; `restore` brings it back."""
    with ask.palace("write") as palace:
        _unchanged(ask, palace, note)
        return Note.model_validate(palace.notes.delete(note))


@router.post("/{note}/restore", summary="Bring a note or a version back")
def restore_note(ask: Asking, note: PathId, body: Annotated[Restore | None, Body()] = None) -> Note:
    """Bring back a deleted note, or an older version of one that is there, as a new version."""
    version = None if body is None else body.version
    with ask.palace("write") as palace:
        return Note.model_validate(palace.notes.restore(note, version=version))


@router.get("/{note}/history", summary="The versions of a note")
def get_history(ask: Asking, note: PathId) -> History:
    """Every version of a note, the oldest first; of a deleted one too."""
    with ask.palace("read") as palace:
        found = palace.notes.history(note)
    return History(versions=[Version.model_validate(one) for one in found])


@router.get("/{note}/versions/{version}", summary="The text of a version")
def get_version(ask: Asking, note: PathId, version: int) -> VersionText:
    """The text of a note as of a version."""
    with ask.palace("read") as palace:
        return VersionText(version=version, text=palace.notes.at_version(note, version))


@router.get("/{note}/diff", summary="What changed between two versions")
def get_diff(
    ask: Asking,
    note: PathId,
    old: Annotated[int, Query(ge=1, examples=[1])],
    new: Annotated[int, Query(ge=1, examples=[2])],
) -> Diff:
    """The unified diff of two versions."""
    with ask.palace("read") as palace:
        return Diff(old=old, new=new, diff=palace.notes.diff(note, old, new))


@router.get("/{note}/links", summary="Links and backlinks of a note")
def get_links(ask: Asking, note: PathId) -> Links:
    """Where a note's links lead, what links to it, and what shares its tags."""
    with ask.palace("read") as palace:
        found = palace.notes.links(note)
    return Links(
        slug=found.slug,
        title=found.title,
        links=_names(found.links),
        broken=list(found.broken),
        backlinks=[Backlink.model_validate(one) for one in found.backlinks],
        shared={tag: list(slugs) for tag, slugs in found.shared.items()},
    )


@router.get("/{note}/related", summary="Notes that may belong to a note")
def get_related(
    ask: Asking, note: PathId, limit: Annotated[int, Query(ge=1, le=20)] = 5
) -> RelatedNotes:
    """Notes that name the same rare things and are not linked, with the lines that show it."""
    with ask.palace("read") as palace:
        found = palace.notes.related(note, limit=limit)
    return RelatedNotes(related=[Related.model_validate(one) for one in found])


@router.get("/{note}/memories", summary="Memories beside a note")
def get_memories(
    ask: Asking, note: PathId, limit: Annotated[int, Query(ge=1, le=20)] = 8
) -> RelatedMemories:
    """Memories that are linked with a note, then those that speak of what it is about."""
    with ask.palace("read") as palace:
        kept = palace.notes.read(note)
        ties = [one for one in palace.links.of(kept.id) if one.kind != FOLLOWS] if kept.id else []
        question = f"{kept.title} {kept.text[:_ABOUT]}"
        found = palace.looking.search(question, Filters(), 3 * limit)
    near = [Near.model_validate(one) for one in ties]
    near += [
        Near(id=one.id, text=one.text, at=one.at, speaker=one.speaker, kind="", number=0)
        for one in found.results
        if one.source_kind not in LAYERS
    ]
    return RelatedMemories(
        memories=list({one.id: one for one in reversed(near)}.values())[::-1][:limit]
    )


def _names(pairs: Iterable[tuple[str, str]]) -> list[Name]:
    return [Name(slug=slug, title=title) for slug, title in pairs]


def _unchanged(ask: Asking, palace: Palace, note: str) -> None:
    """Go on only where If-Match, if there is one, names the note as it is now."""
    if ask.request.headers.get("if-match"):
        unchanged(ask.request, Note.model_validate(palace.notes.read(note)))
