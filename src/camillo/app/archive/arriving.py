"""A palace made out of an archive: whole under its name, or not there at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.archive import carrying, lines
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.report import Receipt
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.ingest.mine import Progress


def arrive(
    source: Path, settings: "Settings", progress: "Callable[[Progress], None] | None" = None
) -> Receipt:
    """Make the palace of the settings out of an archive, which is only read; see :meth:`Palace.take`."""
    from camillo.app.encryption.keys import keys_of

    if not source.is_file():
        raise NotFound(f"there is no archive at {source}", "check the path")
    with new_palace(settings.palace, settings) as store:
        hashes = carrying.take(store, source, keys_of(settings))
        return settle(store, settings, hashes, "import", progress)


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


def settle(
    store: PalaceStore,
    settings: "Settings",
    hashes: lines.Hashes,
    verb: str,
    progress: "Callable[[Progress], None] | None",
) -> Receipt:
    """Derive everything anew, prove that it holds together, and enter it in the log."""
    from camillo.app import compose, tending
    from camillo.domain.errors import PalaceDamaged

    parts = compose.Parts(store, settings, light=True)
    tending.rebuild(store, parts.recut, progress)
    parts.linking().run()
    parts.ripening().run()
    if problems := store.check():
        raise PalaceDamaged(f"what arrived does not hold together: {problems[0]}", "use a copy")
    return carrying.archived(store).note(verb, dict(hashes.counts))


def _remove(half: Path) -> None:
    import shutil

    for ending in ("", "-wal", "-shm", "-journal"):
        half.with_name(half.name + ending).unlink(missing_ok=True)
    shutil.rmtree(half.with_name(half.name + ".run"), ignore_errors=True)
