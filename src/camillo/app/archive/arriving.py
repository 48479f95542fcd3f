"""A palace made out of an archive: whole under its name, or not there at all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.archive import carrying, lines
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.report import Receipt
from camillo.ports.archive import Row
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.ingest.mine import Progress

#: The verb of an import in the log.
IMPORT = "import"
#: Writes of the log among which an import is looked for, the newest first.
_LOGGED = 1_000_000


def arrive(
    source: Path, settings: "Settings", progress: "Callable[[Progress], None] | None" = None
) -> Receipt:
    """Make the palace of the settings out of an archive, which is only read; see :meth:`Palace.take`."""
    from camillo.app.encryption.keys import keys_of

    if not source.is_file():
        raise NotFound(f"there is no archive at {source}", "check the path")
    keys = keys_of(settings)
    if settings.palace.exists():
        return _known(source, settings, keys)
    with lines.opened(source, keys) as given, new_palace(settings.palace, settings) as store:
        return fill(store, settings, lines.read(given), IMPORT, progress)


def _known(
    source: Path, settings: "Settings", keys: Callable[[], Sequence[bytes]] | None
) -> Receipt:
    """The receipt of the import that made the palace out of this very archive.

    Raises:
        InvalidInput: the palace is another one.
    """
    from camillo.app import compose

    with lines.opened(source, keys) as given:
        digest = lines.verify(given).digest()
    store = compose.open_store(settings.palace, settings, create=False)
    try:
        known = imported(store, digest)
    finally:
        store.close()
    if known is None:
        raise InvalidInput(f"{settings.palace} exists already", "name a new file")
    return known


def imported(store: PalaceStore, digest: str) -> Receipt | None:
    """The receipt of the import of an archive, known by the digest of its rows; None where there was none."""
    note = carrying.noted(digest)
    log = store.log(_LOGGED)
    return next((one for one in log if one.verb == IMPORT and note in one.notes), None)


@contextmanager
def new_palace(target: Path, settings: "Settings") -> Iterator[PalaceStore]:
    """A palace to fill, which takes its name once it is: what could not be filled is gone.

    Raises:
        InvalidInput: there is a file of its name.
    """
    from camillo.app import compose

    if target.exists():
        raise InvalidInput(f"{target} exists already", "name a new file")
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = target.with_name(f".{target.name}.arriving")
    _remove(half)
    try:
        store = compose.open_store(half, settings, create=True)
        try:
            yield store
        finally:
            store.close()
        half.rename(target)
    finally:
        _remove(half)


def fill(
    store: PalaceStore,
    settings: "Settings",
    rows: Iterable[tuple[str, Row]],
    verb: str,
    progress: "Callable[[Progress], None] | None" = None,
) -> Receipt:
    """Fill an empty palace with all rows, and derive everything anew; see :func:`carrying.arrive`."""
    from camillo.app import compose

    parts = compose.Parts(store, settings, light=True)
    receipt = carrying.arrive(store, rows, parts.recut, verb, progress)
    parts.linking().run()
    parts.deriving().run()
    return receipt


def _remove(half: Path) -> None:
    import shutil

    for ending in ("", "-wal", "-shm", "-journal"):
        half.with_name(half.name + ending).unlink(missing_ok=True)
    shutil.rmtree(half.with_name(half.name + ".run"), ignore_errors=True)
