"""Renaming that destroys nothing: onto a free name only, or two names that change places at once."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

_EXCLUSIVE, _EXCHANGE = 0, 1
#: The flags of Linux and of macOS for the two.
_FLAGS = {"linux": ("renameat2", (1, 2)), "darwin": ("renameatx_np", (4, 2))}
_HERE = {"linux": -100, "darwin": -2}
_UNSUPPORTED = frozenset((errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP))


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in an open folder; where folders cannot be opened, a whole path and no folder."""

    folder: int | None
    name: str

    def exists(self) -> bool:
        """Whether anything has this name, a broken link included."""
        try:
            os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True


def rename_new(source: Entry, target: Entry) -> None:
    """Rename a file to a name that nothing has.

    Raises:
        FileExistsError: something has it. OSError: it cannot be renamed.
    """
    if _by_system(_EXCLUSIVE, source, target):
        return
    try:
        _link(source, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: the gap between looking and renaming stays.
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target.name) from None
        os.rename(source.name, target.name, src_dir_fd=source.folder, dst_dir_fd=target.folder)
        return
    os.unlink(source.name, dir_fd=source.folder)


def exchange(source: Entry, target: Entry) -> None:
    """Let two files change names, so that what stood at ``target`` is at ``source`` afterwards.

    Where the system cannot do it at once, ``target`` always has one of the two.

    Raises:
        OSError: one of them is gone, or it cannot be done.
    """
    if _by_system(_EXCHANGE, source, target):
        return
    spare = Entry(source.folder, f"{source.name}.spare")
    linked = False
    with suppress(OSError):
        _link(target, spare)
        linked = True
    os.replace(source.name, target.name, src_dir_fd=source.folder, dst_dir_fd=target.folder)
    if linked:
        os.rename(spare.name, source.name, src_dir_fd=spare.folder, dst_dir_fd=source.folder)


def _link(source: Entry, target: Entry) -> None:
    os.link(
        source.name,
        target.name,
        src_dir_fd=source.folder,
        dst_dir_fd=target.folder,
        follow_symlinks=False,
    )


def _by_system(how: int, source: Entry, target: Entry) -> bool:
    """Ask the system for it in one step; whether it can."""
    call = _system_call(sys.platform)
    if call is None:
        return False
    flag = _FLAGS[sys.platform][1][how]
    here = _HERE[sys.platform]
    code = call(
        here if source.folder is None else source.folder, os.fsencode(source.name),
        here if target.folder is None else target.folder, os.fsencode(target.name), flag,
    )  # fmt: skip
    if code in _UNSUPPORTED:
        return False
    if code:
        raise OSError(code, os.strerror(code), target.name)
    return True


@cache
def _system_call(platform: str) -> Callable[[int, bytes, int, bytes, int], int] | None:
    if platform not in _FLAGS:
        return None
    import ctypes

    try:
        found = getattr(ctypes.CDLL(None, use_errno=True), _FLAGS[platform][0])
    except (OSError, AttributeError):
        return None
    found.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    found.restype = ctypes.c_int

    def call(a: int, old: bytes, b: int, new: bytes, flag: int) -> int:
        return ctypes.get_errno() if found(a, old, b, new, flag) else 0

    return call
