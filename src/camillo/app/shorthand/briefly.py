"""A wake-up in shorthand: more passages in the same budget, fewer words of each."""

from collections.abc import Sequence
from dataclasses import replace

from camillo.distill.layers import Content, Count, fit
from camillo.distill.line import Line
from camillo.distill.shorthand.choosing import Held, Passage, choose
from camillo.domain.shorthand import Brief
from camillo.domain.wakeup import WakeUp
from camillo.text.fence import MARGIN, unforged

#: The margin and the fence cost beside the notation; so much less is tried each time it does not fit.
_FIRST, _STEP, _TRIES = 0.92, 0.94, 8


def briefly(content: Content, held: Held, size: int, budget: int, count: Count) -> WakeUp:
    """The wake-up with one shorthand of what matters and what belongs to the task, as its second layer.

    The map of notes is its third, since it is no shorthand. Every row stands behind the margin; without it
    those of the second are what :func:`camillo.distill.shorthand.notation.decode` reads.
    """
    bare = fit(replace(content, facts=(), context=()), budget, count)
    spent = {**bare.tokens, "l1": 0, "l2": bare.tokens["l1"]}
    identity = replace(bare, l1="", l2=bare.l1, tokens=spent)
    lines = _once([*content.facts, *content.context])
    left = (budget - identity.total_tokens) * _FIRST
    for _ in range(_TRIES):
        briefs, text = choose([_passage(line) for line in lines], held, size, int(left), count)
        if not briefs:
            break
        made = _with(identity, lines, briefs, text)
        total = count(made.text)
        if total <= budget:
            spent = {**identity.tokens, "l1": total - identity.total_tokens}
            cut = ("budget",) * (len(briefs) < len(lines))
            return replace(made, total_tokens=total, tokens=spent, flags=(*content.flags, *cut))
        left *= _STEP
    return identity


def _with(identity: WakeUp, lines: Sequence[Line], briefs: Sequence[Brief], text: str) -> WakeUp:
    by_cite = {line.cite: line.id for line in lines}
    rows = "\n".join(MARGIN + unforged(row) for row in text.split("\n"))
    return replace(identity, l1=rows, cites=tuple(by_cite[brief.id] for brief in briefs))


def _once(lines: Sequence[Line]) -> list[Line]:
    found: dict[str, Line] = {}
    for line in lines:
        found.setdefault(line.cite, line)
    return [*found.values()]


def _passage(line: Line) -> Passage:
    return Passage(Brief(line.cite, line.speaker, line.day), line.text)
