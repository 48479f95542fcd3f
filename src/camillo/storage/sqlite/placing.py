"""Moving and renaming: placements change, identity never does."""

from collections.abc import Sequence

import apsw

from camillo.domain.drawer import Span
from camillo.domain.place import Place, check_name
from camillo.domain.report import Receipt
from camillo.storage.common.placing import named_already, no_room, no_turn, no_wing
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.session import Writing
from camillo.storage.sqlite.sources import ensure_room, ensure_wing, numbered_wing


def move(writing: Writing, spans: Sequence[Span], place: Place, from_wing: str | None) -> Receipt:
    """Give the turns of these spans one place: for all they have, or for those in one wing."""
    wing = ensure_wing(writing, check_name("wing", place.wing))
    room = ensure_room(writing, wing, check_name("room", place.room))
    hall = writing.labels.number(check_name("hall", place.hall))
    left = None if from_wing is None else find_wing(writing.db, from_wing)
    turns = sorted({_turn_of(writing.db, span) for span in spans})
    moved = 0
    for turn in turns:
        writing.db.execute(
            "delete from placements where turn = ?1 and (?2 is null or room in"
            " (select room from rooms where wing = ?2))",
            (turn, left),
        )
        if writing.db.changes() or left is None:
            writing.db.execute(
                "insert or replace into placements values (?, ?, ?)", (turn, room, hall)
            )
            moved += 1
    writing.stale = True
    return writing.receipt("move", {"turns": moved}, tuple(str(span) for span in spans))


def _turn_of(db: apsw.Connection, span: Span) -> int:
    row = one(db, "select turn from turns where key = ?", (span.key,))
    if row is None:
        raise no_turn(span)
    return int(row[0])


def find_wing(db: apsw.Connection, name: str) -> int:
    """The wing's number.

    Raises:
        NotFound: there is none of this name.
    """
    row = one(db, "select wing from wings where name = ?", (name,))
    if row is None:
        raise no_wing(name)
    return int(row[0])


def rename_wing(writing: Writing, old: str, new: str) -> Receipt:
    """Rename a wing, or merge it into the one that has the new name."""
    name = check_name("wing", new)
    wing = find_wing(writing.db, old)
    target = one(writing.db, "select wing from wings where name = ?", (name,))
    if target is None:
        writing.db.execute("update wings set name = ? where wing = ?", (name, wing))
        merged = 0
    elif target[0] == wing:
        raise named_already("wing", name)
    else:
        merged = _merge_wings(writing, wing, target[0])
    writing.stale = True
    return writing.receipt("rename wing", {"wings": 1, "rooms merged": merged})


def _merge_wings(writing: Writing, old: int, new: int) -> int:
    db, merged = writing.db, 0
    for room, name in every(db, "select room, name from rooms where wing = ?", (old,)):
        twin = one(db, "select room from rooms where wing = ? and name = ?", (new, name))
        if twin is None:
            db.execute("update rooms set wing = ? where room = ?", (new, room))
        else:
            _merge_rooms(db, room, twin[0])
            merged += 1
    db.execute("update mined set wing = ? where wing = ?", (new, old))
    db.execute("delete from wings where wing = ?", (old,))
    return merged


def _merge_rooms(db: apsw.Connection, old: int, new: int) -> None:
    db.execute("update or ignore placements set room = ? where room = ?", (new, old))
    db.execute("delete from placements where room = ?", (old,))
    db.execute("delete from rooms where room = ?", (old,))


def rename_room(writing: Writing, wing: str | int, old: str, new: str) -> Receipt:
    """Rename a room of a wing, or merge it into the one that has the new name."""
    name = check_name("room", new)
    number = numbered_wing(writing, wing) if isinstance(wing, int) else find_wing(writing.db, wing)
    sql = "select room from rooms where wing = ? and name = ?"
    room = one(writing.db, sql, (number, old))
    if room is None:
        raise no_room(old)
    target = one(writing.db, sql, (number, name))
    if target is None:
        writing.db.execute("update rooms set name = ? where room = ?", (name, room[0]))
    elif target[0] == room[0]:
        raise named_already("room", name)
    else:
        _merge_rooms(writing.db, room[0], target[0])
    writing.stale = True
    merged = int(target is not None)
    return writing.receipt("rename room", {"rooms": 1, "rooms merged": merged})
