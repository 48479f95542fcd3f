"""What lies beside a palace while it is given another key, and removing files so that their bytes are gone."""

import os
from pathlib import Path

_CHUNK = 1 << 20
#: What SQLite keeps beside a file, by what follows its name.
COMPANIONS = ("-journal", "-wal", "-shm")


def beside(path: Path, ending: str) -> Path:
    """The copy that is being made of a palace (``new``), or what was one until just now (``old``, ``erasing``)."""
    return path.with_name(f".{path.name}.{ending}")


def mark_of(path: Path) -> Path:
    """The file that says of a palace that it is being erased: nobody reads or writes it any more."""
    return beside(path, "gone")


def is_marked(path: Path) -> bool:
    """Whether a palace is being erased."""
    return mark_of(path).exists()


def sweep(path: Path) -> None:
    """Remove what a run that was killed left beside the palace. Nobody may be giving it another key meanwhile."""
    for ending in ("new", "old"):
        left = beside(path, ending)
        if not left.exists():
            continue
        if path.exists() and left.samefile(path):
            # The kill came before the copy took the palace's name: this is the palace, under a second one.
            left.unlink()
        else:
            shred(left, plain=True)
    for companion in COMPANIONS:
        fresh = beside(path, "new")
        fresh.with_name(fresh.name + companion).unlink(missing_ok=True)


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file lies there, and when it was changed last; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_ctime_ns


def finish_erasing(path: Path) -> None:
    """Overwrite what an erasure that was killed left of a palace that had this name."""
    going = beside(path, "erasing")
    if going.exists():
        shred(going, plain=True)


def shred(path: Path, *, plain: bool) -> None:
    """Remove a file that no connection is open to; ``plain`` bytes are overwritten with zeros first.

    A disk that writes to other cells, or a file system that copies on writing, may keep them all the same.
    """
    try:
        if plain:
            _overwrite(path)
        path.unlink()
    except FileNotFoundError:
        # There is none, or another process has just removed it.
        return


def _overwrite(path: Path) -> None:
    with path.open("r+b") as file:
        left = path.stat().st_size
        while left > 0:
            left -= file.write(bytes(min(left, _CHUNK)))
        file.flush()
        os.fsync(file.fileno())
