"""A store written outside Camillo: palaces in files, and a journal of what was written when."""

import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from camillo.domain.owner import Owner
from camillo.domain.report import Receipt
from camillo.ports.opening import Keys
from camillo.storage.sqlite.store import SqliteStore


class JournalledStore:
    """One owner's palace. Whatever it does not say itself the file's store does."""

    def __init__(self, folder: Path, store: SqliteStore) -> None:
        self._store = store
        self._journal = folder / "journal.txt"

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return self._told(found) if callable(found) else found

    def _told(self, verb: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            answer = verb(*given, **named)
            if isinstance(answer, Receipt):
                with self._journal.open("a") as journal:
                    journal.write(f"{int(time.time())} {answer.number} {answer.verb}\n")
            return answer

        return call


def open_palace(
    address: str, owner: Owner, *, create: bool, busy_seconds: float, keys: Keys | None = None
) -> JournalledStore:
    """The owner's palace below the folder that ``journalled:///folder`` names."""
    folder = Path(urlsplit(address).path) / owner.name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "palace.camillo"
    store = SqliteStore.open(path, create=create, busy_seconds=busy_seconds, keys=keys)
    return JournalledStore(folder, store)
