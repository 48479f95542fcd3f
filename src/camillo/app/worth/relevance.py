"""The relevance bar: which memories a prompt is given, if any."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from camillo.app.notes.annotating import teller
from camillo.app.waking.gathering import Redact, cite, hit_line, told_text
from camillo.distill.bar import Asked, estimate, standing
from camillo.distill.line import Count, Line, day
from camillo.distill.prompt import asked
from camillo.distill.relevant import assemble
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.domain.relevant import Relevant
from camillo.domain.search import Filters, Found, Hit, Memory
from camillo.ports.store import Snapshot
from camillo.text.groups import query_groups
from camillo.text.tokens import index_terms

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.moment import Moment

_LIMIT = 40
#: A memory is given if it keeps so large a part of the lead that the best one has.
_STANDS = 0.25
#: A turn of fewer characters says little without the turn that it answers.
_SHORT = 40
#: How many turns after a question may hold its answer.
_ANSWERED_WITHIN = 3
_MARKS = ("?", "？", "؟")
#: A turn is worth more here where its speaker is the one meant, and less where it only asks.
_SPEAKER, _ASKING = 2.0, 0.04
_MONTHS = "January February March April May June July August September October November December"
#: No reranker reads anything unless the caller says how much time there is.
_NO_TIME = 1


@dataclass(frozen=True, slots=True)
class Look:
    """What the palace has on a prompt: the question in it, the hits that may be told, its words."""

    question: str
    hits: Sequence[Hit]
    words: Asked
    flags: tuple[str, ...]


def relevant(
    parts: "Parts",
    prompt: str,
    filters: Filters,
    *,
    budget: int,
    session: str | None = None,
    exclude: Collection[str] = (),
    latency_ms: int | None = None,
    now: "Moment | None" = None,
) -> Relevant:
    """See :meth:`camillo.app.palace.Palace.relevant`."""
    if budget < 1:
        raise InvalidInput(f"a budget of {budget} tokens holds nothing", "give at least 1")
    seen = look(parts, prompt, filters, session, exclude, latency_ms, now)
    if seen is None:
        return Relevant(flags=("no-question",))
    score, clears = estimate(seen.words, seen.hits)
    if not clears:
        return Relevant(score=score, flags=(*seen.flags, "below-bar"))
    hits = sorted(standing(seen.hits, _STANDS), key=_worth, reverse=True)
    with parts.store.snapshot() as snapshot:
        lines = _lines(snapshot, hits, seen.question, exclude, teller(parts, snapshot))
        given = assemble(lines, budget, _counter(), score)
    return replace(given, flags=(*seen.flags, *given.flags))


def look(
    parts: "Parts",
    prompt: str,
    filters: Filters,
    session: str | None = None,
    exclude: Collection[str] = (),
    latency_ms: int | None = None,
    now: "Moment | None" = None,
) -> Look | None:
    """Search for what a prompt asks; None where it asks nothing in words of its own."""
    question = asked(prompt)
    if not any(map(str.isalnum, question)):
        return None
    found = parts.recaller().search(
        question, filters, limit=_LIMIT, now=now, latency_ms=latency_ms or _NO_TIME
    )
    hits = [
        hit
        for hit in found.results
        if hit.conversation != session
        and hit.id not in exclude
        and told_text(hit, hit.role, _whole)
    ]
    flags = tuple(flag for flag in found.flags if flag not in ("limit", "rerank-skipped"))
    with parts.store.snapshot() as snapshot:
        return Look(question, hits, _words(found, snapshot), flags)


@cache
def _counter() -> Count:
    from camillo.models.counting import token_counter

    return token_counter()


def _words(found: Found, snapshot: Snapshot) -> Asked:
    """The prompt's words, and how many drawers of the palace have each."""
    languages: Sequence[str] = found.understood["languages"]  # type: ignore[assignment]
    question = str(found.understood["question"])
    groups = query_groups(question, languages).groups
    terms = {term for group in groups for one in group.alternatives for term in one}
    held: Mapping[str, int] = {
        term: len(postings.drawer) for term, postings in snapshot.postings(sorted(terms)).items()
    }
    size = snapshot.counts()["drawers"]
    return Asked.of(question, groups, held, size, languages[0] if languages else None)


def _worth(hit: Hit) -> float:
    """What hits are given in the order of: their rank, more for the speaker meant, less for asking."""
    rank: float = hit.why["rank"]  # type: ignore[assignment]
    speaker: float = hit.why.get("speaker", 0.0)  # type: ignore[assignment]
    return rank + _SPEAKER * speaker - _ASKING * _asks(hit)


def _whole(text: str) -> str:
    return text


def _asks(hit: Hit) -> bool:
    return hit.text.rstrip().endswith(_MARKS)


def _lines(
    snapshot: Snapshot,
    hits: Sequence[Hit],
    question: str,
    exclude: Collection[str],
    redact: Redact,
) -> Iterator[tuple[Line, ...]]:
    """Each hit with the turns it is hard to understand without."""
    wanted = index_terms(question, None).terms.keys()
    for hit in hits:
        line = hit_line(snapshot, hit, wanted, redact, placed=False)
        if line is None:
            continue
        line = replace(
            line,
            hall="",
            day=_day(hit.at),
            speaker=hit.speaker or hit.role,
        )
        beside = [
            _beside(snapshot, one, redact)
            for one in _needed(snapshot, hit)
            if one.id not in exclude
        ]
        yield (line, *beside)


def _needed(snapshot: Snapshot, hit: Hit) -> list[Memory]:
    """The answer to a turn that asks; the turn before one that says next to nothing."""
    asks = _asks(hit)
    if hit.role == "document" or not (asks or len(hit.text) < _SHORT):
        return []
    around = snapshot.get(Span.parse(hit.id), _ANSWERED_WITHIN)
    if around is None:
        return []
    near = around.after if asks else around.before[::-1]
    found = [one for one in near if told_text(one, one.turn.role, _whole) and _other(one, hit)]
    return found[:1]


def _other(memory: Memory, hit: Hit) -> bool:
    """Whether somebody else speaks."""
    return (memory.turn.speaker, memory.turn.role) != (hit.speaker, hit.role)


def _beside(snapshot: Snapshot, memory: Memory, redact: Redact) -> Line:
    text = told_text(memory, memory.turn.role, redact)
    return Line(
        id=memory.id,
        cite=cite(snapshot, memory.id),
        text=text,
        day=_day(memory.turn.at),
        speaker=memory.turn.speaker or memory.turn.role,
    )


def _day(told: str | None) -> str:
    """The day as ``8 May 2023``, which costs half the tokens of its ISO form."""
    iso = day(told)
    if not iso:
        return ""
    year, month, number = map(int, iso.split("-"))
    return f"{number} {_MONTHS.split()[month - 1]} {year}"
