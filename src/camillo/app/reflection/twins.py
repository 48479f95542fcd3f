"""Twins: memories of one palace that say much the same, as proposals to join them."""

from collections import defaultdict
from typing import TYPE_CHECKING

from camillo.app.facts.beliefs import Beliefs
from camillo.app.memories import shelf
from camillo.app.memories.joining import rows, standing
from camillo.app.memories.reading import Reading
from camillo.app.memories.shelf import Version
from camillo.app.reflection.proposing import Reader, denied
from camillo.distill.memories.memory import Line
from camillo.distill.reflection.lines import doubtful, ending
from camillo.distill.reflection.naming import DIGITS
from camillo.distill.reflection.twins import JOIN, joining, twins
from camillo.domain.proposal import Proposal

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.ports.store import Snapshot

#: Of each wing so many of the newest memories are compared, so many pairs of them closely.
_NEWEST, _PAIRS = 2_000, 200
#: An insight stands at a path of its own, so that it is found and taken back by its proposal.
_APART = "memory/insight-"


def merges(
    parts: "Parts", snapshot: "Snapshot", reader: Reader, wing: str | None
) -> list[Proposal]:
    """Near-duplicate memories of one wing each, the later to go into the earlier."""
    reading = Reading(parts, Beliefs(snapshot, parts.names().at(snapshot)).vocabulary)
    wings: dict[str, list[Version]] = defaultdict(list)
    for one in standing(snapshot, wing):
        if not one.path.startswith(_APART) and len(wings[one.text.wing]) < _NEWEST:
            wings[one.text.wing].append(one)
    found = []
    for place, held in wings.items():
        memories = [one.memory for one in held]
        for twin in twins(memories, reading.slots, reading.cosines, reading.threshold(), _PAIRS):
            short, long = held[twin.short], held[twin.long]
            ids = rows(short), rows(long)
            cites = [
                ids[at][version.memory.current[line].key]
                for lines in twin.lines
                for at, (version, line) in enumerate(zip((short, long), lines, strict=True))
            ]
            count, of = len(twin.lines), len(short.memory.current)
            found.append(joining(short.path, long.path, count, of, cites, place, reader.quote))
    return found


def contradicting(
    parts: "Parts", snapshot: "Snapshot", reader: Reader, wing: str | None
) -> list[Proposal]:
    """Statements of one wing each of which the later may end the earlier, where no rule is sure of it."""
    reading = Reading(parts, Beliefs(snapshot, parts.names().at(snapshot)).vocabulary)
    wings: dict[str, list[tuple[Version, Line]]] = defaultdict(list)
    for one in standing(snapshot, wing):
        wings[one.text.wing] += [(one, line) for line in one.memory.current]
    found = []
    for place, held in wings.items():
        held = held[:_NEWEST]
        for pair in doubtful([line for _, line in held], denied):
            (version, early), (other, late) = (held[at] for at in pair)
            if all(slot.many or slot.ended for slot in reading.slots(early)):
                cites = [rows(version)[early.key], rows(other)[late.key]]
                found.append(ending(early, late, version.path, cites, place, reader.quote))
    return found


def half_done(snapshot: "Snapshot", reader: Reader, id: str) -> Proposal | None:
    """The merge of this id, where memories were joined by it and nobody noted that it was accepted."""
    if len(id) != DIGITS:
        return None
    for one in shelf.proposed(snapshot, id):
        ends = shelf.heads(shelf.at_path(snapshot, one.path))
        if all(end.joined for end in ends):
            would = {"do": JOIN, "path": one.path, "into": one.joined}
            text = f"{one.path} went into {one.joined}."
            cites = reader.quote([one.id])
            return Proposal(id, "merge", text, cites, would, wing=one.text.wing)
    return None
