"""What is held to be true: the tools that ask for facts and state them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from camillo.surfaces.mcp import answers, hiding
from camillo.surfaces.mcp.fitting import exact
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.rendering import receipt
from camillo.surfaces.mcp.tooling import Offer, answer, moment, reads, writes
from camillo.text.fence import NOTICE, fenced
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.domain.fact import Fact, Stated

_MOST = 100
#: Facts put in by an agent that gives no name.
AGENT = "agent"


class Facts:
    """Facts over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [
            (self.fact_query, reads()),
            (self.fact_add, writes()),
            (self.fact_timeline, reads()),
        ]

    def fact_query(
        self,
        entity: str,
        predicate: str = "",
        as_of: str = "",
        known_at: str = "",
        hops: Annotated[int, Field(ge=1, le=3)] = 1,
    ) -> Annotated[CallToolResult, answers.Facts]:
        """Facts that hold now, or held at as_of, by what was known at known_at."""
        with self._keeper.lent() as palace:
            found = hiding.facts(palace, asked(palace, entity, predicate, as_of, known_at, hops))
        return told(found)

    def fact_add(
        self,
        subject: str,
        predicate: Annotated[str, Field(description="such as works at")],
        object: str,
        valid_from: str = "",
        valid_to: str = "",
        cite: str = "",
        by: str = "",
    ) -> Annotated[CallToolResult, answers.Stated]:
        """State a fact. A new value ends the one before; valid_to ends this one."""
        with self._keeper.lent() as palace:
            made = palace.facts.add(
                subject,
                predicate,
                object,
                valid_from=moment(valid_from),
                valid_to=moment(valid_to),
                cite=cite or None,
                by=by or AGENT,
            )
            made = hiding.stated(palace, made)
        return stated(made)

    def fact_timeline(
        self, entity: str, known_at: str = ""
    ) -> Annotated[CallToolResult, answers.Facts]:
        """All that was ever stated of an entity, in order of time."""
        with self._keeper.lent() as palace:
            found = hiding.facts(palace, palace.facts.timeline(entity, known_at=known_at or None))
        return told(found)


def asked(
    palace: "Palace", entity: str, predicate: str, as_of: str, known_at: str, hops: int
) -> "Sequence[Fact]":
    """The facts of an entity, or those of one predicate."""
    when: dict[str, Any] = {"as_of": as_of or None, "known_at": known_at or None}
    if predicate and hops == 1:
        return palace.facts.relation(entity, predicate, **when)
    found = palace.facts.about(entity, hops=hops, **when)
    return [fact for fact in found if not predicate or _is_of(palace, fact, predicate)]


def _is_of(palace: "Palace", fact: "Fact", predicate: str) -> bool:
    return fact.predicate == palace.facts.predicate(predicate).name


def told(found: "Sequence[Fact]", limit: int = _MOST) -> CallToolResult:
    """At most so many facts as a structure and as one fenced block, a line each."""
    shown = [fact(one) for one in found[:limit]]
    more = len(found) > limit
    made = answers.Facts(notice=NOTICE, facts=shown, has_more=more)
    if not shown:
        return answer(made, "No facts.")
    left = f" {len(found) - limit} more are left out." if more else ""
    return answer(made, f"Facts: {len(shown)}.{left} {NOTICE}\n{_block(found[:limit])}")


def stated(made: "Stated", flags: tuple[str, ...] = ()) -> CallToolResult:
    """What stating a fact did; flags name what was not heeded."""
    shown = answers.Stated(
        fact=fact(made.fact),
        known=made.known,
        ended=[fact(one) for one in made.ended],
        contradicts=[fact(one) for one in made.contradicts],
        receipt=receipt(made.receipt) if made.receipt else None,
        flags=list(flags),
    )
    lines = ["Known already." if made.known else "Stated.", _block([made.fact])]
    if made.ended:
        lines += ["It ends:", _block(made.ended)]
    if made.contradicts:
        lines += ["It contradicts what is stated too; ask the user:", _block(made.contradicts)]
    return answer(shown, "\n".join(lines))


def fact(one: "Fact") -> answers.Fact:
    """A fact as a structure."""
    return answers.Fact(
        id=one.id,
        subject=exact(one.subject),
        predicate=exact(one.predicate),
        object=exact(one.object),
        valid_from=_text(one.valid_from),
        valid_to=_text(one.valid_to),
        recorded_at=one.recorded_at.text,
        retracted_at=_text(one.retracted_at),
        said_at=_text(one.said_at),
        confidence=round(one.confidence, 3),
        by=exact(one.by),
        asserted=one.asserted,
        cite=one.cite,
        current=one.current,
        superseded_by=one.superseded_by,
        contested=one.contested,
    )


def _block(facts: "Sequence[Fact]") -> str:
    return fenced("\n".join(map(_line, facts)), {"from": "facts"})


def _line(one: "Fact") -> str:
    """The triple with its times and why it does not hold, then its id and the text it rests on."""
    span = f" ({_text(one.valid_from) or '?'} to {_text(one.valid_to) or '?'})"
    dated = one.valid_from is not None or one.valid_to is not None
    state = "" if one.current else " [does not hold now]"
    if one.retracted_at is not None:
        state = " [taken back]"
    elif one.contested:
        state = f" [contested by {one.contested}]"
    cite = f", cite {one.cite}" if one.cite else ""
    return f"{inert_line(one.words)}{span if dated else ''}{state} [id {one.id}{cite}]"


def _text(at: Any) -> str:
    return "" if at is None else exact(at.text)
