"""Changing a host's file so that nothing can be lost: told first, backed up, replaced at once."""

import contextlib
import difflib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from camillo.app.resident.locks import FileLock
from camillo.domain.errors import CamilloError, InvalidInput

Action = Literal["created", "changed", "removed", "unchanged"]
Rewrite = Callable[[str | None], str | None]

_MARK = b"\xef\xbb\xbf"
_LARGEST = 64 << 20
_WAIT = 30.0


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to one file: its bytes before and after; None is a file that is not there."""

    path: Path
    before: bytes | None
    after: bytes | None

    @property
    def action(self) -> Action:
        """What it is called."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "removed" if self.after is None else "changed"

    def diff(self) -> list[str]:
        """A unified diff with one line around each change, since these files hold secrets too."""
        names = [os.devnull if one is None else str(self.path) for one in (self.before, self.after)]
        before, after = _lines(self.before), _lines(self.after)
        found = difflib.unified_diff(before, after, names[0], names[1], n=1)
        return [one.rstrip("\r\n") for one in found]


def plan(path: Path, rewrite: Rewrite) -> Change:
    """What a rewrite would do to a file as it is now.

    Raises:
        InvalidInput: the file is no text in UTF-8, too large, no file, or what the rewrite refuses.
        CamilloError: it cannot be read.
    """
    before = _read(path)
    mark = _MARK if before is not None and before.startswith(_MARK) else b""
    text = rewrite(None if before is None else _decoded(path, before[len(mark) :]))
    if text is None:
        return Change(path, before, None)
    try:
        return Change(path, before, mark + text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise InvalidInput(
            "the path of this Camillo is no text in UTF-8", "install it elsewhere"
        ) from error


def carry_out(path: Path, rewrite: Rewrite) -> tuple[Change, Path | None]:
    """Rewrite a file as it is by then; what was done, and the backup of what was there before.

    One installer works at a time. A link stays and what it leads to is rewritten; modes are kept.

    Raises:
        CamilloError: it cannot be written, or another installer is at work for too long.
    """
    with _alone():
        change = plan(path, rewrite)
        if change.action == "unchanged":
            return change, None
        real = Path(os.path.realpath(path))
        try:
            backup = None if change.before is None else _back_up(real, change.before)
            if change.after is None:
                real.unlink()
            else:
                real.parent.mkdir(parents=True, exist_ok=True)
                _replace(real, change.after)
        except OSError as error:
            raise CamilloError(
                f"{path} could not be written: {error.strerror or error}",
                "see who owns the file and its folder, and run this again",
            ) from error
        return change, backup


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    import platformdirs

    try:
        lock = FileLock(
            platformdirs.user_cache_path("camillo", ensure_exists=True) / "install.lock"
        )
        taken = lock.take(_WAIT)
    except OSError as error:
        raise CamilloError(
            f"the lock of the installer could not be taken: {error.strerror or error}",
            "see that the user's cache folder can be written to",
        ) from error
    if not taken:
        raise CamilloError("another `camillo install` is at work", "wait for it, and try again")
    with lock:
        yield


def _read(path: Path) -> bytes | None:
    try:
        # Looked at before it is opened: the other end of a named pipe may never come.
        if not stat.S_ISREG(path.stat().st_mode):
            raise InvalidInput(f"{path} is no file", "move it away, and run this again")
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CamilloError(
            f"{path} could not be read: {error.strerror or error}", "see who owns it"
        ) from error
    if len(content) > _LARGEST:
        raise InvalidInput(f"{path} has more than {_LARGEST >> 20} MB", "is it the right file?")
    return content


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{path} is no text in UTF-8 (byte {error.start}); nothing was changed",
            "save it as UTF-8, and run this again",
        ) from error


def _back_up(real: Path, content: bytes) -> Path:
    """Write what was there into a file of its own beside it, with the same mode."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    backup = real.with_name(f"{real.name}.camillo-{stamp}.bak")
    _write(backup, content, real)
    return backup


def _replace(real: Path, content: bytes) -> None:
    """Put other bytes in a file's place at once: whoever reads it sees all of the old or the new."""
    beside = real.with_name(f".{real.name}.camillo-{os.getpid()}.tmp")
    try:
        _write(beside, content, real)
        beside.replace(real)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    _settle(real.parent)


def _write(path: Path, content: bytes, like: Path) -> None:
    """A new file with the mode and owner of another, if that is there, on the disk when this ends."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        with contextlib.suppress(FileNotFoundError):
            found = like.stat()
            if hasattr(os, "fchown"):
                with contextlib.suppress(PermissionError):
                    os.fchown(file.fileno(), found.st_uid, found.st_gid)
                os.fchmod(file.fileno(), stat.S_IMODE(found.st_mode))
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Make a renaming last; Windows has no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lines(content: bytes | None) -> list[str]:
    return (content or b"").decode("utf-8", "replace").splitlines(keepends=True)
