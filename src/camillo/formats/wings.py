"""The wing of a working folder: its project, so that all folders and worktrees of one name the same."""

import os
import re
import stat
import time
from functools import lru_cache
from itertools import islice
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.place import check_name

_SEPARATORS = re.compile(r"[\\/]+")
_GIT = ".git"
#: What a worktree's ``.git`` file says; it is one short line.
_POINTER, _POINTER_LIMIT = re.compile(r"gitdir: (.+)"), 4096
#: What begins so would make the system reach for another machine.
_REMOTE = ("//", "\\\\")
#: So far up a project is looked for; no path that people use is as deep.
_LEVELS = 64
#: What was found is believed for so long: a folder may become a project at any time.
_SECONDS = 5


def wing_of(folder: object) -> str:
    r"""The wing that a working folder names: its project's name, else its own last part, else nothing.

    Its project is the nearest folder that has ``.git``, unless that is the user's home. A second worktree
    belongs to the repository that it was made from, whose folder names both. What is not on this
    machine is known by its own name alone.

    >>> wing_of("/home/kai/orion/"), wing_of("C:\\work\\orion"), wing_of("/")
    ('orion', 'orion', '')
    """
    if not isinstance(folder, str):
        return ""
    return last_name(_project(folder, int(time.monotonic()) // _SECONDS) or folder)


def last_name(folder: str) -> str:
    """The last part of a path of any system, if it can be a wing's name, else nothing."""
    parts = [part for part in _SEPARATORS.split(folder) if part.strip()]
    return name_of(parts[-1]) if parts and not parts[-1].endswith(":") else ""


def name_of(given: object) -> str:
    """A wing's name if the text can be one, else nothing."""
    try:
        return check_name("wing", given if isinstance(given, str) else "")
    except InvalidInput:
        return ""


@lru_cache(maxsize=512)
def _project(folder: str, period: int) -> str:
    """The project that a folder of this machine lies in, by the path that names it; empty for none."""
    path = Path(folder)
    if not path.is_absolute() or folder.startswith(_REMOTE) or "\0" in folder:
        return ""
    home = _home()
    for here in islice((path, *path.parents), _LEVELS):
        if here != home and (found := _repository(here)):
            return str(found)
    return ""


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _repository(folder: Path) -> Path | None:
    """The folder itself if it is a repository, or the one that it is a worktree of; None for neither."""
    mark = folder / _GIT
    try:
        mode = mark.stat().st_mode
        if stat.S_ISREG(mode):
            with mark.open(encoding="utf-8", errors="surrogateescape") as stream:
                return _main(folder, stream.read(_POINTER_LIMIT)) or folder
    except (OSError, ValueError):
        return None
    return folder if stat.S_ISDIR(mode) else None


def _main(worktree: Path, pointer: str) -> Path | None:
    """The repository that a worktree points to (gitrepository-layout: ``$GIT_DIR/worktrees/<id>``).

    A submodule points to a folder of another kind and is a project of its own.
    """
    said = _POINTER.match(pointer)
    if said is None:
        return None
    kinds = Path(os.path.normpath(worktree / said[1].rstrip("\r\n"))).parent
    common = kinds.parent
    if kinds.name != "worktrees" or common.name == "modules":
        return None
    # Bare repositories are called `orion.git`, or lie in a folder of their own as `.git` or `.bare`.
    hidden = common.name.startswith(".")
    return common.parent if hidden else common.with_name(common.name.removesuffix(_GIT))
