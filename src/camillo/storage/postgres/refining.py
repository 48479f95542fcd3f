"""The transformer tier: which drawers wait for it, and the vectors once they are there."""

from collections.abc import Sequence

import numpy as np

from camillo.domain.identity import encode_text
from camillo.domain.turn import decode
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Dense, Pending, Vector
from camillo.storage.common.checks import CODE_BYTES, check_vector
from camillo.storage.common.squeeze import unsqueeze
from camillo.storage.common.vectors import Extent, VectorRow, vector_rows
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.documents import read_contents
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.session import Writing

_HERE = "owner = %(owner)s and generation = %(generation)s"
_AMONG = f"{_HERE} and drawer = any(%(drawers)s::bigint[])"


def find_model(db: Db, card: ModelCard) -> int | None:
    """The model's number, or None where nothing was ever filed for it."""
    row = db.one(
        "select model from models where owner = %(owner)s and sha256 = %(sha256)s and name = %(name)s",
        sha256=encode_text(card.sha256),
        name=encode_text(card.name),
    )
    return int(row[0]) if row else None


def has_others(db: Db, card: ModelCard) -> bool:
    """Whether other models than this one may have vectors here."""
    sql = (
        "select 1 from models where owner = %(owner)s and model is distinct from %(model)s::bigint"
        " limit 1"
    )
    return db.one(sql, model=find_model(db, card)) is not None


def _ensure_model(writing: Writing, card: ModelCard) -> int:
    found = find_model(writing.db, card)
    if found is None:
        found = writing.db.next("models", "model")
        name, sha256, tier = map(encode_text, (card.name, card.sha256, card.tier))
        row = (found, name, sha256, card.dimension, tier)
        writing.db.insert("models", "model, name, sha256, dimension, tier", [row])
    return found


def read_pending(
    db: Db, words: Words, generation: int, card: ModelCard, limit: int, before: int
) -> list[Pending]:
    """The newest drawers without this model's vectors, numbered below ``before``."""
    waiting = f"select drawer from waiting where {_HERE}"
    if has_others(db, card):
        waiting += (
            f" union select drawer from signs s where {_HERE} and not exists (select 1 from signs"
            " where owner = %(owner)s and generation = s.generation and drawer = s.drawer"
            " and model = %(model)s)"
        )
    # Two statements: a join is planned badly where the server has no statistics yet.
    newest = db.every(
        f"select drawer from ({waiting}) w where %(before)s = 0 or drawer < %(before)s"
        " order by drawer desc limit %(limit)s",
        generation=generation,
        model=find_model(db, card),
        before=before,
        limit=limit,
    )
    rows = db.every(
        "select n.drawer, document, n.start, n.stop, d.encoding, t.speaker from drawers n"
        " join turns t using (owner, turn) join documents d using (owner, document)"
        " where n.owner = %(owner)s and n.generation = %(generation)s"
        " and n.drawer = any(%(drawers)s::bigint[]) order by n.drawer desc",
        generation=generation,
        drawers=[drawer for (drawer,) in newest],
    )
    contents = read_contents(db, {row[1] for row in rows}) if rows else {}
    return [
        Pending(
            drawer,
            decode(contents[document][start:stop], words.of(db, encoding)),
            words.of(db, speaker),
        )
        for drawer, document, start, stop, encoding, speaker in rows
    ]


def put_vectors(writing: Writing, card: ModelCard, vectors: Sequence[Vector]) -> int:
    """File vectors in the live generation and, where a build already holds the same span, there too."""
    for vector in vectors:
        check_vector(vector, card)
    db, live = writing.db, writing.live
    model = _ensure_model(writing, card)
    spans = _spans(db, live, [vector.drawer for vector in vectors])
    here = [vector for vector in vectors if vector.drawer in spans]
    stayed = _file(db, live, model, here)
    for generation in writing.generations:
        if not generation.live:
            twins = _twins(db, generation.number, spans)
            moved = [
                Vector(twins[each.drawer], each.pooled, each.bits, each.codes)
                for each in here
                if each.drawer in twins
            ]
            _file(db, generation.number, model, moved)
    return stayed


def _spans(db: Db, generation: int, drawers: Sequence[int]) -> dict[int, Extent]:
    if not drawers:
        return {}
    rows = db.every(
        f"select drawer, turn, start, stop from drawers where {_AMONG}",
        generation=generation,
        drawers=numbers(drawers),
    )
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def _twins(db: Db, generation: int, spans: dict[int, Extent]) -> dict[int, int]:
    """The generation's drawers of exactly these extents, by the number that each has in another one."""
    rows = db.every(
        f"select turn, start, stop, drawer from drawers where {_HERE}"
        " and turn = any(%(turns)s::bigint[])",
        generation=generation,
        turns=sorted({turn for turn, _, _ in spans.values()}),
    )
    there = {(turn, start, stop): drawer for turn, start, stop, drawer in rows}
    return {drawer: there[extent] for drawer, extent in spans.items() if extent in there}


def _file(db: Db, generation: int, model: int, vectors: Sequence[Vector]) -> int:
    found = db.every(
        f"select drawer from signs where {_AMONG} and model = %(model)s",
        generation=generation,
        drawers=[vector.drawer for vector in vectors],
        model=model,
    )
    known = {drawer for (drawer,) in found}
    rows = vector_rows(model, vectors, known)
    insert_vectors(db, generation, rows)
    return len(rows)


def retire_vectors(writing: Writing, kept: ModelCard, limit: int) -> int:
    """Delete up to ``limit`` rows of other models' vectors in each generation; returns how many went."""
    db, gone = writing.db, 0
    model = _ensure_model(writing, kept)
    for generation in writing.generations:
        given = {"generation": generation.number, "model": model}
        rows = db.every(
            f"select seq, drawer from signs where {_HERE} and model <> %(model)s limit %(limit)s",
            **given,
            limit=limit,
        )
        for table in ("signs", "dense"):
            _delete(db, table, generation.number, [row[0] for row in rows])
        db.run(
            f"insert into waiting (owner, generation, drawer) select owner, generation, drawer"
            f" from drawers n where {_AMONG} and not exists (select 1 from signs where owner = %(owner)s"
            " and generation = n.generation and drawer = n.drawer) on conflict do nothing",
            generation=generation.number,
            drawers=[row[1] for row in rows],
        )
        gone += len(rows)
    if gone:
        writing.stale = True
    else:
        db.run("delete from models where owner = %(owner)s and model <> %(model)s", model=model)
    return gone


def _delete(db: Db, table: str, generation: int, seqs: Sequence[int]) -> None:
    db.run(
        f"delete from {table} where {_HERE} and seq = any(%(seqs)s::bigint[])",
        generation=generation,
        seqs=list(seqs),
    )


def insert_vectors(db: Db, generation: int, rows: Sequence[VectorRow]) -> None:
    """File rows of vectors; their drawers wait no longer."""
    if not rows:
        return
    first = 1 + db.scalar(f"select max(seq) from signs where {_HERE}", generation=generation)
    db.insert(
        "signs",
        "generation, seq, drawer, model, bits",
        [
            (generation, seq, *row[:2], db.sealer.seal(row[2], "signs.bits", generation, seq))
            for seq, row in enumerate(rows, first)
        ],
    )
    db.insert(
        "dense",
        "generation, seq, pooled, codes",
        [
            (
                generation,
                seq,
                db.sealer.seal(row[3], "dense.pooled", generation, seq),
                db.sealer.seal(row[4], "dense.codes", generation, seq),
            )
            for seq, row in enumerate(rows, first)
        ],
    )
    db.run(
        f"delete from waiting where {_AMONG}",
        generation=generation,
        drawers=[row[0] for row in rows],
    )


def drop_vectors(db: Db, generation: int, drawers: Sequence[int]) -> None:
    """Take the transformer vectors of drawers away, and let them wait no more."""
    given = {"generation": generation, "drawers": numbers(drawers)}
    rows = db.every(f"select seq from signs where {_AMONG}", **given)
    for table in ("signs", "dense"):
        _delete(db, table, generation, [seq for (seq,) in rows])
    db.run(f"delete from waiting where {_AMONG}", **given)


def carry_vectors(db: Db, old: int, new: int, drawers: tuple[int, int]) -> None:
    """Copy vectors to a new generation's drawers (first, last) whose span has one in the old."""
    rows = db.every(
        "select n.drawer, s.model, s.seq, s.bits, v.pooled, v.codes from drawers n"
        " join drawers o on o.owner = n.owner and o.generation = %(old)s"
        " and o.turn = n.turn and o.start = n.start and o.stop = n.stop"
        " join signs s on s.owner = o.owner and s.generation = o.generation and s.drawer = o.drawer"
        " join dense v on v.owner = s.owner and v.generation = s.generation and v.seq = s.seq"
        " where n.owner = %(owner)s and n.generation = %(new)s"
        " and n.drawer between %(first)s and %(last)s order by n.drawer, s.model",
        old=old,
        new=new,
        first=drawers[0],
        last=drawers[1],
    )
    carried = [
        (
            drawer, model, db.sealer.unseal(bits, "signs.bits", old, seq),
            db.sealer.unseal(pooled, "dense.pooled", old, seq),
            db.sealer.unseal(codes, "dense.codes", old, seq),
        )
        for drawer, model, seq, bits, pooled, codes in rows
    ]  # fmt: skip
    insert_vectors(db, new, carried)


def read_dense(
    db: Db, generation: int, drawers: Sequence[int], card: ModelCard
) -> dict[int, Dense]:
    """Vectors of the drawers that have them."""
    if not len(drawers):
        return {}
    # Two statements: a join is planned badly where the server has no statistics yet.
    drawer_of: dict[int, int] = dict(
        db.every(
            f"select seq, drawer from signs where {_AMONG} and model = %(model)s",
            generation=generation,
            drawers=numbers(drawers),
            model=find_model(db, card),
        )
    )
    rows = db.every(
        f"select seq, pooled, codes from dense where {_HERE} and seq = any(%(seqs)s::bigint[])",
        generation=generation,
        seqs=list(drawer_of),
    )
    opened = db.sealer.unseal
    pooled = unsqueeze(
        [opened(row[1], "dense.pooled", generation, row[0]) for row in rows], card.dimension
    )
    codes = [
        np.frombuffer(opened(row[2], "dense.codes", generation, row[0]), np.uint8) for row in rows
    ]
    return {
        drawer_of[row[0]]: Dense(vector, code.reshape(-1, CODE_BYTES))
        for row, vector, code in zip(rows, pooled, codes, strict=True)
    }
