"""What a passage claims: pairs, and sentences read by the rules of its language where one can fit."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from camillo.domain.knowledge import Claim
from camillo.knowledge.claims import hanzi, pairs
from camillo.knowledge.claims.people import NO_PERSONS, People, first_person
from camillo.knowledge.claims.prose import blanked, sentences, written
from camillo.knowledge.claims.sentence import Reading
from camillo.knowledge.claims.words import SPACED, words
from camillo.knowledge.claims.worth import fits, sight
from camillo.ports.knowing import Said

#: Parts of a message in which somebody states something.
_SPOKEN = frozenset(("text",))
_MOST = 60
#: What lies beyond so many characters is no drawer's.
_LONGEST = 40_000
#: A text no longer than this, too short for its language to be told, is read in the first that fits.
_SHORT = 200
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
    elif not said.language and len(text) <= _SHORT:
        found += islice(_untold(text, said), _MOST)
    if said.role in NO_PERSONS:
        found = [replace(one, confidence=one.confidence * _UNSURE_SHARE) for one in found]
    return tuple(found[:_MOST])


def _untold(text: str, said: Said) -> Iterator[Claim]:
    """The claims in the first language that finds any."""
    for language in SPACED:
        if found := [*_spaced(text, replace(said, language=language))]:
            return iter(found)
    return iter(())


def _spaced(text: str, said: Said) -> Iterator[Claim]:
    low = text.casefold()
    sights = [match.start() for match in sight(said.language).finditer(low)]
    if not sights:
        return
    table = words(said.language)
    me, people = first_person(said), People(text, table)
    # Casefolding moves places where it makes two letters of one.
    for start, end in sentences(text, sights if len(low) == len(text) else None):
        if text[end - 1] != "?" and fits(written(text, start, end, table.code), table):
            yield from Reading(text, start, end, table, said, me, people).claims()
