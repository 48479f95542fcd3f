"""One session of the spool: its transcripts followed, and what no transcript holds kept from the hooks."""

import time
from collections.abc import Sequence
from pathlib import Path

from camillo.app.compose import Parts
from camillo.app.mining.following import Follower
from camillo.app.resident.entries import Entry
from camillo.app.resident.said import KINDS, Said, is_among, is_repeated, noted, said
from camillo.app.resident.transcripts import files_of
from camillo.domain.drawer import Filed
from camillo.domain.noted import source_uri
from camillo.domain.search import Memory
from camillo.formats.wings import wing_of
from camillo.ports.rows import Source

#: How long a transcript may lag behind its hooks before their own words are kept instead.
LAG_SECONDS = 20.0
#: Events that alone say nothing of words: a host command that holds no session ends one, too.
_SILENT = ("SessionEnd",)
#: So many of a session's newest turns are looked through for what a hook told.
_LATEST = 400


class Session:
    """The entries of one session, in order, and the palace they go into."""

    def __init__(self, parts: Parts, follower: Follower, entries: Sequence[Entry]) -> None:
        self.entries = entries
        #: What went wrong, with the event that could not be saved, else nothing.
        self.troubles: list[tuple[str, str]] = []
        self._parts = parts
        self._follower = follower

    def file(self) -> list[Entry]:
        """File what is new; the entries that are done with, whose files may go.

        The others wait for a transcript that lags behind.

        Raises:
            CamilloError: the palace is busy, or cannot be written.
        """
        home = wing_of(self.entries[-1].cwd)
        for path in files_of(self.entries):
            self._follow(path, home)
        return [entry for entry in self.entries if self._is_done(entry)]

    def _follow(self, path: Path, home: str) -> None:
        try:
            self._follower.take(path, home=home)
        except OSError as error:
            self.troubles.append(("", f"{path} cannot be read: {error.strerror or error}"))

    def _is_done(self, entry: Entry) -> bool:
        told = said(entry)
        if entry.transcript is None:
            self._note(entry, told)
            return True
        missing = told
        if entry.transcript.is_file():
            latest = self._latest(entry)
            missing = [one for one in told if not is_among(one, latest)]
            if not missing:
                return True
        if _age(entry.path) < LAG_SECONDS:
            return False
        if not entry.transcript.is_file() and (told or entry.event not in _SILENT):
            event = "" if told else entry.event
            what = "what its hooks told was kept" if told else "nothing of it could be kept"
            self.troubles.append((event, f"there is no transcript {entry.transcript}; {what}"))
        self._note(entry, missing)
        return True

    def _note(self, entry: Entry, told: Sequence[Said]) -> None:
        """Keep what only the hook told, unless the session's last words are these already."""
        for number, one in enumerate(told):
            latest = self._latest(entry)
            if one.again and is_repeated(one, latest):
                continue
            turn = noted(entry, number, one)
            place, _ = self._parts.placer().place(turn, None)
            if self._parts.store.forgotten([turn]) != [turn]:
                continue
            cuts, language = self._parts.cuts(turn)
            source = Source(turn.kind, source_uri(turn.conversation))
            self._parts.store.file("hook", source, [Filed(turn, place, cuts, language)])

    def _latest(self, entry: Entry) -> list[Memory]:
        kind = KINDS.get(entry.host, entry.host)
        uri = entry.transcript.as_uri() if entry.transcript is not None else ""
        with self._parts.store.snapshot() as snapshot:
            return snapshot.latest(kind, entry.session or entry.path.stem, uri, _LATEST)


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0
