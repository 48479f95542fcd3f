"""What a text hangs together with, as tools show it: few links, each with the beginning of its text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from camillo.surfaces.mcp import answers
from camillo.text.budget import tokens
from camillo.text.fence import NOTICE, fenced
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.link import Beside, Tie, Tunnel

_TEXT, _NAMES = 120, 8


def add(answer: answers.Text, beside: "Beside", budget: int) -> str:
    """Put into an answer as much of what stands beside its text as the budget has room for, and tell it.

    Returns a fenced block of lines, or nothing.
    """
    lines: list[str] = []

    def fits(line: str) -> bool:
        nonlocal budget
        budget -= tokens(line) + 1
        if budget >= 0:
            lines.append(line)
        return budget >= 0

    for fact in beside.facts:
        words = inert_line(fact.words)
        if fits(f"states: {words}"):
            answer.facts.append(words)
    for tie in beside.links:
        link = _link(tie)
        way = "->" if tie.outward else "<-"
        if fits(f"{way} {link.kind} {link.weight} {link.id}{marked(link.origin)}: {link.text}"):
            answer.links.append(link)
    for dug in beside.tunnels:
        if fits(f"tunnel: {_ends(dug)} {inert_line(dug.reason)}"):
            answer.tunnels.append(tunnel(dug))
    return fenced("\n".join(lines), {"id": answer.id, "stands": "beside"}) if lines else ""


def _link(tie: "Tie") -> answers.Link:
    text = inert_line(tie.text)
    return answers.Link(
        id=tie.id,
        kind=inert_line(tie.kind),
        weight=tie.weight,
        outward=tie.outward,
        text=text if len(text) <= _TEXT else text[: _TEXT - 1] + "…",
        reason=inert_line(tie.reason),
        number=tie.number,
        origin=tie.origin,
    )


def marked(origin: str) -> str:
    """How a line beside a text says where its words come from."""
    return f" (origin {inert_line(origin)})" if origin else ""


def tunnel(dug: "Tunnel") -> answers.Tunnel:
    """A tunnel as tools show it."""
    return answers.Tunnel(
        a=[inert_line(dug.a.wing), inert_line(dug.a.room)],
        b=[inert_line(dug.b.wing), inert_line(dug.b.room)],
        strength=dug.strength,
        reason=inert_line(dug.reason),
        number=dug.number,
        entities=[inert_line(name) for name in dug.entities[:_NAMES]],
        evidence=list(dug.evidence),
    )


def tunnels(found: "Iterable[Tunnel]") -> tuple[answers.Tunnels, str]:
    """Tunnels as a structure and as fenced lines."""
    listed = list(found)
    made = answers.Tunnels(notice=NOTICE, tunnels=[tunnel(one) for one in listed])
    lines = [
        f"{_ends(one)} {one.strength:.2f} {inert_line(one.reason or ', '.join(one.entities[:_NAMES]))}"
        f" {' '.join(one.evidence)}".rstrip()
        for one in listed
    ]
    told = fenced("\n".join(lines), {"what": "tunnels"}) if lines else "No tunnels."
    return made, f"{NOTICE}\n{told}"


def _ends(dug: "Tunnel") -> str:
    ends = (f"{inert_line(spot.wing)}/{inert_line(spot.room)}" for spot in (dug.a, dug.b))
    return " - ".join(ends)
