"""Bridges: a passage whose name stands in the question, or in the text of one that answers it.

What a question needs second is often only named in what it needs first: the page of a director in
the page of a film, the note ``[[cache-layout]]`` in the note of a decision. One hop, never more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePosixPath

import numpy as np

from camillo.domain.search import Memory
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.text.names import NAME_MARK, flat, headings, mentioned, mentions, name_key
from camillo.text.stops import function_words

#: What a name in the question is worth, and the share of its score that a passage gives to those it names.
ASKED, GIVEN = 0.3, 0.5
#: So many passages, each of another conversation, give a share.
_GIVERS = 3
#: Drawers that are looked up by a name, over all names; how much of a text is read for names.
_PROPOSED, _READ = 40, 4_000
QUESTION = "question"


@dataclass(frozen=True)
class Bridged:
    """What rows gain [n], and by what: the id of the passage that names them, or ``question``."""

    gain: FLOATS
    by: Mapping[int, str]


def names(rows: ROWS, catalogue: Catalogue, snapshot: Snapshot) -> list[tuple[str, ...]]:
    """Keys of the names of rows: headings, titles, file names; each row is read once."""
    known = catalogue.names
    fresh = [row for row in rows.tolist() if row not in known]
    for row, memory in read(np.array(fresh, np.intp), catalogue, snapshot).items():
        known[row] = _keys(memory)
    return [known.get(row, ()) for row in rows.tolist()]


def read(rows: ROWS, catalogue: Catalogue, snapshot: Snapshot) -> dict[int, Memory]:
    """Rows as they read, by row."""
    drawers = catalogue.columns.drawer[rows].tolist()
    found = snapshot.passages(drawers) if drawers else {}
    pairs = zip(rows.tolist(), drawers, strict=True)
    return {row: found[drawer] for row, drawer in pairs if drawer in found}


def givers(scores: FLOATS, rows: ROWS, catalogue: Catalogue) -> list[int]:
    """Positions of the best rows, the best of each of three conversations."""
    best: dict[int, int] = {}
    for at in np.lexsort((rows, -scores)).tolist():
        if len(best) == _GIVERS or scores[at] <= 0:
            break
        best.setdefault(int(catalogue.code[rows[at]]), at)
    return list(best.values())


def propose(
    question: str,
    best: ROWS,
    languages: Sequence[str],
    mask: MASK,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> ROWS:
    """Rows headed by a name that the question or the best rows mention, the rarest names first."""
    if not snapshot.terms_between(NAME_MARK, chr(ord(NAME_MARK) + 1), 1):
        return np.empty(0, np.intp)
    stops = frozenset().union(*(function_words(one) for one in languages))
    texts = [memory.text[:_READ] for memory in read(best, catalogue, snapshot).values()]
    said = chain(
        mentioned(question, stops, any_case=True), *(mentioned(text, stops) for text in texts)
    )
    postings = snapshot.postings([NAME_MARK + key for key in dict.fromkeys(said)])
    found: list[int] = []
    for one in sorted(postings.values(), key=lambda each: len(each.drawer)):
        rows = catalogue.rows(one.drawer)
        found += rows[mask[rows]].tolist()
        if len(found) >= _PROPOSED:
            break
    return np.unique(np.array(found[:_PROPOSED], np.intp))


def bridge(
    question: str,
    rows: ROWS,
    scores: FLOATS,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> Bridged:
    """What each row gains by its name: of several bridges to one row the strongest counts.

    A name is worth the more the rarer its words are in the palace, and the fewer bear it.
    """
    gain = np.zeros(len(rows), np.float32)
    by: dict[int, str] = {}
    keys = names(rows, catalogue, snapshot)
    if not any(keys):
        return Bridged(gain, by)
    links = [(at, key, -1) for at, key in _found(flat(question), keys)]
    best = givers(scores, rows, catalogue)
    memories = read(rows[best], catalogue, snapshot)
    for giver in best:
        memory = memories.get(int(rows[giver]))
        text = flat(memory.text[:_READ]) if memory else ""
        links += [(at, key, giver) for at, key in _found(text, keys) if key not in keys[giver]]
    codes = catalogue.code[rows]
    worth = _worth({key for _, key, _ in links}, keys, codes, catalogue.size, snapshot)
    for at, key, giver in links:
        if giver >= 0 and codes[at] == codes[giver]:
            continue
        more = worth[key] * (ASKED if giver < 0 else GIVEN * float(scores[giver]))
        if more > gain[at]:
            gain[at] = more
            by[at] = memories[int(rows[giver])].id if giver >= 0 else QUESTION
    return Bridged(gain, by)


def _found(words: str, keys: Sequence[tuple[str, ...]]) -> list[tuple[int, str]]:
    """Positions of the rows whose name stands in a flat text, with the longest such name."""
    named = {key for each in keys for key in each}
    there = {key for key in named if mentions(words, key)}
    held = ((at, [key for key in each if key in there]) for at, each in enumerate(keys))
    return [(at, max(some, key=len)) for at, some in held if some]


def _worth(
    wanted: Iterable[str],
    keys: Sequence[tuple[str, ...]],
    codes: ROWS,
    size: int,
    snapshot: Snapshot,
) -> dict[str, float]:
    """Between 0 (every drawer has its words) and 1, over how many conversations bear the name."""
    wanted = sorted(wanted)
    postings = snapshot.postings(sorted({word for key in wanted for word in key.split()}))
    pairs = {(key, code) for each, code in zip(keys, codes.tolist(), strict=True) for key in each}
    bearers = Counter(key for key, _ in pairs)
    worth = {}
    for key in wanted:
        counts = [len(postings[word].drawer) for word in key.split() if word in postings]
        rarity = 1.0 - float(np.log(max(1, min(counts, default=1))) / np.log1p(size))
        worth[key] = max(0.0, rarity) / max(1, bearers[key])
    return worth


def _keys(memory: Memory) -> tuple[str, ...]:
    stem = PurePosixPath(memory.conversation).stem if memory.turn.role == "document" else ""
    keys = [*headings(memory.text), name_key(memory.title), name_key(stem)]
    return tuple(dict.fromkeys(filter(None, keys)))
