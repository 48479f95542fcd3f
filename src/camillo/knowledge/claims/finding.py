"""What a passage claims: the words of its language looked for first, then its sentences read by rule."""

import re
from itertools import islice

from camillo.domain.knowledge import Claim
from camillo.knowledge.claims import hanzi
from camillo.knowledge.claims.people import People, first_person
from camillo.knowledge.claims.prose import blanked, sentences
from camillo.knowledge.claims.sentence import Reading
from camillo.knowledge.claims.words import SPACED, words
from camillo.ports.knowing import Said

#: Parts of a message in which somebody states something.
_SPOKEN = frozenset(("text",))
_WORDS = re.compile(r"[^\W_]+")
_MOST = 60


def claims(said: Said) -> tuple[Claim, ...]:
    """The claims of a passage in their order, at most 60; offsets count characters of its text.

    >>> (one,) = claims(Said("I moved to Lisbon.", "en", speaker="Ana", role="user"))
    >>> one.subject, one.predicate, one.object, one.start, one.end
    ('Ana', 'lives in', 'Lisbon', 0, 17)
    """
    if said.part not in _SPOKEN:
        return ()
    if said.language == "zh":
        return tuple(islice(hanzi.read(blanked(said.text), said, first_person(said)), _MOST))
    if said.language not in SPACED:
        return ()
    table = words(said.language)
    if table.cues.isdisjoint(_WORDS.findall(said.text.casefold())):
        return ()
    text = blanked(said.text)
    me, people = first_person(said), People(text, table)
    found: list[Claim] = []
    for sentence in sentences(text):
        low = text[sentence.start : sentence.end].casefold()
        if not table.cues.isdisjoint(_WORDS.findall(low)):
            found += Reading(sentence, table, said, me, people).claims()
    return tuple(found[:_MOST])
