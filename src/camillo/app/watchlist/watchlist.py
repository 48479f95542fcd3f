"""The watch list: feeds and pages that are looked at on a schedule. It lives in the palace, as acts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.knowledge import Act
from camillo.domain.place import check_name
from camillo.knowledge.notes.addresses import canonical_url
from camillo.knowledge.notes.slugs import one_line
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from threading import Event

    from camillo.app.compose import Parts
    from camillo.app.notes.notes import Notes
    from camillo.app.watchlist.look import Round
    from camillo.app.watchlist.rounds import Rounds

#: On whose word an entry is watched at once; anybody else's waits for the user's yes.
USER = "user"
HOURS, MOST_HOURS = 6, 24 * 30
#: So many addresses are watched, and so many of others wait for the user's yes: looking takes time, and room.
MOST_ENTRIES, MOST_WAITING = 500, 50
State = Literal["watched", "waiting"]
_ADDED, _APPROVED, _REMOVED = "watch added", "watch approved", "watch removed"
_HUB = "rsshub:"
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Watched:
    """An entry of the watch list: an address, where its items go, and how many hours lie between two looks.

    ``state`` is ``waiting`` where somebody else than the user added it: then nothing is fetched.
    """

    url: str
    wing: str
    tags: tuple[str, ...]
    hours: int
    by: str
    state: State


class Watchlist:
    """The watch list of one palace."""

    def __init__(self, parts: "Parts", notes: "Notes", palace: Path) -> None:
        self._parts = parts
        self._store: PalaceStore = parts.store
        self._notes = notes
        self._palace = palace

    def add(
        self,
        url: str,
        *,
        wing: str = "",
        tags: Sequence[str] = (),
        hours: int = HOURS,
        by: str = USER,
    ) -> Watched:
        """Watch a feed or a page from now on; ``rsshub:/path`` is one below the RSSHub of the settings.

        What anybody but the user adds waits until :meth:`approve`, and changes nothing of what is watched already.

        Raises:
            InvalidInput: it is no address of the web, the hours are not between 1 and 720, or the list is full.
        """
        place = self._address(url)
        if not 1 <= hours <= MOST_HOURS:
            raise InvalidInput(
                f"{hours} hours cannot be waited between two looks", f"give 1 to {MOST_HOURS}"
            )
        if wing:
            check_name("wing", wing)
        told = one_line(by, 80) or "unknown"
        payload = {
            "wing": wing,
            "tags": [tag for one in tags if (tag := _tag(one))],
            "hours": hours,
            "by": told,
        }

        def act(known: Watched | None) -> Act | None:
            unchanged = known is not None and (told != USER or known == _entry(place, payload))
            return None if unchanged else Act(_ADDED, subject=place, payload=payload)

        return self._change(place, act)

    def approve(self, url: str) -> Watched:
        """Say yes to an entry that waits.

        Raises:
            NotFound: it is not on the list.
        """

        def act(known: Watched | None) -> Act | None:
            waits = known is not None and known.state == "waiting"
            return Act(_APPROVED, subject=known.url) if known and waits else None

        return self._change(self._listed(url), act)

    def remove(self, url: str) -> Watched:
        """Take an entry off the list; what came from it stays.

        Raises:
            NotFound: it is not on the list.
        """
        place = self._listed(url)
        gone = self._by_url()[place]
        self._change(place, lambda known: Act(_REMOVED, subject=place) if known else None)
        return gone

    def entries(self) -> tuple[Watched, ...]:
        """The list, by address."""
        return tuple(self._by_url()[url] for url in sorted(self._by_url()))

    def rounds(self, pause: float = 1.0) -> "Rounds":
        """What looks at the entries; ``pause`` are seconds between two requests for the pages of a feed."""
        from camillo.app.watchlist.rounds import Rounds

        settings = self._parts.settings
        return Rounds(
            self._store, self._notes, self.entries, self._palace,
            allowed=settings.capture_hosts, rsshub=settings.rsshub, pause=pause,
        )  # fmt: skip

    def run(self, stop: "Event", told: "Callable[[Round], None]") -> None:
        """Look at the entries when they are due, until ``stop`` is set; each round that did something is told."""
        from camillo.app.watchlist.rounds import run

        run(self.rounds(), stop, told)

    def _address(self, url: str) -> str:
        told = url.strip()
        if told.startswith(_HUB):
            from camillo.capture.feeds import address

            address(told, self._parts.settings.rsshub)
            return told
        place = canonical_url(told)
        parts = urlsplit(place)
        if parts.scheme not in ("http", "https") or "@" in parts.netloc:
            raise InvalidInput(
                f"{told[:200]!r} cannot be watched", "give an http(s) address without a password"
            )
        return place

    def _listed(self, url: str) -> str:
        known = self._by_url()
        if url in known:
            return url
        place = self._address(url)
        if place not in known:
            raise NotFound(
                f"{place[:200]!r} is not watched", "list what is with `camillo note watch list`"
            )
        return place

    def _change(self, url: str, decide: "Callable[[Watched | None], Act | None]") -> Watched:
        """Record what is decided on the state that is there, and no other."""
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                after = snapshot.last_act()
                known = _folded(snapshot.acts(_VERBS))
            act = decide(known.get(url))
            if act is None:
                return known[url]
            if act.verb == _ADDED and url not in known:
                _check_room([*known.values()], waits=act.payload.get("by") != USER)
            try:
                self._store.record("watch list", [act], after)
            except Outdated:
                continue
            return self._by_url().get(url) or known[url]
        raise Outdated("the watch list changes all the time", "try again later")

    def _by_url(self) -> dict[str, Watched]:
        with self._store.snapshot() as snapshot:
            return _folded(snapshot.acts(_VERBS))


def _check_room(entries: Sequence[Watched], *, waits: bool) -> None:
    """See that there is room for another entry.

    Raises:
        InvalidInput: there is none.
    """
    waiting = sum(one.state == "waiting" for one in entries)
    if waits and waiting >= MOST_WAITING:
        raise InvalidInput(
            f"{waiting} addresses wait for their owner's yes already",
            "approve or remove some: `camillo note watch list` shows them",
        )
    if len(entries) >= MOST_ENTRIES:
        raise InvalidInput(
            f"{len(entries)} addresses are watched already, which is as many as can be",
            "remove one that brings little with `camillo note watch remove URL`",
        )


_VERBS = (_ADDED, _APPROVED, _REMOVED)


def _folded(acts: Sequence[Act]) -> dict[str, Watched]:
    """What a log of acts comes to; whatever does not fit is passed over."""
    found: dict[str, Watched] = {}
    for act in acts:
        known = found.get(act.subject)
        if act.redacted:
            continue
        if act.verb == _REMOVED:
            found.pop(act.subject, None)
        elif act.verb == _ADDED and (known is None or act.payload.get("by") == USER):
            found[act.subject] = _entry(act.subject, act.payload)
        elif act.verb == _APPROVED and known is not None:
            found[act.subject] = _approved(known)
    return found


def _entry(url: str, payload: Mapping[str, object]) -> Watched:
    tags, hours, by = payload.get("tags"), payload.get("hours"), str(payload.get("by", ""))
    return Watched(
        url,
        str(payload.get("wing", "")),
        tuple(map(str, tags)) if isinstance(tags, list) else (),
        hours if isinstance(hours, int) else HOURS,
        by,
        "watched" if by == USER else "waiting",
    )


def _approved(known: Watched) -> Watched:
    return Watched(known.url, known.wing, known.tags, known.hours, known.by, "watched")


def _tag(told: str) -> str:
    return "-".join(one_line(told, 60).removeprefix("#").split())
