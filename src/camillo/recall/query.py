"""How a question is read: its words, phrases, exclusions, dates, names and languages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from camillo.domain.moment import Moment
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import Catalogue
from camillo.recall.dates import Dates, named
from camillo.recall.reduce import reduce
from camillo.text.groups import QueryTerms, query_groups
from camillo.text.language import detect
from camillo.text.phrases import Phrases, parse
from camillo.text.pieces import chunks

_SAMPLED = 32
_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question as it was understood; ``text`` is what the models read."""

    text: str
    how_reduced: str
    phrases: Phrases
    terms: QueryTerms
    languages: tuple[str, ...]
    dates: Dates
    speakers: tuple[int, ...]


def analyse(
    question: str, catalogue: Catalogue, snapshot: Snapshot, now: Moment | None = None
) -> Analysis:
    """Read a question against a palace: its speakers are names only if they spoke there."""
    reduced = reduce(question)
    phrases = parse(reduced.text)
    language = detect(phrases.text)
    languages = (language,) if language else palace_languages(catalogue, snapshot)
    return Analysis(
        text=phrases.text,
        how_reduced=reduced.how,
        phrases=phrases,
        terms=query_groups(phrases.text, languages),
        languages=languages,
        dates=named(phrases.text, now),
        speakers=_speakers(phrases.text, catalogue),
    )


def palace_languages(catalogue: Catalogue, snapshot: Snapshot) -> tuple[str, ...]:
    """The languages of a sample of drawers, the commonest first: those of a tenth of it or more."""
    if not catalogue.size:
        return ()
    rows = np.unique(np.linspace(0, catalogue.size - 1, _SAMPLED).astype(np.intp))
    found = snapshot.passages(catalogue.columns.drawer[rows].tolist())
    told = [detect(memory.text) for memory in found.values()]
    counts = {each: told.count(each) for each in told if each is not None}
    common = [each for each, count in counts.items() if count >= _SHARE * len(told)]
    return tuple(sorted(common, key=lambda each: (-counts[each], each)))


def _speakers(text: str, catalogue: Catalogue) -> tuple[int, ...]:
    """Numbers of the speakers whose name, or first name of three letters or more, is in the text."""
    words = {word.removesuffix("'s").casefold() for word in chunks(text)}
    spoken = set(np.unique(catalogue.columns.speaker).tolist())
    return tuple(
        number
        for number, name in catalogue.labels.items()
        if number in spoken and _is_named(chunks(name), words)
    )


def _is_named(name: Sequence[str], words: set[str]) -> bool:
    folded = [part.casefold() for part in name]
    if not folded:
        return False
    return all(part in words for part in folded) or (len(folded[0]) >= 3 and folded[0] in words)
