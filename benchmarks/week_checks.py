"""Whether a palace holds a week of sessions as it was said."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.week_sessions import Expected, Session, expected_of
from camillo import Palace
from camillo.domain.search import Memory

_SHOWN = 5


def faults_of(path: Path, sessions: Sequence[Session], injected: Sequence[str]) -> list[str]:
    """What is missing, doubled, out of order, at a wrong time or place, or mined back."""
    expected = list(expected_of(sessions))
    with Palace.open(path, create=False) as palace:
        with palace._store.snapshot() as snapshot:
            stored = list(snapshot.turns())
        return [
            *_shown("missing or different", _missing(expected, stored)),
            *_shown("stored although not said", _extra(expected, stored)),
            *_shown("stored more than once", _doubled(stored)),
            *_shown("out of order", _disordered(expected, stored)),
            *_shown("injected text kept as somebody's words", _mined_back(stored)),
            *_shown("injected text found", _found_again(palace, injected)),
            *_shown("doctor", map(str, palace.doctor())),
        ]


def _shown(what: str, found: Iterator[str]) -> list[str]:
    listed = list(found)
    more = [f"{what}: {len(listed) - _SHOWN} more"] if len(listed) > _SHOWN else []
    return [f"{what}: {one}" for one in listed[:_SHOWN]] + more


def _facts(one: Memory) -> tuple[str, ...]:
    told = one.turn
    return (one.conversation, told.id, told.role, one.part, one.text, told.at or "", one.wing)


def _wanted(one: Expected) -> tuple[str, ...]:
    return (one.conversation, one.turn, one.role, one.part, one.text, one.at, one.wing)


def _missing(expected: Sequence[Expected], stored: Sequence[Memory]) -> Iterator[str]:
    there = {_facts(one) for one in stored}
    for one in expected:
        if _wanted(one) not in there:
            same = [_facts(other) for other in stored if other.turn.id == one.turn]
            yield f"{_wanted(one)}; stored as {same}"


def _extra(expected: Sequence[Expected], stored: Sequence[Memory]) -> Iterator[str]:
    wanted = {_wanted(one) for one in expected}
    for one in stored:
        if _facts(one) not in wanted and not one.turn.id.startswith("injected-"):
            yield str((one.source_kind, *_facts(one)))


def _doubled(stored: Sequence[Memory]) -> Iterator[str]:
    counts = Counter((one.conversation, one.turn.id) for one in stored)
    yield from (f"{turn} {many} times" for turn, many in counts.items() if many > 1)


def _disordered(expected: Sequence[Expected], stored: Sequence[Memory]) -> Iterator[str]:
    """Conversations, transcript by transcript, whose turns stand in another order than they were said."""
    place = {(one.conversation, one.turn.id): n for n, one in enumerate(stored)}
    talks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in expected:
        if (one.conversation, one.turn) in place:
            talks[(one.conversation, one.file)].append(place[(one.conversation, one.turn)])
    yield from (str(talk) for talk, places in talks.items() if places != sorted(places))


def _mined_back(stored: Sequence[Memory]) -> Iterator[str]:
    for one in stored:
        # A line to the user without any memory is the host's own word; it is not searched either.
        allowed = ("injected",) if "</memory>" in one.text else ("injected", "system")
        marked = one.turn.id.startswith("injected-") or "</memory>" in one.text
        if marked and one.part not in allowed:
            yield str(_facts(one))


def _found_again(palace: Palace, injected: Sequence[str]) -> Iterator[str]:
    """What a search finds that was injected before: nothing."""
    for text in dict.fromkeys(injected):
        for hit in palace.search(text[:300], limit=5).results:
            ids = [turn.id for turn in hit.turns]
            if "</memory>" in hit.text or any(id.startswith("injected-") for id in ids):
                yield hit.text[:120]
