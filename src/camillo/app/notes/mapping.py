"""The map of content of a palace's notes: made anew when they have changed, told within a budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from camillo.app.notes import book
from camillo.app.notes.mapped import Bearings, Index, targets
from camillo.domain.note import PAGE
from camillo.domain.place import GENERAL
from camillo.knowledge.notes.moc import MapRow, Wanted, index_json, index_md
from camillo.ports.notes import NoteRow
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot

Count = Callable[[str], int]
#: A map that names not one note is none.
_ROW = "- [["
#: Redacting can make a line longer; so much less is tried then.
_SHARES = (1.0, 0.8, 0.5)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a map is drawn from: notes, slugs of pages that nothing links to, links that lead nowhere."""

    rows: Sequence[MapRow] = ()
    orphans: Sequence[str] = ()
    broken: Sequence[Wanted] = ()


@dataclass(frozen=True)
class Map:
    """The map as of ``now`` (micros): ``markdown`` within its budget of tokens, ``json`` whole."""

    markdown: str
    now: int
    sheet: Sheet

    @cached_property
    def json(self) -> str:
        """Pages and sources in the order of the map, orphans and broken links."""
        return index_json(self.sheet.rows, self.sheet.orphans, self.sheet.broken, self.now)


class Mapper:
    """Draws the maps of one palace; safe to share between threads."""

    def __init__(self, palace: Path | None) -> None:
        self._index = Index(palace)
        self._lock = Lock()
        self._known: tuple[int, Sheet, dict[str, str]] | None = None

    def map(self, snapshot: Snapshot, wing: str | None, tokens: int, now: int, count: Count) -> Map:
        """The map of the whole palace, or of one wing with the notes that lie in no wing of their own."""
        sheet = self.sheet(snapshot, wing)
        markdown = index_md(sheet.rows, sheet.orphans, sheet.broken, now, tokens, count)
        return Map(markdown, now, sheet)

    def told(
        self, sheet: Sheet, tokens: int, now: int, count: Count, redact: Callable[[str], str]
    ) -> list[str]:
        """The lines of a map for a context, of at most ``tokens``; none where not one note would fit."""
        if not sheet.rows:
            return []
        for share in _SHARES:
            limit = int(tokens * share)
            drawn = index_md(sheet.rows, sheet.orphans, sheet.broken, now, limit, count)
            lines = [_plain(line) for line in redact(drawn).split("\n") if line]
            if not any(line.startswith(_ROW) for line in lines):
                return []
            if sum(count(line + "\n") for line in lines) <= tokens:
                return lines
        return []

    def bearings(self, snapshot: Snapshot) -> Bearings:
        """How the notes hang together, as of a snapshot."""
        return self._index.at(snapshot)

    def sheet(self, snapshot: Snapshot, wing: str | None) -> Sheet:
        """What the map is drawn from, as of a snapshot."""
        tick = snapshot.tick()
        with self._lock:
            if self._known is None or self._known[0] != tick.epoch:
                self._known = _drawn(snapshot, tick, self._index.at(snapshot))
            _, sheet, wings = self._known
        return sheet if wing is None else _of_wing(sheet, wings, wing)


def _drawn(snapshot: Snapshot, tick: Tick, bearings: Bearings) -> tuple[int, Sheet, dict[str, str]]:
    rows = [row for row in snapshot.notes() if not row.deleted]
    notes = [_row(row, bearings.backlinks.get(row.note, 0)) for row in rows]
    orphans = [one.slug for one in notes if one.layer == PAGE and not one.backlinks]
    slugs = {row.note: row.slug for row in rows}
    broken = _wanted(snapshot, bearings, slugs)
    wings = {row.slug: row.wing for row in rows}
    return tick.epoch, Sheet(notes, orphans, broken), wings


def _row(row: NoteRow, backlinks: int) -> MapRow:
    gist = str(row.shape.get("gist", "")) if row.layer == PAGE else ""
    tags = book.listed(row, "tags")
    return MapRow(row.slug, row.title, row.layer, gist, row.changed, backlinks, tags)


def _wanted(snapshot: Snapshot, bearings: Bearings, slugs: dict[int, str]) -> list[Wanted]:
    told = targets(snapshot, [place for _, places in bearings.broken for place in places])
    found = []
    for _, places in bearings.broken:
        names = [told[at].target for at in places if at in told]
        if names:
            by = tuple(slugs[note] for note, _ in places if note in slugs)
            found.append(Wanted(names[0], by))
    return found


def _of_wing(sheet: Sheet, wings: dict[str, str], wing: str) -> Sheet:
    kept = {slug for slug, place in wings.items() if place in (wing, GENERAL)}
    asked = [
        replace(one, by=tuple(slug for slug in one.by if slug in kept)) for one in sheet.broken
    ]
    return Sheet(
        [row for row in sheet.rows if row.slug in kept],
        [slug for slug in sheet.orphans if slug in kept],
        [one for one in asked if one.by],
    )


def _plain(line: str) -> str:
    """A line of the map as it stands in a context: headings without their marks."""
    return f"{line.lstrip('# ')}:" if line.startswith("#") else line
