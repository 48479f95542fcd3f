"""Which earlier drawer tells what a clause gives as a reason; none, rather than a doubtful one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.domain.knowledge import Cause, Link
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.knowledge.links.reasons import BEFORE, ISSUE, LOOSE
from camillo.knowledge.links.shelf import ROWS, Shelf
from camillo.knowledge.links.slices import Slice
from camillo.ports.store import NO_TIME, Postings, Snapshot
from camillo.text.groups import TermGroup, query_groups
from camillo.text.language import detect
from camillo.text.names import ENTITY_MARK
from camillo.text.tokens import index_terms

CAUSED_BY = "caused_by"
#: So many candidates by words, and as many by meaning, are looked at closely.
_CANDIDATES = 12
#: Weights of the words shared with a candidate and of the likeness of meaning; what both must come to.
_BY_WORDS, _BY_MEANING = 0.55, 0.45
_LEAST, _LEAST_LOOSE = 0.34, 0.44
_SAME_TALK = 0.03
#: A word that nobody has said before is another way of saying something, or something else.
_UNSAID = 0.5
#: What a candidate says of its own reasons was told elsewhere: its words count less.
_OWN_REASON = 0.35
#: "That is why": so many turns back something must have been said.
_BACK = 3
_ENOUGH_BEFORE = 4


@dataclass(frozen=True, slots=True)
class Meaning:
    """A clause's vector as a scan and as exact cosines need it.

    ``likeness`` gives values between 0 and 1 of drawers by number; those without a vector are left out.
    """

    words: NDArray[np.uint64]
    mask: NDArray[np.bool_]
    bits: NDArray[np.uint64]
    likeness: Callable[[Sequence[int]], dict[int, float]]


Understand = Callable[[str], Meaning | None]


@dataclass(frozen=True, slots=True)
class _Clause:
    row: int
    cause: Cause
    text: str
    groups: tuple[TermGroup, ...]


def origins(snapshot: Snapshot, shelf: Shelf, part: Slice, understand: Understand) -> list[Link]:
    """A link from each drawer to the earlier ones that tell the reasons it gives."""
    clauses = _clauses(snapshot, shelf, part)
    terms = {
        term
        for one in clauses
        for group in one.groups
        for each in group.alternatives
        for term in each
    }
    terms |= {_issue_term(one.text) for one in clauses if one.cause.kind == ISSUE}
    postings = snapshot.postings(sorted(terms)) if terms else {}
    found: dict[tuple[int, int], float] = {}
    for one in clauses:
        best = _resolve(one, snapshot, shelf, part, postings, understand)
        if best is not None:
            pair = int(shelf.rows.drawer[one.row]), int(shelf.rows.drawer[best[0]])
            found[pair] = max(found.get(pair, 0.0), best[1])
    return [Link(a, b, CAUSED_BY, weight) for (a, b), weight in found.items()]


def _clauses(snapshot: Snapshot, shelf: Shelf, part: Slice) -> list[_Clause]:
    drawers = shelf.rows.drawer[part.asking].tolist()
    known = snapshot.known(drawers)
    giving = [drawer for drawer in drawers if drawer in known and known[drawer].causes]
    told = snapshot.passages(giving) if giving else {}
    rows = dict(zip(drawers, part.asking.tolist(), strict=True))
    made = []
    for drawer in giving:
        memory = told.get(drawer)
        if memory is None:
            continue
        language = detect(memory.text)
        for cause in known[drawer].causes:
            text = _stretch(memory, cause.start, cause.end)
            wordy = cause.kind not in (BEFORE, ISSUE)
            groups = query_groups(text, [language] if language else []).groups if wordy else ()
            made.append(_Clause(rows[drawer], cause, text, groups))
    return made


def _stretch(memory: Memory, start: int, end: int) -> str:
    return decode(memory.content[start - memory.span[0] : end - memory.span[0]], memory.encoding)


def _resolve(
    one: _Clause,
    snapshot: Snapshot,
    shelf: Shelf,
    part: Slice,
    postings: dict[str, Postings],
    understand: Understand,
) -> tuple[int, float] | None:
    """The row that tells the reason, and how surely."""
    allowed = _earlier(shelf, part, one.row)
    if one.cause.kind == BEFORE:
        return _said_before(shelf, one.row)
    if one.cause.kind == ISSUE:
        held = postings.get(_issue_term(one.text))
        rows = shelf.find(held.drawer) if held is not None else np.empty(0, np.intp)
        rows = rows[allowed[rows]]
        return (int(rows[0]), 1.0) if len(rows) else None
    words = _by_words(one.groups, shelf, postings, allowed)
    meaning = understand(one.text)
    rows = _candidates(words, meaning, allowed, shelf.rows.key)
    if not len(rows):
        return None
    likeness = meaning.likeness(shelf.rows.drawer[rows].tolist()) if meaning else {}
    return _best(one, rows, words, likeness, snapshot, shelf, postings, allowed)


def _issue_term(text: str) -> str:
    return f"{ENTITY_MARK}issue {text.lstrip('#')}"


def _earlier(shelf: Shelf, part: Slice, row: int) -> NDArray[np.bool_]:
    """Rows that may tell a reason of this one: filed with it or before, and not known to be later.

    In the same conversation their places tell, elsewhere their times where both have one.
    """
    rows = shelf.rows
    allowed = part.run <= part.run[row]
    same = rows.conversation == rows.conversation[row]
    here = (rows.position[row], rows.ordinal[row])
    later = same & (
        (rows.position > here[0]) | ((rows.position == here[0]) & (rows.ordinal >= here[1]))
    )
    if rows.at[row] != NO_TIME:
        later |= ~same & (rows.at > rows.at[row])
    result: NDArray[np.bool_] = allowed & ~later
    return result


def _said_before(shelf: Shelf, row: int) -> tuple[int, float] | None:
    """The nearest turn before this one that says something."""
    rows = shelf.rows
    gap = rows.position[row] - rows.position
    near = (rows.conversation == rows.conversation[row]) & (gap > 0) & (gap <= _BACK)
    near &= rows.content >= _ENOUGH_BEFORE
    found = np.flatnonzero(near)
    if not len(found):
        return None
    order = np.lexsort((-rows.ordinal[found], gap[found]))
    return int(found[order[0]]), 0.5


@dataclass(frozen=True, slots=True)
class _Words:
    rows: ROWS
    share: NDArray[np.float64]
    weights: tuple[float, ...]


def _by_words(
    groups: Sequence[TermGroup],
    shelf: Shelf,
    postings: dict[str, Postings],
    allowed: NDArray[np.bool_],
) -> _Words:
    """For rows that have any of the clause's words, the share of its weight that they have."""
    total = int(allowed.sum())
    held, weights = [], []
    for group in groups:
        exact = _rows_of(group.alternatives[0], shelf, postings, allowed)
        others = [_rows_of(each, shelf, postings, allowed) for each in group.alternatives[1:]]
        every = np.unique(np.concatenate([exact, *others]))
        rarity = float(np.log1p((total - len(every) + 0.5) / (len(every) + 0.5)))
        weights.append(rarity * group.weight * (1.0 if len(every) else _UNSAID))
        held.append((exact, every))
    rows = np.unique(np.concatenate([every for _, every in held])) if held else np.empty(0, np.intp)
    share = np.zeros(len(rows))
    for (exact, every), weight in zip(held, weights, strict=True):
        share[np.searchsorted(rows, every)] += weight * 0.85
        share[np.searchsorted(rows, exact)] += weight * 0.15
    whole = sum(weights)
    return _Words(rows, share / whole if whole else share, tuple(weights))


def _rows_of(
    terms: Sequence[str],
    shelf: Shelf,
    postings: dict[str, Postings],
    allowed: NDArray[np.bool_],
) -> ROWS:
    found = [shelf.find(postings[term].drawer) for term in terms if term in postings]
    if not found:
        return np.empty(0, np.intp)
    rows = np.unique(np.concatenate(found))
    result: ROWS = rows[allowed[rows]]
    return result


def _candidates(
    words: _Words, meaning: Meaning | None, allowed: NDArray[np.bool_], keys: NDArray[np.uint64]
) -> ROWS:
    best = words.rows[np.lexsort((keys[words.rows], -words.share))[:_CANDIDATES]]
    if meaning is None:
        return best
    asked = np.flatnonzero(allowed & meaning.mask)
    off = np.bitwise_count(meaning.words[asked] ^ meaning.bits).sum(1, dtype=np.int64)
    near = asked[np.lexsort((keys[asked], off))[:_CANDIDATES]]
    result: ROWS = np.unique(np.concatenate([best, near]))
    return result


def _best(
    one: _Clause,
    rows: ROWS,
    words: _Words,
    likeness: dict[int, float],
    snapshot: Snapshot,
    shelf: Shelf,
    postings: dict[str, Postings],
    allowed: NDArray[np.bool_],
) -> tuple[int, float] | None:
    drawers = shelf.rows.drawer[rows].tolist()
    known, told = snapshot.known(drawers), snapshot.passages(drawers)
    share = dict(zip(words.rows.tolist(), words.share.tolist(), strict=True))
    scored = []
    for row, drawer in zip(rows.tolist(), drawers, strict=True):
        by_words = share.get(row, 0.0)
        own = known[drawer].causes if drawer in known else ()
        if by_words and own and drawer in told:
            outside = _outside(told[drawer], own, one, words)
            by_words = _OWN_REASON * by_words + (1 - _OWN_REASON) * min(outside, by_words)
        score = _BY_WORDS * by_words + _BY_MEANING * likeness.get(drawer, 0.0)
        same = shelf.rows.conversation[row] == shelf.rows.conversation[one.row]
        scored.append((round(score + _SAME_TALK * bool(same), 3), row))
    score, row = max(scored, key=lambda each: (each[0], -int(shelf.rows.key[each[1]])))
    least = _LEAST_LOOSE if one.cause.kind == LOOSE else _LEAST
    return (row, min(score, 1.0)) if score >= least else None


def _outside(memory: Memory, own: Sequence[Cause], one: _Clause, words: _Words) -> float:
    """The share of a clause's weight in what a drawer says outside its own reasons."""
    content, kept, at = memory.content, [], memory.span[0]
    for cause in sorted(own, key=lambda each: each.start):
        kept.append(
            decode(content[at - memory.span[0] : cause.start - memory.span[0]], memory.encoding)
        )
        at = max(at, cause.end)
    kept.append(decode(content[at - memory.span[0] :], memory.encoding))
    text = " ".join(kept)
    terms = index_terms(text, detect(memory.text)).terms
    held = sum(
        weight
        for group, weight in zip(one.groups, words.weights, strict=True)
        if any(term in terms for each in group.alternatives for term in each)
    )
    whole = sum(words.weights)
    return held / whole if whole else 0.0
