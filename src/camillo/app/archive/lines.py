"""An archive's lines: a header, a row each, and a manifest that proves them."""

import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from camillo.app.archive.chunks import MAGIC, SealedReader, SealedWriter
from camillo.domain.errors import InvalidInput, PalaceLocked
from camillo.ports.archive import KINDS, Row

if TYPE_CHECKING:
    from hashlib import _Hash

VERSION = 1
_GZIP = b"\x1f\x8b"
#: No line is longer: a text has 64 MiB at the most, and its characters may be escaped.
_LONGEST = 512 << 20


class Hashes:
    """How many rows of each kind there are, and their hashes: SHA-256 of their lines as an archive has them."""

    def __init__(self) -> None:
        self._made: dict[str, _Hash] = {kind: sha256() for kind in KINDS}
        self.counts: Counter[str] = Counter({kind: 0 for kind in KINDS})

    def line(self, kind: str, row: Row) -> bytes:
        """The line of a row, which counts from then on."""
        line = _line({"row": kind, **row})
        self._made[kind].update(line)
        self.counts[kind] += 1
        return line

    def manifest(self) -> dict[str, object]:
        """Counts and hashes by kind."""
        hashes = {kind: made.hexdigest() for kind, made in self._made.items()}
        return {"row": "manifest", "counts": dict(self.counts), "sha256": hashes}


def write(stream: BinaryIO, header: Row, rows: Callable[[str], Iterable[Row]]) -> Hashes:
    """Write all rows of a palace."""
    hashes = Hashes()
    stream.write(_line({"camillo_archive": VERSION, **header}))
    for kind in KINDS:
        for row in rows(kind):
            stream.write(hashes.line(kind, row))
    stream.write(_line(hashes.manifest()))
    return hashes


def read(stream: BinaryIO) -> Iterator[tuple[str, Row]]:
    """Rows with their kinds, in order; at the end they agreed with the manifest.

    Raises:
        InvalidInput: it is no archive, of a later version, damaged, or cut short.
    """
    hashes = Hashes()
    try:
        header = _parsed(stream.readline(_LONGEST))
        if header.get("camillo_archive") != VERSION:
            raise InvalidInput(
                "this is no archive that is known", "upgrade Camillo, or name another"
            )
        place = 0
        while line := stream.readline(_LONGEST):
            row = _parsed(line)
            kind = row.pop("row", None)
            if kind == "manifest":
                if {"row": kind, **row} != hashes.manifest():
                    raise InvalidInput(
                        "the archive's rows are not what its manifest says", "use a copy"
                    )
                return
            if kind not in KINDS or KINDS.index(kind) < place:
                raise InvalidInput(
                    "the archive's rows are out of order", "use it as it was written"
                )
            place = KINDS.index(kind)
            hashes.line(kind, row)
            yield kind, row
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidInput("the archive is damaged or cut short", "use another copy") from error
    raise InvalidInput("the archive is cut short", "use another copy")


@contextmanager
def written(file: BinaryIO, key: bytes | None) -> Iterator[BinaryIO]:
    """Where lines are written to, packed and, with a key, sealed."""
    with ExitStack() as stack:
        under = file
        if key is not None:
            under = cast("BinaryIO", stack.enter_context(SealedWriter(file, key)))
        yield cast("BinaryIO", stack.enter_context(gzip.GzipFile("", "wb", 6, under, 0)))


@contextmanager
def opened(path: Path, keys: Callable[[], Sequence[bytes]] | None) -> Iterator[BinaryIO]:
    """The lines of an archive: sealed, packed or as they are.

    Raises:
        InvalidInput: it cannot be read. PalaceLocked: it is sealed, and no key opens it.
    """
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb"))
            stream: BinaryIO = _unsealed(file, keys) if file.read(len(MAGIC)) == MAGIC else file
        except OSError as error:
            raise InvalidInput(
                f"{path} cannot be read: {error.strerror}", "name an archive"
            ) from error
        if stream is file:
            file.seek(0)
        buffered = io.BufferedReader(cast("io.RawIOBase", stream))
        packed = buffered.peek(2)[:2] == _GZIP
        yield cast("BinaryIO", gzip.GzipFile("", "rb", 6, buffered) if packed else buffered)


def _unsealed(file: BinaryIO, keys: Callable[[], Sequence[bytes]] | None) -> BinaryIO:
    start = file.tell()
    given = keys() if keys is not None else ()
    for key in given:
        file.seek(start)
        try:
            SealedReader(file, key).read(1)
        except PalaceLocked:
            continue
        file.seek(start)
        return cast("BinaryIO", SealedReader(file, key))
    raise PalaceLocked(
        "the archive is sealed" + (" with another key" if given else ""),
        "set palace_key to the key of the palace it was made of",
    )


def _line(value: Row) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            "this is no archive of a palace", "name one that `export` made"
        ) from error
    if not isinstance(found, dict):
        raise InvalidInput("this is no archive of a palace", "name one that `export` made")
    return found
