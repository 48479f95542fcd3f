"""What a passage claims: the words of its language looked for first, then its sentences read by rule."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from camillo.domain.knowledge import Claim
from camillo.knowledge.claims import hanzi, pairs
from camillo.knowledge.claims.people import NO_PERSONS, People, first_person
from camillo.knowledge.claims.prose import Sentence, blanked, sentences
from camillo.knowledge.claims.sentence import Reading
from camillo.knowledge.claims.words import SPACED, words
from camillo.ports.knowing import Said

#: Parts of a message in which somebody states something.
_SPOKEN = frozenset(("text",))
_WORDS = re.compile(r"[^\W_]+")
_MOST = 60
#: What lies beyond so many characters is no drawer's.
_LONGEST = 40_000
#: What assistants say of others is taken for less.
_UNSURE_SHARE = 0.75


def claims(said: Said) -> tuple[Claim, ...]:
    """The claims of a passage in their order, at most 60; offsets count characters of its text.

    >>> (one,) = claims(Said("I moved to Lisbon.", "en", speaker="Ana", role="user"))
    >>> one.subject, one.predicate, one.object, one.start, one.end
    ('Ana', 'lives in', 'Lisbon', 0, 17)
    """
    if said.part not in _SPOKEN:
        return ()
    text = blanked(said.text[:_LONGEST])
    found = [*islice(pairs.read(text, said), _MOST)]
    if said.language == "zh":
        found += islice(hanzi.read(text, said, first_person(said)), _MOST)
    elif said.language in SPACED:
        found += islice(_spaced(text, said), _MOST)
    if said.role in NO_PERSONS:
        found = [replace(one, confidence=one.confidence * _UNSURE_SHARE) for one in found]
    return tuple(found[:_MOST])


def _spaced(text: str, said: Said) -> Iterator[Claim]:
    table = words(said.language)
    low = text.casefold()
    cues = table.cues.keys() & _WORDS.findall(low)
    if not cues:
        return
    found = {cue: table.cues[cue] for cue in cues}
    me, people = first_person(said), People(text, table)
    for sentence in sentences(text):
        if text[sentence.end - 1] != "?" and _has(found, text, low, sentence):
            yield from Reading(sentence, table, said, me, people).claims()


def _has(cues: Mapping[str, tuple[str, ...]], text: str, low: str, sentence: Sentence) -> bool:
    """Whether a sentence has one of some words, and one of those that must stand beside it."""
    start, end = sentence.start, sentence.end
    if len(low) != len(text):
        low, start, end = text[start:end].casefold(), 0, end - start
    return any(
        low.find(cue, start, end) >= 0
        and (not beside or any(low.find(each, start, end) >= 0 for each in beside))
        for cue, beside in cues.items()
    )
