"""Tending: memories that speak of a page get a link to it, which can be undone; the rest is proposed.

No text is rewritten: the link is an act beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from camillo.app.memories.shelf import JOINED
from camillo.domain.drawer import Span
from camillo.domain.errors import NotFound, Outdated
from camillo.domain.identity import digest, encode_text
from camillo.domain.knowledge import Act
from camillo.domain.note import PAGE
from camillo.domain.report import Receipt
from camillo.domain.turn import MEMORY
from camillo.knowledge.links import made
from camillo.knowledge.notes.autolink import Titles, autolink
from camillo.ports.notes import NoteRow
from camillo.ports.rows import Tick
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.proposal import Proposal

#: Noted right after each link that tending makes: whatever becomes of that link, it is not made twice.
POINTED = "memory pointed"
KIND, BY = "references", "tending"
_REASON = "names this page"
_MOST = 2_000
#: In idle time memories are looked for among so many of the newest drawers.
_NEWEST = 5_000
_WHOLE = 1 << 40
#: A model is asked about so many sources at a time.
_ASKED = 3
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Pointed:
    """A link from a memory or a diary's entry to a page: its number, both ends' ids, the page's name."""

    number: int
    memory: str
    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class _Told:
    """A memory as it stands; ``name`` outlasts its versions and holds no word of it."""

    id: str
    text: str
    name: str


class Upkeep:
    """Tends the notes of one palace; the same palace tended twice changes nothing.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         page = palace.notes.create("Codes are safe.", title="OAuth")
    ...         entry = palace.diaries.write("reviewer", "Sign-in needs OAuth first.")
    ...         made = palace.upkeep.point()
    ...         again = palace.upkeep.point()
    ...         ties = [(tie.kind, tie.text) for tie in palace.links.of(entry.ids[0]) if tie.number]
    >>> [one.slug for one in made], again, ties
    (['oauth'], (), [('references', 'Codes are safe.')])
    """

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store: PalaceStore = parts.store
        self._seen: Tick | None = None

    def point(self, limit: int = _MOST, *, after: int = 0) -> tuple[Pointed, ...]:
        """Link memories and diary entries to the pages whose titles they name; returns the links made now.

        Titles are found as in a page that is written: whole words, no code, no title that two pages have. Of
        each kind the newest ``limit`` are looked at, memories only where their drawers are numbered above
        ``after``. A page or memory that was rewritten has its link moved.
        """
        for last in range(_TRIES):
            with self._store.snapshot() as snapshot:
                acts, done = self._due(snapshot, after, limit)
                seen = snapshot.last_act()
            if not acts:
                return ()
            try:
                receipt = self._store.record(POINTED, acts, after=seen)
            except Outdated:
                if last == _TRIES - 1:
                    raise  # whoever tends next finds it again
                continue
            return _numbered(receipt, acts, done)
        return ()

    def soon(self, limit: int) -> None:
        """Do the same for the newest few, if anything was written since; the cost does not grow with the palace."""
        with self._store.snapshot() as snapshot:
            tick, last = snapshot.tick(), snapshot.last_drawer()
        if tick == self._seen:
            return
        try:
            made = self.point(limit, after=max(0, last - _NEWEST))
        except Outdated:
            return
        with self._store.snapshot() as snapshot:
            # What was written meanwhile by others waits for the next change.
            self._seen = snapshot.tick() if made else tick

    def distil(self, sources: int = _ASKED) -> tuple[int, list[str]]:
        """Ask the language model, if there is one, about the newest sources that no page draws on, each once.

        Returns of how many it told something, and flags (``model-failed``: no usable answer in time). What it
        says becomes part of what :meth:`camillo.app.reflection.reflecting.Reflection.propose` gives.
        """
        from camillo.app.upkeep.asking import ask

        return ask(self._parts, sources)

    def open(self, wing: str | None = None) -> "tuple[Proposal, ...]":
        """What is proposed about notes and not decided yet, without secrets; it is decided in reflection."""
        from camillo.app.reflection.proposed import decided
        from camillo.app.upkeep.found import note_proposals
        from camillo.distill.reflection.choosing import is_open

        with self._store.snapshot() as snapshot:
            known = decided(snapshot)
            found = note_proposals(self._parts, snapshot, wing)
        return tuple(one for one in found if is_open(one, known))

    def standing(self) -> tuple[Pointed, ...]:
        """The links that tending has made and nobody took back, the newest first."""
        with self._store.snapshot() as snapshot:
            rows = {row.native: row for row in snapshot.notes() if not row.deleted}
            links = _links(snapshot)
            return tuple(
                Pointed(link.number, str(link.a), row.slug, row.title)
                for act in reversed(snapshot.acts([POINTED]))
                if (link := links.get(act.number - 1)) and (row := rows.get(act.object))
            )

    def undo(self, number: int | None = None) -> int:
        """Take back one link by its number, or all that stand (None); they are not made again.

        Raises:
            NotFound: no link that tending has made has the number.
        """
        with self._store.snapshot() as snapshot:
            links = _links(snapshot)
            numbers = [act.number - 1 for act in snapshot.acts([POINTED])]
        chosen = [links[one] for one in numbers if one in links and number in (None, one)]
        if number is not None and not chosen:
            raise NotFound(
                f"tending has made no link {number}", "list them with `camillo tend --list`"
            )
        if chosen:
            self._store.record(made.LINK_UNDONE, [_undoing(link) for link in chosen])
        return len(chosen)

    def _due(self, snapshot: Snapshot, after: int, limit: int) -> tuple[list[Act], list[NoteRow]]:
        """The acts that link what is not linked yet, and the page of each link among them, in order."""
        pages = {row.slug: row for row in snapshot.notes() if row.layer == PAGE and not row.deleted}
        titles = Titles((row.slug, row.title) for row in pages.values())
        links = _links(snapshot)
        pointed: dict[tuple[str, str], int] = {}
        for act in snapshot.acts([POINTED]):
            pointed[act.subject, act.object] = act.number - 1
        acts: list[Act] = []
        done: list[NoteRow] = []
        for told in _memories(snapshot, after, limit) if pages else ():
            for slug in _named(told.text, titles):
                page = pages[slug]
                old = pointed.get((told.name, page.native), 0)
                moved = _moved(links, old, told, page)
                if old and moved is None:
                    continue
                if moved:
                    acts.append(_undoing(moved))
                acts += _pointing(told, page)
                done.append(page)
        return acts, done


def _memories(snapshot: Snapshot, after: int, limit: int) -> Iterator[_Told]:
    """The newest distilled memories of drawers above a number, and the newest entries of diaries."""
    held = snapshot.shelved(after)
    parts = [number for number, word in snapshot.labels().items() if word == MEMORY]
    drawers = held.drawer[np.isin(held.part, parts)].tolist()[-limit:]
    keys = dict.fromkeys(Span.parse(one.id).key for one in snapshot.passages(drawers).values())
    found: dict[str, _Told] = {}
    for key in keys:
        memory = snapshot.get(Span(key, 0, _WHOLE), 0)
        if memory is not None and memory.current and not memory.meta.get(JOINED):
            # Of two versions that writers made at once the later filed one is linked.
            path = digest(b"memory", encode_text(memory.conversation)).hex()[:24]
            found[path] = _Told(memory.id, memory.text, path)
    yield from found.values()
    for entry in snapshot.diary(None, None, None, None, limit):
        yield _Told(entry.id, entry.text, Span.parse(entry.id).key.hex())


def _named(text: str, titles: Titles) -> list[str]:
    """The slugs of the pages that a text names and does not link to."""
    linked = autolink(text, titles)
    return sorted(titles.linked(linked) - titles.linked(text)) if linked != text else []


def _links(snapshot: Snapshot) -> dict[int, made.Made]:
    """The links in force that tending has made, by number."""
    found = made.links_made(snapshot.acts(made.LINK_VERBS))
    return {link.number: link for link in found if link.by == BY}


def _moved(
    links: dict[int, made.Made], number: int, told: _Told, page: NoteRow
) -> made.Made | None:
    """The link that stands, where one of its ends was rewritten since; None where it is as it should be."""
    link = links.get(number)
    if link is None or (str(link.a) == told.id and str(link.b) == page.id):
        return None
    return link


def _pointing(told: _Told, page: NoteRow) -> list[Act]:
    a, b = Span.parse(told.id), Span.parse(page.id)
    return [
        made.link_act(a, b, KIND, _REASON, 1.0, BY),
        Act(POINTED, told.name, page.native),
    ]


def _undoing(link: made.Made) -> Act:
    return Act(made.LINK_UNDONE, link.a.key.hex(), link.b.key.hex(), {"act": link.number})


def _numbered(
    receipt: Receipt, acts: Sequence[Act], done: Sequence[NoteRow]
) -> tuple[Pointed, ...]:
    numbers = [
        (int(number), act)
        for number, act in zip(receipt.ids, acts, strict=True)
        if act.verb == made.LINK_MADE
    ]
    return tuple(
        Pointed(number, str(act.payload["a"]), page.slug, page.title)
        for (number, act), page in zip(numbers, done, strict=True)
    )
