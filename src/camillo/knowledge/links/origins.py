"""Which earlier drawer tells what a clause gives as a reason; none, rather than a doubtful one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.domain.knowledge import Cause, Link
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.knowledge.links.evidence import (
    MASK,
    Meaning,
    Shared,
    Understand,
    Usual,
    by_words,
    candidates,
    kin_of,
    usual,
)
from camillo.knowledge.links.reasons import BEFORE, ISSUE, LOOSE
from camillo.knowledge.links.shelf import ROWS, Shelf
from camillo.knowledge.links.slices import Slice
from camillo.ports.rows import NO_TIME, Postings
from camillo.ports.store import Snapshot
from camillo.text.groups import TermGroup, query_groups
from camillo.text.language import detect
from camillo.text.names import ENTITY_MARK
from camillo.text.tokens import index_terms

CAUSED_BY = "caused_by"
#: The information of shared words (in nats) that counts as one, and no more than that.
_TELLING = 6.0
#: Spreads above the usual from which a clause's likeness, and its whole drawer's, count; four more are one.
_CLAUSE, _WHOLE, _STEP, _MOST = 2.0, 1.5, 4.0, 1.25
_SAME_TALK = 0.05
#: A candidate that only asks tells nothing.
_ASKS = 0.3
#: What must come together for a link; what a looser clause needs more; and how near the next candidate may
#: come: to so much of the best at the least, and the nearer the more speaks for that.
_LEAST, _LOOSER, _NEXT, _NEXT_RISE = 0.8, 0.4, 0.6, 0.5
#: Among more drawers more is alike by chance: what must come together rises with each tenfold of a few.
_FEW, _LEAST_RISE = 150, 0.5
#: The strength that counts as certain.
_CERTAIN = 3.0
#: What a candidate says of its own reasons was told elsewhere: its words count less.
OWN_REASON = 0.35
#: "That is why": so many turns back something must have been said.
_BACK = 3
_ENOUGH_BEFORE = 4
_MOST_KIN = 40
_QUESTION = frozenset("?？؟")
_TOLD = re.compile(r"[.!。！]\s|[。！]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A reason that a drawer gives, in its words."""

    row: int
    cause: Cause
    text: str
    language: str | None
    groups: tuple[TermGroup, ...]


def origins(snapshot: Snapshot, shelf: Shelf, part: Slice, understand: Understand) -> list[Link]:
    """A link from each drawer of a slice to the earlier ones that tell the reasons it gives."""
    clauses = _clauses(snapshot, shelf, part)
    if not clauses:
        return []
    groups = [group for one in clauses for group in one.groups]
    terms = {term for group in groups for each in group.alternatives for term in each}
    terms |= {_issue_term(one.text) for one in clauses if one.cause.kind == ISSUE}
    akin = _akin(snapshot, groups)
    postings = snapshot.postings(sorted(terms.union(*akin.values())))
    found: dict[tuple[int, int], float] = {}
    for one in clauses:
        best = _resolve(one, snapshot, shelf, part, postings, akin, understand)
        if best is not None:
            pair = int(shelf.rows.drawer[one.row]), int(shelf.rows.drawer[best[0]])
            found[pair] = max(found.get(pair, 0.0), best[1])
    return [Link(a, b, CAUSED_BY, weight) for (a, b), weight in found.items()]


def _akin(snapshot: Snapshot, groups: Sequence[TermGroup]) -> dict[str, list[str]]:
    """Terms that begin like the long words of clauses, for those that were never said in that form."""
    akin = {}
    for word in {group.word for group in groups}:
        between = kin_of(word)
        if between is not None:
            akin[word] = snapshot.terms_between(*between, _MOST_KIN)
    return akin


def _clauses(snapshot: Snapshot, shelf: Shelf, part: Slice) -> list[Clause]:
    rows = {int(shelf.rows.drawer[row]): int(row) for row in part.asking}
    known = {drawer: one.causes for drawer, one in snapshot.known([*rows]).items() if one.causes}
    told = snapshot.passages([*known]) if known else {}
    labels = snapshot.labels() if known else {}
    made = []
    for drawer, memory in told.items():
        filed = labels.get(int(shelf.rows.language[rows[drawer]]), "")
        language = filed or detect(memory.text)
        for cause in known[drawer]:
            text = _stretch(memory, cause.start, cause.end)
            wordy = cause.kind not in (BEFORE, ISSUE)
            groups = query_groups(text, [language] if language else []).groups if wordy else ()
            made.append(Clause(rows[drawer], cause, text, language, groups))
    return made


def _stretch(memory: Memory, start: int, end: int) -> str:
    first = memory.span[0]
    return decode(memory.content[start - first : end - first], memory.encoding)


def _resolve(
    one: Clause,
    snapshot: Snapshot,
    shelf: Shelf,
    part: Slice,
    postings: Mapping[str, Postings],
    akin: Mapping[str, Sequence[str]],
    understand: Understand,
) -> tuple[int, float] | None:
    """The row that tells the reason, and how surely."""
    if one.cause.kind == BEFORE:
        return _said_before(shelf, one.row)
    allowed = earlier(shelf, part, one.row)
    if one.cause.kind == ISSUE:
        held = postings.get(_issue_term(one.text))
        rows = shelf.find(held.drawer) if held is not None else np.empty(0, np.intp)
        rows = rows[allowed[rows]]
        return (int(rows[0]), 1.0) if len(rows) else None
    shared = by_words(one.groups, shelf, postings, allowed, akin)
    return _best(one, shared, understand, allowed, snapshot, shelf)


def _issue_term(text: str) -> str:
    return f"{ENTITY_MARK}issue {text.lstrip('#')}"


def earlier(shelf: Shelf, part: Slice, row: int) -> MASK:
    """Rows that may tell a reason of this one: filed with it or before, and not known to be later.

    In the same conversation their places tell, elsewhere their times where both have one.
    """
    rows = shelf.rows
    same = rows.conversation == rows.conversation[row]
    position, ordinal = rows.position[row], rows.ordinal[row]
    later = same & (
        (rows.position > position) | ((rows.position == position) & (rows.ordinal >= ordinal))
    )
    if rows.at[row] != NO_TIME:
        later |= ~same & (rows.at > rows.at[row])
    result: MASK = (part.run <= part.run[row]) & ~later
    return result


def _said_before(shelf: Shelf, row: int) -> tuple[int, float] | None:
    """The nearest turn before this one that says something."""
    rows = shelf.rows
    gap = rows.position[row] - rows.position
    near = (rows.conversation == rows.conversation[row]) & (gap > 0) & (gap <= _BACK)
    found = np.flatnonzero(near & (rows.content >= _ENOUGH_BEFORE))
    if not len(found):
        return None
    order = np.lexsort((-rows.ordinal[found], gap[found]))
    return int(found[order[0]]), 0.5


def _best(
    one: Clause,
    shared: Shared,
    understand: Understand,
    allowed: MASK,
    snapshot: Snapshot,
    shelf: Shelf,
) -> tuple[int, float] | None:
    """The candidate that most speaks for, if enough does and no other comes too near."""
    clause = understand.clause(one.text)
    rows, usually = candidates(shared, clause, allowed, shelf.rows.key)
    if not len(rows):
        return None
    drawers = shelf.rows.drawer[rows].tolist()
    told = snapshot.passages(drawers)
    strength = np.zeros(len(rows))
    strength += np.minimum(_words(one, shared, rows, told, snapshot, shelf), _TELLING) / _TELLING
    if clause is not None:
        strength += _likeness(clause, usually, drawers, _CLAUSE)
        whole = understand.drawer(one.row)
        if whole is not None:
            strength += _likeness(whole, usual(whole, allowed), drawers, _WHOLE)
    strength += _SAME_TALK * (shelf.rows.conversation[rows] == shelf.rows.conversation[one.row])
    strength -= [
        _ASKS * (drawer not in told or _only_asks(told[drawer].text)) for drawer in drawers
    ]
    order = np.lexsort((shelf.rows.ordinal[rows], shelf.rows.key[rows], -strength.round(3)))
    best, second = strength[order[0]], strength[order[1]] if len(order) > 1 else 0.0
    least = _LEAST + _LEAST_RISE * max(0.0, float(np.log10(max(1, allowed.sum()) / _FEW)))
    sure = best - least - (_LOOSER if one.cause.kind == LOOSE else 0.0)
    if sure < 0 or second > best * (_NEXT + _NEXT_RISE * sure):
        return None
    return int(rows[order[0]]), round(min(1.0, float(best) / _CERTAIN), 3)


def _likeness(
    meaning: Meaning, usually: Usual, drawers: Sequence[int], first: float
) -> NDArray[np.float64]:
    """How far drawers stand out by their likeness, 0 for what is usual."""
    cosines = meaning.cosines(drawers)
    above = [usually.above(cosines.get(drawer, -1.0)) - first for drawer in drawers]
    result: NDArray[np.float64] = np.clip(np.array(above) / _STEP, 0.0, _MOST)
    return result


def _only_asks(text: str) -> bool:
    """Whether a text is one question and nothing else."""
    text = text.strip()
    return text[-1:] in _QUESTION and not _TOLD.search(text[:-1])


def _words(
    one: Clause,
    shared: Shared,
    rows: ROWS,
    told: Mapping[int, Memory],
    snapshot: Snapshot,
    shelf: Shelf,
) -> list[float]:
    """The information of the clause's words in each row; words in a row's own reasons count less."""
    share = dict(zip(shared.rows.tolist(), shared.share.tolist(), strict=True))
    drawer = shelf.rows.drawer
    known = snapshot.known([int(drawer[row]) for row in rows.tolist() if row in share])
    made = []
    for row in rows.tolist():
        whole, number = share.get(row, 0.0), int(drawer[row])
        own = known[number].causes if number in known else ()
        if own and number in told:
            outside = min(whole, _outside(told[number], own, one, shared))
            whole = OWN_REASON * whole + (1 - OWN_REASON) * outside
        made.append(whole * sum(shared.weights))
    return made


def _outside(memory: Memory, own: Sequence[Cause], one: Clause, shared: Shared) -> float:
    """The share of a clause's weight in what a drawer says outside its own reasons."""
    kept, at = [], memory.span[0]
    for cause in sorted(own, key=lambda each: each.start):
        kept.append(_stretch(memory, at, max(at, cause.start)))
        at = max(at, cause.end)
    kept.append(_stretch(memory, at, memory.span[1]))
    terms = index_terms(" ".join(kept), one.language).terms
    held = sum(
        weight
        for group, weight in zip(one.groups, shared.weights, strict=True)
        if any(term in terms for each in group.alternatives for term in each)
    )
    whole = sum(shared.weights)
    return held / whole if whole else 0.0
