"""Filters become a mask over the catalogue's rows, before anything is scored."""

import numpy as np

from camillo.domain.search import Filters
from camillo.ports.rows import INT64, NO_TIME
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import MASK, Catalogue


def mask(filters: Filters, catalogue: Catalogue, snapshot: Snapshot) -> MASK:
    """Which rows lie inside the filters; a name that nothing bears leaves no row."""
    columns = catalogue.columns
    inside = np.ones(catalogue.size, np.bool_)
    if filters.versions == "current":
        inside &= columns.current
    if not filters.pruned and len(catalogue.hidden.turns):
        inside &= ~_among(columns.turn, catalogue.hidden.turns)
    if filters.wing is not None or filters.room is not None or filters.hall is not None:
        inside &= _among(columns.turn, _placed(filters, catalogue))
    if filters.speaker is not None:
        wanted = filters.speaker.casefold()
        inside &= np.isin(
            columns.speaker,
            [n for n, name in catalogue.labels.items() if name.casefold() == wanted],
        )
    if filters.source is not None or filters.source_kind is not None:
        inside &= np.isin(columns.source, _sources(filters, catalogue))
    if filters.conversation is not None:
        inside &= np.isin(columns.conversation, snapshot.conversation_numbers(filters.conversation))
    if filters.since is not None or filters.until is not None:
        inside &= _in_time(filters, columns.at)
    if filters.meta:
        inside &= _among(columns.turn, snapshot.turns_where(filters.meta))
    return inside


def _placed(filters: Filters, catalogue: Catalogue) -> INT64:
    """Turns with one placement that has the wing, the room and the hall asked for."""
    rooms = [
        row.room
        for row in catalogue.rooms
        if filters.wing in (None, row.wing_name) and filters.room in (None, row.room_name)
    ]
    placements = catalogue.placements
    inside = np.isin(placements.room, rooms)
    if filters.hall is not None:
        halls = [number for number, name in catalogue.labels.items() if name == filters.hall]
        inside &= np.isin(placements.hall, halls)
    return placements.turn[inside]


def _sources(filters: Filters, catalogue: Catalogue) -> list[int]:
    return [
        number
        for number, (kind, uri) in catalogue.sources.items()
        if filters.source_kind in (None, kind) and filters.source in (None, uri)
    ]


def _in_time(filters: Filters, at: INT64) -> MASK:
    inside: MASK = at != NO_TIME
    if filters.since is not None:
        inside &= at >= filters.since.micros
    if filters.until is not None:
        inside &= at < filters.until.end()
    return inside


def _among(turns: INT64, wanted: INT64) -> MASK:
    """Membership by a table over turn numbers: one pass, no sorting."""
    if not len(turns) or not len(wanted):
        return np.zeros(len(turns), np.bool_)
    top = max(int(turns.max()), int(wanted.max()))
    table: MASK = np.zeros(top + 1, np.bool_)
    table[wanted] = True
    return table[turns]
