"""Palaces of many owners: a file each, opened when asked for, lent to one request at a time."""

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from camillo.app import compose, databases, telemetry
from camillo.app.palace import Palace
from camillo.app.serving.served import Erased, ServedPalace, shred_all
from camillo.app.shared import Shared
from camillo.domain.errors import (
    CamilloError,
    InvalidInput,
    NotFound,
    PalaceBusy,
    PalaceDamaged,
)
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.app.sharing.shares import Shares


class Palaces(Protocol):
    """Where a server's palaces are. Nothing but an owner opens one, and it opens that owner's alone."""

    def lease(
        self, owner: Owner, patience: float | None = None, *, create: bool = True
    ) -> AbstractContextManager[Palace]:
        """The owner's palace, made when there is none yet; others of this owner wait until it is given back.

        ``patience`` is how many seconds to wait for it, else as the server's settings say. Who comes without its
        owner having asked makes none (``create``): one that was deleted would be begun anew.

        Raises:
            PalaceBusy: it was not given back in time. NotFound: there is none, and none was to be made.
        """
        ...

    def erase(self, owner: Owner, last: int | None = None) -> Erased:
        """Delete the owner's palace whole; ``last`` is the number of its last write, as its owner saw it.

        Raises:
            Outdated: something was written since; nothing was deleted.
            PalaceBusy: it is at work for others, or open elsewhere; nothing was deleted.
            InvalidInput: palaces here are not deleted this way.
        """
        ...

    def is_ready(self) -> bool:
        """Whether palaces can be opened now."""
        ...

    def close(self) -> None:
        """Close all that are open, once they are given back."""
        ...


_NOBODY = Owner("", "")
_LOOK_SECONDS = 0.5


@dataclass(slots=True)
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0
    palace: Palace | None = None
    apart: threading.Lock = field(default_factory=threading.Lock)
    ending: threading.Event = field(default_factory=threading.Event)


class OpenPalaces:
    """Palaces of one backend: files below a folder (``sqlite://FOLDER``), or a database's.

    ``beside`` is a folder for what lies beside palaces; an owner's part of it is named by a hash, and so are
    files. At most ``most`` are open at once; the one that was asked for longest ago is closed first, and none that
    is in use. Models are loaded once for all. ``shares`` are told what becomes of wings.
    """

    def __init__(
        self,
        address: str,
        beside: Path,
        settings: "Settings",
        *,
        most: int = 64,
        patience: float = 30.0,
        shares: "Shares | None" = None,
    ) -> None:
        self._address, self._beside = address, beside
        self._settings = settings
        self._most, self._patience = most, patience
        self._shares = shares
        self._shared = Shared()
        self._lock = threading.Lock()
        self._open: OrderedDict[Owner, _Entry] = OrderedDict()
        self._closing = threading.Event()
        self._in_files = not databases.is_postgres(address)
        private_folder(beside)
        if self._in_files:
            # Whoever deletes a palace's file waits until it is open nowhere.
            threading.Thread(target=self._watch, name="camillo-gone", daemon=True).start()

    @contextmanager
    def lease(
        self, owner: Owner, patience: float | None = None, *, create: bool = True
    ) -> Iterator[Palace]:
        """The owner's palace, alone."""
        with self._using(owner) as entry:
            wait = self._patience if patience is None else patience
            with telemetry.step("wait for the palace"):
                had = entry.lock.acquire(timeout=wait)
            if not had:
                raise PalaceBusy("the palace is at work for others", "try again in a moment")
            try:
                self._let_go(entry)
                if entry.palace is None:
                    with telemetry.step("open the palace"):
                        entry.palace = self._opened(owner, create=create)
                try:
                    yield entry.palace
                except PalaceDamaged:
                    # Another server may have deleted it: what is opened next is there, or is new.
                    _close(entry)
                    raise
            finally:
                entry.lock.release()

    @contextmanager
    def apart(self, owner: Owner) -> Iterator[tuple[Palace, threading.Event]]:
        """The owner's palace opened once more, for long work that lets others have it too.

        The event is set when the palace is to be deleted, which waits for the work's end.

        Raises:
            NotFound: there is none. PalaceBusy: it is open apart already, or about to be deleted.
        """
        with self._using(owner) as entry:
            if entry.ending.is_set() or not entry.apart.acquire(blocking=False):
                raise PalaceBusy("the palace is at work already", "try again later")
            try:
                with self._opened(owner, create=False) as palace:
                    yield palace, entry.ending
            finally:
                entry.apart.release()

    @contextmanager
    def _using(self, owner: Owner) -> Iterator[_Entry]:
        """The owner's entry, which is kept meanwhile."""
        with self._lock:
            entry = self._open.setdefault(owner, _Entry())
            self._open.move_to_end(owner)
            entry.users += 1
        try:
            yield entry
        finally:
            with self._lock:
                entry.users -= 1
            self._shrink()

    def erase(self, owner: Owner, last: int | None = None) -> Erased:
        """Delete the owner's palace whole; who waits for it meanwhile gets a new one."""
        with self.lease(owner) as palace:
            if not isinstance(palace, ServedPalace):
                raise InvalidInput("palaces here are not deleted whole", "delete wing by wing")
            with self._lock:
                entry = self._open[owner]
            with self._alone(entry):
                try:
                    return palace.erase(last)
                finally:
                    _close(entry)

    @contextmanager
    def _alone(self, entry: _Entry) -> Iterator[None]:
        """Nobody has the palace open apart."""
        entry.ending.set()
        try:
            if not entry.apart.acquire(timeout=self._patience):
                raise PalaceBusy("the palace is at work for itself", "try again in a moment")
            try:
                yield
            finally:
                entry.apart.release()
        finally:
            entry.ending.clear()

    def is_ready(self) -> bool:
        """Whether the backend answers and files can be made."""
        try:
            self.check()
        except CamilloError:
            return False
        return os.access(self._beside, os.W_OK | os.X_OK)

    def check(self) -> None:
        """Ask the backend for the palace of nobody.

        Raises:
            CamilloError: it does not answer, or does not keep owners apart.
        """
        try:
            compose.connect_store(self._address, _NOBODY, self._settings, create=False).close()
        except NotFound:
            return

    def close(self) -> None:
        """Close all that are open."""
        self._closing.set()
        with self._lock:
            entries = list(self._open.values())
            self._open.clear()
        for entry in entries:
            with entry.lock:
                _close(entry)

    def _watch(self) -> None:
        """Let go of palaces that are being deleted, and are in nobody's use."""
        while not self._closing.wait(_LOOK_SECONDS):
            with self._lock:
                idle = [entry for entry in self._open.values() if not entry.users]
            for entry in idle:
                # Looked at first without the lock, which others may be about to take without waiting.
                if _is_gone(entry) and entry.lock.acquire(blocking=False):
                    try:
                        self._let_go(entry)
                    finally:
                        entry.lock.release()

    def _let_go(self, entry: _Entry) -> None:
        """Close a palace that was deleted elsewhere: what is opened next is a new one."""
        if entry.palace is not None and _is_gone(entry):
            beside = entry.palace.path.parent
            _close(entry)
            if not self._in_files:
                shred_all(beside)

    def _opened(self, owner: Owner, *, create: bool) -> Palace:
        name = owner.name
        folder = self._beside / name[:2] / name
        if create:
            private_folder(folder.parent)
            private_folder(folder)
        store = compose.connect_store(self._address, owner, self._settings, create=create)
        parts = compose.Parts(store, self._settings, shared=self._shared)
        if self._shares is None:
            return Palace(folder / "palace.camillo", parts)
        return ServedPalace(folder / "palace.camillo", parts, owner, self._shares)

    def _shrink(self) -> None:
        """Close what is open beyond the limit and in nobody's use."""
        gone: list[_Entry] = []
        with self._lock:
            excess = len(self._open) - self._most
            for owner in [owner for owner, entry in self._open.items() if not entry.users]:
                if excess <= 0:
                    break
                gone.append(self._open.pop(owner))
                excess -= 1
        for entry in gone:
            # Who looks for what was deleted may be about to close it too.
            with entry.lock:
                _close(entry)


def _is_gone(entry: _Entry) -> bool:
    # Read once: another thread may close it meanwhile.
    palace = entry.palace
    return isinstance(palace, ServedPalace) and palace.is_gone()


def _close(entry: _Entry) -> None:
    if entry.palace is not None:
        entry.palace.close()
        entry.palace = None


def private_folder(folder: Path) -> None:
    """Make a folder that is its owner's alone; an existing one is left as it is."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
