"""The archive of an open palace: written to a stream, and taken in by a palace that is still empty."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from camillo.app.archive import arriving, carrying, lines
from camillo.domain.report import Receipt

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: A text of 64 MiB, the longest that can be added or mined as a file, in base64; and the rest of its row.
LONGEST = (64 << 20) * 4 // 3 + (1 << 20)


@dataclass(frozen=True, slots=True)
class Given:
    """An archive that can be read from its beginning again, and the length of what it is read from."""

    open: Callable[[], io.BufferedReader]
    size: int

    @contextmanager
    def lines(self) -> Iterator[lines.Opened]:
        """Its lines, from the first one.

        Raises:
            PalaceLocked: it is sealed.
        """
        with self.open() as file:
            yield lines.unpacked(file, self.size, None)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of an archive: the receipt of its arrival, and whether it had arrived before."""

    receipt: Receipt
    known: bool


def digest_of(given: Given) -> str:
    """What an archive is known again by, once all of it was looked at; nothing is written.

    Raises:
        InvalidInput: it is damaged, or a row is wrong. PalaceLocked: it is sealed.
    """
    with given.lines() as told:
        return lines.verify(told, LONGEST).digest()


class Archives:
    """The archive of one palace."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts

    def write(self, file: BinaryIO) -> None:
        """Write all that is canonical, in the open. The palace stays as it is, its log too."""
        carrying.pack(self._parts.store, file)

    def take(self, given: Given, digest: str) -> Taken:
        """Take in an archive that was looked at, all or nothing; one that arrived before is known.

        Raises:
            Occupied: the palace holds something else. InvalidInput: the archive does not hold together.
        """
        parts = self._parts
        known = arriving.imported(parts.store, digest)
        if known is not None:
            return Taken(known, known=True)
        with given.lines() as told:
            rows = lines.read(told, longest=LONGEST)
            receipt = carrying.arrive(parts.store, rows, parts.recut, arriving.IMPORT)
        parts.linking().soon()
        parts.deriving().soon()
        return Taken(receipt, known=False)
