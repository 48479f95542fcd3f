"""Transformer vectors as rows."""

from collections.abc import Container, Sequence

from camillo.ports.rows import Vector
from camillo.storage.common.squeeze import squeeze

#: A drawer's place: turn, start, end.
Extent = tuple[int, int, int]
#: Drawer, model, sign bits, squeezed pooled vector, codes.
VectorRow = tuple[int, int, bytes, bytes, bytes]


def vector_rows(model: int, vectors: Sequence[Vector], known: Container[int]) -> list[VectorRow]:
    """A row for each drawer that is not known to have this model's vector; the last given counts."""
    fresh = {vector.drawer: vector for vector in vectors if vector.drawer not in known}
    return [
        (drawer, model, each.bits.tobytes(), squeeze(each.pooled), each.codes.tobytes())
        for drawer, each in fresh.items()
    ]
