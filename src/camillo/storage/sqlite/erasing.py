"""Deleting a palace that others may have open: marked first, so that nobody writes to it any more, then removed.

The mark is a file beside the palace, made while no write is under way. Whoever has the palace open finds it at the
next transaction and lets go. Whoever is killed meanwhile leaves the mark, and the next one to come goes on. Where
nobody else may have the palace open it is held first, and marked when all beside it is gone.
"""

import errno
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from camillo.domain.errors import CamilloError, NotFound, PalaceBusy, PalaceDamaged, PalaceLocked
from camillo.ports.opening import Keys
from camillo.storage.sqlite import ciphering
from camillo.storage.sqlite.connection import Patience, connect, patiently, translated
from camillo.storage.sqlite.opening import is_owners
from camillo.storage.sqlite.shredding import COMPANIONS, beside, file_at, is_marked, mark_of, shred

_STEP = 0.5
#: What a file system says that has no such locks, as some of those over a network.
_NO_LOCKS = (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS, errno.EINVAL)


def mark(path: Path, keys: Keys | None, busy: float) -> None:
    """Let nobody read or write a palace from now on; what was acknowledged before goes with it.

    One that goes before it is marked, as others delete it too, needs no mark.

    Raises:
        PalaceBusy: somebody wrote for too long. PalaceLocked: none of the keys opens it.
    """
    while not is_marked(path) and (before := file_at(path)) is not None:
        try:
            _mark_this(path, before, keys, busy)
        except PalaceDamaged:
            # Nobody can write to what cannot be opened; what was overwritten just now is not this file.
            if file_at(path) == before:
                mark_empty(path)
        except CamilloError:
            if _is_at(path, before):
                raise


def _mark_this(path: Path, file: tuple[int, int], keys: Keys | None, busy: float) -> None:
    """Mark it while no write is under way, unless another file has its place by then."""
    with translated(path):
        db = connect(path, busy, writer=True, key=ciphering.key_of(path, keys, Patience(busy)))
        try:
            patiently(busy, lambda: db.execute("begin immediate"))
            if _is_at(path, file):
                mark_empty(path)
            db.execute("rollback")
        finally:
            db.close()


def mark_empty(path: Path) -> None:
    """Mark where no palace is, or none that anybody writes to; where no folder is any more, nothing is to mark."""
    with suppress(FileNotFoundError):
        put_mark(path)


def finish(path: Path, keys: Keys | None, busy: float) -> tuple[int, int]:
    """Remove a palace that is marked: how many files went, and how many bytes.

    From an owner's own folder all that lies there goes. Of several who come at once one does it; the others wait.

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
            raise PalaceBusy(
                "nobody can ask it any more, but a process still has the palace's file open",
                "end what uses it, and do this again: then its bytes go too",
            )
        _rest()
    return 0, 0


def erase(path: Path, keys: Keys | None, busy: float, doomed: Sequence[Path]) -> None:
    """Remove a palace that nobody has open, and before it what is ``doomed`` with it; it needs no key.

    Raises:
        PalaceBusy: somebody has it open; nothing was removed. NotFound: others removed it meanwhile.
    """
    until = time.monotonic() + busy
    while (before := file_at(path)) is not None:
        db = None
        try:
            with suppress(PalaceLocked):
                db = _alone(path, keys, min(busy, _STEP))
        except PalaceBusy:
            if time.monotonic() >= until and _is_at(path, before):
                raise
            # Two who try at once would each keep it open to the other.
            _rest()
            continue
        except CamilloError:
            if _is_at(path, before):
                raise
            continue
        with _closing(db):
            if _is_at(path, before):
                _remove(doomed)
                put_mark(path)
                _take_marked(path, db)
                return
    raise NotFound(f"there is no palace at {path}", "nothing is there to erase")


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
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        # Without such locks SQLite's own still keep others out, if later.
    return True


def _tried(path: Path, keys: Keys | None) -> tuple[int, int] | None:
    """What was removed; None while somebody has it open."""
    try:
        db = _alone(path, keys, _STEP) if path.exists() else None
    except PalaceBusy:
        return None
    except CamilloError:
        if path.exists():
            raise
        return None
    with _closing(db):
        if not is_marked(path):
            return 0, 0
        doomed = _beside(path, companions=db is None)
        sizes = [found.st_size for each in (*doomed, path) if (found := _told(each)) is not None]
        _remove(doomed)
        _take(path, db)
        return len(sizes), sum(sizes)


def _take_marked(path: Path, db: apsw.Connection | None) -> None:
    """Take away what others may be about to finish, who cannot while ``db`` is open."""
    while is_marked(path):
        with _only_one(path) as mine:
            if mine:
                _take(path, db)
                return
        _rest()


def _take(path: Path, db: apsw.Connection | None) -> None:
    """Remove what ``db`` keeps others out of, None: what cannot be opened, or is not there; the mark goes last."""
    going = beside(path, "erasing")
    if db is not None and os.name == "nt":
        db.close()
    with suppress(FileNotFoundError):
        path.replace(going)
    # It is held still: who waited for this file finds zeros.
    shred(going, plain=True)
    if db is not None:
        # This removes a journal by its name, which must not be a new palace's by then.
        db.close()
    mark_of(path).unlink(missing_ok=True)
    if is_owners(path):
        _prune(path.parent)
        with suppress(OSError):
            path.parent.rmdir()


@contextmanager
def _closing(db: apsw.Connection | None) -> Iterator[None]:
    try:
        yield
    finally:
        if db is not None:
            db.close()


def _alone(path: Path, keys: Keys | None, busy: float) -> apsw.Connection | None:
    """A connection beside which there is no other, None to what cannot be opened."""
    from camillo.storage.sqlite.recrypting import open_alone

    try:
        with translated(path):
            return open_alone(path, ciphering.key_of(path, keys, Patience(busy)), busy)
    except PalaceDamaged:
        return None


def _is_at(path: Path, file: tuple[int, int]) -> bool:
    """Whether this file is there still, written to or not."""
    now = file_at(path)
    return now is not None and now[0] == file[0]


def _told(path: Path) -> os.stat_result | None:
    with suppress(FileNotFoundError):
        return path.lstat()
    return None


def _rest() -> None:
    time.sleep(random.uniform(0.02, 0.15))  # noqa: S311


def _beside(path: Path, *, companions: bool) -> list[Path]:
    """What goes with a palace that is neither it nor its mark, nor, unless asked for, what SQLite has open."""
    own = [path.with_name(path.name + ending) for ending in COMPANIONS]
    if not is_owners(path):
        return [each for each in own if companions and each.exists()]
    kept = {path, mark_of(path), *(() if companions else own)}
    found = (each for each in path.parent.rglob("*") if each.is_file() or each.is_symlink())
    return [each for each in found if each not in kept]


def _remove(doomed: Sequence[Path]) -> None:
    for path in doomed:
        if path.is_symlink():
            path.unlink(missing_ok=True)
        else:
            shred(path, plain=True)


def _prune(folder: Path) -> None:
    """Remove the empty folders below one."""
    for each in sorted(folder.rglob("*"), reverse=True):
        if each.is_dir() and not each.is_symlink():
            with suppress(OSError):
                each.rmdir()


def put_mark(path: Path) -> None:
    """Make the mark of a palace, on disk when this returns; whoever does it lets nobody write meanwhile."""
    handle = os.open(mark_of(path), os.O_WRONLY | os.O_CREAT, 0o600)
    os.fsync(handle)
    os.close(handle)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
