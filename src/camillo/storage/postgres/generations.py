"""Generations of derived rows: built beside the live one in short transactions, then switched to."""

from collections.abc import Sequence

from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput, PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.rows import Building, Stored
from camillo.storage.common.generations import find_building, further
from camillo.storage.postgres import derived, postings
from camillo.storage.postgres.checking import check_generation
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.derive import file_cuts
from camillo.storage.postgres.documents import read_contents
from camillo.storage.postgres.refining import carry_vectors
from camillo.storage.postgres.session import Session, Writing
from camillo.storage.postgres.turns import last_turn


def live_generation(db: Db) -> int:
    """The number of the generation that answers."""
    live = db.scalar("select live from palaces where owner = %(owner)s")
    if not live:
        raise PalaceDamaged("the palace has no live generation", "run `camillo doctor --rebuild`")
    return live


def begin(writing: Writing) -> Building:
    """Open a generation, or go on with the one that was left half built."""
    for generation in writing.generations:
        if not generation.live:
            return Building(generation.number, generation.done)
    return Building(derived.create(writing.db, "building", last_turn(writing.db)), 0)


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
    contents = _contents(writing.db, [stored.number for stored, _ in cuts])
    new, done = further(generation, cuts, contents.get)
    numbers = file_cuts(writing, generation.number, new)
    if numbers:
        carry_vectors(writing.db, writing.live, generation.number, (numbers[0], numbers[-1]))
    postings.compact(writing.db, generation.number, force=False)
    writing.db.run(
        "update generations set done = %(done)s"
        " where owner = %(owner)s and generation = %(generation)s",
        done=done,
        generation=generation.number,
    )
    return Building(generation.number, done)


def _contents(db: Db, turns: Sequence[int]) -> dict[int, bytes]:
    rows = db.every(
        "select turn, document from turns"
        " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
        turns=list(turns),
    )
    contents = read_contents(db, [document for _, document in rows])
    return {turn: contents[document] for turn, document in rows}


def switch(session: Session, building: Building) -> Receipt:
    """Check a finished generation, make it the live one, and drop the old one in chunks.

    Raises:
        InvalidInput: it does not hold every turn yet.
        PalaceDamaged: it does not agree with itself; the old one stays live.
    """
    with session.reading() as db:
        problems = check_generation(db, session.words, session.tombstone_key, building.generation)
    if problems:
        raise PalaceDamaged(f"the new generation is not sound: {problems[0]}", "rebuild again")
    with session.writing() as writing:
        generation = find_building(writing.generations, building)
        missing = writing.db.scalar(
            "select count(*) from turns"
            " where owner = %(owner)s and turn > %(done)s and turn <= %(upto)s",
            done=generation.done,
            upto=generation.upto,
        )
        if missing:
            raise InvalidInput(
                f"{missing} turns are not in the new generation yet", "extend it first"
            )
        receipt = _point_to(writing, generation.number)
    drop_old(session)
    return receipt


def _point_to(writing: Writing, number: int) -> Receipt:
    db = writing.db
    for sql in (
        "update generations set state = 'dropping' where owner = %(owner)s and state = 'live'",
        "update generations set state = 'live' where owner = %(owner)s and generation = %(number)s",
        "update palaces set live = %(number)s where owner = %(owner)s",
    ):
        db.run(sql, number=number)
    writing.stale = True
    drawers = db.scalar(
        "select count(*) from drawers where owner = %(owner)s and generation = %(number)s",
        number=number,
    )
    return writing.receipt("rebuild", {"generation": number, "drawers": drawers})


_DROPPING = (
    "select generation from generations where owner = %(owner)s and state = 'dropping'"
    " order by generation limit 1"
)


def drop_old(session: Session) -> None:
    """Drop what generations given up still hold, a chunk a transaction."""
    with session.reading() as db:
        left = db.one(_DROPPING)
    while left:
        with session.writing() as writing:
            left = writing.db.one(_DROPPING)
            if left:
                derived.drop_chunk(writing.db, left[0])
