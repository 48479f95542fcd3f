"""Drawers, placements and signs as arrays, read in bulk without a row-by-row join."""

from itertools import chain
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from camillo.ports.store import INT64, NO_TIME, Columns, Placements, Signs
from camillo.storage.sqlite.connection import every
from camillo.storage.sqlite.derive import BITS_BYTES

_NO_BITS = bytes(BITS_BYTES)


def integers(db: apsw.Connection, sql: str, bindings: tuple[Any, ...], width: int) -> INT64:
    """Rows of ``width`` integers as an array [n, width]."""
    rows = every(db, sql, bindings)
    flat = np.fromiter(chain.from_iterable(rows), np.int64, len(rows) * width)
    return flat.reshape(-1, width)


def read_columns(db: apsw.Connection, generation: int, after: int) -> Columns:
    """The drawers numbered above ``after``, ascending."""
    rows = every(
        db,
        "select drawer, turn, ordinal, start, length, bits, pieces"
        f" from drawers_{generation} where drawer > ? order by drawer",
        (after,),
    )
    drawer, turn, ordinal, start, length, bits, pieces = (
        zip(*rows, strict=True) if rows else ((),) * 7
    )
    turn_number = np.array(turn, np.int64)
    turns = _turns(db, int(turn_number.min()) if rows else 1, bool(rows))
    at = np.searchsorted(turns[:, 0], turn_number)
    of = turns[at]
    sizes = np.fromiter((len(each) // 2 if each else 0 for each in pieces), np.int64, len(rows))
    piece_at = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(sizes, out=piece_at[1:])
    signs = b"".join([each or _NO_BITS for each in bits])
    return Columns(
        drawer=np.array(drawer, np.int64),
        turn=turn_number,
        document=of[:, 1].copy(),
        conversation=of[:, 2].copy(),
        position=of[:, 3].copy(),
        ordinal=np.array(ordinal, np.int32),
        start=np.array(start, np.int64),
        length=np.array(length, np.int32),
        at=of[:, 4].copy(),
        speaker=of[:, 5].astype(np.int32),
        source=_sources_of(db, of[:, 2]),
        current=of[:, 6].astype(np.bool_),
        pieces=np.frombuffer(b"".join([each or b"" for each in pieces]), np.dtype("<u2")),
        piece_at=piece_at,
        bits=np.frombuffer(signs, np.uint8).reshape(-1, BITS_BYTES),
    )


def _turns(db: apsw.Connection, first: int, wanted: bool) -> INT64:
    sql = (
        f"select turn, document, conversation, position, ifnull(at, {NO_TIME}), speaker, current"
        " from turns where turn >= ? order by turn"
    )
    return integers(db, sql, (first,), 7) if wanted else np.zeros((0, 7), np.int64)


def _sources_of(db: apsw.Connection, conversations: INT64) -> NDArray[np.int32]:
    rows = integers(db, "select conversation, source from conversations", (), 2)
    if not len(rows) or not len(conversations):
        return np.zeros(len(conversations), np.int32)
    table = np.zeros(int(rows[:, 0].max()) + 1, np.int32)
    table[rows[:, 0]] = rows[:, 1]
    return table[conversations]


def read_placements(db: apsw.Connection, after: int) -> Placements:
    """Placements of the turns numbered above ``after``, by turn."""
    sql = "select turn, room, hall from placements where turn > ? order by turn, room"
    rows = integers(db, sql, (after,), 3)
    return Placements(rows[:, 0].copy(), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.int32))


def read_signs(db: apsw.Connection, generation: int, after: int, model: int | None) -> Signs:
    """Signs filed after a cursor, in the order of filing."""
    rows = every(
        db,
        f"select seq, drawer, bits from signs_{generation} where seq > ? and model = ?"
        " order by seq",
        (after, model),
    )
    seq, drawer, bits = zip(*rows, strict=True) if rows else ((), (), ())
    width = len(bits[0]) if bits else BITS_BYTES
    return Signs(
        np.array(drawer, np.int64),
        np.frombuffer(b"".join(bits), np.uint8).reshape(-1, width),
        seq[-1] if seq else after,
    )
