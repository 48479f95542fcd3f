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


@dataclass(frozen=True)
class Named:
    """Some rows as they read, and the keys of their names: headings, titles, file names."""

    rows: ROWS
    memories: Sequence[Memory | None]
    keys: Sequence[tuple[str, ...]]

    @classmethod
    def read(cls, rows: ROWS, catalogue: Catalogue, snapshot: Snapshot) -> "Named":
        """Read the rows' texts."""
        drawers = catalogue.columns.drawer[rows].tolist()
        found = snapshot.passages(drawers)
        memories = [found.get(drawer) for drawer in drawers]
        return cls(rows, memories, [_keys(one) if one else () for one in memories])

    def joined(self, other: "Named") -> "Named":
        """These rows and then the others."""
        return Named(
            np.concatenate([self.rows, other.rows]),
            [*self.memories, *other.memories],
            [*self.keys, *other.keys],
        )


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
    texts: Iterable[str],
    languages: Sequence[str],
    mask: MASK,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> ROWS:
    """Rows headed by a name that the question or a text mentions, the rarest names first."""
    if not snapshot.terms_between(NAME_MARK, chr(ord(NAME_MARK) + 1), 1):
        return np.empty(0, np.intp)
    stops = frozenset().union(*(function_words(one) for one in languages))
    said = chain(
        mentioned(question, stops, any_case=True),
        *(mentioned(text[:_READ], stops) for text in texts),
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
    named: Named,
    scores: FLOATS,
    best: Sequence[int],
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> Bridged:
    """What each row gains by its name: of several bridges to one row the strongest counts.

    A name is worth the more the rarer its words are in the palace, and the fewer bear it.
    """
    asked = flat(question)
    links = [(at, key, -1) for at, key in _found(asked, named)]
    for giver in best:
        memory = named.memories[giver]
        own = set(named.keys[giver])
        text = flat(memory.text[:_READ]) if memory else ""
        links += [(at, key, giver) for at, key in _found(text, named) if key not in own]
    worth = _worth({key for _, key, _ in links}, named, catalogue, snapshot)
    gain = np.zeros(len(named.rows), np.float32)
    by: dict[int, str] = {}
    for at, key, giver in links:
        if giver >= 0 and catalogue.code[named.rows[at]] == catalogue.code[named.rows[giver]]:
            continue
        more = worth[key] * (ASKED if giver < 0 else GIVEN * float(scores[giver]))
        if more > gain[at]:
            gain[at] = more
            memory = named.memories[giver]
            by[at] = memory.id if giver >= 0 and memory else QUESTION
    return Bridged(gain, by)


def _found(words: str, named: Named) -> list[tuple[int, str]]:
    """Positions of the rows whose name stands in a flat text, with the longest such name."""
    known: dict[str, bool] = {}
    found = []
    for at, keys in enumerate(named.keys):
        for key in keys:
            if key not in known:
                known[key] = mentions(words, key)
        held = [key for key in keys if known[key]]
        if held:
            found.append((at, max(held, key=len)))
    return found


def _worth(
    keys: Iterable[str], named: Named, catalogue: Catalogue, snapshot: Snapshot
) -> dict[str, float]:
    """Between 0 (every drawer has its words) and 1, over how many conversations bear the name."""
    keys = sorted(keys)
    postings = snapshot.postings(sorted({word for key in keys for word in key.split()}))
    bearers: Counter[str] = Counter()
    for code in {*zip(named.keys, catalogue.code[named.rows].tolist(), strict=True)}:
        bearers.update(code[0])
    most = np.log1p(catalogue.size)
    worth = {}
    for key in keys:
        counts = [len(postings[word].drawer) for word in key.split() if word in postings]
        rarity = 1.0 - float(np.log(max(1, min(counts, default=1))) / most)
        worth[key] = max(0.0, rarity) / max(1, bearers[key])
    return worth


def _keys(memory: Memory) -> tuple[str, ...]:
    stem = PurePosixPath(memory.conversation).stem if memory.turn.role == "document" else ""
    keys = [*headings(memory.text), name_key(memory.title), name_key(stem)]
    return tuple(dict.fromkeys(filter(None, keys)))
