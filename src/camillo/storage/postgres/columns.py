"""Drawers, placements and signs as arrays, read in bulk."""

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, NO_TIME, Columns, Placements, Signs
from camillo.storage.common.checks import BITS_BYTES
from camillo.storage.common.columns import placements, sources_of
from camillo.storage.postgres import bulk
from camillo.storage.postgres.connection import Db

_HERE = "owner = %(owner)s and generation = %(generation)s"
_TURN = (
    "turn",
    "document",
    "conversation",
    "position",
    f"coalesce(at, '{NO_TIME}'::bigint)",
    "speaker",
    "current::int::bigint",
    "role",
)


def read_columns(db: Db, generation: int, after: int) -> Columns:
    """The drawers numbered above ``after``, ascending."""
    given = {"generation": generation}
    found = bulk.read(
        db,
        "drawers",
        _HERE,
        ("drawer", "turn", "ordinal", "start", "length"),
        within=bulk.span_after(db, "drawers", _HERE, "drawer", after, **given),
        blobs=("bits", "pieces"),
        **given,
    )
    drawer, turn, ordinal, start, length = found.numbers
    bits, pieces = (
        _opened(db, blobs, f"drawers.{name}", generation, drawer)
        for name, blobs in zip(("bits", "pieces"), found.blobs, strict=True)
    )
    number, document, conversation, position, at, speaker, current, role = _turns(db, turn)
    of = np.searchsorted(number, turn)
    piece_at = np.zeros(len(drawer) + 1, np.int64)
    np.cumsum(pieces.sizes // 2, out=piece_at[1:])
    return Columns(
        drawer=drawer,
        turn=turn,
        document=document[of],
        conversation=conversation[of],
        position=position[of],
        ordinal=ordinal.astype(np.int32),
        start=start,
        length=length.astype(np.int32),
        at=at[of],
        speaker=speaker[of].astype(np.int32),
        role=role[of].astype(np.int32),
        source=_sources_of(db, conversation[of]),
        current=current[of].astype(np.bool_),
        pieces=np.frombuffer(pieces.joined, np.dtype("<u2")),
        piece_at=piece_at,
        bits=_bits(bits),
    )


def _opened(db: Db, blobs: bulk.Blobs, column: str, generation: int, numbers: INT64) -> bulk.Blobs:
    """What was sealed in a column of these rows."""
    if not db.sealer.is_encrypted:
        return blobs
    sizes, numbered = blobs.sizes.tolist(), numbers.tolist()
    ends = np.cumsum(blobs.sizes).tolist()
    parts = [
        db.sealer.unseal(blobs.joined[end - size : end], column, generation, number)
        if size
        else b""
        for size, end, number in zip(sizes, ends, numbered, strict=True)
    ]
    return bulk.Blobs(b"".join(parts), np.fromiter(map(len, parts), np.int64, len(parts)))


def _bits(blobs: bulk.Blobs) -> NDArray[np.uint8]:
    """Signs by row [n, 48], zero where a row has none."""
    given = np.frombuffer(blobs.joined, np.uint8).reshape(-1, BITS_BYTES)
    if len(given) == len(blobs.sizes):
        return given
    bits = np.zeros((len(blobs.sizes), BITS_BYTES), np.uint8)
    bits[blobs.sizes > 0] = given
    return bits


def _turns(db: Db, turns: INT64) -> list[INT64]:
    """From the lowest of these turns to the highest: what ``_TURN`` names, by column."""
    within = (int(turns.min()), int(turns.max())) if len(turns) else (1, 0)
    return bulk.read(db, "turns", "owner = %(owner)s", _TURN, within=within).numbers


def _sources_of(db: Db, conversations: INT64) -> NDArray[np.int32]:
    rows = db.integers(
        "conversation, source", "conversations where owner = %(owner)s", "conversation"
    )
    return sources_of(rows, conversations)


def read_placements(db: Db, after: int) -> Placements:
    """Placements of the turns numbered above ``after``, by turn."""
    rows = db.integers(
        "turn, room, hall",
        "placements where owner = %(owner)s and turn > %(after)s",
        "turn, room",
        after=after,
    )
    return placements(rows)


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
    given = {"generation": generation}
    found = bulk.read(
        db,
        "signs",
        f"{_HERE} and model = %(model)s",
        ("seq", "drawer"),
        within=bulk.span_after(db, "signs", _HERE, "seq", after, **given),
        blobs=("bits",),
        model=model,
        **given,
    )
    seq, drawer = found.numbers
    bits = _opened(db, found.blobs[0], "signs.bits", generation, seq)
    return Signs(drawer, _bits(bits), int(seq[-1]) if len(seq) else after)
