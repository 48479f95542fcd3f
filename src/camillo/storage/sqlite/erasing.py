"""Deleting a palace that others may have open: marked first, so that nobody writes to it any more, then removed.

The mark is a file beside the palace, made while no write is under way. Whoever has the palace open finds it at the
next transaction and lets go. Whoever is killed meanwhile leaves the mark, and the next one to come goes on.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from camillo.domain.errors import PalaceBusy, PalaceDamaged
from camillo.ports.opening import Keys
from camillo.storage.sqlite import ciphering
from camillo.storage.sqlite.connection import Patience, connect, patiently, translated
from camillo.storage.sqlite.shredding import COMPANIONS, beside, is_marked, mark_of, shred

_STEP, _REST = 0.5, 0.05


def mark(path: Path, keys: Keys | None, busy: float) -> None:
    """Let nobody read or write a palace from now on; what was acknowledged before goes with it.

    Raises:
        PalaceBusy: somebody wrote for too long. PalaceLocked: none of the keys opens it.
    """
    if is_marked(path):
        return
    try:
        with translated(path):
            db = connect(path, busy, writer=True, key=ciphering.key_of(path, keys, Patience(busy)))
            try:
                patiently(busy, lambda: db.execute("begin immediate"))
                _make(mark_of(path))
                db.execute("rollback")
            finally:
                db.close()
    except PalaceDamaged:
        # Nobody can write to what cannot be opened, and what went just now needs no mark.
        with suppress(FileNotFoundError):
            _make(mark_of(path))


def mark_empty(path: Path) -> None:
    """Mark where a palace would be, and is not: what lies beside is removed with it."""
    _make(mark_of(path))


def finish(path: Path, keys: Keys | None, busy: float) -> tuple[int, int]:
    """Remove a palace that is marked, and all that lies in its folder: how many files, and how many bytes.

    The folder is this palace's alone. Of several who come at once one does it; the others wait for it.

    Raises:
        PalaceBusy: somebody still has it open. PalaceLocked: none of the keys opens it.
    """
    until = time.monotonic() + busy
    while is_marked(path):
        with _only_one(path) as mine:
            if mine and (removed := _tried(path, keys)) is not None:
                return removed
        # Who came first may have a new palace open there by now, without a mark.
        if time.monotonic() >= until and is_marked(path):
            raise PalaceBusy(f"another process has {path} open", "end it, then try again")
        time.sleep(_REST)
    return 0, 0


@contextmanager
def _only_one(path: Path) -> Iterator[bool]:
    """Whether nobody else is removing the palace: two who try at once would each keep it open to the other."""
    try:
        handle = os.open(mark_of(path), os.O_RDWR)
    except FileNotFoundError:
        yield False
        return
    try:
        yield _locked(handle)
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    if sys.platform == "win32":
        # A file that is open cannot be removed there.
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _tried(path: Path, keys: Keys | None) -> tuple[int, int] | None:
    """What was removed; None while somebody has it open."""
    try:
        return _removed(path, _alone(path, keys, _STEP) if path.exists() else None)
    except PalaceBusy:
        return None


def _removed(path: Path, db: apsw.Connection | None) -> tuple[int, int]:
    """Remove what ``db`` keeps everybody else out of, None: what cannot be opened, or is not there."""
    going = beside(path, "erasing")
    try:
        if not is_marked(path):
            return 0, 0
        doomed = [*_beside(path, companions=db is None), *([path] if path.exists() else [])]
        size = sum(each.lstat().st_size for each in doomed)
        for each in doomed:
            if each != path:
                _remove(each)
        if db is not None and os.name == "nt":
            db.close()
        if path.exists():
            path.replace(going)
        mark_of(path).unlink(missing_ok=True)
    finally:
        if db is not None:
            db.close()
    shred(going, plain=True)
    with suppress(OSError):
        path.parent.rmdir()
    return len(doomed), size


def _alone(path: Path, keys: Keys | None, busy: float) -> apsw.Connection | None:
    """A connection beside which there is no other, None to what cannot be opened."""
    from camillo.storage.sqlite.recrypting import open_alone

    try:
        with translated(path):
            return open_alone(path, ciphering.key_of(path, keys, Patience(busy)), busy)
    except PalaceDamaged:
        return None


def _beside(path: Path, *, companions: bool) -> list[Path]:
    """Files in the palace's folder that are neither it nor its mark, nor, unless asked for, what SQLite has open."""
    kept = () if companions else COMPANIONS
    names = {path.name, mark_of(path).name, *(path.name + ending for ending in kept)}
    found = (each for each in path.parent.rglob("*") if each.is_file() or each.is_symlink())
    return [each for each in found if each.parent != path.parent or each.name not in names]


def _remove(path: Path) -> None:
    if path.is_symlink():
        path.unlink(missing_ok=True)
    else:
        shred(path, plain=True)
    with suppress(OSError):
        path.parent.rmdir()


def _make(mark: Path) -> None:
    """Make the mark, on disk when this returns."""
    handle = os.open(mark, os.O_WRONLY | os.O_CREAT, 0o600)
    os.fsync(handle)
    os.close(handle)
    if os.name == "posix":
        folder = os.open(mark.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
