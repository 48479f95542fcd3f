"""Showing what a destructive command would touch, before it does."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from camillo.surfaces.cli import output
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.search import Memory

_SHOWN = 20
_EXCERPT = 72


def show(verb: str, memories: "Sequence[Memory]", to: str = "") -> None:
    """List the texts a command would touch; long lists are cut and say so."""
    size = output.amount(sum(len(one.content) for one in memories))
    where = f" to {inert_line(to)}" if to else ""
    texts = output.many(len(memories), "text")
    output.line(f"Would {verb} {texts} ({size}){where}:", "strong")
    for one in memories[:_SHOWN]:
        place = " / ".join((one.wing, one.room, one.hall))
        output.line(f"  {one.id}  {inert_line(place)}  {inert_line(one.turn.at or '')}".rstrip())
        output.line(f"    {_excerpt(one)}", "faint")
    if len(memories) > _SHOWN:
        output.line(f"  and {len(memories) - _SHOWN:,} more; all of them with --json")
    output.line("Nothing was changed; add --yes to do it.")


def shape(memories: "Sequence[Memory]") -> list[dict[str, object]]:
    """The same as JSON: where each text lies, without the text."""
    return [
        {
            "id": one.id,
            "wing": one.wing,
            "room": one.room,
            "hall": one.hall,
            "source": one.source,
            "at": one.turn.at,
            "bytes": len(one.content),
        }
        for one in memories
    ]


def _excerpt(memory: "Memory") -> str:
    text = inert_line(" ".join(memory.text.split())) or f"[{memory.media_type}]"
    return text if len(text) <= _EXCERPT else text[: _EXCERPT - 3] + "..."
