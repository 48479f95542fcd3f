"""Palaces of many owners: a file each, opened when asked for, lent to one request at a time."""

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from camillo.app import compose
from camillo.app.palace import Palace
from camillo.app.shared import Shared
from camillo.domain.errors import PalaceBusy
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings


class Palaces(Protocol):
    """Where a server's palaces are. Nothing but an owner opens one, and it opens that owner's alone."""

    def lease(self, owner: Owner) -> AbstractContextManager[Palace]:
        """The owner's palace, made when there is none yet; others of this owner wait until it is given back.

        Raises:
            PalaceBusy: it was not given back in time.
        """
        ...

    def is_ready(self) -> bool:
        """Whether palaces can be opened now."""
        ...

    def close(self) -> None:
        """Close all that are open, once they are given back."""
        ...


@dataclass(slots=True)
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0
    palace: Palace | None = None


class FilePalaces:
    """One SQLite file an owner, in folders by the hash of (product, user), which also names them.

    At most ``most`` are open at once; the one that was asked for longest ago is closed first, and none that
    is in use. Models are loaded once for all.
    """

    def __init__(
        self, folder: Path, settings: "Settings", *, most: int = 64, patience: float = 30.0
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._most, self._patience = most, patience
        self._shared = Shared()
        self._lock = threading.Lock()
        self._open: OrderedDict[str, _Entry] = OrderedDict()
        private_folder(folder)

    @contextmanager
    def lease(self, owner: Owner) -> Iterator[Palace]:
        """The owner's palace, alone."""
        name = owner.name
        with self._lock:
            entry = self._open.setdefault(name, _Entry())
            self._open.move_to_end(name)
            entry.users += 1
        try:
            if not entry.lock.acquire(timeout=self._patience):
                raise PalaceBusy("the palace is at work for others", "try again in a moment")
            try:
                if entry.palace is None:
                    entry.palace = self._opened(name)
                yield entry.palace
            finally:
                entry.lock.release()
        finally:
            with self._lock:
                entry.users -= 1
            self._shrink()

    def is_ready(self) -> bool:
        """Whether files can be made."""
        return os.access(self._folder, os.W_OK | os.X_OK)

    def close(self) -> None:
        """Close all that are open."""
        with self._lock:
            entries = list(self._open.values())
            self._open.clear()
        for entry in entries:
            with entry.lock:
                _close(entry)

    def path(self, owner: Owner) -> Path:
        """Where the owner's palace lies."""
        return self._path(owner.name)

    def _path(self, name: str) -> Path:
        return self._folder / name[:2] / name / "palace.camillo"

    def _opened(self, name: str) -> Palace:
        path = self._path(name)
        private_folder(path.parent.parent)
        private_folder(path.parent)
        store = compose.open_store(path, self._settings, create=True)
        return Palace(path, compose.Parts(store, self._settings, shared=self._shared))

    def _shrink(self) -> None:
        """Close what is open beyond the limit and in nobody's use."""
        gone: list[_Entry] = []
        with self._lock:
            excess = len(self._open) - self._most
            for name in [name for name, entry in self._open.items() if not entry.users]:
                if excess <= 0:
                    break
                gone.append(self._open.pop(name))
                excess -= 1
        for entry in gone:
            _close(entry)


def _close(entry: _Entry) -> None:
    if entry.palace is not None:
        entry.palace.close()
        entry.palace = None


def private_folder(folder: Path) -> None:
    """Make a folder that is its owner's alone; an existing one is left as it is."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
