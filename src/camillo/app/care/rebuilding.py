"""Deriving all indexes again, and making a palace out of a backup."""

from collections.abc import Callable
from pathlib import Path

from camillo.app.care.doomed import Recut
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.report import Receipt
from camillo.ingest.mine import Progress
from camillo.ports.opening import Keys
from camillo.ports.store import PalaceStore

_REBUILD_BATCH = 256


def rebuild(
    store: PalaceStore, recut: Recut, progress: Callable[[Progress], None] | None
) -> Receipt:
    """Derive a new generation beside the live one and switch to it; a killed run is taken up again."""
    building = store.begin_generation()
    done = 0
    while turns := store.stored(building.done, _REBUILD_BATCH):
        cuts = recut(turns)
        building = store.extend_generation(building, list(zip(turns, cuts, strict=True)))
        done += len(turns)
        if progress:
            progress(Progress("rebuild", "", 0, 0, done))
    receipt = store.switch_generation(building)
    # Rows that were derived one by one are slow to search until they are folded together.
    store.compact(force=True)
    return receipt


def restore(backup: Path, target: Path, keys: Keys | None = None) -> Receipt:
    """Make a new palace out of a backup.

    Raises:
        NotFound: there is no backup. InvalidInput: the target exists. PalaceDamaged: the backup
        does not pass its checks.
    """
    from camillo.storage.sqlite.store import SqliteStore

    if not backup.is_file():
        raise NotFound(f"there is no backup at {backup}", "check the path")
    if target.exists():
        raise InvalidInput(f"{target} exists already", "name a new file, or move it away first")
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return SqliteStore.restore(backup, target, keys)
