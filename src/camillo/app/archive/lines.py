"""An archive's lines: a header, a row each, and a manifest that proves them."""

import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from camillo.app.archive.chunks import MAGIC, SealedReader, SealedWriter
from camillo.app.archive.proving import Proof
from camillo.domain.errors import InvalidInput, PalaceLocked
from camillo.ports.archive import KINDS, Row

if TYPE_CHECKING:
    from hashlib import _Hash

VERSION = 1
_GZIP = b"\x1f\x8b"
_HEADER = b'{"camillo_archive"'
#: So many bytes tell what :func:`looks_packed` asks for.
HEAD = len(_HEADER)
_OTHER = "name one that `camillo export all` made"
_COPY = "use another copy"
#: A text of 256 MiB, the longest that any source gives, in base64; and the rest of its row.
LONGEST = (256 << 20) * 4 // 3 + (1 << 20)
#: So much harms nobody, however small it was packed; above it lines may be so many times as long as their file.
_HARMLESS = 64 << 20
_RATIO = 200
#: Shorter lines are compared with what `export` writes at once, longer ones when they are read back.
_SHORT = 1 << 16
_PIECE = 1 << 20


class Hashes:
    """How many rows of each kind there are, and their hashes: SHA-256 of their lines as an archive has them."""

    def __init__(self) -> None:
        self._made: dict[str, _Hash] = {kind: sha256() for kind in KINDS}
        self.counts: Counter[str] = Counter({kind: 0 for kind in KINDS})

    def line(self, kind: str, row: Row) -> bytes:
        """The line of a row, which counts from then on."""
        line = _line({"row": kind, **row})
        self.add(kind, line)
        return line

    def add(self, kind: str, line: bytes) -> None:
        """Count a line."""
        self._made[kind].update(line)
        self.counts[kind] += 1

    def manifest(self) -> dict[str, object]:
        """Counts and hashes by kind."""
        hashes = {kind: made.hexdigest() for kind, made in self._made.items()}
        return {"row": "manifest", "counts": dict(self.counts), "sha256": hashes}

    def digest(self) -> str:
        """What the whole archive is known again by, whenever and however it was packed."""
        return sha256(_line(self.manifest())).hexdigest()

    def differing(self, other: "Hashes") -> list[str]:
        """The kinds of rows that are not the same."""
        return [
            kind
            for kind in KINDS
            if self._made[kind].digest() != other._made[kind].digest()
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """An archive's lines; ``packed`` is the length of their file where they were packed, else 0."""

    stream: BinaryIO
    packed: int


def write(stream: BinaryIO, header: Row, rows: Callable[[str], Iterable[Row]]) -> Hashes:
    """Write all rows of a palace."""
    hashes = Hashes()
    stream.write(_line({"camillo_archive": VERSION, **header}))
    for kind in KINDS:
        for row in rows(kind):
            stream.write(hashes.line(kind, row))
    stream.write(_line(hashes.manifest()))
    return hashes


def read(
    given: Opened, hashes: Hashes | None = None, longest: int = LONGEST
) -> Iterator[tuple[str, Row]]:
    """Rows with their kinds, in order, each looked at; at the end they agreed with the manifest.

    Raises:
        InvalidInput: it is no archive, of a later version, damaged, cut short, or a row is wrong: it names the line.
    """
    reader = _Reader(given, Hashes() if hashes is None else hashes, longest)
    try:
        yield from reader.rows()
    except InvalidInput as error:
        raise InvalidInput(f"line {reader.number}: {error.what}", error.mend) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidInput(
            f"the archive is damaged or cut short after line {reader.number}", _COPY
        ) from error


def verify(given: Opened, longest: int = LONGEST) -> Hashes:
    """Read an archive to its end, and keep nothing of it; raises as :func:`read` does."""
    hashes = Hashes()
    for _ in read(given, hashes, longest):
        continue
    return hashes


class _Reader:
    """Reads lines one by one; ``number`` is that of the last one."""

    def __init__(self, given: Opened, hashes: Hashes, longest: int) -> None:
        self.number = 0
        self._given, self._hashes, self._longest = given, hashes, longest
        self._length = 0

    def rows(self) -> Iterator[tuple[str, Row]]:
        header = _parsed(self._line())
        version = header.get("camillo_archive")
        if version != VERSION or isinstance(version, bool):
            known = isinstance(version, int) and not isinstance(version, bool)
            what = f"the archive has the version {version}" if known else "this is no archive"
            raise InvalidInput(f"{what}; {VERSION} is known", f"upgrade Camillo, or {_OTHER}")
        proof = Proof()
        while line := self._line():
            row = _parsed(line)
            kind = row.pop("row", None)
            if kind == "manifest":
                self._end(row)
                return
            proof.look(kind, row) if isinstance(kind, str) else proof.look("", row)
            if len(line) <= _SHORT and _line({"row": kind, **row}) != line:
                raise InvalidInput(
                    "it is not written as `export` writes it", "use it as it was written"
                )
            self._hashes.add(kind, line)
            yield kind, row
        raise InvalidInput("the archive is cut short: its manifest is missing", _COPY)

    def _end(self, row: Mapping[str, Any]) -> None:
        if {"row": "manifest", **row} != self._hashes.manifest():
            raise InvalidInput("the rows are not what the manifest says", _COPY)
        if self._given.stream.read(1):
            raise InvalidInput("the archive goes on after its manifest", _COPY)

    def _line(self) -> bytes:
        line = bytearray()
        while piece := self._given.stream.readline(_PIECE):
            self.number += not line
            line += piece
            self._bound(len(line), len(piece))
            if piece.endswith(b"\n"):
                return bytes(line)
        if line:
            raise InvalidInput("the archive is cut short within a line", _COPY)
        return b""

    def _bound(self, length: int, more: int) -> None:
        if length > self._longest:
            raise InvalidInput(
                f"it is longer than {self._longest:,} bytes",
                "import it with `camillo import`, which takes longer ones",
            )
        self._length += more
        packed = self._given.packed
        if packed and self._length > _HARMLESS and self._length > _RATIO * packed:
            raise InvalidInput(
                f"{packed:,} bytes unpack to more than {_RATIO} times as many: it looks like a bomb",
                "if you trust it, unpack it with gunzip and import the lines",
            )


@contextmanager
def written(file: BinaryIO, key: bytes | None) -> Iterator[BinaryIO]:
    """Where lines are written to, packed and, with a key, sealed."""
    with ExitStack() as stack:
        under = file
        if key is not None:
            under = cast("BinaryIO", stack.enter_context(SealedWriter(file, key)))
        yield cast("BinaryIO", stack.enter_context(gzip.GzipFile("", "wb", 6, under, 0)))


@contextmanager
def opened(path: Path, keys: Callable[[], Sequence[bytes]] | None) -> Iterator[Opened]:
    """The lines of an archive in a file: sealed, packed or as they are.

    Raises:
        InvalidInput: it cannot be read. PalaceLocked: it is sealed, and no key opens it.
    """
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb"))
            size = path.stat().st_size
        except OSError as error:
            raise InvalidInput(
                f"{path} cannot be read: {error.strerror}", "name an archive"
            ) from error
        yield unpacked(file, size, keys)


def unpacked(
    file: io.BufferedReader, size: int, keys: Callable[[], Sequence[bytes]] | None
) -> Opened:
    """The lines of an archive in an open file of a size, which has not been read from; raises as :func:`opened`.

    Only where keys are given it must be one in which can be gone back.
    """
    stream = file
    if _head(file, len(MAGIC)) == MAGIC:
        stream = io.BufferedReader(_unsealed(file, keys))
    if _head(stream, len(_GZIP)) == _GZIP:
        return Opened(cast("BinaryIO", gzip.GzipFile("", "rb", 6, stream)), max(1, size))
    return Opened(cast("BinaryIO", stream), 0)


def looks_packed(head: bytes) -> bool:
    """Whether what begins so may be an archive: these are the first bytes, a few at the least."""
    return head.startswith((_GZIP, MAGIC, _HEADER))


def _head(file: io.BufferedReader, count: int) -> bytes:
    try:
        return file.peek(count)[:count]
    except OSError as error:
        raise InvalidInput(
            f"the archive cannot be read: {error.strerror}", "name another"
        ) from error


def _unsealed(file: io.BufferedReader, keys: Callable[[], Sequence[bytes]] | None) -> SealedReader:
    given = keys() if keys is not None else ()
    for key in given:
        file.seek(len(MAGIC))
        try:
            SealedReader(file, key).read(1)
        except PalaceLocked:
            continue
        file.seek(len(MAGIC))
        return SealedReader(file, key)
    raise PalaceLocked(
        "the archive is sealed" + (" with another key" if given else ""),
        "set palace_key to the key of the palace it was made of",
    )


def _line(value: Row) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("ascii"), parse_constant=_refused)
    except RecursionError as error:
        raise InvalidInput("it is nested too deep", "use it as it was written") from error
    except ValueError as error:
        raise InvalidInput("it is no line of an archive", _OTHER) from error
    if not isinstance(found, dict):
        raise InvalidInput("it is no line of an archive", _OTHER)
    return found


def _refused(word: str) -> Any:
    raise ValueError(f"{word} is no number")
