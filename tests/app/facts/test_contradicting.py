"""Statements that contradict earlier ones end them, in each language with a grammar, and nothing else."""

import re
from pathlib import Path

import pytest

from camillo import Palace

ROWS = Path(__file__).parents[2] / "distill" / "memories" / "contradicting.txt"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as made:
        yield made


def rows():
    for line in ROWS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split(" | ")


def lines(palace, wing):
    return [
        line.removeprefix("- ")
        for kept in palace.memories.all(wing)
        for line in kept.text.splitlines()
        if line.startswith("- ")
    ]


def fate(palace, first, wing):
    pattern = re.compile(re.escape(first) + r"( \(→ \S+?(: .+)?\))?")
    (found,) = filter(None, map(pattern.fullmatch, lines(palace, wing)))
    return "part" if found[2] else "ends" if found[1] else "stays"


@pytest.mark.slow
def test_what_is_said_later_ends_what_it_contradicts_and_nothing_else(palace):
    wrong = []
    for at, (language, first, later, expected) in enumerate(rows()):
        palace.remember(first, wing=f"w{at}", at="2026-01-01")
        palace.remember(later, wing=f"w{at}", at="2026-02-01")
        found = fate(palace, first, f"w{at}")
        if found != expected:
            wrong.append((language, first, later, expected, found))
    assert wrong == []


@pytest.mark.slow
def test_said_in_the_other_order_the_later_by_its_own_time_still_holds(palace):
    wrong = []
    for at, (language, first, later, expected) in enumerate(rows()):
        palace.remember(later, wing=f"w{at}", at="2026-02-01")
        palace.remember(first, wing=f"w{at}", at="2026-01-01")
        if (found := fate(palace, first, f"w{at}")) != expected:
            wrong.append((language, first, later, expected, found))
    assert wrong == []


def test_what_is_liked_again_holds_again(palace):
    for day, text in enumerate(("I like coffee", "I hate coffee", "I like coffee"), 1):
        palace.remember(text, wing="w", at=f"2026-01-0{day}", session=f"day {day}")
    assert fate(palace, "I like coffee", "w") == "stays"
    assert fate(palace, "I hate coffee", "w") == "ends"


def test_what_was_ended_by_a_forgotten_statement_holds_again(palace):
    palace.remember("I like coffee", wing="w", at="2026-01-01")
    later = palace.remember("I don't like coffee any more", wing="w", at="2026-02-01")
    assert later.superseded == ("I like coffee",)
    palace.forget([later.message])
    (kept,) = palace.memories.all("w")
    assert kept.text == "## Preferences\n\n- I like coffee\n"


def test_an_end_that_was_written_by_hand_stays_when_more_is_said(palace):
    made = palace.remember("I like coffee", wing="w", at="2026-01-01")
    text = "## Preferences\n\n- I like tea\n\n## Earlier\n\n- I like coffee (→ 2026-01-02)\n"
    palace.memories.store(made.path, text)
    palace.remember("I like jazz", wing="w", at="2026-03-01")
    assert fate(palace, "I like coffee", "w") == "ends"


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("I drink coffee every morning", "I don't drink coffee any more"),
        ("Ich trinke jeden Morgen Kaffee", "Ich trinke keinen Kaffee mehr"),
        ("Bebo café por la mañana", "Ya no bebo café"),
    ],
)
def test_what_may_contradict_is_proposed_and_accepting_it_is_undone(palace, first, later):
    palace.remember(first, wing="w", at="2026-01-01")
    palace.remember(later, wing="w", at="2026-02-01")
    assert fate(palace, first, "w") == "stays"
    (found,) = (one for one in palace.reflection.propose("w") if one.kind == "contradiction")
    assert first in found.text and later in found.text
    done = palace.reflection.accept(found.id)
    assert fate(palace, first, "w") == "ends" and fate(palace, later, "w") == "stays"
    palace.remember("The harbour has nine cranes", wing="w", at="2026-03-01")
    assert fate(palace, first, "w") == "ends"
    palace.reflection.undo(done)
    assert fate(palace, first, "w") == "stays"
    again = [one.id for one in palace.reflection.propose("w") if one.kind == "contradiction"]
    assert again == [found.id]
    palace.reflection.reject(found.id)
    assert not [one for one in palace.reflection.propose("w") if one.kind == "contradiction"]


def test_a_negation_of_something_else_is_not_proposed(palace):
    for day, text in enumerate(
        (
            "I drink coffee every morning",
            "I don't drink green tea",
            "I don't drink coffee with milk",
        ),
        1,
    ):
        palace.remember(text, wing="w", at=f"2026-01-0{day}")
    assert not [one for one in palace.reflection.propose("w") if one.kind == "contradiction"]
