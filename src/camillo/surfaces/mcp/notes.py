"""The knowledge base: the tools that read a note with what links to it, and write a page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from camillo.domain.errors import InvalidInput, NotFound
from camillo.surfaces.mcp import answers
from camillo.surfaces.mcp.around import marked
from camillo.surfaces.mcp.facts import AGENT
from camillo.surfaces.mcp.fitting import exact, shown_within
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.tooling import Budget, Offer, answer, reads, writes
from camillo.text.budget import tokens
from camillo.text.fence import NOTICE, fenced, label
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.notes.linked import Linked
    from camillo.app.palace import Palace
    from camillo.domain.note import Backlink, Note

#: What stands beside a note takes so many tokens at the most.
_BESIDE = 600
Name = Annotated[str, Field(description="slug, title or [[link]]")]


class Notes:
    """Notes over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [(self.note_read, reads()), (self.note_write, writes())]

    def note_read(
        self,
        note: Name,
        offset: Annotated[int, Field(ge=0)] = 0,
        budget: Budget = 6000,
    ) -> Annotated[CallToolResult, answers.Note]:
        """A page of the knowledge base, its version, and what links to it."""
        with self._keeper.lent() as palace:
            found = palace.notes.read(note)
            linked = palace.notes.links(found.slug)
            return answer(*_read(palace, found, linked, offset, budget))

    def note_write(
        self,
        note: Name,
        text: Annotated[str, Field(description="Markdown with [[links]]")],
        version: Annotated[int, Field(ge=0, description="the one you read; 0 for a new page")] = 0,
        wing: str = "",
    ) -> Annotated[CallToolResult, answers.NoteKept]:
        """Write a page. Existing titles in it become links; every version is kept."""
        with self._keeper.lent() as palace:
            made = _written(palace, note, text, version, wing)
            linked = palace.notes.links(made.slug)
        kept = answers.NoteKept(
            note=exact(made.slug),
            version=made.version,
            id=made.id,
            linked=[exact(slug) for slug, _ in linked.links],
            broken=[exact(inert_line(one)) for one in linked.broken],
        )
        told = f'"{label(made.slug)}" is at version {made.version}: {made.id}'
        missing = [f'Not written yet: "{label(one)}".' for one in linked.broken]
        return answer(kept, "\n".join([told, *missing]))


class NoteGraph:
    """What a fuller listing offers of notes."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [(self.note_links, reads()), (self.note_watch, writes())]

    def note_links(self, note: Name) -> Annotated[CallToolResult, answers.NoteLinks]:
        """Where a note's links lead, what leads to it, and what shares its tags."""
        with self._keeper.lent() as palace:
            linked = palace.notes.links(note)
            made = answers.NoteLinks(
                notice=NOTICE,
                note=exact(linked.slug),
                links=[exact(slug) for slug, _ in linked.links],
                backlinks=[_backlink(palace, one) for one in linked.backlinks],
                broken=[exact(inert_line(one)) for one in linked.broken],
                shared={
                    exact(tag): list(map(exact, slugs)) for tag, slugs in linked.shared.items()
                },
            )
        tags = [f"#{tag} {', '.join(slugs)}" for tag, slugs in made.shared.items()]
        lines = [*_lines(made.links, made.broken, made.backlinks), *tags]
        told = fenced("\n".join(lines), {"note": linked.slug}) if lines else "No links."
        return answer(made, f"{NOTICE}\n{told}")

    def note_watch(
        self,
        url: Annotated[str, Field(description="a feed or page")],
        wing: str = "",
    ) -> Annotated[CallToolResult, answers.Watching]:
        """Propose a feed or page for the watch list; nothing is fetched before the user says yes."""
        with self._keeper.lent() as palace:
            made = palace.watchlist.add(url, wing=wing, by=AGENT)
        waits = made.state == "waiting"
        hint = (
            f" It waits: the user approves it with `camillo note watch approve {label(made.url)}`."
        )
        told = f'On the watch list: "{label(made.url)}".{hint if waits else ""}'
        return answer(answers.Watching(url=exact(made.url), waiting=waits), told)


def _written(palace: "Palace", note: str, text: str, version: int, wing: str) -> "Note":
    if version:
        return palace.notes.edit(note, text, version=version)
    try:
        there = palace.notes.read(note)
    except NotFound:
        return palace.notes.create(text, title=_title(note), wing=wing or None)
    raise InvalidInput(
        f"there is a note {there.slug!r} already, at version {there.version}",
        "read it (note_read), then write with that version",
    )


def _title(note: str) -> str:
    """The title of a new page from the name that it was asked for by."""
    from camillo.knowledge.notes.links import asked

    return asked(note).removeprefix("kb:")


def _read(
    palace: "Palace", note: "Note", linked: "Linked", offset: int, budget: int
) -> tuple[answers.Note, str]:
    if offset and offset >= len(note.text):
        raise InvalidInput(
            f"the note has {len(note.text)} characters, none at offset {offset}",
            "give a lower offset",
        )
    part = shown_within(note.text[offset:], budget)
    end = offset + len(part)
    made = answers.Note(
        notice=NOTICE,
        note=exact(note.slug),
        text=exact(part),
        version=note.version,
        has_more=end < len(note.text),
        next_offset=end if end < len(note.text) else 0,
        title=exact(note.title),
        layer=note.layer,
        changed=note.changed,
        id=note.id,
        wing=exact(note.wing),
        url=exact(note.url),
        origin=exact(note.origin),
        tags=[exact(tag) for tag in note.tags],
        links=[exact(slug) for slug, _ in linked.links],
        broken=[exact(inert_line(one)) for one in linked.broken],
        escaped=exact(part) != part,
    )
    lines = _fitting(palace, made, linked.backlinks, min(_BESIDE, budget - tokens(part)))
    more = f" It goes on at offset={made.next_offset}." if made.has_more else ""
    told = [f"Version {note.version}.{more} {NOTICE}", page(note, part)]
    if lines:
        told.append(fenced("\n".join(lines), {"note": note.slug, "stands": "beside"}))
    return made, "\n".join(told)


def page(note: "Note", part: str | None = None) -> str:
    """A note, or a part of it, fenced and labelled with where it comes from."""
    return fenced(note.text if part is None else part, _labels(note))


def _labels(note: "Note") -> Mapping[str, str]:
    return {
        "note": note.slug,
        "title": note.title,
        "version": str(note.version),
        "id": note.id,
        "layer": note.layer,
        "origin": note.origin,
        "url": note.url,
    }


def _fitting(
    palace: "Palace", made: answers.Note, backlinks: "Iterable[Backlink]", left: int
) -> list[str]:
    """Lines of what leads to a note, as many as the budget has room for, put into the answer too."""
    lines = _lines((), made.broken, ())
    left -= sum(map(tokens, lines))
    for one in backlinks:
        shown = _backlink(palace, one)
        (line,) = _lines((), (), [shown])
        left -= tokens(line) + 1
        if left < 0:
            break
        made.backlinks.append(shown)
        lines.append(line)
    return lines


def _backlink(palace: "Palace", one: "Backlink") -> answers.Backlink:
    return answers.Backlink(
        note=exact(one.slug),
        title=exact(inert_line(one.title)),
        line=inert_line(palace.redacted(one.line)),
        origin=exact(one.origin),
    )


def _lines(
    links: Iterable[str], broken: Iterable[str], backlinks: Iterable[answers.Backlink]
) -> list[str]:
    return [
        *(f"-> {slug}" for slug in links),
        *(f"-> {target} (not written yet)" for target in broken),
        *(f"<- {one.note}{marked(one.origin)}: {one.line}" for one in backlinks),
    ]
