"""Looking at what is watched: what is due is fetched, new items become sources, and the day's brief tells of them.

Each step is a transaction of its own, in an order in which a repeated step adds nothing: the source, then the
record of the item, then the brief, then the record that it tells of them. A crash loses and doubles nothing.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from camillo.app.notes.briefs import Briefs
from camillo.app.notes.capturing import Capturing
from camillo.app.notes.items import Items
from camillo.app.notes.looking import MOST_BYTES, Look, Means, Round
from camillo.app.notes.marks import Marks
from camillo.app.notes.tagging import Tagging
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes
    from camillo.app.notes.watchlist import Watched
    from camillo.capture.robots import Robots

_LOOK_SECONDS = 30.0


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

    def wait(self, now: datetime) -> float:
        """Seconds until an entry is due, at most 30."""
        marks = self._marks()
        dues = [marks.of(one.url).due for one in self._entries() if one.state == "watched"]
        return max(0.0, min([_LOOK_SECONDS, *(due - now.timestamp() for due in dues)]))

    def _look(self, done: Round, now: datetime, stop: Event | None) -> None:
        marks, at = self._marks(), now.timestamp()
        due = [
            one for one in self._entries() if one.state == "watched" and marks.of(one.url).due <= at
        ]
        means = self._means(now, stop) if due else None
        for entry in due:
            if means is not None and not means.stopped:
                mark = Look(means, entry, done).run(marks.of(entry.url))
                if mark is not None:
                    marks.put(entry.url, mark)

    def _marks(self) -> Marks:
        return Marks(self._state.folder / "watchlist.json")

    def _means(self, now: datetime, stop: Event | None) -> Means:
        if self._robots is None:
            from camillo.capture.robots import Robots

            self._robots = Robots(lambda url: self._hub.fetched(url, MOST_BYTES))
        return Means(
            self._store, self._items, self._capturing, self._hub, self._rsshub, self._robots,
            Tagging(self._notes.all()), now, self._pause, stop,
        )  # fmt: skip


def run(rounds: Rounds, stop: Event, told: Callable[[Round], None]) -> None:
    """Round after round until ``stop`` is set; those that did something are told."""
    while not stop.is_set():
        done = rounds.round(datetime.now().astimezone(), stop)
        if done.looked or done.briefs:
            told(done)
        pause = _LOOK_SECONDS if done.busy else rounds.wait(datetime.now().astimezone())
        stop.wait(max(1.0, pause))
