"""The wake-up of a palace: what is gathered from the store, and how it becomes lines."""

from camillo.app.compose import Parts
from camillo.distill.layers import Content, fit
from camillo.distill.line import Line
from camillo.domain.moment import Moment
from camillo.domain.search import Filters, Memory
from camillo.domain.wakeup import WakeUp
from camillo.ports.store import Snapshot

_FACT_HALLS = ("decision", "preference", "insight", "discovery", "advice")
_READ = 200


def wake_up(
    parts: Parts, wing: str | None, task: str | None, budget: int, now: Moment | None
) -> WakeUp:
    """The context of a new session; see :meth:`camillo.app.palace.Palace.wake_up`."""
    from camillo.models.counting import token_counter

    with parts.store.snapshot() as snapshot:
        wings = [row for row in snapshot.wings() if wing in (None, row["wing"])]
        newest = _newest(snapshot, wing)
    halls = {hall.name for hall in parts.preset().halls if {*hall.kinds} & {*_FACT_HALLS}}
    facts = [_line(memory) for memory in newest if memory.hall in halls]
    context = [_line(memory) for memory in newest if memory.hall not in halls]
    if task and task.strip() and wings:
        found = parts.recaller().search(task, Filters(wing=wing), limit=12, now=now)
        context = [
            Line(hit.id, hit.text, (hit.at or "")[:10], "", hit.speaker) for hit in found.results
        ]
    identity = [_named(wing, wings)] if wings else []
    flags = () if wings else ("unknown-wing",) if wing else ("empty",)
    content = Content(
        identity, facts, context, wing or "", "For the task:" if task else "Newest:", flags
    )
    return fit(content, budget, token_counter())


def _newest(snapshot: Snapshot, wing: str | None) -> list[Memory]:
    columns, placements = snapshot.columns(0), snapshot.placements(0)
    rooms = {row.room for row in snapshot.rooms() if wing in (None, row.wing_name)}
    turns = {
        turn
        for turn, room in zip(placements.turn.tolist(), placements.room.tolist(), strict=True)
        if room in rooms
    }
    rows = [row for row in columns.at.argsort()[::-1].tolist() if int(columns.turn[row]) in turns][
        :_READ
    ]
    chosen = columns.drawer[rows].tolist()
    found = snapshot.passages(chosen)
    return [found[drawer] for drawer in chosen if found[drawer].part == "text"]


def _line(memory: Memory) -> Line:
    return Line(
        memory.id, memory.text, (memory.turn.at or "")[:10], memory.hall, memory.turn.speaker
    )


def _named(wing: str | None, wings: list[dict[str, object]]) -> str:
    if wing is None:
        return "Wings: " + ", ".join(str(row["wing"]) for row in wings)
    rooms: list[dict[str, object]] = wings[0]["rooms"]  # type: ignore[assignment]
    return f"Wing {wing}; rooms: " + ", ".join(str(row["room"]) for row in rooms)
