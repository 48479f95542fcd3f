"""Drawers, placements and signs as arrays, read in bulk: integers by binary copy, bytes row by row."""

import numpy as np
from numpy.typing import NDArray

from camillo.ports.store import INT64, NO_TIME, Columns, Placements, Signs
from camillo.storage.common.checks import BITS_BYTES
from camillo.storage.postgres.connection import Db

_NO_BITS = bytes(BITS_BYTES)
_OF_DRAWERS = "owner = %(owner)s and generation = %(generation)s and drawer > %(after)s"


def read_columns(db: Db, generation: int, after: int) -> Columns:
    """The drawers numbered above ``after``, ascending."""
    given = {"generation": generation, "after": after}
    drawer, turn, ordinal, start, length = db.integers(
        "drawer, turn, ordinal, start, length",
        f"drawers where {_OF_DRAWERS}",
        "drawer",
        **given,
    ).T.copy()
    rows = db.every(
        f"select drawer, bits, pieces from drawers where {_OF_DRAWERS} order by drawer", **given
    )
    pieces = [
        db.sealer.unseal(sealed, "drawers.pieces", generation, number) if sealed else b""
        for number, _, sealed in rows
    ]
    turns = _turns(db, int(turn.min()) if len(turn) else 0)
    of = turns[np.searchsorted(turns[:, 0], turn)]
    piece_at = np.zeros(len(drawer) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, pieces), np.int64, len(pieces)) // 2, out=piece_at[1:])
    return Columns(
        drawer=drawer,
        turn=turn,
        document=of[:, 1].copy(),
        conversation=of[:, 2].copy(),
        position=of[:, 3].copy(),
        ordinal=ordinal.astype(np.int32),
        start=start,
        length=length.astype(np.int32),
        at=of[:, 4].copy(),
        speaker=of[:, 5].astype(np.int32),
        role=of[:, 7].astype(np.int32),
        source=_sources_of(db, of[:, 2]),
        current=of[:, 6].astype(np.bool_),
        pieces=np.frombuffer(b"".join(pieces), np.dtype("<u2")),
        piece_at=piece_at,
        bits=_bits(
            [
                db.sealer.unseal(row[1], "drawers.bits", generation, row[0]) if row[1] else None
                for row in rows
            ]
        ),
    )


def _bits(rows: list[bytes | None]) -> NDArray[np.uint8]:
    joined = b"".join([row or _NO_BITS for row in rows])
    return np.frombuffer(joined, np.uint8).reshape(-1, BITS_BYTES)


def _turns(db: Db, first: int) -> INT64:
    """Turns from a number on (0: none): number, document, conversation, position, at, speaker, current, role."""
    if not first:
        return np.zeros((0, 8), np.int64)
    return db.integers(
        f"turn, document, conversation, position, coalesce(at,'{NO_TIME}'::bigint), speaker,"
        " current::int::bigint, role",
        "turns where owner = %(owner)s and turn >= %(first)s",
        "turn",
        first=first,
    )


def _sources_of(db: Db, conversations: INT64) -> NDArray[np.int32]:
    rows = db.integers(
        "conversation, source", "conversations where owner = %(owner)s", "conversation"
    )
    if not len(rows) or not len(conversations):
        return np.zeros(len(conversations), np.int32)
    table = np.zeros(int(rows[:, 0].max()) + 1, np.int32)
    table[rows[:, 0]] = rows[:, 1]
    return table[conversations]


def read_placements(db: Db, after: int) -> Placements:
    """Placements of the turns numbered above ``after``, by turn."""
    rows = db.integers(
        "turn, room, hall",
        "placements where owner = %(owner)s and turn > %(after)s",
        "turn, room",
        after=after,
    )
    return Placements(rows[:, 0].copy(), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.int32))


def read_added(db: Db) -> INT64:
    """Turns without a time that were added rather than mined: number and when they were filed."""
    return db.integers(
        "t.turn, r.at",
        "turns t join receipts r on r.owner = t.owner and r.number = t.receipt"
        " where t.owner = %(owner)s and t.at is null and r.verb = %(verb)s",
        "t.turn",
        verb=b"add",
    )


def read_signs(db: Db, generation: int, after: int, model: int | None) -> Signs:
    """Signs filed after a cursor, in the order of filing."""
    rows = db.every(
        "select seq, drawer, bits from signs where owner = %(owner)s and generation = %(generation)s"
        " and seq > %(after)s and model = %(model)s order by seq",
        generation=generation,
        after=after,
        model=model,
    )
    return Signs(
        np.array([row[1] for row in rows], np.int64),
        _bits([db.sealer.unseal(row[2], "signs.bits", generation, row[0]) for row in rows]),
        int(rows[-1][0]) if rows else after,
    )
