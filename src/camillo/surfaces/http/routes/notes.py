"""Notes: pages and captured sources.

A note is meant by its slug, its title, its path or what a link to it says. One whose name is that of a route here
(`map`, `overview`) is meant by `kb:` and its slug.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.palace import Palace
from camillo.domain.errors import Outdated
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.shapes import Cursor, Id, In, Out, PathId, Text, WingId
from camillo.surfaces.http.tags import IfMatch, unchanged

router = APIRouter(prefix="/notes", tags=["notes"])

Layer = Literal["page", "source"]


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


class Renamed(Out):
    """The note under its new name, and the pages whose links were rewritten."""

    note: Note
    rewritten: list[Text]


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


@router.get("/{note}", summary="One note")
def get_note(ask: Asking, note: PathId) -> Note:
    """A note with its text."""
    with ask.palace("read") as palace:
        return Note.model_validate(palace.notes.read(note))


@router.put("/{note}", summary="Edit a page")
def edit_note(ask: Asking, note: PathId, body: Edit, if_match: IfMatch = None) -> Note:
    """Write a page anew, if it is still at the version that the edit was made from; else 412."""
    with ask.palace("write") as palace:
        _unchanged(if_match, palace, note)
        try:
            made = palace.notes.edit(note, body.text, version=body.version, link=body.link)
        except Outdated as error:
            raise Refused(412, error.what, error.mend) from error
    return Note.model_validate(made)


@router.patch("/{note}", summary="Rename a note")
def rename_note(ask: Asking, note: PathId, body: RenameNote, if_match: IfMatch = None) -> Renamed:
    """Give a note another title and slug; links of other pages follow in the same transaction."""
    with ask.palace("write") as palace:
        _unchanged(if_match, palace, note)
        made, rewritten = palace.notes.rename(note, body.title, slug=body.slug)
    return Renamed(note=Note.model_validate(made), rewritten=list(rewritten))


@router.delete("/{note}", summary="Delete a note")
def delete_note(ask: Asking, note: PathId, if_match: IfMatch = None) -> Note:
    """Take a note out of search and links; `restore` brings it back."""
    with ask.palace("write") as palace:
        _unchanged(if_match, palace, note)
        return Note.model_validate(palace.notes.delete(note))


def _unchanged(wanted: str | None, palace: Palace, note: str) -> None:
    """Go on only where If-Match, if there is one, names the note as it is now."""
    if wanted:
        unchanged(wanted, Note.model_validate(palace.notes.read(note)))
