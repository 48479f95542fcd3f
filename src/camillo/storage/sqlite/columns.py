"""Drawers, placements and signs as arrays, read in bulk without a row-by-row join."""

from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, NO_TIME, Columns, Placements, Signs
from camillo.storage.common.checks import BITS_BYTES
from camillo.storage.common.columns import placements, sources_of
from camillo.storage.sqlite.connection import stream

_CHUNK = 4_096


def integers(db: apsw.Connection, sql: str, bindings: tuple[Any, ...], width: int) -> INT64:
    """Rows of ``width`` integers as an array [n, width]."""
    rows = stream(db, sql, bindings)
    return np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, width)


@dataclass(frozen=True, slots=True)
class Bulk:
    """Many rows by column: integers as arrays, blobs end to end, and the size of each last blob."""

    integers: list[INT64]
    blobs: list[bytes]
    sizes: INT64


def bulk(db: apsw.Connection, sql: str, bindings: tuple[Any, ...], width: int, blobs: int) -> Bulk:
    """Read rows of ``width`` integers followed by ``blobs`` blobs, a few thousand at a time.

    Short-lived chunks spare the garbage collector and the memory that one long list would cost.
    """
    arrays: list[list[INT64]] = [[np.zeros(0, np.int64)] for _ in range(width)]
    joined: list[list[bytes]] = [[] for _ in range(blobs)]
    sizes = [np.zeros(0, np.int64)]
    rows = stream(db, sql, bindings)
    while chunk := list(islice(rows, _CHUNK)):
        columns = list(zip(*chunk, strict=True))
        for at in range(width):
            arrays[at].append(np.array(columns[at], np.int64))
        for at in range(blobs):
            joined[at].append(b"".join(columns[width + at]))
        sizes.append(np.fromiter(map(len, columns[-1]), np.int64, len(chunk)))
    return Bulk(
        [np.concatenate(each) for each in arrays],
        [b"".join(each) for each in joined],
        np.concatenate(sizes),
    )


def read_columns(db: apsw.Connection, generation: int, after: int) -> Columns:
    """The drawers numbered above ``after``, ascending."""
    rows = bulk(
        db,
        f"select drawer, turn, ordinal, start, length, ifnull(bits, zeroblob({BITS_BYTES})),"
        f" ifnull(pieces, x'') from drawers_{generation} where drawer > ?"
        " and turn is not null order by drawer",
        (after,),
        5,
        2,
    )
    drawer, turn, ordinal, start, length = rows.integers
    turns = _turns(db, int(turn.min()) if len(turn) else 0)
    of = turns[np.searchsorted(turns[:, 0], turn)]
    piece_at = np.zeros(len(drawer) + 1, np.int64)
    np.cumsum(rows.sizes // 2, out=piece_at[1:])
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
        pieces=np.frombuffer(rows.blobs[1], np.dtype("<u2")),
        piece_at=piece_at,
        bits=np.frombuffer(rows.blobs[0], np.uint8).reshape(-1, BITS_BYTES),
    )


def _turns(db: apsw.Connection, first: int) -> INT64:
    """Turns from a number on (0: none): number, document, conversation, position, at, speaker, current, role."""
    sql = (
        f"select turn, document, conversation, position, ifnull(at, {NO_TIME}), speaker, current,"
        " role from turns where turn >= ? order by turn"
    )
    return integers(db, sql, (first,), 8) if first else np.zeros((0, 8), np.int64)


def _sources_of(db: apsw.Connection, conversations: INT64) -> NDArray[np.int32]:
    rows = integers(db, "select conversation, source from conversations", (), 2)
    return sources_of(rows, conversations)


def read_placements(db: apsw.Connection, after: int) -> Placements:
    """Placements of the turns numbered above ``after``, by turn."""
    sql = "select turn, room, hall from placements where turn > ? order by turn, room"
    rows = integers(db, sql, (after,), 3)
    return placements(rows)


def read_added(db: apsw.Connection) -> INT64:
    """Turns without a time that were added rather than mined: number and when they were filed."""
    sql = (
        "select t.turn, r.at from turns t join receipts r on r.number = t.receipt"
        " where t.at is null and r.verb = 'add' order by t.turn"
    )
    return integers(db, sql, (), 2)


def read_signs(db: apsw.Connection, generation: int, after: int, model: int | None) -> Signs:
    """Signs filed after a cursor, in the order of filing."""
    rows = bulk(
        db,
        f"select seq, drawer, bits from signs_{generation} where seq > ? and model = ?"
        " and drawer is not null"
        " order by seq",
        (after, model),
        2,
        1,
    )
    seq, drawer = rows.integers
    width = int(rows.sizes[0]) if len(seq) else BITS_BYTES
    bits = np.frombuffer(rows.blobs[0], np.uint8).reshape(-1, width)
    return Signs(drawer, bits, int(seq[-1]) if len(seq) else after)
