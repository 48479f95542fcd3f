"""How often turns were retrieved, and when last."""

from collections.abc import Mapping, Sequence

import apsw

from camillo.domain.knowledge import Use
from camillo.storage.sqlite.connection import every, numbers
from camillo.storage.sqlite.session import Writing


def put_uses(writing: Writing, uses: Mapping[int, Use]) -> None:
    """Add to the counts of turns that exist and keep the later time; nobody caches these rows."""
    writing.quiet = True
    writing.db.executemany(
        "insert into uses select ?1, ?2, ?3 where exists (select 1 from turns where turn = ?1)"
        " on conflict(turn) do update set count = count + excluded.count,"
        " last = max(last, excluded.last)",
        [(turn, use.count, use.last) for turn, use in uses.items()],
    )


def read_uses(db: apsw.Connection, turns: Sequence[int]) -> dict[int, Use]:
    """Uses by turn; those never retrieved are left out."""
    if not len(turns):
        return {}
    rows = every(
        db,
        "select u.turn, u.count, u.last from carray(?) x cross join uses u on u.turn = x.value",
        (numbers(turns),),
    )
    return {turn: Use(count, last) for turn, count, last in rows}
