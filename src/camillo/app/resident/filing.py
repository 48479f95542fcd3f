"""From the spool into the palace: each session once a batch, an entry gone only after its receipt."""

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import compose
from camillo.app.resident import entries
from camillo.app.resident.entries import Entry
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.app.resident.transcripts import files_of
from camillo.domain.errors import CamilloError, InvalidInput

if TYPE_CHECKING:
    from camillo.app.settings import Settings

#: How often an entry that cannot be read is tried before it is put aside.
_TRIES = 3


@dataclass(slots=True)
class Outcome:
    """What one run did: entries filed, entries that wait for another try, entries put aside."""

    filed: int = 0
    waiting: int = 0
    failed: int = 0
    problem: str = ""


@dataclass(slots=True)
class _Session:
    """The entries of one session, in order."""

    entries: list[Entry] = field(default_factory=list)


class Filer:
    """Files the spool of one palace; of several processes one at a time."""

    def __init__(self, settings: "Settings") -> None:
        self.state = State.of(settings.palace)
        self._settings = settings
        self._tries: Counter[str] = Counter()
        self._within = threading.Lock()

    def run(self, patience: float = 0.0) -> Outcome:
        """File what is in the spool now.

        ``patience`` is how long to wait for another process that is filing, in seconds. Where
        filing fails for want of room, rights or a free palace, the entries stay.
        """
        outcome = Outcome()
        if not self.state.entries():
            return outcome
        lock = FileLock(self.state.folder / "filing.lock")
        with self._within:
            try:
                if not lock.take(patience):
                    outcome.waiting = len(self.state.entries())
                    return outcome
                with lock:
                    self._file(outcome)
            except OSError as error:
                self._wait(outcome, error.strerror or str(error))
        return outcome

    def _file(self, outcome: Outcome) -> None:
        sessions = _by_session(self._readable(outcome))
        if not sessions:
            return
        try:
            store = compose.open_store(self._settings.palace, self._settings, create=True)
        except CamilloError as error:
            self._wait(outcome, str(error))
            return
        try:
            parts = compose.Parts(store, self._settings)
            for session in sessions:
                self._session(parts, session, outcome)
        except CamilloError as error:
            self._wait(outcome, str(error))
        finally:
            store.close()

    def _session(self, parts: compose.Parts, session: _Session, outcome: Outcome) -> None:
        from camillo.app import mining

        newest = session.entries[-1]
        for path in files_of(session.entries):
            mining.follow(parts, path, newest.cwd)
        for entry in session.entries:
            entry.path.unlink(missing_ok=True)
            outcome.filed += 1

    def _readable(self, outcome: Outcome) -> Iterable[Entry]:
        for path in self.state.entries():
            try:
                yield entries.read(path)
            except FileNotFoundError:
                continue
            except (InvalidInput, OSError) as error:
                self._refused(path, str(error), outcome)

    def _refused(self, path: Path, why: str, outcome: Outcome) -> None:
        self._tries[path.name] += 1
        if self._tries[path.name] < _TRIES:
            outcome.waiting += 1
            return
        self.state.failed.mkdir(mode=0o700, exist_ok=True)
        path.replace(self.state.failed / path.name)
        del self._tries[path.name]
        outcome.failed += 1
        self.state.note("filing", f"{path.name} was put into spool/failed: {why}")

    def _wait(self, outcome: Outcome, why: str) -> None:
        outcome.waiting = len(self.state.entries())
        outcome.problem = why


def _by_session(found: Iterable[Entry]) -> list[_Session]:
    sessions: dict[tuple[str, str], _Session] = {}
    for entry in found:
        name = entry.session or str(entry.transcript or entry.path)
        sessions.setdefault((entry.host, name), _Session()).entries.append(entry)
    return list(sessions.values())
