"""MemPalace's tool names with MemPalace's arguments, for agents and rules that know them.

Each is one of Camillo's own tools in other words, and answers as that one does. Arguments that
have no meaning here are taken and named in the answer's flags, never obeyed in part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import PurePath
from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import Field

from camillo.domain.moment import Moment
from camillo.surfaces.mcp import answers, facts, hiding, places, rendering
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.sessions import Sessions
from camillo.surfaces.mcp.tooling import Offer, answer, destroys, reads, writes
from camillo.surfaces.mcp.tools import Tools

_BUDGET = 6000
_ALL_WINGS = 500
_DIRECTIONS: Mapping[str, Literal["out", "in", "both"]] = {
    "outgoing": "out",
    "incoming": "in",
    "both": "both",
}


class MemPalace:
    """The tools of the profile over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._tools = Tools(keeper)
        self._sessions = Sessions(keeper)

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [
            (self.mempalace_status, reads()),
            (self.mempalace_list_wings, reads()),
            (self.mempalace_search, reads()),
            (self.mempalace_wake_up, reads()),
            (self.mempalace_store, writes()),
            (self.mempalace_add_drawer, writes()),
            (self.mempalace_delete_drawer, destroys()),
            (self.mempalace_kg_query, reads()),
            (self.mempalace_query_entity, reads()),
            (self.mempalace_kg_timeline, reads()),
            (self.mempalace_timeline, reads()),
            (self.mempalace_kg_add, writes()),
            (self.mempalace_kg_invalidate, writes()),
            (self.mempalace_kg_supersede, writes()),
        ]

    def mempalace_status(self) -> Annotated[CallToolResult, answers.Status]:
        """How much the palace holds, by wing."""
        with self._keeper.lent() as palace:
            return answer(*places.status(palace.status(), palace.wings()))

    def mempalace_list_wings(self) -> Annotated[CallToolResult, answers.Wings]:
        """All wings with their rooms and counts."""
        return self._tools.list_wings(limit=_ALL_WINGS)

    def mempalace_search(  # noqa: PLR0913 - the arguments are MemPalace's
        self,
        query: str,
        limit: Annotated[int, Field(ge=1, le=100)] = 5,
        wing: str = "",
        room: str = "",
        source_file: Annotated[
            str, Field(description="a path, or a source as results name it")
        ] = "",
        since: Annotated[str, Field(description="ISO 8601, of what was said then")] = "",
        before: Annotated[str, Field(description="ISO 8601, exclusive")] = "",
        max_distance: float | None = None,
        min_similarity: float | None = None,
        candidate_strategy: str | None = None,
        query_task: str | None = None,
        include_media: bool | None = None,
        cli_compatible: bool | None = None,
        context: str | None = None,
    ) -> Annotated[CallToolResult, answers.Found]:
        """Search past sessions, word for word; exact words and meaning are both always searched."""
        unused = {
            "max_distance": max_distance,
            "min_similarity": min_similarity,
            "candidate_strategy": candidate_strategy,
            "query_task": query_task,
            "include_media": include_media,
            "cli_compatible": cli_compatible,
            "context": context,
        }
        with self._keeper.lent() as palace:
            result = palace.search(
                query,
                wing=wing or None,
                room=room or None,
                source=_source(source_file),
                since=since or None,
                until=_until(before),
                limit=limit + 1,
            )
            result = hiding.found(palace, result)
        ignored = tuple(f"ignored-{name}" for name, given in unused.items() if given is not None)
        told = replace(result, flags=result.flags + ignored)
        return answer(*rendering.found(told, 0, limit, _BUDGET))

    def mempalace_wake_up(
        self,
        wing: str = "",
        task: Annotated[str, Field(description="what is to be done")] = "",
        budget: Annotated[int, Field(ge=50, le=8000)] = 600,
    ) -> Annotated[CallToolResult, answers.WakeUp]:
        """What a new session should know of a wing, and what the task needs."""
        return self._sessions.wake_up(wing, task, budget)

    def mempalace_store(
        self,
        content: Annotated[str, Field(description="kept word for word")],
        wing: str,
        room: str = "",
        hall: str = "",
        source_file: str = "",
    ) -> Annotated[CallToolResult, answers.Kept]:
        """Keep a text; room and hall are chosen where they are left out."""
        return self._tools.memory_store(
            content, wing, room, hall, source=_source(source_file) or ""
        )

    def mempalace_add_drawer(
        self,
        wing: str,
        room: str,
        content: Annotated[str, Field(description="kept word for word")],
        source_file: str = "",
        added_by: str = "",
    ) -> Annotated[CallToolResult, answers.Kept]:
        """Keep a text in a wing and a room."""
        meta: dict[str, Any] = {"added_by": added_by} if added_by else {}
        return self._tools.memory_store(
            content, wing, room, source=_source(source_file) or "", meta=meta
        )

    def mempalace_delete_drawer(
        self,
        drawer_id: Annotated[str, Field(description="an id as search gives it")],
        confirm: Annotated[bool, Field(description="false: only show what would go")] = False,
    ) -> Annotated[CallToolResult, answers.Forgotten]:
        """Remove a text for good. Unlike MemPalace's, a dry run unless confirm is true."""
        return self._tools.memory_forget([drawer_id], confirm)

    def mempalace_kg_query(
        self,
        entity: str,
        as_of: Annotated[str, Field(description="what was true then")] = "",
        direction: Literal["outgoing", "incoming", "both"] = "both",
    ) -> Annotated[CallToolResult, answers.Facts]:
        """Facts of an entity that hold now, or held at a time."""
        side = _DIRECTIONS[direction]
        with self._keeper.lent() as palace:
            found = palace.facts.about(entity, as_of=as_of or None, direction=side)
            return facts.told(hiding.facts(palace, found))

    def mempalace_query_entity(
        self,
        entity: str,
        as_of: Annotated[str, Field(description="what was true then")] = "",
        direction: Literal["outgoing", "incoming", "both"] = "both",
    ) -> Annotated[CallToolResult, answers.Facts]:
        """Facts of an entity that hold now, or held at a time."""
        return self.mempalace_kg_query(entity, as_of, direction)

    def mempalace_kg_timeline(
        self,
        entity: str,
        limit: Annotated[int, Field(ge=1, le=100)] = 100,
        offset: Annotated[int, Field(ge=0)] = 0,
    ) -> Annotated[CallToolResult, answers.Facts]:
        """All that was ever stated of an entity, in order of time."""
        with self._keeper.lent() as palace:
            found = hiding.facts(palace, palace.facts.timeline(entity))
        return facts.told(found[offset:], limit)

    def mempalace_timeline(
        self, entity: str, limit: Annotated[int, Field(ge=1, le=100)] = 100
    ) -> Annotated[CallToolResult, answers.Facts]:
        """All that was ever stated of an entity, in order of time."""
        return self.mempalace_kg_timeline(entity, limit)

    def mempalace_kg_add(
        self,
        subject: str,
        predicate: str,
        object: str,
        valid_from: str = "",
        valid_to: Annotated[
            str, Field(description="a day means its end, as MemPalace has it")
        ] = "",
        source_closet: str = "",
        source_file: str = "",
        source_drawer_id: Annotated[str, Field(description="an id as search gives it")] = "",
    ) -> Annotated[CallToolResult, answers.Stated]:
        """State a fact. A new value of a relation with one value at a time ends the one before."""
        with self._keeper.lent() as palace:
            made = palace.facts.add(
                subject,
                predicate,
                object,
                valid_from=valid_from or None,
                valid_to=_end_of(valid_to),
                cite=source_drawer_id or None,
                by=facts.AGENT,
            )
            made = hiding.stated(palace, made)
        given = {"source_closet": source_closet, "source_file": source_file}
        return facts.stated(made, tuple(f"ignored-{name}" for name, one in given.items() if one))

    def mempalace_kg_invalidate(
        self,
        subject: str,
        predicate: str,
        object: str,
        ended: Annotated[str, Field(description="a day means its end; else now")] = "",
    ) -> Annotated[CallToolResult, answers.Stated]:
        """State that a fact holds no longer; it stays in history."""
        with self._keeper.lent() as palace:
            end = _end_of(ended)
            made = palace.facts.end(subject, predicate, object, ended=end, by=facts.AGENT)
            made = hiding.stated(palace, made)
        return facts.stated(made)

    def mempalace_kg_supersede(
        self,
        subject: str,
        predicate: str,
        old_object: str,
        new_object: str,
        at: Annotated[str, Field(description="the one instant of the change; else now")] = "",
    ) -> Annotated[CallToolResult, answers.Stated]:
        """State that one object took the place of another."""
        with self._keeper.lent() as palace:
            made = palace.facts.supersede(
                subject, predicate, old_object, new_object, at=at or None, by=facts.AGENT
            )
            made = hiding.stated(palace, made)
        return facts.stated(made)


def _end_of(valid_to: str) -> Moment | None:
    """The first instant after a time that is inclusive where it is a day.

    >>> _end_of("2025-06-01").text, _end_of("2025-06-01T10:00:00Z").text, _end_of("")
    ('2025-06-02', '2025-06-01T10:00:00Z', None)
    """
    if not valid_to:
        return None
    moment = Moment.parse(valid_to)
    if not moment.is_date:
        return moment
    return Moment.parse(moment.to_datetime().date() + timedelta(days=1))


def _source(named: str) -> str | None:
    """A source's uri; an absolute path is the file's, as mining names it.

    >>> _source("/notes/a b.md"), _source("note:42"), _source("")
    ('file:///notes/a%20b.md', 'note:42', None)
    """
    path = PurePath(named)
    return path.as_uri() if path.is_absolute() else named or None


def _until(before: str) -> Moment | None:
    """The last instant before a time, since `until` is inclusive.

    >>> _until("2025-06-01").end() == Moment.parse("2025-06-01").micros
    True
    """
    if not before:
        return None
    first = Moment.parse(before)
    return Moment(first.micros - 1, first.offset, f"before {first.text}")
