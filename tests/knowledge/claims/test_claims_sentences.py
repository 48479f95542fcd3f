"""Sentences of our own, language by language, and exactly what each of them claims."""

from pathlib import Path

import pytest

from camillo.domain.moment import Moment
from camillo.knowledge.claims import hanzi
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.claims.words import words
from camillo.ports.knowing import Said

FOLDER = Path(__file__).parent
AT = Moment.parse("2023-07-12T10:00:00Z")


def written(claim):
    """A claim as the files write it."""
    text = f"{claim.subject} | {claim.predicate} | {claim.object}"
    begun, ended = claim.valid_from, claim.valid_to
    day = f"{begun.text}..{ended.text}" if begun and ended else (ended or begun or AT).text
    return text + (" !" if claim.ended else "") + (f" @{day}" if begun or ended else "")


def rows(language):
    for line in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, expected = line.partition(" => ")
            yield text, [] if expected == "-" else expected.split(" ; ")


def told(text, language):
    return claims(Said(text, language, speaker="Ana", role="user", at=AT))


LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [(language, *row) for language in LANGUAGES for row in rows(language)],
)
def test_a_sentence_claims_what_it_states_and_no_more(language, text, expected):
    assert sorted(map(written, told(text, language))) == sorted(expected)


def rules(language):
    if language == "zh":
        return {rule.name for rule in hanzi.patterns()}
    return {rule.name for listed in words(language).rules.values() for rule in listed}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_sentence_that_it_reads_and_there_are_sentences_that_none_does(language):
    read = {one.rule for text, _ in rows(language) for one in told(text, language)}
    assert rules(language) <= read
    assert sum(not expected for _, expected in rows(language)) >= 8
