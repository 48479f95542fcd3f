"""Wings and rooms as an agent reads them, and the totals of a palace."""

from collections.abc import Mapping, Sequence

from camillo.domain.moment import Moment
from camillo.surfaces.mcp import answers
from camillo.surfaces.mcp.fitting import exact
from camillo.text.fence import label
from camillo.text.inert import inert_line

_ROOMS_SHOWN = 10
_WINGS_SHOWN = 100


def wing(row: Mapping[str, object], rooms: int = _ROOMS_SHOWN) -> answers.Wing:
    """A wing with at most so many of its rooms."""
    held = row["rooms"]
    assert isinstance(held, list)  # noqa: S101 - the shape of the palace's own rows
    return answers.Wing(
        wing=exact(str(row["wing"])),
        turns=_count(row["turns"]),
        newest=_when(row["newest"]),
        rooms=[
            answers.Room(
                room=exact(str(one["room"])),
                turns=_count(one["turns"]),
                newest=_when(one["newest"]),
            )
            for one in held[:rooms]
        ],
        more_rooms=max(0, len(held) - rooms),
    )


def wings_told(
    listed: Sequence[answers.Wing], more: bool, shared: Sequence[answers.SharedWing] = ()
) -> str:
    """Wings and rooms, a line each; names are labels and cannot forge a line."""
    lines = []
    for one in listed:
        rooms = ", ".join(f"{inert_line(room.room)} ({room.turns})" for room in one.rooms)
        rooms += f", {one.more_rooms} more" if one.more_rooms else ""
        newest = f", newest {one.newest}" if one.newest else ""
        lines.append(f'- "{label(one.wing)}": {one.turns} turns{newest}; rooms: {label(rooms)}')
    if more:
        lines.append("There are more wings: raise limit.")
    lines += [f'- "{label(one.wing)}": another user\'s, you are its {one.role}' for one in shared]
    return "\n".join(lines) or "No wings yet: memory_store or memory_add makes the first."


def status(
    totals: Mapping[str, object], rows: Sequence[Mapping[str, object]]
) -> tuple[answers.Status, str]:
    """The totals of a palace, and its wings without their rooms."""
    listed = [wing(row, rooms=0) for row in rows[:_WINGS_SHOWN]]
    covered = totals["covered"]
    shown = answers.Status(
        total_drawers=_count(totals["drawers"]),
        turns=_count(totals["turns"]),
        covered=covered if isinstance(covered, float) else 0.0,
        wings=listed,
        has_more=len(rows) > len(listed),
    )
    lines = [f"{shown.total_drawers} drawers of {shown.turns} turns, {shown.covered:.0%} refined."]
    lines += [f'- "{label(one.wing)}": {one.turns} turns' for one in listed]
    return shown, "\n".join(lines + ["There are more wings: list_wings."] * shown.has_more)


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _when(micros: object) -> str:
    return Moment.from_epoch(micros / 1_000_000).text if isinstance(micros, int) else ""
