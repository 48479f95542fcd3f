"""Lines of gists as bytes, and how far a mark of what is done may move."""

from collections.abc import Sequence

import numpy as np

from camillo.domain.errors import InvalidInput
from camillo.ports.episodes import GistLine


def pack_lines(lines: Sequence[GistLine]) -> bytes:
    """The stretches of a gist, 24 bytes each.

    >>> unpack_lines(pack_lines([GistLine(7, 0, 12)]))
    (GistLine(turn=7, start=0, end=12),)
    """
    rows = [(line.turn, line.start, line.end) for line in lines]
    return np.array(rows, "<i8").reshape(-1, 3).tobytes()


def unpack_lines(packed: bytes) -> tuple[GistLine, ...]:
    """The stretches of a gist."""
    return tuple(GistLine(*row) for row in np.frombuffer(packed, "<i8").reshape(-1, 3).tolist())


def check_mark(after: int, upto: int, last: int) -> None:
    """See that a mark moves forward, and no further than the last that there is.

    Raises:
        InvalidInput: it does not.
    """
    if not after <= upto <= last:
        raise InvalidInput(
            f"the mark cannot go from {after} to {upto}", f"go no further than {last}, the last one"
        )
