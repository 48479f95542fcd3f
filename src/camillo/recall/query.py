"""How a question is read: its words, phrases, exclusions, times, names and languages."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from camillo.domain.moment import Moment
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import Catalogue
from camillo.recall.people import roles, speakers
from camillo.recall.reduce import reduce
from camillo.text.groups import QueryTerms, query_groups
from camillo.text.language import detect
from camillo.text.phrases import Phrases, parse
from camillo.text.times.interval import Expression
from camillo.text.times.read import named_words, read

_SAMPLED = 32
_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question as it was understood; ``text`` is what the models read.

    ``today`` is the day that relative times were counted from; ``speakers`` are numbers of labels;
    ``roles`` say whose turns it asks for, where it says who spoke.
    """

    text: str
    how_reduced: str
    phrases: Phrases
    terms: QueryTerms
    languages: tuple[str, ...]
    times: tuple[Expression, ...]
    today: date
    speakers: tuple[int, ...]
    roles: tuple[str, ...]


def analyse(
    question: str, catalogue: Catalogue, snapshot: Snapshot, now: Moment | None = None
) -> Analysis:
    """Read a question against a palace: its speakers are names only if they spoke there.

    Relative times count from ``now``, else from the clock's day.
    """
    reduced = reduce(question)
    phrases = parse(reduced.text)
    language = detect(phrases.text)
    languages = (language,) if language else palace_languages(catalogue, snapshot)
    today = _day(now)
    times = read(phrases.text, languages, today)
    return Analysis(
        text=phrases.text,
        how_reduced=reduced.how,
        phrases=phrases,
        terms=query_groups(phrases.text, languages, named_words(times, languages)),
        languages=languages,
        times=times,
        today=today,
        speakers=speakers(_without(phrases.text, times), catalogue),
        roles=roles(phrases.text),
    )


def palace_languages(catalogue: Catalogue, snapshot: Snapshot) -> tuple[str, ...]:
    """The languages of a sample of drawers, the commonest first: those of a tenth of it or more."""
    if not catalogue.size:
        return ()
    if not catalogue.sampled:
        catalogue.sampled.append(_sampled_languages(catalogue, snapshot))
    return catalogue.sampled[0]


def _sampled_languages(catalogue: Catalogue, snapshot: Snapshot) -> tuple[str, ...]:
    rows = np.unique(np.linspace(0, catalogue.size - 1, _SAMPLED).astype(np.intp))
    found = snapshot.passages(catalogue.columns.drawer[rows].tolist())
    told = [detect(memory.text) for memory in found.values()]
    counts = {each: told.count(each) for each in told if each is not None}
    common = [each for each, count in counts.items() if count >= _SHARE * len(told)]
    return tuple(sorted(common, key=lambda each: (-counts[each], each)))


def _day(now: Moment | None) -> date:
    """The day a question is asked on, where it is asked."""
    return now.to_datetime().date() if now is not None else datetime.now().astimezone().date()


def _without(text: str, times: Sequence[Expression]) -> str:
    """The text without its dates, so that no month is taken for a name."""
    text = unicodedata.normalize("NFC", text)
    for one in reversed(times):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text
