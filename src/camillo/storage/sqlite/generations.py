"""Generations of derived tables: built beside the live one in short transactions, then switched to."""

from collections.abc import Sequence

import apsw

from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput, PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.rows import Building, Stored
from camillo.storage.common.generations import find_building, further
from camillo.storage.sqlite import derived, postings
from camillo.storage.sqlite.checking import check_generation
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.derive import file_cuts
from camillo.storage.sqlite.refining import carry_vectors
from camillo.storage.sqlite.session import Session, Writing


def begin(writing: Writing) -> Building:
    """Open a generation, or go on with the one that was left half built."""
    for generation in writing.generations:
        if not generation.live:
            return Building(generation.number, generation.done)
    row = one(writing.db, "select ifnull(max(turn), 0) from turns")
    return Building(derived.create(writing.db, "building", int(row[0]) if row else 0), 0)


def extend(
    writing: Writing, building: Building, cuts: Sequence[tuple[Stored, tuple[Cut, ...]]]
) -> Building:
    """File the derived rows of further turns.

    A turn whose text changed since it was read ends the batch before it, so that it is read again;
    where another process built on meanwhile, its progress is returned and nothing is filed.
    """
    generation = find_building(writing.generations, building)
    if generation.done != building.done:
        return Building(generation.number, generation.done)
    new, done = further(generation, cuts, lambda turn: _content(writing.db, turn))
    numbers = file_cuts(writing, generation.number, new)
    if numbers:
        carry_vectors(writing.db, writing.live, generation.number, (numbers[0], numbers[-1]))
    postings.compact(writing.db, generation.number, force=False)
    writing.db.execute(
        "update generations set done = ? where generation = ?", (done, generation.number)
    )
    return Building(generation.number, done)


def _content(db: apsw.Connection, turn: int) -> bytes:
    row = one(
        db,
        "select d.content from turns t join documents d on d.document = t.document"
        " where t.turn = ?",
        (turn,),
    )
    return bytes(row[0]) if row else b""


def switch(session: Session, building: Building) -> Receipt:
    """Check a finished generation, make it the live one, and drop the old one in chunks.

    Raises:
        InvalidInput: it does not hold every turn yet.
        PalaceDamaged: it does not agree with itself; the old one stays live.
    """
    with session.reading() as db:
        problems = check_generation(db, building.generation)
    if problems:
        raise PalaceDamaged(f"the new generation is not sound: {problems[0]}", "rebuild again")
    with session.writing() as writing:
        generation = find_building(writing.generations, building)
        missing = one(
            writing.db,
            "select count(*) from turns where turn > ? and turn <= ?",
            (generation.done, generation.upto),
        )
        if missing and missing[0]:
            raise InvalidInput(
                f"{missing[0]} turns are not in the new generation yet", "extend it first"
            )
        receipt = _point_to(writing, generation.number)
    drop_old(session)
    return receipt


def _point_to(writing: Writing, number: int) -> Receipt:
    db = writing.db
    db.execute("update generations set state = 'dropping' where state = 'live'")
    db.execute("update generations set state = 'live' where generation = ?", (number,))
    db.execute("update meta set value = ? where key = 'live'", (number,))
    writing.stale = True
    row = one(db, f"select count(turn) from drawers_{number}")
    return writing.receipt("rebuild", {"generation": number, "drawers": row[0] if row else 0})


_DROPPING = "select generation from generations where state = 'dropping'"


def drop_old(session: Session) -> None:
    """Drop what generations given up still hold, a chunk a transaction."""
    with session.reading() as db:
        left = every(db, _DROPPING)
    while left:
        with session.writing() as writing:
            left = every(writing.db, _DROPPING)
            if left:
                derived.drop_chunk(writing.db, left[0][0])
