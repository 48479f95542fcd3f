"""What a command that needs ``--yes`` tells: what it would touch, and once it did, the proof."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from camillo.surfaces.cli import codes, output
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.report import Receipt
    from camillo.domain.search import Memory

_SHOWN = 20
_EXCERPT = 72


def forgetting(memories: "Sequence[Memory]", *, as_json: bool) -> None:
    """Tell which texts would be forgotten."""
    if as_json:
        output.emit({"dry_run": True, "would_forget": shape(memories)})
    else:
        show("forget", memories)


def done(made: "Receipt", *, as_json: bool) -> int:
    """Tell what was done, and that it was; returns the exit code."""
    if as_json:
        output.emit({"dry_run": False, "receipt": made})
    else:
        output.receipt(made)
    return codes.DONE


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
    return inert_line(output.short(memory.text, _EXCERPT)) or f"[{memory.media_type}]"
