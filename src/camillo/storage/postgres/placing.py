"""Moving and renaming: placements change, identity never does."""

from collections.abc import Sequence

from camillo.domain.drawer import Span
from camillo.domain.place import Place, check_name
from camillo.domain.report import Receipt
from camillo.storage.common.placing import named_already, no_room, no_turn, no_wing
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.sources import (
    ensure_room,
    ensure_wing,
    numbered_wing,
    room_number,
    wing_number,
)
from camillo.storage.postgres.turns import find_turns

_TITLE = "conversations.title"


def is_placed(db: Db, turn: int) -> bool:
    """Whether a turn lies anywhere."""
    sql = "select 1 from placements where owner = %(owner)s and turn = %(turn)s limit 1"
    return db.one(sql, turn=turn) is not None


def read_title(db: Db, conversation: int) -> str:
    """A conversation's title; empty where it has none."""
    row = db.one(
        "select title from conversations where owner = %(owner)s and conversation = %(talk)s",
        talk=conversation,
    )
    return db.sealer.unseal_word(row[0], _TITLE, conversation) if row else ""


def write_title(db: Db, conversation: int, title: str) -> None:
    """Give a conversation a title, or take it away with an empty one."""
    if read_title(db, conversation) != title:
        db.run(
            "update conversations set title = %(title)s"
            " where owner = %(owner)s and conversation = %(talk)s",
            title=db.sealer.seal_word(title, _TITLE, conversation) if title else None,
            talk=conversation,
        )


def move(writing: Writing, spans: Sequence[Span], place: Place, from_wing: str | None) -> Receipt:
    """Give the turns of these spans one place: for all they have, or for those in one wing."""
    wing = ensure_wing(writing, check_name("wing", place.wing))
    room = ensure_room(writing, wing, check_name("room", place.room))
    hall = writing.labels.number(check_name("hall", place.hall))
    left = None if from_wing is None else find_wing(writing, from_wing)
    moved = 0
    for turn in _turns_of(writing.db, spans):
        gone = writing.db.run(
            "delete from placements where owner = %(owner)s and turn = %(turn)s"
            " and (%(left)s::bigint is null or room in"
            " (select room from rooms where owner = %(owner)s and wing = %(left)s))",
            turn=turn,
            left=left,
        )
        if gone or left is None:
            writing.db.insert(
                "placements",
                "turn, room, hall",
                [(turn, room, hall)],
                "on conflict (owner, turn, room) do update set hall = excluded.hall",
            )
            moved += 1
    writing.stale = True
    return writing.receipt("move", {"turns": moved}, tuple(str(span) for span in spans))


def _turns_of(db: Db, spans: Sequence[Span]) -> list[int]:
    found = find_turns(db, [span.key for span in spans])
    for span in spans:
        if span.key not in found:
            raise no_turn(span)
    return sorted(set(found.values()))


def find_wing(writing: Writing, name: str) -> int:
    """The wing's number.

    Raises:
        NotFound: there is none of this name.
    """
    wing = wing_number(writing.db, writing.tombstone_key, name)
    if wing is None:
        raise no_wing(name)
    return wing


def rename_wing(writing: Writing, old: str, new: str) -> Receipt:
    """Rename a wing, or merge it into the one that has the new name."""
    name = check_name("wing", new)
    wing = find_wing(writing, old)
    target = wing_number(writing.db, writing.tombstone_key, name)
    if target is None:
        _rename(writing, "wing", wing, name)
        merged = 0
    elif target == wing:
        raise named_already("wing", name)
    else:
        merged = _merge_wings(writing, wing, target)
    writing.stale = True
    return writing.receipt("rename wing", {"wings": 1, "rooms merged": merged})


def _rename(writing: Writing, what: str, number: int, name: str) -> None:
    writing.db.run(
        f"update {what}s set name = %(name)s, slot = %(slot)s"
        f" where owner = %(owner)s and {what} = %(number)s",
        name=writing.db.sealer.seal_word(name, f"{what}s.name", number),
        slot=word_slot(writing.tombstone_key, name),
        number=number,
    )


def _merge_wings(writing: Writing, old: int, new: int) -> int:
    db, merged = writing.db, 0
    pairs = db.every(
        "select a.room, b.room from rooms a left join rooms b"
        " on b.owner = a.owner and b.slot = a.slot and b.wing = %(new)s"
        " where a.owner = %(owner)s and a.wing = %(old)s order by a.room",
        old=old,
        new=new,
    )
    for room, twin in pairs:
        if twin is None:
            db.run(
                "update rooms set wing = %(new)s where owner = %(owner)s and room = %(room)s",
                new=new,
                room=room,
            )
        else:
            _merge_rooms(db, room, twin)
            merged += 1
    for sql in (
        "update mined set wing = %(new)s where owner = %(owner)s and wing = %(old)s",
        "delete from wings where owner = %(owner)s and wing = %(old)s",
    ):
        db.run(sql, old=old, new=new)
    return merged


def _merge_rooms(db: Db, old: int, new: int) -> None:
    for sql in (
        "insert into placements (owner, turn, room, hall)"
        " select owner, turn, %(new)s, hall from placements"
        " where owner = %(owner)s and room = %(old)s on conflict do nothing",
        "delete from placements where owner = %(owner)s and room = %(old)s",
        "delete from rooms where owner = %(owner)s and room = %(old)s",
    ):
        db.run(sql, old=old, new=new)


def rename_room(writing: Writing, wing: str | int, old: str, new: str) -> Receipt:
    """Rename a room of a wing, or merge it into the one that has the new name."""
    db, key = writing.db, writing.tombstone_key
    name = check_name("room", new)
    number = numbered_wing(writing, wing) if isinstance(wing, int) else find_wing(writing, wing)
    room = room_number(db, key, number, old)
    if room is None:
        raise no_room(old)
    target = room_number(db, key, number, name)
    if target is None:
        _rename(writing, "room", room, name)
    elif target == room:
        raise named_already("room", name)
    else:
        _merge_rooms(db, room, target)
    writing.stale = True
    merged = int(target is not None)
    return writing.receipt("rename room", {"rooms": 1, "rooms merged": merged})
