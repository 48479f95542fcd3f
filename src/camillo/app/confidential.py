"""Files that hold secrets, or decide who is trusted: read only where nobody else can have read or changed them."""

import os
import stat
from pathlib import Path

from camillo.domain.errors import InvalidInput


def secret(path: Path, what: str, most: int) -> bytes:
    """The first ``most`` bytes of a file that its owner alone can read; ``what`` it holds is named in errors.

    Raises:
        InvalidInput: it cannot be read, or others can.
    """
    return _read(path, what, most, (0o077, "read", "chmod 600"))


def trusted(path: Path, what: str, most: int) -> bytes:
    """The first ``most`` bytes of a file that all may read, but its owner alone can change.

    Raises:
        InvalidInput: it cannot be read, or others can change it.
    """
    return _read(path, what, most, (0o022, "change", "chmod go-w"))


def _read(path: Path, what: str, most: int, barred: tuple[int, str, str]) -> bytes:
    mask, could, mend = barred
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            content = file.read(most)
    except OSError as error:
        raise InvalidInput(
            f"{what} {path.absolute()} cannot be read: {error.strerror}",
            "a path without a root begins in the folder that the command is started in",
        ) from error
    # Windows has no such modes: the folder's own list of rights holds there.
    if os.name == "posix" and stat.S_IMODE(state.st_mode) & mask:
        raise InvalidInput(f"others can {could} {what} {path}", f"run `{mend} {path}`")
    return content
