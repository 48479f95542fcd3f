"""The handles of a palace: what it knows by kind, each made when it is asked for."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.report import Receipt
from camillo.domain.search import Found

if TYPE_CHECKING:
    from camillo.app.archive.archives import Archives
    from camillo.app.care.pruning import Pruning
    from camillo.app.care.retention import Retention
    from camillo.app.care.texts import Texts
    from camillo.app.compose import Parts
    from camillo.app.diaries import Diaries
    from camillo.app.entities import Entities
    from camillo.app.episodes.episodes import Episodes
    from camillo.app.events.events import Events
    from camillo.app.facts.facts import Facts
    from camillo.app.links.links import Links
    from camillo.app.looking.looking import Looking
    from camillo.app.memories.memories import Memories
    from camillo.app.notes.capturing import Capturing
    from camillo.app.notes.notes import Notes
    from camillo.app.reflection.reflecting import Reflection
    from camillo.app.sharing.window import Window
    from camillo.app.upkeep.upkeep import Upkeep
    from camillo.app.vault.syncing import Vault
    from camillo.app.watchlist.watchlist import Watchlist
    from camillo.app.worth.uses import Uses
    from camillo.domain.repeated import Repeated
    from camillo.ports.store import PalaceStore

#: Wings whose catalogues are kept for those who look through a window.
_MOST_WINDOWS = 8


class Handles:
    """What a palace offers beside its own verbs. ``add``, ``search`` and ``forget`` are the palace's."""

    path: Path

    def __init__(
        self,
        store: "PalaceStore",
        parts: "Parts",
        uses: "Uses",
        add: Callable[..., Receipt],
        search: Callable[..., Found],
        forget: Callable[..., Receipt],
    ) -> None:
        self._store = store
        self._parts = parts
        self._uses = uses
        self._add = add
        self._search = search
        self._forget = forget
        self._windows: dict[int, Window] = {}

    def hall(self, label: str) -> str:
        """The hall of this palace that a label means.

        Raises:
            InvalidInput: it means none.
        """
        from camillo.domain.halls import known

        preset = self._parts.preset()
        found = known(label, preset)
        if not found:
            raise InvalidInput(
                f"there is no hall {label!r}", f"use one of {', '.join(preset.names)}"
            )
        return found

    @property
    def archives(self) -> "Archives":
        """The whole of it as an open archive (docs/reference/archive.md), and taking one in."""
        from camillo.app.archive.archives import Archives

        return Archives(self._parts)

    @property
    def memories(self) -> "Memories":
        """What was distilled: documents with a path and versions, each line with what it rests on."""
        from camillo.app.memories.memories import Memories

        return Memories(self._parts, self._add)

    @cached_property
    def events(self) -> "Events":
        """What a host application tells of: notes saved, agents' actions, prompts, stored texts."""
        from camillo.app.events.events import Events

        return Events(self._parts, self.memories, self.links, self.path)

    def duplicates(self, *, wing: str | None = None) -> "tuple[Repeated, ...]":
        """Texts that others repeat, each with its repeats and where they come from; nothing is written.

        Those with the most repeats come first. ``wing`` narrows it to one wing.
        """
        from camillo.app.care.duplicating import repeated

        return repeated(self._parts, wing)

    @cached_property
    def notes(self) -> "Notes":
        """The knowledge base: pages and captured sources, their links and versions."""
        from camillo.app.notes.notes import Notes

        return Notes(self._parts)

    @property
    def capturing(self) -> "Capturing":
        """What turns web pages and files into source notes."""
        from camillo.app.notes.capturing import Capturing

        return Capturing(self.notes, self._parts.settings.capture_hosts)

    def wing_number(self, wing: str) -> int:
        """What a wing is known by under each of its names.

        Raises:
            NotFound: nothing lies in a wing of this name.
        """
        for number, name in self.wing_names().items():
            if name == wing:
                return number
        raise NotFound(f"no wing named {wing!r}", "list the wings")

    def wing_names(self) -> dict[int, str]:
        """What each wing that something lies in is called now, by :meth:`wing_number`."""
        with self._store.snapshot() as snapshot:
            return {row.wing: row.wing_name for row in snapshot.rooms()}

    def window(self, wing: str | int) -> "Window":
        """One wing of this palace as if it were all there is: what it is shared through.

        ``wing`` is its name now, or its :meth:`wing_number`.

        Raises:
            NotFound: there is no wing of this name.
        """
        from camillo.app.sharing.window import Window

        if isinstance(wing, str):
            wing = self.wing_number(wing)

        if wing not in self._windows:
            if len(self._windows) >= _MOST_WINDOWS:
                del self._windows[next(iter(self._windows))]
            self._windows[wing] = Window(self, wing)
        return self._windows[wing]

    @cached_property
    def upkeep(self) -> "Upkeep":
        """What tends the notes: links from memories to pages, each to be taken back."""
        from camillo.app.upkeep.upkeep import Upkeep

        return Upkeep(self._parts)

    @property
    def watchlist(self) -> "Watchlist":
        """Feeds and pages that are looked at on a schedule."""
        from camillo.app.watchlist.watchlist import Watchlist

        return Watchlist(self._parts, self.notes, self.path)

    def vault(self, folder: Path, *, wing: str | None = None) -> "Vault":
        """A folder of Markdown that is kept the same as the notes of this palace, or of one wing.

        Raises:
            InvalidInput: it is no folder.
        """
        from camillo.app.vault.syncing import Vault

        return Vault(self._parts, self.notes, self.path, folder, wing)

    @property
    def diaries(self) -> "Diaries":
        """The diaries of this palace: dated entries, one diary an agent role."""
        from camillo.app.diaries import Diaries

        return Diaries(self._store, self._add)

    @property
    def episodes(self) -> "Episodes":
        """Sessions and tool runs: their turns, steps and gists, and what later memories added."""
        from camillo.app.episodes.episodes import Episodes

        return Episodes(self._parts, self._uses)

    @cached_property
    def retention(self) -> "Retention":
        """How long texts are kept, by wing."""
        from camillo.app.care.retention import Retention

        return Retention(self._store, self._forget)

    @property
    def pruning(self) -> "Pruning":
        """What has faded, to be put aside and taken back; pins against it."""
        from camillo.app.care.pruning import Pruning

        return Pruning(self._store, self._parts.settings.half_life_days)

    @property
    def looking(self) -> "Looking":
        """What a page shows: the plan, conversations, sources; looking counts as no use of a memory."""
        from camillo.app.looking.looking import Looking

        return Looking(self._parts, self.path)

    @property
    def texts(self) -> "Texts":
        """All that lies here, text by text: listed by place, written out as an archive, taken in."""
        from camillo.app.care.texts import Texts

        return Texts(self._parts)

    @property
    def entities(self) -> "Entities":
        """What the palace knows by name: people, places, works, files, with their aliases."""
        from camillo.app.entities import Entities

        return Entities(self._store, self._parts.names())

    @property
    def facts(self) -> "Facts":
        """What is held to be true, read from the texts and put in by hand."""
        from camillo.app.facts.facts import Facts

        return Facts(self._store, self._parts.names())

    @property
    def links(self) -> "Links":
        """What texts hang together with, why something is so, and which rooms belong together."""
        from camillo.app.links.links import Links

        def search(question: str, wing: str | None) -> Found:
            return self._search(question, wing=wing, limit=10)

        return Links(self._store, search, self.facts.stated_in)

    @property
    def reflection(self) -> "Reflection":
        """What the palace proposes to its owner: insights, contradictions, missing links, each to be decided."""
        from camillo.app.reflection.doing import Carrier
        from camillo.app.reflection.reflecting import Reflection
        from camillo.app.upkeep.doing import Pages

        carrier = Carrier(
            self.facts,
            self.entities,
            self.links,
            self.memories,
            Pages(self._store, self.notes),
            self._forget,
            self._parts.store.record,
        )
        return Reflection(self._parts, self.entities, carrier)
