"""The tools: what an agent can do with a palace."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from camillo.domain.errors import InvalidInput, NotFound
from camillo.surfaces.mcp import answers, around, hiding, places, rendering
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.tooling import (
    Budget,
    Offer,
    Time,
    answer,
    destroys,
    digest,
    kept,
    moment,
    reads,
    writes,
)
from camillo.text.budget import tokens
from camillo.text.fence import label

if TYPE_CHECKING:
    from camillo.domain.link import Beside
    from camillo.domain.search import Found, Memory

#: What stands beside a text takes so many tokens at the most.
_BESIDE = 600


class Tools:
    """The tools over one keeper's palace; each returns a structure and the same as fenced text."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [
            (self.memory_search, reads()),
            (self.memory_add, writes()),
            (self.memory_store, writes()),
            (self.memory_get, reads()),
            (self.memory_forget, destroys()),
            (self.list_wings, reads()),
        ]

    def memory_search(  # noqa: PLR0913 - every filter is the caller's own
        self,
        query: Annotated[str, Field(description="the question, in the user's words")],
        wing: str = "",
        room: str = "",
        hall: str = "",
        speaker: str = "",
        source: str = "",
        conversation: str = "",
        since: Annotated[str, Field(description="ISO 8601, inclusive")] = "",
        until: str = "",
        meta: dict[str, Any] | None = None,
        limit: Annotated[int, Field(ge=1, le=50)] = 8,
        offset: Annotated[int, Field(ge=0, le=500)] = 0,
        budget: Budget = 2000,
    ) -> Annotated[CallToolResult, answers.Found]:
        """Search what was said, written or decided before; any language. Filters only narrow."""
        asked = {
            "hall": hall or None,
            "speaker": speaker or None,
            "since": since or None,
            "until": until or None,
            "limit": offset + limit + 1,
        }
        own = {"source": source or None, "conversation": conversation or None, "meta": meta}
        result = self._found(query, wing, room, asked, own)
        return answer(*rendering.found(result, offset, limit, budget))

    def memory_add(
        self,
        message: str,
        speaker: Annotated[str, Field(description="who said it")] = "",
        wing: Annotated[str, Field(description="project or person")] = "",
        conversation: str = "",
        at: Time = "",
    ) -> Annotated[CallToolResult, answers.Remembered]:
        """Keep a message as it was said, and merge the facts in it into memory; questions and secrets are left out."""
        with self._keeper.lent() as palace:
            made = palace.remember(
                message,
                speaker=speaker,
                wing=wing or None,
                session=conversation or None,
                at=moment(at),
                source=f"agent:{conversation or digest(message)}",
            )
        return answer(*rendering.remembered(made))

    def memory_store(
        self,
        text: Annotated[str, Field(description="kept word for word")],
        wing: Annotated[str, Field(description="project or person")],
        room: Annotated[str, Field(description="topic")] = "",
        hall: Annotated[str, Field(description="decisions, events, preferences, ...")] = "",
        at: Time = "",
        speaker: str = "",
        source: Annotated[str, Field(description="such as note:42 or a URL")] = "",
        meta: dict[str, Any] | None = None,
        path: Annotated[str, Field(description="write this memory anew")] = "",
    ) -> Annotated[CallToolResult, answers.Kept]:
        """Keep a text where you say: a decision and its reason, a preference, a discovery."""
        others = self._keeper.others(wing)
        if others is not None:
            if source or meta or path:
                raise InvalidInput(
                    "a text in a shared wing takes no source, meta or path", "leave them out"
                )
            with others.open(wing, "writer") as opened:
                made = opened.add(
                    text, room=room or None, hall=hall or None, at=moment(at), speaker=speaker
                )
                return kept(opened, made)
        if path:
            return self._write(path, text, wing, room)
        return self._keep(
            text,
            wing=wing,
            room=room or None,
            hall=hall or None,
            at=moment(at),
            speaker=speaker,
            source=source or f"agent:{digest(text)}",
            meta=meta,
        )

    def memory_get(
        self,
        id: Annotated[str, Field(description="an id or document of a search, or a memory's path")],
        neighbours: Annotated[int, Field(ge=0, le=20, description="turns on either side")] = 0,
        offset: Annotated[int, Field(ge=0)] = 0,
        budget: Budget = 6000,
    ) -> Annotated[CallToolResult, answers.Text]:
        """The exact text behind an id, its neighbours, links, tunnels and facts."""
        memory, beside = self._got(id, neighbours)
        if offset and offset >= len(memory.text):
            raise InvalidInput(
                f"the text has {len(memory.text)} characters, none at offset {offset}",
                "give a lower offset",
            )
        structure, told = rendering.whole(memory, offset, budget)
        left = min(_BESIDE, budget - tokens(told))
        around_it = around.add(structure, beside, left) if beside else ""
        return answer(structure, f"{told}\n{around_it}" if around_it else told)

    def memory_forget(
        self,
        ids: Annotated[list[str], Field(max_length=100)] = [],  # noqa: B006 - read, never kept
        confirm: Annotated[bool, Field(description="false: only show what would go")] = False,
        wing: Annotated[str, Field(description="a whole wing instead of ids")] = "",
    ) -> Annotated[CallToolResult, answers.Forgotten]:
        """Remove texts for good, from index and file too. A dry run unless confirm is true."""
        named = list(dict.fromkeys(ids))
        if bool(named) == bool(wing):
            raise InvalidInput("nothing, or too much, was named", "give either ids or wing")
        with self._keeper.lent() as palace:
            if not confirm:
                doomed = palace.plan_forget(named, wing=wing or None)
                return answer(*rendering.doomed(doomed, palace.redacted))
            made = rendering.receipt(palace.forget(named, wing=wing or None))
        count = made.counts.get("turns", 0) if wing else len(named)
        told = f"Forgotten for good: {count} texts (write {made.number} at {made.at})."
        done = answers.Forgotten(dry_run=False, would_forget=[], receipt=made)
        return answer(done, " ".join([told, *map(label, made.notes)]))

    def list_wings(
        self,
        wing: Annotated[str, Field(description="only this one, with all its rooms")] = "",
        limit: Annotated[int, Field(ge=1, le=500)] = 20,
    ) -> Annotated[CallToolResult, answers.Wings]:
        """Wings and their rooms, with counts of turns and the newest time."""
        others = self._keeper.others(wing)
        if others is not None:
            with others.open(wing) as opened:
                rows = [opened.row()]
        else:
            with self._keeper.lent() as palace:
                rows = palace.wings()
        if wing:
            rows = [row for row in rows if others or row["wing"] == wing]
            if not rows:
                raise NotFound(f"no wing is named {wing!r}", "call list_wings without one")
            listed = [places.wing(rows[0], rooms=1000)]
        else:
            listed = [places.wing(row) for row in rows[:limit]]
        more = len(rows) > limit
        shared = self._keeper.shared
        named = [
            answers.SharedWing(wing=name, role=one.role)
            for name, one in (shared.listed() if shared is not None and not wing else ())
        ]
        told = places.wings_told(listed, more, named)
        return answer(answers.Wings(wings=listed, has_more=more, shared=named), told)

    def _found(
        self, query: str, wing: str, room: str, asked: dict[str, Any], own: dict[str, Any]
    ) -> "Found":
        """Own passages, those of a shared wing, or, where nothing narrows it to either, both by rank."""
        shared, only_own = self._keeper.shared, any(own.values())
        others = self._keeper.others(wing)
        if others is not None:
            if only_own:
                raise InvalidInput(
                    "a shared wing is not searched by source, conversation or meta",
                    "leave them out",
                )
            with others.open(wing) as opened:
                return opened.found(opened.window.search(query, room=room or None, **asked))
        with self._keeper.lent() as palace:
            result = palace.search(query, wing=wing or None, room=room or None, **asked, **own)
            result = hiding.found(palace, result)
        if shared is None or wing or room or only_own:
            return result
        return shared.search_beside(query, result, asked)

    def _got(self, id: str, neighbours: int) -> "tuple[Memory, Beside | None]":
        """A text and what stands beside it; one of a shared wing comes alone."""
        others = self._keeper.others(id)
        if others is not None:
            with others.open(id) as opened:
                return opened.get(id), None
        with self._keeper.lent() as palace:
            memory = palace.get(id, neighbours=neighbours)
            return memory, hiding.beside(palace, palace.links.beside(memory))

    def _write(self, path: str, text: str, wing: str, room: str) -> CallToolResult:
        with self._keeper.lent() as palace:
            return kept(palace, palace.memories.store(path, text, wing=wing, room=room or None))

    def _keep(self, text: str, **rest: Any) -> CallToolResult:
        with self._keeper.lent() as palace:
            return kept(palace, palace.add(text, **rest))
