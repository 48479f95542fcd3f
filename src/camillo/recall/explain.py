"""Why a hit was found, and how the question was read, in plain values that JSON can carry."""

import math
from collections.abc import Mapping, Sequence

from camillo.ports.graph import Step
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, Catalogue
from camillo.recall.fuse import Fused
from camillo.recall.query import Analysis
from camillo.text.times.interval import Expression, Interval


def rounded(value: float) -> float:
    """Six decimals, as every shown and compared score has."""
    return round(float(value), 6)


def why(
    at: int,
    found_by: Sequence[str],
    arms: Mapping[str, FLOATS],
    fused: Fused,
    rank: Mapping[str, float],
) -> dict[str, object]:
    """The stages of one hit.

    ``found_by`` names the arms that proposed it (``neighbour``: it stands beside one that was
    proposed), ``groups`` the score of each group of arms, ``arms`` each raw score, ``fused`` their
    fusion; then come the bonuses it has (``context``: from its conversation; ``graph``: from what hangs
    together with the question, with the ``path`` to it; ``context_line``: from a later memory's words in
    its context), and ``rank``, the sum that it is ordered by.
    """
    return {
        "found_by": list(found_by) or ["neighbour"],
        "groups": _scores(fused.groups, at),
        "arms": _scores(arms, at),
        "fused": rounded(fused.score[at]),
        **{name: rounded(value) for name, value in rank.items()},
    }


def path(steps: Sequence[Step], snapshot: Snapshot) -> list[dict[str, str]]:
    """The steps of a path: each an ``entity`` by its key or a ``passage`` by its id, and what led to it.

    ``by`` is ``question`` or ``search`` for the first, then the kind of edge; a fact also tells what it
    ``says`` and in which passage it is ``stated``.
    """
    told = snapshot.passages(sorted({step.drawer for step in steps if step.drawer}))
    ids = {drawer: memory.id for drawer, memory in told.items()}
    shown = []
    for step in steps:
        node = {"entity": step.entity} if step.entity else {"passage": ids.get(step.drawer, "")}
        if step.entity and step.drawer:
            node |= {"says": step.says, "stated": ids.get(step.drawer, "")}
        shown.append({"by": step.by, **node})
    return shown


def _scores(by_name: Mapping[str, FLOATS], at: int) -> dict[str, float]:
    finite = {name: float(values[at]) for name, values in by_name.items()}
    return {name: rounded(value) for name, value in finite.items() if math.isfinite(value)}


def understood(analysis: Analysis, catalogue: Catalogue) -> dict[str, object]:
    """What the question was taken to ask; what it did not ask for is left out.

    Always there: ``question`` as it was searched, ``terms``, ``left_out`` (its function words) and
    ``languages``. ``reduced`` says how an over-long question came down to it. ``times`` were
    resolved, counted from ``today`` where one depends on it; ``unresolved`` hang on an event.
    ``speakers`` were named, ``roles`` asked for; ``phrases`` must stand, ``excluded`` must not.
    """
    resolved = [one for one in analysis.times if one.readings]
    found: dict[str, object] = {
        "question": analysis.text,
        "terms": [group.word for group in analysis.terms.groups],
        "left_out": list(analysis.terms.left_out),
        "languages": list(analysis.languages),
    }
    counted = any(one.relative or one.yearly for one in resolved)
    extra: dict[str, object] = {
        "reduced": analysis.how_reduced,
        "phrases": list(analysis.phrases.wanted),
        "excluded": list(analysis.phrases.excluded),
        "times": [_time(one) for one in resolved],
        "today": analysis.today.isoformat() if counted else "",
        "unresolved": [
            {"text": one.text, "event": one.event, "offset": one.offset}
            for one in analysis.times
            if not one.readings
        ],
        "speakers": [catalogue.labels[number] for number in analysis.speakers],
        "roles": list(analysis.roles),
    }
    return found | {name: value for name, value in extra.items() if value}


def _time(one: Expression) -> dict[str, object]:
    """An expression with its likeliest interval, and in ``or`` the others it can mean."""
    shown: dict[str, object] = {"text": one.text, **_days(one.readings[0]), "grain": one.grain}
    if one.yearly:
        shown["every_year"] = True
    if len(one.readings) > 1:
        shown["or"] = [_days(each) for each in one.readings[1:]]
    return shown


def _days(interval: Interval) -> dict[str, object]:
    return {"from": interval.first.isoformat(), "to": interval.last.isoformat()}
