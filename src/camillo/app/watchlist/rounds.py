"""Looking at what is watched: what is due is fetched, new items become sources, and the day's brief tells of them.

Each step is a transaction of its own, in an order in which a repeated step adds nothing: the source, then the
record of the item, then the brief, then the record that it tells of them. A crash loses and doubles nothing.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from camillo.app.notes.capturing import Capturing
from camillo.app.notes.tagging import Tagging
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.app.watchlist.briefs import Briefs
from camillo.app.watchlist.items import Items
from camillo.app.watchlist.look import MOST_BYTES, Look, Means, Round
from camillo.app.watchlist.marks import Marks
from camillo.domain.errors import Outdated
from camillo.domain.knowledge import Act
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes
    from camillo.app.watchlist.watchlist import Watched
    from camillo.capture.robots import Robots

_LOOK_SECONDS = 30.0
#: Its payload is the key under which addresses stand in the file of marks; the first one counts.
_KEYED = "watch key"


class Rounds:
    """Looks at the entries of one palace; used by one thread. One process at a time looks."""

    def __init__(
        self,
        store: PalaceStore,
        notes: "Notes",
        entries: "Callable[[], Sequence[Watched]]",
        palace: Path,
        *,
        allowed: Sequence[str] = (),
        rsshub: str = "",
        pause: float = 1.0,
    ) -> None:
        self._store = store
        self._notes = notes
        self._entries = entries
        self._state = State.of(palace)
        self._rsshub = rsshub
        self._pause = pause
        self._items = Items(store)
        self._briefs = Briefs(store, notes, self._items)
        hosts = [urlsplit(rsshub).netloc] if rsshub else []
        self._capturing = Capturing(notes, allowed)
        # The owner named the RSSHub, which may lie in a private network; what its feeds name may not.
        self._hub = Capturing(notes, [*allowed, *hosts])
        self._robots: Robots | None = None
        self._key = b""

    def round(self, now: datetime, stop: Event | None = None) -> Round:
        """Look at every entry that is due. ``now`` has a zone, whose day the items belong to.

        Raises:
            OSError: the state folder beside the palace cannot be written.
        """
        self._state.make()
        lock = FileLock(self._state.folder / "watchlist.lock")
        if not lock.take():
            return Round(busy=True)
        with lock:
            done = Round(briefs=self._briefs.settle())
            self._look(done, now, stop)
            done.briefs = sorted({*done.briefs, *self._briefs.settle()})
        return done

    def due(self) -> float | None:
        """When the first entry is due (seconds since 1970), None where nothing is watched."""
        watched = self._watched()
        return min(map(self._marks().due, watched)) if watched else None

    def wait(self, now: datetime) -> float:
        """Seconds until an entry is due, at most 30."""
        due = self.due()
        left = _LOOK_SECONDS if due is None else due - now.timestamp()
        return max(0.0, min(_LOOK_SECONDS, left))

    def _watched(self) -> list[str]:
        return [one.url for one in self._entries() if one.state == "watched"]

    def _look(self, done: Round, now: datetime, stop: Event | None) -> None:
        if not (watched := self._watched()):
            return
        marks, at = self._marks(), now.timestamp()
        dues = {url for url in watched if marks.due(url) <= at}
        due = [one for one in self._entries() if one.url in dues]
        means = self._means(now, stop) if due else None
        for entry in due:
            if means is not None and not means.stopped:
                mark = Look(means, entry, done).run(marks.of(entry.url))
                if mark is not None:
                    marks.put(entry.url, mark)

    def _marks(self) -> Marks:
        if not self._key:
            self._key = _key(self._store)
        file = self._state.folder / "watchlist.json"
        return Marks(file, self._key, bare=self._store.is_encrypted)

    def _means(self, now: datetime, stop: Event | None) -> Means:
        if self._robots is None:
            from camillo.capture.robots import Robots

            self._robots = Robots(lambda url: self._hub.fetched(url, MOST_BYTES))
        return Means(
            self._store, self._items, self._capturing, self._hub, self._rsshub, self._robots,
            Tagging(self._notes.all()), now, self._pause, stop,
        )  # fmt: skip


def _key(store: PalaceStore) -> bytes:
    """The palace's key for marks, made once."""
    while True:
        with store.snapshot() as snapshot:
            after, acts = snapshot.last_act(), snapshot.acts([_KEYED])
        if acts:
            # The first one counts, whoever else was making one.
            return bytes.fromhex(str(acts[0].payload["key"]))
        with suppress(Outdated):
            store.record("watch list", [Act(_KEYED, payload={"key": token_hex(32)})], after)


def run(rounds: Rounds, stop: Event, told: Callable[[Round], None]) -> None:
    """Round after round until ``stop`` is set; those that did something are told."""
    while not stop.is_set():
        done = rounds.round(datetime.now().astimezone(), stop)
        if done.looked or done.briefs:
            told(done)
        pause = _LOOK_SECONDS if done.busy else rounds.wait(datetime.now().astimezone())
        stop.wait(max(1.0, pause))
