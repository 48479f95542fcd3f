"""The transformer tier: which drawers wait for it, and the vectors once they are there."""

from collections.abc import Sequence

import apsw
import numpy as np

from camillo.domain.turn import decode
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Dense, Pending, Vector
from camillo.storage.common.checks import CODE_BYTES, check_vector
from camillo.storage.common.packing import unpack_text
from camillo.storage.common.squeeze import unsqueeze
from camillo.storage.common.vectors import Extent, VectorRow, vector_rows
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.session import Writing


def find_model(db: apsw.Connection, card: ModelCard) -> int | None:
    """The model's number, or None where nothing was ever filed for it."""
    row = one(
        db, "select model from models where sha256 = ? and name = ?", (card.sha256, card.name)
    )
    return int(row[0]) if row else None


def has_others(db: apsw.Connection, card: ModelCard) -> bool:
    """Whether other models than this one may have vectors here."""
    return one(db, "select 1 from models where model is not ?", (find_model(db, card),)) is not None


def _ensure_model(writing: Writing, card: ModelCard) -> int:
    found = find_model(writing.db, card)
    if found is None:
        row = one(
            writing.db,
            "insert into models(name, sha256, dimension, tier) values (?, ?, ?, ?) returning model",
            (card.name, card.sha256, card.dimension, card.tier),
        )
        found = int(row[0]) if row else 0
    return found


def read_pending(
    db: apsw.Connection, generation: int, card: ModelCard, limit: int, before: int
) -> list[Pending]:
    """The newest drawers without this model's vectors, numbered below ``before``."""
    model = find_model(db, card)
    others = has_others(db, card)
    waiting = f"select drawer from waiting_{generation}"
    if others:
        waiting += (
            f" union select drawer from signs_{generation} s where drawer is not null and not exists"
            f" (select 1 from signs_{generation} o where o.drawer = s.drawer and o.model is :model)"
        )
    rows = every(
        db,
        "select d.drawer, ifnull(substr(o.content, d.start + 1, d.end - d.start), x''), e.word, s.word"
        f" from ({waiting}) w join drawers_{generation} d on d.drawer = w.drawer"
        " join turns t on t.turn = d.turn join documents o on o.document = t.document"
        " join labels s on s.label = t.speaker left join labels e on e.label = o.encoding"
        " where :before = 0 or w.drawer < :before order by w.drawer desc limit :limit",
        {"model": model, "before": before, "limit": limit},
    )
    return [
        Pending(drawer, decode(content, unpack_text(word)), unpack_text(speaker))
        for drawer, content, word, speaker in rows
    ]


def put_vectors(writing: Writing, card: ModelCard, vectors: Sequence[Vector]) -> int:
    """File vectors in the live generation and, where a build already holds the same span, there too."""
    for vector in vectors:
        check_vector(vector, card)
    model = _ensure_model(writing, card)
    live = writing.live
    spans = _spans(writing.db, live, [vector.drawer for vector in vectors])
    here = [vector for vector in vectors if vector.drawer in spans]
    stayed = _file(writing, live, model, here)
    for generation in writing.generations:
        if not generation.live:
            moved = []
            for vector in here:
                twin = _find_drawer(writing.db, generation.number, spans[vector.drawer])
                if twin is not None:
                    moved.append(Vector(twin, vector.pooled, vector.bits, vector.codes))
            _file(writing, generation.number, model, moved)
    return stayed


def _spans(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> dict[int, Extent]:
    if not drawers:
        return {}
    rows = every(
        db,
        f"select n.drawer, n.turn, n.start, n.end from carray(?) x cross join drawers_{generation} n"
        " on n.drawer = x.value where n.turn is not null",
        (numbers(drawers),),
    )
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def _find_drawer(db: apsw.Connection, generation: int, span: Extent) -> int | None:
    """The generation's drawer of exactly this (turn, start, end)."""
    row = one(
        db,
        f"select drawer from drawers_{generation} where turn = ? and start = ? and end = ?",
        span,
    )
    return int(row[0]) if row else None


def _file(writing: Writing, generation: int, model: int, vectors: Sequence[Vector]) -> int:
    db = writing.db
    known = _with_vectors(db, generation, model, [vector.drawer for vector in vectors])
    rows = vector_rows(model, vectors, known)
    insert_vectors(db, generation, rows)
    return len(rows)


def _with_vectors(
    db: apsw.Connection, generation: int, model: int, drawers: Sequence[int]
) -> set[int]:
    """Those of the drawers that have this model's vectors."""
    if not drawers:
        return set()
    rows = every(
        db,
        f"select s.drawer from carray(?) x cross join signs_{generation} s on s.drawer = x.value"
        " where s.model = ?",
        (numbers(drawers), model),
    )
    return {drawer for (drawer,) in rows}


def retire_vectors(writing: Writing, kept: ModelCard, limit: int) -> int:
    """Delete up to ``limit`` rows of other models' vectors in each generation; returns how many went."""
    db, gone = writing.db, 0
    model = _ensure_model(writing, kept)
    for generation in writing.generations:
        g = generation.number
        rows = every(
            db, f"select seq, drawer from signs_{g} where model <> ? limit ?", (model, limit)
        )
        for table in ("signs", "dense"):
            db.executemany(f"delete from {table}_{g} where seq = ?", [(row[0],) for row in rows])
        db.executemany(
            f"insert or ignore into waiting_{g} select :drawer where :drawer is not null"
            f" and not exists (select 1 from signs_{g} where drawer = :drawer)",
            [{"drawer": row[1]} for row in rows],
        )
        gone += len(rows)
    if gone:
        writing.stale = True
    else:
        db.execute("delete from models where model <> ?", (model,))
    return gone


def insert_vectors(db: apsw.Connection, generation: int, rows: Sequence[VectorRow]) -> None:
    """File rows of (drawer, model, sign bits, squeezed pooled vector, codes) that wait no longer."""
    top = one(db, f"select ifnull(max(seq), 0) from signs_{generation}")
    first = (top[0] if top else 0) + 1
    db.executemany(
        f"insert into signs_{generation} values (?, ?, ?, ?)",
        [(seq, *row[:3]) for seq, row in enumerate(rows, first)],
    )
    db.executemany(
        f"insert into dense_{generation} values (?, ?, ?)",
        [(seq, *row[3:]) for seq, row in enumerate(rows, first)],
    )
    db.executemany(f"delete from waiting_{generation} where drawer = ?", [(r[0],) for r in rows])


def drop_vectors(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> None:
    """Take the transformer vectors of drawers away: overwritten where they lie, belonging to none."""
    if not drawers:
        return
    rows = every(
        db,
        f"select s.seq from carray(?) x cross join signs_{generation} s on s.drawer = x.value",
        (numbers(drawers),),
    )
    db.executemany(
        f"update dense_{generation} set pooled = zeroblob(length(pooled)),"
        " codes = zeroblob(length(codes)) where seq = ?",
        rows,
    )
    db.executemany(
        f"update signs_{generation} set bits = zeroblob(length(bits)) where seq = ?", rows
    )
    db.executemany(f"update signs_{generation} set drawer = null where seq = ?", rows)


def carry_vectors(db: apsw.Connection, old: int, new: int, drawers: tuple[int, int]) -> None:
    """Copy vectors to a new generation's drawers (first, last) whose span has one in the old."""
    rows = every(
        db,
        "select n.drawer, s.model, s.bits, v.pooled, v.codes"
        f" from drawers_{new} n join drawers_{old} o"
        " on o.turn = n.turn and o.start = n.start and o.end = n.end"
        f" join signs_{old} s on s.drawer = o.drawer join dense_{old} v on v.seq = s.seq"
        " where n.drawer between ? and ?",
        drawers,
    )
    insert_vectors(db, new, [(n, m, bits, pooled, codes) for n, m, bits, pooled, codes in rows])


def read_dense(
    db: apsw.Connection, generation: int, drawers: Sequence[int], card: ModelCard
) -> dict[int, Dense]:
    """Vectors of the drawers that have them."""
    if not len(drawers):
        return {}
    rows = every(
        db,
        f"select s.drawer, v.pooled, v.codes from carray(?) x cross join signs_{generation} s"
        f" on s.drawer = x.value join dense_{generation} v on v.seq = s.seq where s.model = ?",
        (numbers(drawers), find_model(db, card)),
    )
    pooled = unsqueeze([row[1] for row in rows], card.dimension)
    return {
        row[0]: Dense(vector, np.frombuffer(row[2], np.uint8).reshape(-1, CODE_BYTES))
        for row, vector in zip(rows, pooled, strict=True)
    }
