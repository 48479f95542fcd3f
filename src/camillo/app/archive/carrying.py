"""A whole palace written to an archive, and taken out of one."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import BinaryIO, cast

from camillo.app.archive import lines
from camillo.domain.errors import CamilloError, InvalidInput, PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.archive import KINDS, ArchivedStore, Row
from camillo.ports.store import PalaceStore

_BATCH = 500


def export(store: PalaceStore, target: Path, key: bytes | None) -> Receipt:
    """Write all that is canonical to a new file; sealed where a key is given. The log tells of it.

    Raises:
        InvalidInput: the file exists, or this store has no archives. CamilloError: it cannot be written.
    """
    given = archived(store)
    with _new(target) as file, given.archiving() as rows, lines.written(file, key) as stream:
        hashes = lines.write(stream, _header(), rows)
    how = "" if key is not None else ", which is not encrypted"
    return given.note("export", dict(hashes.counts), [f"the archive {target.absolute()}{how}"])


def adopt(store: PalaceStore, rows: Iterable[tuple[str, Row]]) -> lines.Hashes:
    """Take all rows into a palace that holds nothing, then read them back and compare.

    Raises:
        InvalidInput: a row cannot be taken. PalaceDamaged: what is read back is not what was given.
    """
    given = archived(store)
    hashes = lines.Hashes()
    for kind, batch in _batches(rows):
        for row in batch:
            hashes.line(kind, row)
        given.adopt(kind, batch)
    back = lines.Hashes()
    with given.archiving() as read:
        for kind in KINDS:
            for row in read(kind):
                back.line(kind, row)
    if back.manifest() != hashes.manifest():
        raise PalaceDamaged("what arrived is not what was sent", "run it again")
    return hashes


def take(
    store: PalaceStore, source: Path, keys: Callable[[], Sequence[bytes]] | None
) -> lines.Hashes:
    """Take an archive into a palace that holds nothing of its own."""
    with lines.opened(source, keys) as stream:
        return adopt(store, lines.read(stream))


def unseal(source: Path, target: Path, keys: Callable[[], Sequence[bytes]] | None) -> None:
    """Write an archive's lines to a new file, as they are."""
    with _new(target) as file, lines.opened(source, keys) as stream:
        while chunk := stream.read(1 << 20):
            file.write(chunk)


def archived(store: PalaceStore) -> ArchivedStore:
    """The store as one whose content can be carried.

    Raises:
        InvalidInput: it cannot.
    """
    if not isinstance(store, ArchivedStore):
        raise InvalidInput("this store has no archives", "export from the file of a palace")
    return store


def _header() -> Row:
    made = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"made": made}


def _batches(rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, list[Row]]]:
    for kind, group in groupby(rows, key=lambda pair: pair[0]):
        while batch := [row for _, row in islice(group, _BATCH)]:
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
