"""From the spool into the palace: each session once a batch, an entry gone only after its receipt."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.encryption.keys import keys_of
from camillo.app.encryption.spool import opener
from camillo.app.resident import entries
from camillo.app.resident.entries import Entry
from camillo.app.resident.faults import worded
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.domain.errors import CamilloError, InvalidInput, PalaceBusy, PalaceLocked

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.mining.following import Follower
    from camillo.app.settings import Settings
    from camillo.ports.store import PalaceStore

#: How often an entry that cannot be filed is tried before it is put aside.
TRIES = 3
#: What a fault kept from being filed is tried anew for so long, by each process once.
_GIVEN_UP_SECONDS = 30 * 86_400


@dataclass(slots=True)
class Outcome:
    """What one run did: entries filed, put aside, and left for later.

    ``lagging`` ones wait for their transcript, ``waiting`` ones for another try after ``problem``,
    which is ``passing`` where another process merely has its turn.
    """

    filed: int = 0
    failed: int = 0
    lagging: int = 0
    waiting: int = 0
    problem: str = ""
    passing: bool = False

    def told(self) -> str:
        """The outcome in a line.

        >>> Outcome(filed=2).told()
        'filed 2, failed 0, lagging 0, waiting 0'
        """
        counts = f"filed {self.filed}, failed {self.failed}, lagging {self.lagging}"
        why = f": {self.problem}" if self.problem else ""
        return f"{counts}, waiting {self.waiting}{why}"


class Filer:
    """Files the spool of one palace; of several processes one at a time.

    The palace stays open between runs, until :meth:`close`.
    """

    def __init__(self, settings: "Settings") -> None:
        self.state = State.of(settings.palace)
        self._settings = settings
        self._opener = opener(self.state, keys_of(settings))
        self._tries: Counter[str] = Counter()
        self._within = threading.Lock()
        self._store: PalaceStore | None = None
        self._working: tuple[Parts, Follower] | None = None
        self._noted: set[str] = set()
        self._is_new = True

    def run(self, patience: float = 0.0) -> Outcome:
        """File what is in the spool now.

        ``patience`` is how long to wait for another process that is filing, in seconds. Where
        filing fails for want of room, rights or a free palace, the entries stay.
        """
        outcome = Outcome()
        with self._within:
            self._take_again()
            if not self.state.entries():
                return outcome
            lock = FileLock(self.state.folder / "filing.lock")
            try:
                if not lock.take(patience):
                    outcome.waiting = len(self.state.entries())
                    outcome.problem, outcome.passing = "another process is filing", True
                    return outcome
                with lock:
                    self._file(outcome)
            except (CamilloError, OSError) as error:
                outcome.waiting = len(self.state.entries())
                outcome.problem = str(error)
                outcome.passing = isinstance(error, PalaceBusy)
        return outcome

    def close(self) -> None:
        """Release the palace; safe to call twice."""
        with self._within:
            self._working = None
            if self._store is not None:
                self._store.close()
                self._store = None

    def _take_again(self) -> None:
        """Put back, once, what an earlier process put aside although it is an entry.

        A fault of Camillo's kept it from being filed, and the Camillo that runs now may be a mended one.
        """
        if not self._is_new:
            return
        self._is_new = False
        for path in sorted(self.state.failed.glob("*.json")):
            try:
                if time.time() - path.stat().st_mtime < _GIVEN_UP_SECONDS:
                    entries.read(path, self._opener)
                    path.replace(self.state.spool / path.name)
            except (InvalidInput, PalaceLocked, OSError):
                continue

    def _file(self, outcome: Outcome) -> None:
        sessions = _by_session(self._readable(outcome))
        if not sessions:
            return
        from camillo.app.resident.sessions import Session

        parts, follower = self._opened()
        for found in sessions:
            session = Session(parts, follower, found)
            try:
                done = session.file()
            except (CamilloError, OSError):
                raise
            except Exception as error:  # noqa: BLE001 - the edge: one session's fault is not the others'
                for entry in found:
                    self._refuse(entry.path, worded(error), outcome)
                continue
            for entry in done:
                entry.path.unlink(missing_ok=True)
            outcome.filed += len(done)
            outcome.lagging += len(found) - len(done)
            self._tell(session.troubles)

    def _opened(self) -> "tuple[Parts, Follower]":
        if self._working is None:
            from camillo.app import compose
            from camillo.app.mining.following import Follower

            self._store = compose.open_store(self._settings.palace, self._settings, create=True)
            parts = compose.Parts(self._store, self._settings)
            self._working = parts, Follower(parts, pages=False)
        return self._working

    def _readable(self, outcome: Outcome) -> Iterator[Entry]:
        for path in self.state.entries():
            try:
                yield entries.read(path, self._opener)
            except FileNotFoundError:
                continue
            except (InvalidInput, OSError) as error:
                self._refuse(path, str(error), outcome)

    def _refuse(self, path: Path, why: str, outcome: Outcome) -> None:
        """Count a try in vain; after a few the entry is put aside and the log says why."""
        self._tries[path.name] += 1
        if self._tries[path.name] < TRIES:
            outcome.waiting += 1
            outcome.problem = why
            return
        self.state.failed.mkdir(mode=0o700, exist_ok=True)
        path.replace(self.state.failed / path.name)
        del self._tries[path.name]
        outcome.failed += 1
        self.state.note("filing", f"{path.name} was put into spool/failed: {why}")

    def _tell(self, troubles: Iterable[tuple[str, str]]) -> None:
        """Log each trouble once, under the event that could not be saved."""
        for event, what in troubles:
            if what not in self._noted:
                self._noted.add(what)
                self.state.note(event or "filing", what)


def _by_session(found: Iterable[Entry]) -> list[list[Entry]]:
    sessions: dict[tuple[str, str], list[Entry]] = {}
    for entry in found:
        name = entry.session or str(entry.transcript or entry.path)
        sessions.setdefault((entry.host, name), []).append(entry)
    return list(sessions.values())
