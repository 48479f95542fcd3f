"""What hangs together with notes: links, notes and memories beside one, and the map of them all."""

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.links.links import FOLLOWS
from camillo.domain.note import LAYERS
from camillo.domain.search import Filters
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.routes.notes import Layer
from camillo.surfaces.http.shapes import Out, PathId, Text, WingId

router = APIRouter(prefix="/notes", tags=["notes"])

#: Characters of a note that memories beside it are looked for by.
_ABOUT = 200


class Name(Out):
    """A note by its names."""

    slug: Text = Field(examples=["oauth"])
    title: Text = Field(examples=["OAuth"])


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

    id: str = Field(examples=["03cb084d0fb190f22ebed869:0-16"])
    text: Text = Field(examples=["We chose PKCE for the app."])
    at: str | None = Field(examples=["2026-05-01T09:00:00Z"])
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

    markdown: Text = Field(examples=["## Pages\n\n- [[oauth]] OAuth"])


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
