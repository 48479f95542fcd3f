"""Rows of one very large owner, made in the database: some turns are mined, the others are copies of them.

A copy has its own turn, conversation, document and drawer, the words of its text respelled, and postings in blocks
of its own. Vectors are made up: drawers lie around 2,000 topics, in directions whose weight falls as those of
sentences do.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from numpy.typing import NDArray

from benchmarks.scale import records
from camillo import Palace
from camillo.app.compose import connect_store
from camillo.app.settings import Settings
from camillo.domain.owner import Owner
from camillo.models.loading import embedder_card

OWNER = Owner("large", "one")
DIMENSION = 384
_TOPICS = 2_000
_CODES = 12
_ROWS = 20_000
_WIDTH = 6
_ROOM = 100
Link = psycopg.Connection[tuple[Any, ...]]

# Rows of the mined turns, each number moved on by so many times what was mined.
_COPIES = (
    "conversations(owner, conversation, source, kind, slot, native, turns, title)"
    " select owner, conversation + {k} * {conversations}, source, kind, slot # {k}::bigint, native, turns, title"
    " from conversations where owner = {owner} and conversation <= {conversations}",
    "documents(owner, document, address, encoding, media_type, size, content)"
    " select owner, document + {k} * {documents}, sha256(address || int8send({k})), encoding, media_type, size,"
    " convert_to(translate(convert_from(content, 'UTF8'), 'aeioubcdfghklmnp',"
    " right('aeioubcdfghklmnpaeioubcdfghklmnp', 16 + {k} % 16)), 'UTF8')"
    " from documents where owner = {owner} and document <= {documents}",
    "turns(owner, turn, key, conversation, position, document, current, slot, native, speaker, role, part, branch,"
    " language, at, zone, told, parent, receipt)"
    " select owner, turn + {k} * {turns}, substr(sha256(key || int8send({k})), 1, 12),"
    " conversation + {k} * {conversations}, position, document + {k} * {documents}, current, slot # {k}::bigint,"
    " native, speaker, role, part, branch, language, at, zone, told, parent, receipt"
    " from turns where owner = {owner} and turn <= {turns}",
    "placements(owner, turn, room, hall) select owner, turn + {k} * {turns}, room, hall"
    " from placements where owner = {owner} and turn <= {turns}",
    "drawers(owner, generation, drawer, turn, ordinal, start, stop, length, bits, pieces)"
    " select owner, generation, drawer + {k} * {drawers}, turn + {k} * {turns}, ordinal, start, stop, length, bits,"
    " pieces from drawers where owner = {owner} and drawer <= {drawers}",
    "blocks(owner, generation, term, first, size, reach, data)"
    " select owner, generation, term, first + {k} * {drawers}, size, reach, data"
    " from blocks where owner = {owner} and first <= {drawers}",
    "known(owner, generation, drawer, data) select owner, generation, drawer + {k} * {drawers}, data"
    " from known where owner = {owner} and drawer <= {drawers}",
)


@dataclass(frozen=True)
class Mined:
    """What was mined: the owner's number, and by how much the numbers of each copy are moved on.

    Between copies there is room for what is added meanwhile, but none between drawers, since a palace has none there.
    """

    owner: int
    conversations: int
    documents: int
    turns: int
    drawers: int


def mine(address: str, folder: Path, turns: int, settings: Settings) -> Mined:
    """File the turns that the others are copied from, through the palace's own door."""
    export = folder / "turns.jsonl"
    with export.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(one) + "\n" for one in records(turns))
    with Palace.connect(address, OWNER, settings=settings, light=True) as palace:
        palace.mine(export, refine=False)
    store = connect_store(address, OWNER, settings, create=False)
    store.compact(force=True)
    store.close()
    with admin(address) as link:
        tops = (
            link.execute(f"select max({one}) from {one}s".encode()).fetchone()
            for one in ("conversation", "document", "turn", "drawer")
        )
        owner = link.execute("select owner from palaces").fetchall()[0][0]
        link.execute("delete from waiting")
        conversations, documents, turns, drawers = (int(row[0]) for row in tops if row)
        return Mined(owner, conversations + _ROOM, documents + _ROOM, turns + _ROOM, drawers)


def copy(address: str, mined: Mined, before: int, after: int) -> None:
    """Let the copies numbered from ``before`` up to ``after`` be there too."""
    with admin(address) as link:
        for table in ("drawers", "tail", "known", "waiting"):
            link.execute(
                f"delete from {table} where drawer > %s".encode(), (mined.drawers * before,)
            )
        for k in range(before, after):
            for statement in _COPIES:
                told = statement.format(k=k, **vars(mined))
                link.execute(f"insert into {told}".encode())
        link.execute(
            "update palaces set drawer = %s, epoch = epoch + 1, seq = seq + 1",
            (mined.drawers * after,),
        )


def put_vectors(address: str, mined: Mined, first: int, last: int) -> None:
    """Vectors of the transformer tier for drawers numbered from ``first`` to ``last``."""
    card = embedder_card()
    assert card is not None
    with admin(address) as link:
        live = link.execute("select live from palaces").fetchall()[0][0]
        link.execute(
            "insert into models values (%s, 1, %s, %s, %s, %s) on conflict do nothing",
            (mined.owner, card.name.encode(), card.sha256.encode(), DIMENSION, card.tier.encode()),
        )
        for drawers, vectors in _chunks(first, last):
            number = len(drawers)
            same = {"owner": np.full(number, mined.owner), "generation": np.full(number, live)}
            signs = same | {"seq": drawers, "drawer": drawers, "model": np.ones(number, np.int64)}
            send(link, "signs", signs | {"bits": signs_of(vectors)})
            codes = np.random.default_rng(first).bytes(number * _CODES * 24)
            dense = same | {"seq": drawers, "pooled": _squeezed(vectors)}
            codes_of = np.frombuffer(codes, np.uint8).reshape(number, -1)
            send(link, "dense", dense | {"codes": codes_of})


def put_pgvector(address: str, mined: Mined, count: int, *, halves: bool) -> None:
    """The same vectors as columns of pgvector, in a table that is partitioned as the others are."""
    with admin(address) as link:
        link.execute("create extension if not exists vector with schema public")
        link.execute("drop table if exists near")
        wide = f", pooled public.halfvec({DIMENSION})" if halves else ""
        link.execute(
            f"create table near(owner bigint, drawer bigint, sign bit({DIMENSION}){wide})"
            " partition by hash (owner)".encode()
        )
        for part in range(16):
            link.execute(
                f"create table near_p{part:02d} partition of near"
                f" for values with (modulus 16, remainder {part})".encode()
            )
        for drawers, vectors in _chunks(1, count):
            number = len(drawers)
            size = np.full((number, 1), DIMENSION, ">i4").view(np.uint8)
            sign = np.hstack([size, signs_of(vectors)])
            rows = {"owner": np.full(number, mined.owner), "drawer": drawers, "sign": sign}
            if halves:
                head = np.broadcast_to(np.array([DIMENSION, 0], ">i2").view(np.uint8), (number, 4))
                half = np.ascontiguousarray(vectors.astype(">f2")).view(np.uint8)
                rows["pooled"] = np.hstack([head, half])
            send(link, "near", rows)
        link.execute("vacuum analyze near")


def asked(count: int) -> NDArray[np.float32]:
    """Vectors of questions, drawn as those of drawers are, of none of which they are one."""
    return _vectors(np.random.default_rng(987_654_321), count)


def signs_of(vectors: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Packed sign bits [n, 48]."""
    return np.packbits(vectors > 0, axis=1)


def admin(address: str) -> Link:
    """A connection of the administrator, which row security does not hold."""
    options = "-c search_path=camillo,public -c synchronous_commit=off"
    return psycopg.connect(address, autocommit=True, options=options)


def send(link: Link, table: str, columns: dict[str, NDArray[Any]]) -> None:
    """Copy rows of fixed width in binary: whole numbers [n], bytes [n, width]."""
    count = len(next(iter(columns.values())))
    parts = [np.broadcast_to(np.array([len(columns)], ">i2").view(np.uint8), (count, 2))]
    for values in columns.values():
        told = values if values.ndim == 2 else values.astype(">i8")[:, None].view(np.uint8)
        width = np.array([told.shape[1]], ">i4").view(np.uint8)
        parts += [np.broadcast_to(width, (count, 4)), told]
    names = ", ".join(columns)
    with link.cursor().copy(f"copy {table}({names}) from stdin binary".encode()) as copying:
        copying.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        copying.write(np.hstack(parts).tobytes())
        copying.write(b"\xff\xff")


def _chunks(first: int, last: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """Drawers by the thousands with their vectors, the same each time for the same drawers."""
    for chunk in range((first - 1) // _ROWS, (last - 1) // _ROWS + 1):
        drawers = np.arange(chunk * _ROWS + 1, (chunk + 1) * _ROWS + 1)
        inside = (drawers >= first) & (drawers <= last)
        yield drawers[inside], _vectors(np.random.default_rng(chunk), _ROWS)[inside]


def _vectors(dice: np.random.Generator, count: int) -> NDArray[np.float32]:
    weight = (1 + np.arange(DIMENSION, dtype=np.float32)) ** -0.35
    still = np.random.default_rng(1)
    turned, _ = np.linalg.qr(still.standard_normal((DIMENSION, DIMENSION)).astype(np.float32))
    topics = still.standard_normal((_TOPICS, DIMENSION), np.float32)
    own = dice.standard_normal((count, DIMENSION), np.float32)
    mixed = ((0.7 * topics[dice.integers(0, _TOPICS, count)] + own) * weight) @ turned
    made: NDArray[np.float32] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return made


def _squeezed(vectors: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Vectors times 127 in six bits a value, as :func:`camillo.storage.common.squeeze.squeeze` writes most."""
    half = 1 << (_WIDTH - 1)
    values = np.clip(np.rint(vectors * 127), -half, half - 1).astype(np.int16) + half
    bits = np.unpackbits(values.astype(np.uint8)[:, :, None], axis=2)[:, :, 8 - _WIDTH :]
    packed = np.packbits(bits.reshape(len(vectors), -1), axis=1)
    return np.hstack([np.full((len(vectors), 1), _WIDTH, np.uint8), packed])
