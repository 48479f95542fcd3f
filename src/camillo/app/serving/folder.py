"""A server's data folder, without the server: whose palaces lie there, and deleting one while it runs."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.encryption.keys import owner_keys, server_keys
from camillo.domain.errors import NotFound, PalaceDamaged
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.storage.sqlite.server import SqliteServerStore

_PALACES = "palaces/[0-9a-f][0-9a-f]/*"
_NAME = 64
_COUNTED = ("turns", "documents", "wings")


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of ``camillo serve --data``, and the settings that its keys are named by."""

    path: Path
    settings: "Settings"

    @classmethod
    def at(cls, path: Path, settings: "Settings", *, database: bool = False) -> "Folder":
        """The folder; that of a server before a ``database`` may hold nothing yet.

        Raises:
            NotFound: it is no server's.
        """
        signs = ("server.db", "palaces", "audit.jsonl")
        if not path.is_dir() or not (database or any((path / sign).exists() for sign in signs)):
            raise NotFound(
                f"no server keeps anything in {path}", "name the folder of `serve --data`"
            )
        return cls(path, settings)

    @property
    def audit(self) -> Path:
        """The server's audit log."""
        return self.path / "audit.jsonl"

    def listed(self) -> list[tuple[str, Owner | None, int | None, int, float | None]]:
        """Of each palace: its folder's name, its owner where known, no turns, bytes, when its files last changed."""
        known = {owner.name: owner for owner in self._known()}
        found: list[tuple[str, Owner | None, int | None, int, float | None]] = []
        for folder in self.path.glob(_PALACES):
            files = _files(folder)
            if len(folder.name) == _NAME and files:
                size, last = sum(one.st_size for one in files), max(one.st_mtime for one in files)
                found.append((folder.name, known.get(folder.name), None, size, last))
        return found

    def look(self, owner: Owner) -> tuple[Mapping[str, int], tuple[str, ...]]:
        """What lies here of an owner, by kind, and what a deletion would leave elsewhere."""
        palace = self._palace(owner)
        counts = dict.fromkeys((*_COUNTED, "files", "file_bytes", "keys", "shares"), 0)
        for file in _files(palace.parent):
            counts["files"] += 1
            counts["file_bytes"] += file.st_size
        with self._records() as records:
            if records is not None:
                counts["keys"] = len(records.keys(owner))
                shares = [*records.shares_given(owner), *records.shares_taken(owner)]
                counts["shares"] = len({share.id for share in shares})
        held, left = self._inside(owner)
        return {**counts, **held}, left

    def erase(self, owner: Owner) -> Mapping[str, int]:
        """Delete it; who has the palace open lets go of it at the next request, or soon.

        Raises:
            PalaceBusy: others wrote for too long, or still have the file open.
        """
        from camillo.storage.sqlite import erasing

        counts = dict(self.look(owner)[0])
        palace, keys, busy = self._palace(owner), owner_keys(self.settings, owner), self._busy
        if palace.is_file():
            erasing.mark(palace, keys, busy)
        with self._records() as records:
            if records is not None:
                counts |= records.drop_owner(owner)
        if not palace.parent.is_dir():
            return counts
        if not palace.is_file():
            # There is none, or it was on its way out: what lies beside goes the same way.
            erasing.mark_empty(palace)
        erasing.finish(palace, keys, busy)
        return counts

    @property
    def _busy(self) -> float:
        return self.settings.busy_seconds

    def _palace(self, owner: Owner) -> Path:
        from camillo.storage.sqlite.opening import file_of

        return file_of(self.path / "palaces", owner)

    def _inside(self, owner: Owner) -> tuple[Mapping[str, int], tuple[str, ...]]:
        """What a palace holds, and the copies and exports of it that it knows of, if it opens."""
        from camillo.storage.sqlite.looking import look

        try:
            held = look(self._palace(owner), owner_keys(self.settings, owner), self._busy)
        except (NotFound, PalaceDamaged):
            return {}, ()
        counts = {"turns": held.turns, "documents": held.documents, "wings": held.wings}
        return counts, (*(f"the copy {path}" for path in held.copies), *held.exports)

    @contextmanager
    def _records(self) -> "Iterator[SqliteServerStore | None]":
        """The server's own records, None where it has none here."""
        from camillo.storage.sqlite.server import SqliteServerStore

        path = self.path / "server.db"
        if not path.is_file():
            yield None
            return
        records = SqliteServerStore(path, self._busy, server_keys(self.settings))
        try:
            yield records
        finally:
            records.close()

    def _known(self) -> Iterator[Owner]:
        """The owners that the server's records and its audit log name."""
        with self._records() as records:
            if records is not None:
                yield from records.owners()
        if self.audit.is_file():
            with self.audit.open("rb") as lines:
                yield from filter(None, map(_caller_in, lines))


def _files(folder: Path) -> list[os.stat_result]:
    """What is told of the files below a folder; those that a server removes meanwhile are left out."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                found.append(os.stat(os.path.join(place, name)))  # noqa: PTH116, PTH118
    return found


def _caller_in(line: bytes) -> Owner | None:
    """Who did what a line of an audit log tells; a line that was cut off tells nothing."""
    try:
        told = json.loads(line)
        return Owner(str(told["product"]), str(told["user"]))
    except (ValueError, KeyError, TypeError):
        return None
