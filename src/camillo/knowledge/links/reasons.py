"""Clauses that give a reason, told by explicit words alone."""

import re
from collections.abc import Iterator
from functools import lru_cache

from camillo.domain.knowledge import Cause
from camillo.knowledge.links.markers import MARKERS, UNSPACED
from camillo.ports.knowing import Said
from camillo.text.stops import function_words

#: Kinds of clauses: a reason, a looser one that may only be a time, an aim, an issue's number; and a
#: word alone whose reason is what was said before the passage.
REASON, LOOSE, AIM, ISSUE, BEFORE = "reason", "loose", "aim", "issue", "before"
_SPOKEN = frozenset(("text", "thinking", "caption", "system"))
_MOST, _LONGEST = 6, 240
#: A clause of fewer words says nothing that could be found again.
_SHORTEST = {"follows": 1, "opens": 3, "loose": 3}
_SHORTEST_WORDS, _SHORTEST_SIGNS = 2, 3

_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:[.!?](?=\S)[^.!?。！？；;\n]+)*")
_COMMA = re.compile(r"[,，、:：](?=\D)")
_WORDS = re.compile(r"\w+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_ISSUE = re.compile(
    r"(?i)\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|because of|due to|caused by)[:\s]+(#\d{1,7})\b"
)
_BLANKS = " \t\r,，、:：-–—"


def reasons(said: Said) -> tuple[Cause, ...]:
    """The clauses of a passage that give a reason, in order, at most six.

    Offsets count characters. A clause is the reason itself, without the word that opens it.

    >>> text = "We left early because the boiler broke. It was cold, so we lit the stove."
    >>> [text[one.start:one.end] for one in reasons(Said(text, "en"))]
    ['the boiler broke', 'It was cold']
    >>> [(one.kind, one.end) for one in reasons(Said("That's why we moved.", "en"))]
    [('before', 10)]
    """
    if said.part not in _SPOKEN:
        return ()
    found = [*_issues(said.text)]
    for language in _languages(said):
        if len(found) >= _MOST:
            break
        pattern = _pattern(language)
        if pattern.search(said.text):
            found += _clauses(said.text, pattern, language)
    unique = {(one.start, one.end): one for one in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda one: (one.start, one.end)))[:_MOST]


def _languages(said: Said) -> tuple[str, ...]:
    """The passage's own language; where that has no words here, those that its script allows."""
    if said.language in MARKERS:
        return (said.language,)
    unspaced = _IDEOGRAPHS.search(said.text) is not None
    return tuple(each for each in MARKERS if (each in UNSPACED) == unspaced)


@lru_cache(maxsize=16)
def _pattern(language: str) -> re.Pattern[str]:
    words = MARKERS[language]
    before, after = ("", "") if language in UNSPACED else (r"(?<![\w-])", r"(?![\w-])")
    parts = []
    for name in ("aim", "loose", "precedes", "follows", "loosely", "opens"):
        given = getattr(words, name)
        if not given:
            continue
        given = given.replace(" ", r"\s+").replace(r"(?<=,\s+)", r"(?<=, )")
        lead = r"(?:(?<=, )|^)" if name == "opens" else before
        # Words that end in an apostrophe or a blank have their border in themselves.
        parts.append(rf"(?P<{name}>{lead}(?:{given})(?:(?<=['\s])|{after}))")
    return re.compile("|".join(parts), re.IGNORECASE | re.MULTILINE)


def _issues(text: str) -> Iterator[Cause]:
    if "#" in text:
        for match in _ISSUE.finditer(text):
            yield Cause(match.start(1), match.end(1), ISSUE)


def _clauses(text: str, pattern: re.Pattern[str], language: str) -> Iterator[Cause]:
    unspaced, stops = language in UNSPACED, function_words(language)
    before: tuple[int, int] | None = None
    for sentence in _SENTENCE.finditer(text):
        first, last = _trimmed(text, sentence.start(), sentence.end())
        if first == last:
            continue
        words = text[first:last]
        edge = 0
        for match in pattern.finditer(words):
            kind = match.lastgroup or ""
            if kind in ("precedes", "loosely"):
                span = _enough(text, first + edge, first + match.start(), unspaced, kind)
                loose = kind == "loosely"
                if span is None and kind == "precedes" and match.start() <= _OPENING:
                    span = before
                    if span is None:
                        yield Cause(first + match.start(), first + match.end(), BEFORE)
            else:
                end = _clause_end(words, match.end(), opening=match.start() <= _OPENING)
                span = _enough(text, first + match.end(), first + end, unspaced, kind)
                loose = kind == "loose"
            edge = match.end()
            if span is not None and _is_pointing(text[slice(*span)], stops):
                end = max(span[1], first + match.end())
                yield Cause(first + match.start(), end, BEFORE)
            elif span is not None:
                yield Cause(*span, LOOSE if loose else AIM if kind == "aim" else REASON)
        before = first, last


_MOST_POINTING = 3
#: A word opens its sentence if no more characters stand before it: "And that's why".
_OPENING = 8


def _clause_end(words: str, start: int, *, opening: bool) -> int:
    """Where a clause ends: at the sentence's end, or at a comma after enough of it."""
    for comma in _COMMA.finditer(words, start):
        told = words[start : comma.start()]
        enough = opening or len(_WORDS.findall(told)) > 2 or len(_IDEOGRAPHS.findall(told)) > 3
        if enough and told.strip(_BLANKS):
            return comma.start()
    return len(words)


def _enough(text: str, start: int, end: int, unspaced: bool, kind: str) -> tuple[int, int] | None:
    """The clause without blanks, if it says enough to be recognised; its end if it is too long."""
    start, end = _trimmed(text, start, end)
    told = text[start:end]
    if unspaced or _IDEOGRAPHS.search(told):
        enough = (
            len(_IDEOGRAPHS.findall(told)) + 2 * len(re.findall("[A-Za-z]+", told))
            >= _SHORTEST_SIGNS
        )
    else:
        least = _SHORTEST.get(kind, _SHORTEST_WORDS)
        enough = len(_WORDS.findall(told)) >= least
    if not enough:
        return None
    if kind == "precedes":
        return max(start, end - _LONGEST), end
    return start, min(end, start + _LONGEST)


def _is_pointing(told: str, stops: frozenset[str]) -> bool:
    """Whether a clause only points at what was said: "because of that"."""
    words = _WORDS.findall(told.casefold())
    return len(words) <= _MOST_POINTING and all(word in stops for word in words)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _BLANKS:
        start += 1
    while end > start and text[end - 1] in _BLANKS:
        end -= 1
    return start, end
