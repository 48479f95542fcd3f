"""Context lines: words of a later memory, by which the earlier one that it is close to is found too."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.ports.episodes import ContextRow
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.lexical import Lexical
from camillo.text.tokens import index_terms

#: So many of a memory's newest refreshes make its context.
STANDING = 3
#: What a context line adds that has all of the question's words: less than they do in the memory itself.
_WEIGHT = 0.2
#: A line that holds less of what the question's words weigh is no reason to find anything.
_LEAST = 0.5


@dataclass(frozen=True)
class Lines:
    """Rows found by context lines, ascending, what each gains, and the id of the memory it came from."""

    rows: ROWS = field(default_factory=lambda: np.empty(0, np.intp))
    gain: FLOATS = field(default_factory=lambda: np.empty(0, np.float32))
    origin: Mapping[int, str] = field(default_factory=dict)

    def gains(self, rows: ROWS) -> FLOATS:
        """What each of these rows gains [n]."""
        gain = dict(zip(self.rows.tolist(), self.gain.tolist(), strict=True))
        return np.array([gain.get(row, 0.0) for row in rows.tolist()], np.float32)

    def origins(self, rows: ROWS) -> dict[int, str]:
        """Where the line of a row came from, by the row's position."""
        return {at: self.origin[row] for at, row in enumerate(rows.tolist()) if row in self.origin}


def find(
    words: Lexical,
    proposed: ROWS,
    language: str | None,
    mask: MASK,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> Lines:
    """The earlier memories whose context came from passages that the question's words propose.

    Only rows inside the mask are found, and only by lines from inside it.
    """
    drawers = catalogue.columns.drawer
    rows = snapshot.contexts_from(drawers[proposed].tolist())
    standing = _standing(snapshot, {row.drawer for row in rows})
    rows = [row for row in rows if row in standing]
    if not rows:
        return Lines()
    texts = snapshot.passages(sorted({row.origin for row in rows}))
    found: dict[int, tuple[float, str]] = {}
    for row in rows:
        origin = texts.get(row.origin)
        at = catalogue.rows(np.array([row.drawer], np.int64))
        if origin is None or not len(at) or not mask[at[0]]:
            continue
        share = _share(words, line_text(origin, row.start, row.end), language)
        best = found.get(int(at[0]), (0.0, ""))
        if share >= _LEAST and share > best[0]:
            found[int(at[0])] = (share, origin.id)
    order = sorted(found)
    gain = np.array([_WEIGHT * found[row][0] for row in order], np.float32)
    return Lines(np.array(order, np.intp), gain, {row: found[row][1] for row in order})


def newest(rows: Sequence[ContextRow]) -> list[ContextRow]:
    """The refreshes of one drawer that stand in its context, in order."""
    return sorted(rows, key=lambda row: row.version)[-STANDING:]


def line_text(origin: Memory, start: int, end: int) -> str:
    """The words of a line: bytes of the turn that a passage lies in."""
    base = origin.span[0]
    return decode(origin.content[max(0, start - base) : end - base], origin.encoding)


def line_id(origin: Memory, start: int, end: int) -> str:
    """The id of a line's own words."""
    return str(Span(Span.parse(origin.id).key, start, end))


def _standing(snapshot: Snapshot, drawers: set[int]) -> set[ContextRow]:
    by_drawer: dict[int, list[ContextRow]] = defaultdict(list)
    for row in snapshot.contexts(sorted(drawers)):
        by_drawer[row.drawer].append(row)
    return {row for each in by_drawer.values() for row in newest(each)}


def _share(words: Lexical, text: str, language: str | None) -> float:
    """How much of what the question's words weigh a text holds, from 0 to 1."""
    terms = index_terms(text, language).terms.keys()
    total = float(words.idf.sum())
    held = [
        any(not terms.isdisjoint(alternative) for alternative in group.alternatives)
        for group in words.groups
    ]
    return float(words.idf[held].sum()) / total if total > 0 else 0.0
