"""What tending proposes: pages for links that lead nowhere, pages drawn from sources, near-duplicates as one."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from camillo.app.notes import book
from camillo.app.notes.linked import one_line_of
from camillo.app.notes.mapped import Bearings, targets
from camillo.app.upkeep.asking import drafted
from camillo.app.upkeep.drafts import outline, source_page, wanted_page
from camillo.app.upkeep.near import near
from camillo.app.waking.gathering import is_web
from camillo.distill.reflection.naming import magnitude, named
from camillo.domain.drawer import Span
from camillo.domain.episode import Said
from camillo.domain.identity import encode_text
from camillo.domain.note import PAGE, SOURCE
from camillo.domain.proposal import Proposal
from camillo.knowledge.notes.slugs import one_line
from camillo.ports.notes import NoteRow
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts

WRITE, JOIN_PAGES = "write page", "join pages"
#: So many of each are proposed at the most, and so many of the newest pages are compared.
_WANTED, _SOURCES, _NEAR, _COMPARED = 20, 20, 20, 1_000
_QUOTED = 5


class Upkeeper:
    """Proposals about the notes of one snapshot."""

    def __init__(self, parts: "Parts", snapshot: Snapshot, wing: str | None) -> None:
        self._parts = parts
        self._snapshot = snapshot
        self._wing = wing
        self._rows = {row.note: row for row in snapshot.notes() if not row.deleted}

    def found(self) -> Iterator[Proposal]:
        """All of them, decided or not."""
        if not self._rows:
            return
        bearings = self._parts.mapper().bearings(self._snapshot)
        for one in (*self._wanted(bearings), *self._sources(bearings), *self._near()):
            if self._wing in (None, one.wing):
                yield one

    def _wanted(self, bearings: Bearings) -> Iterator[Proposal]:
        """A page for each link that pages ask for and that leads nowhere; sources ask for nothing."""
        pages = {note for note, row in self._rows.items() if row.layer == PAGE}
        asked = [[at for at in places if at[0] in pages] for _, places in bearings.broken]
        asked = [places for places in asked if places][:_WANTED]
        edges = targets(self._snapshot, [at for places in asked for at in places])
        for places in asked:
            known = [edges[at] for at in places if at in edges]
            if not known:
                continue
            title = known[0].target
            title = title[3:].strip() if title.casefold().startswith("kb:") else title
            quotes = [self._quote(edge.note, edge.start) for edge in known[:_QUOTED]]
            lines = [(self._rows[e.note].slug, q.text) for e, q in zip(known, quotes, strict=False)]
            name = one_line(title.rpartition("/")[2]) or one_line(title)
            would: dict[str, object] = {
                "do": WRITE,
                "title": name,
                "path": f"{title}.md" if "/" in title else "",
                "text": wanted_page(name, lines),
                "wing": self._rows[known[0].note].wing,
            }
            many = f"{len(known)} pages ask" if len(known) > 1 else "a page asks"
            yield Proposal(
                id=named("page", "wanted", known[0].key, magnitude(3 * len(known))),
                kind="page",
                text=f"Write the page “{name}”, which {many} for.",
                evidence=tuple(quotes),
                would=would,
                wing=str(would["wing"]),
                score=float(len(known)),
            )

    def _sources(self, bearings: Bearings) -> Iterator[Proposal]:
        """A page for each of the newest sources that no page draws on."""
        lone = [
            row
            for row in self._rows.values()
            if row.layer == SOURCE and not bearings.backlinks.get(row.note)
        ]
        lone.sort(key=lambda row: (-row.changed, row.note))
        for row in lone[:_SOURCES]:
            text = book.whole(self._snapshot, row).text
            points, by = drafted(self._snapshot, row) or (outline(text), "")
            if not points:
                continue
            evidence = tuple(self._said(row, text, one.start, one.end) for one in points[:_QUOTED])
            would = {
                "do": WRITE,
                "title": one_line(row.title),
                "text": self._parts.redacted(source_page(row.title, row.slug, points)),
                "wing": row.wing,
                "origin": "web",
            }
            yield Proposal(
                id=named("page", "drawn", row.native),
                kind="page",
                text=f"Draw a page from the source “{one_line(row.title)}”, which no page draws on.",
                evidence=evidence,
                would=would,
                wing=row.wing,
                by=by,
                score=0.5,
            )

    def _near(self) -> Iterator[Proposal]:
        """Pages that say much the same, the shorter to go into the longer."""
        rows = [row for row in self._rows.values() if row.layer == PAGE]
        rows.sort(key=lambda row: (-row.changed, row.note))
        held = [(row, book.text_of(self._snapshot, row)) for row in rows[:_COMPARED]]
        told = sorted(
            ((row, memory.text) for row, memory in held if memory and not is_web(memory)),
            key=lambda one: one[0].note,
        )
        pages, texts = [row for row, _ in told], [text for _, text in told]
        for one in near(texts)[:_NEAR]:
            short, long = pages[one.short], pages[one.long]
            if short.wing != long.wing:
                continue
            count = len(one.spans)
            evidence = tuple(
                self._said(short, texts[one.short], *span) for span in one.spans[:_QUOTED]
            )
            yield Proposal(
                id=named("merge", "pages", sorted([short.native, long.native]), magnitude(count)),
                kind="merge",
                text=f"The pages “{one_line(short.title)}” and “{one_line(long.title)}” say much the same"
                f" ({count} of {one.count} sentences). Keep all of both in “{one_line(long.title)}”.",
                evidence=evidence,
                would={"do": JOIN_PAGES, "slug": short.slug, "into": long.slug},
                wing=long.wing,
                score=count / one.count,
            )

    def _quote(self, note: int, start: int) -> Said:
        """The line of a note in which a place stands."""
        row = self._rows[note]
        text = book.whole(self._snapshot, row).text
        line = one_line_of(text, start)
        first = text.rfind("\n", 0, start) + 1
        at = max(first, text.find(line.rstrip("…"), first))
        return self._said(row, text, at, at + len(line.rstrip("…")))

    def _said(self, row: NoteRow, text: str, start: int, end: int) -> Said:
        """A stretch of a note by its id, without secrets."""
        first = len(encode_text(text[:start]))
        last = first + len(encode_text(text[start:end]))
        id = str(Span(Span.parse(row.id).key, first, last))
        return Said(id, self._parts.redacted(text[start:end]), "", book.shown(row.changed))


def note_proposals(parts: "Parts", snapshot: Snapshot, wing: str | None) -> Sequence[Proposal]:
    """What is proposed about notes, of the whole palace or of one wing."""
    return [*Upkeeper(parts, snapshot, wing).found()]
