"""Many rows of one table as arrays, some thousand rows a statement.

The server joins the rows of a statement to one string of bytes for the numbers and one for each column of bytes: rows
that are read one by one cost the client fifteen times as much, and a binary copy, whose rows come one by one too, as
much as they.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from camillo.ports.rows import INT64
from camillo.storage.postgres.connection import Db

#: Numbers of the key that one statement spans: what the server sorts for it fits the usual 4 MB of its work_mem.
_SPAN = 8_000


@dataclass(frozen=True, slots=True)
class Blobs:
    """A column of bytes: what all its rows hold end to end, and how many bytes are each row's [n], 0 for null."""

    joined: bytes
    sizes: INT64


@dataclass(frozen=True, slots=True)
class Bulk:
    """Rows by column: numbers [n] as asked for, the key first, and columns of bytes."""

    numbers: list[INT64]
    blobs: list[Blobs]


def read(
    db: Db,
    table: str,
    where: str,
    numbers: Sequence[str],
    *,
    within: tuple[int, int],
    blobs: Sequence[str] = (),
    **given: Any,
) -> Bulk:
    """Rows of a table whose key lies between two numbers, both included, ascending by it.

    ``numbers`` are columns of bigints, none of them null, the key first: the last column of an index whose others
    ``where`` binds. Statements ask for a range of the key and not for so many rows, so that none reads more than its
    share whatever the server's statistics say.
    """
    key = numbers[0]
    sent = [*numbers, *(f"coalesce(length({blob}), 0)::bigint" for blob in blobs)]
    joined = [" || ".join(f"int8send({each})" for each in sent), *blobs]
    aggregates = ", ".join(f"string_agg({each}, ''::bytea order by {key})" for each in joined)
    sql = f"select {aggregates} from {table} where {where} and {key} between %(least)s and %(most)s"
    first, last = within
    chunks = [
        row
        for least in range(first, last + 1, _SPAN)
        if (row := db.one(sql, least=least, most=min(last, least + _SPAN - 1), **given))
        and row[0] is not None
    ]
    arrays = [np.frombuffer(row[0], ">i8").reshape(-1, len(sent)) for row in chunks]
    columns = [
        np.concatenate([array[:, at] for array in arrays] or [np.zeros(0, np.int64)]).astype(
            np.int64
        )
        for at in range(len(sent))
    ]
    held = [b"".join([row[at] or b"" for row in chunks]) for at in range(1, 1 + len(blobs))]
    sizes = columns[len(numbers) :]
    return Bulk(columns[: len(numbers)], [Blobs(*each) for each in zip(held, sizes, strict=True)])


def span_after(
    db: Db, table: str, where: str, key: str, after: int, **given: Any
) -> tuple[int, int]:
    """The lowest and the highest number of the key above ``after``; (1, 0) where there are none."""
    row = db.one(
        f"select min({key}), max({key}) from {table} where {where} and {key} > %(after)s",
        after=after,
        **given,
    )
    return (int(row[0]), int(row[1])) if row and row[0] is not None else (1, 0)
