"""The versions of notes: all are kept, may be read and compared, and come back."""

from typing import Annotated

from fastapi import APIRouter, Body, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.routes.notes import Note
from camillo.surfaces.http.shapes import In, Out, PathId, Text

router = APIRouter(prefix="/notes", tags=["notes"])


class Restore(In):
    """Which version to bring back."""

    version: int | None = Field(
        None, ge=1, description="none: a deleted note as it was", examples=[2]
    )


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

    version: int = Field(examples=[2])
    text: Text = Field(examples=["# OAuth\n\nCodes are kept safe by PKCE."])


class Diff(Out):
    """What changed, as a unified diff; empty where nothing did."""

    old: int = Field(examples=[1])
    new: int = Field(examples=[2])
    diff: Text = Field(examples=["--- 1\n+++ 2\n@@ -1 +1 @@\n-Codes.\n+Codes are kept safe.\n"])


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
