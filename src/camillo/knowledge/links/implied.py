"""Edges that are never stored, because other tables tell them: what follows what, what names what."""

from collections.abc import Iterator, Mapping

import numpy as np

from camillo.domain.knowledge import Known, Link
from camillo.knowledge.links.shelf import ROWS, Shelf

FOLLOWS, MENTIONS = "follows", "mentions"


def follows(shelf: Shelf, rows: ROWS) -> Iterator[Link]:
    """From each of the rows' drawers to the one before it in its conversation, where there is one."""
    table = shelf.rows
    order = np.lexsort((table.ordinal, table.position, table.conversation))
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    for row in rows.tolist():
        if place[row]:
            before = order[place[row] - 1]
            if table.conversation[before] == table.conversation[row]:
                yield Link(int(table.drawer[row]), int(table.drawer[before]), FOLLOWS)


def mentions(known: Mapping[int, Known]) -> Iterator[tuple[int, str, int]]:
    """Each drawer with the keys of the entities that it surely names, and how often.

    >>> from camillo.domain.knowledge import Mention
    >>> [*mentions({7: Known((Mention("ana", "Ana", "person", 2, True), Mention("may", "May", "word")))})]
    [(7, 'ana', 2)]
    """
    for drawer, found in known.items():
        for one in found.mentions:
            if one.sure:
                yield drawer, one.key, one.count
