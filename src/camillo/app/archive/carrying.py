"""A whole palace written to an archive, and taken out of one."""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from camillo.app.archive import lines, sounding
from camillo.app.clock import stamp
from camillo.domain.errors import CamilloError, InvalidInput
from camillo.domain.report import Receipt
from camillo.ports.archive import KINDS, ArchivedStore, Arrival, Row
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.care.doomed import Recut
    from camillo.ingest.mine import Progress

_BATCH, _BATCH_BYTES = 500, 8 << 20
_DERIVED = 256


def export(store: PalaceStore, target: Path, key: bytes | None) -> Receipt:
    """Write all that is canonical to a new file; sealed where a key is given. The log tells of it.

    Raises:
        InvalidInput: the file exists, or this store has no archives. CamilloError: it cannot be written.
    """
    given = archived(store)
    with _new(target) as file:
        hashes = pack(store, file, key)
    how = "" if key is not None else ", which is not encrypted"
    return given.note("export", dict(hashes.counts), [f"the archive {target.absolute()}{how}"])


def pack(store: PalaceStore, file: BinaryIO, key: bytes | None = None) -> lines.Hashes:
    """Write all that is canonical to a file or a stream, of one state of the palace, in the memory of a few rows."""
    with archived(store).archiving() as rows, lines.written(file, key) as stream:
        return lines.write(stream, _header(), rows)


def arrive(
    store: PalaceStore,
    rows: Iterable[tuple[str, Row]],
    recut: "Recut",
    verb: str,
    progress: "Callable[[Progress], None] | None" = None,
) -> Receipt:
    """Fill a palace that holds nothing with canonical rows and what is derived of them, all or nothing.

    They are read back and compared, and ``doctor``'s checks run, inside the one transaction.

    Raises:
        Occupied: it holds something. InvalidInput: a row cannot be taken, or they do not hold together.
    """
    with archived(store).arriving() as arrival:
        hashes = _adopt(arrival, rows)
        back = lines.Hashes()
        for kind in KINDS:
            for row in arrival.rows(kind):
                back.line(kind, row)
        if differing := hashes.differing(back):
            raise InvalidInput(
                f"rows of the kind {differing[0]!r} are not read back as they were given",
                "use an archive as it was written",
            )
        _derive(arrival, recut, progress)
        sounding.sound(arrival.snapshot())
        if problems := arrival.check():
            raise InvalidInput(
                f"what arrives does not hold together: {problems[0].where}: {problems[0].what}",
                "use an archive as it was written",
            )
        receipt = arrival.note(verb, dict(hashes.counts), [noted(hashes.digest())])
    # Rows that were derived one by one are slow to search until they are folded together.
    store.compact(force=True)
    return receipt


def noted(digest: str) -> str:
    """How the log tells which rows arrived."""
    return f"the rows of the archive {digest}"


def _adopt(arrival: Arrival, rows: Iterable[tuple[str, Row]]) -> lines.Hashes:
    hashes = lines.Hashes()
    for kind, batch in _batches(rows):
        for row in batch:
            hashes.line(kind, row)
        arrival.adopt(kind, batch)
    return hashes


def _derive(
    arrival: Arrival, recut: "Recut", progress: "Callable[[Progress], None] | None"
) -> None:
    last, done = 0, 0
    while turns := arrival.stored(last, _DERIVED, _BATCH_BYTES):
        arrival.derive(list(zip(turns, recut(turns), strict=True)))
        last, done = turns[-1].number, done + len(turns)
        if progress:
            from camillo.ingest.mine import Progress

            progress(Progress("rebuild", "", 0, 0, done))


def unseal(source: Path, target: Path, keys: Callable[[], Sequence[bytes]] | None) -> None:
    """Write an archive's lines to a new file, as they are."""
    with _new(target) as file, lines.opened(source, keys) as given:
        try:
            while chunk := given.stream.read(1 << 20):
                file.write(chunk)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InvalidInput("the archive is damaged or cut short", "use another copy") from error


def archived(store: PalaceStore) -> ArchivedStore:
    """The store as one whose content can be carried.

    Raises:
        InvalidInput: it cannot.
    """
    if not isinstance(store, ArchivedStore):
        raise InvalidInput("this store has no archives", "export from the file of a palace")
    return store


def _header() -> Row:
    made = stamp()
    return {"made": made}


def _batches(rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    """Rows of one kind together, not many at a time, and few where they are long."""
    for kind, group in groupby(rows, key=lambda pair: pair[0]):
        batch: list[Row] = []
        size = 0
        for _, row in group:
            batch.append(row)
            size += len(str(row.get("text") or row.get("base64") or ""))
            if len(batch) == _BATCH or size > _BATCH_BYTES:
                yield kind, batch
                batch, size = [], 0
        if batch:
            yield kind, batch


@contextmanager
def _new(target: Path) -> Iterator[BinaryIO]:
    """A new file of the owner's alone, gone again where it could not be finished."""
    try:
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise InvalidInput(f"{target} exists already", "name a new file") from error
    except OSError as error:
        raise CamilloError(
            f"{target} cannot be written: {error.strerror}", "name another"
        ) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield cast("BinaryIO", file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        target.unlink(missing_ok=True)
        raise
