"""How all notes of a palace hang together: found once for each state of them, kept as numbers alone.

The file beside the palace holds numbers of notes, no word of them: what is forgotten cannot stay in it, and
it tells nobody what a palace that is encrypted is about. Names are read from the palace when they are shown.
"""

import json
import os
import secrets
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from threading import Lock

from camillo.app.notes import book
from camillo.ports.notes import NoteEdge, NoteRow
from camillo.ports.store import Snapshot

_ENDING = ".notes.json"
_FORMAT = 1
#: A larger file is no index of ours.
_LARGEST = 64 * 1024 * 1024
#: Of each link that leads nowhere so many that ask for it are named.
_ASKING = 16
#: A file that is older than this and was not put in its place never will be.
_LEFT_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Bearings:
    """``backlinks`` counts by note the others that lead to it.

    ``broken`` are links that lead nowhere, the most wanted first: how many notes ask for it, and where (a
    note, and the place of the link in its text).
    """

    backlinks: Mapping[int, int]
    broken: Sequence[tuple[int, Sequence[tuple[int, int]]]]


def survey(snapshot: Snapshot) -> Bearings:
    """Find the bearings from the links of all notes."""
    edges = snapshot.note_edges()
    named = snapshot.notes_named([*{edge.key for edge in edges}])
    several = {note for ranked in named.values() if len(ranked) > 1 for _, note in ranked}
    rows = {row.note: row for row in snapshot.notes(sorted(several))}
    meant = {key: _meant(ranked, rows) for key, ranked in named.items()}
    pairs: set[tuple[int, int]] = set()
    asked: dict[str, dict[int, int]] = defaultdict(dict)
    for edge in edges:
        to = meant.get(edge.key, 0)
        if to and to != edge.note:
            pairs.add((edge.note, to))
        elif not to and edge.kind != "markdown":
            asked[edge.key].setdefault(edge.note, edge.start)
    counts: dict[int, int] = defaultdict(int)
    for _, to in pairs:
        counts[to] += 1
    ranked = sorted(asked, key=lambda key: (-len(asked[key]), key))
    broken = [(len(asked[key]), [*asked[key].items()][:_ASKING]) for key in ranked]
    return Bearings(dict(counts), broken)


def _meant(ranked: Sequence[tuple[str, int]], rows: Mapping[int, NoteRow]) -> int:
    if len(ranked) == 1:
        return ranked[0][1]
    row = book.best([(kind, rows[note]) for kind, note in ranked if note in rows])
    return row.note if row else 0


class Index:
    """The bearings of one palace, read anew when its notes have changed; safe to share between threads.

    They are taken from memory, else from the file beside the palace if it is of this very state, else found
    and written there. A file that is missing, torn or of another state is passed over.
    """

    def __init__(self, palace: Path | None) -> None:
        self._palace = palace
        self._lock = Lock()
        self._known: tuple[list[int], Bearings] | None = None

    def at(self, snapshot: Snapshot) -> Bearings:
        """The bearings as of a snapshot."""
        mark = self._mark(snapshot)
        with self._lock:
            if self._known is None or self._known[0] != mark:
                found = self._read(mark)
                if found is None:
                    found = survey(snapshot)
                    self._write(mark, found)
                self._known = mark, found
            return self._known[1]

    def _mark(self, snapshot: Snapshot) -> list[int]:
        """What changes whenever notes do: the palace's epoch, and which file it is."""
        told = [_FORMAT, snapshot.tick().epoch]
        if self._palace is None:
            return told
        try:
            status = self._palace.stat()
        except OSError:
            return told
        return [*told, status.st_dev, status.st_ino]

    @property
    def file(self) -> Path | None:
        """Where the numbers are kept; None for a palace without a file of its own."""
        if self._palace is None or not self._palace.is_file():
            return None
        return self._palace.with_name(self._palace.name + _ENDING)

    def _read(self, mark: list[int]) -> Bearings | None:
        if (file := self.file) is None:
            return None
        try:
            if file.is_symlink() or file.stat().st_size > _LARGEST:
                return None
            told = json.loads(file.read_bytes())
            if told["mark"] != mark:
                return None
            backlinks = {int(note): int(count) for note, count in told["backlinks"]}
            broken = [
                (int(count), [(int(note), int(start)) for note, start in where])
                for count, where in told["broken"]
            ]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return Bearings(backlinks, broken)

    def _write(self, mark: list[int], found: Bearings) -> None:
        """Put it in the place of the old one at once; where that cannot be, it is found again next time."""
        if (file := self.file) is None:
            return
        told = {"mark": mark, "backlinks": [*found.backlinks.items()], "broken": [*found.broken]}
        fresh = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
        try:
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(json.dumps(told, separators=(",", ":")).encode("ascii"))
            fresh.replace(file)
            _tidy(file)
        except OSError:
            with suppress(OSError):
                fresh.unlink()


def _tidy(file: Path) -> None:
    """Take away what writers that were killed have left half written."""
    for left in file.parent.glob(f"{escape(file.name)}.*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LEFT_SECONDS:
                left.unlink()


def targets(
    snapshot: Snapshot, places: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], NoteEdge]:
    """The links that stand at these places of notes."""
    edges = snapshot.note_edges(sorted({note for note, _ in places}))
    wanted = set(places)
    return {at: edge for edge in edges if (at := (edge.note, edge.start)) in wanted}
