"""How often turns were retrieved, and when last."""

from collections.abc import Mapping, Sequence

from camillo.domain.knowledge import Use
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.session import Writing


def put_uses(writing: Writing, uses: Mapping[int, Use]) -> None:
    """Add to the counts of turns that exist and keep the later time; nobody caches these rows."""
    writing.quiet = True
    writing.db.each(
        "insert into uses (owner, turn, count, last) select owner, turn, %(count)s, %(last)s from turns"
        " where owner = %(owner)s and turn = %(turn)s on conflict (owner, turn) do update"
        " set count = uses.count + excluded.count, last = greatest(uses.last, excluded.last)",
        [{"turn": turn, "count": use.count, "last": use.last} for turn, use in uses.items()],
    )


def read_uses(db: Db, turns: Sequence[int]) -> dict[int, Use]:
    """Uses by turn; those never retrieved are left out."""
    if not len(turns):
        return {}
    rows = db.every(
        "select turn, count, last from uses"
        " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
        turns=numbers(turns),
    )
    return {turn: Use(count, last) for turn, count, last in rows}
