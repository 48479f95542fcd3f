"""Merging loses nothing, contradicts itself nowhere, and does not depend on order."""

import random

from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.memories.document import Document, read, write
from camillo.distill.memories.memory import Line, Memory, Slot
from camillo.distill.memories.merge import merge

SUBJECTS = [f"S{number}" for number in range(20)]
CITIES = ["Rome", "Oslo", "Lima", "Kyoto"]


def slots(line):
    words = line.text.split()
    if words[1:3] == ["lives", "in"]:
        return [Slot(words[0], "lives in", words[3])]
    if words[1:4] == ["left", "home", "in"]:
        return [Slot(words[0], "lives in", words[4], ended=True)]
    if words[1:2] in (["likes"], ["hates"]):
        liked = words[1] == "likes"
        return [
            Slot(words[0], "likes", words[2], ended=not liked, many=True),
            Slot(words[0], "hates", words[2], ended=liked, many=True),
        ]
    return []


def said(subject, what, order):
    texts = [
        f"{subject} lives in {CITIES[what % 4]}",
        f"{subject} left home in {CITIES[what % 4]}",
        f"{subject} owns item {what}",
        f"{subject} likes {CITIES[what % 4]}",
        f"{subject} hates {CITIES[what % 4]}",
    ]
    return Line(texts[what % 5], "notes", order, cites=(f"{order:024x}:0-1",))


MESSAGES = st.lists(
    st.builds(said, st.sampled_from(SUBJECTS), st.integers(0, 30), st.integers(0, 10**6)),
    max_size=60,
)


def state(memory):
    return sorted(
        (line.key, line.order, line.until, line.gone, line.cites, line.text)
        for line in memory.lines
    )


def contradictions(memory):
    held = {}
    for line in memory.current:
        for slot in slots(line):
            if (slot.many or not slot.ended) and slot.object not in dict(line.gone):
                said = slot.ended if slot.many else slot.object
                held.setdefault(slot.key, set()).add(said)
    return [values for values in held.values() if len(values) > 1]


@given(MESSAGES, st.randoms())
def test_the_order_in_which_lines_come_makes_no_difference(lines, chance):
    shuffled = list(lines)
    chance.shuffle(shuffled)
    at_once, one_by_one = merge(Memory(), lines, slots), Memory()
    for line in shuffled:
        one_by_one = merge(one_by_one, [line], slots)
    assert state(at_once) == state(one_by_one)


@given(MESSAGES)
def test_no_fact_is_lost_and_no_slot_has_two_current_values(lines):
    merged = merge(Memory(), lines, slots)
    assert {line.key for line in merged.lines} == {line.key for line in lines}
    assert {cite for line in merged.lines for cite in line.cites} == {
        c for line in lines for c in line.cites
    }
    assert contradictions(merged) == []


def test_500_messages_about_20_subjects_in_any_order_keep_every_fact():
    chance = random.Random(5)
    lines = [said(chance.choice(SUBJECTS), chance.randrange(90), order) for order in range(500)]
    union = {line.key for line in lines}
    outcomes = set()
    for _ in range(5):
        chance.shuffle(lines)
        merged = Memory()
        for at in range(0, 500, 10):
            merged = merge(merged, lines[at : at + 10], slots)
        assert {line.key for line in merged.lines} == union
        assert contradictions(merged) == []
        outcomes.add(write(merged).text)
    assert len(outcomes) == 1


def test_merging_the_same_lines_again_changes_nothing():
    lines = [said("S1", what, what) for what in range(30)]
    once = merge(Memory(), lines, slots)
    assert state(merge(once, lines, slots)) == state(once)


def test_a_later_statement_replaces_exactly_its_slot_with_its_time():
    day = 86_400_000_000
    before = Memory((Line("Ana lives in Rome", order=day), Line("Ana owns item 2", order=day)))
    after = merge(before, [Line("Ana lives in Oslo", order=2 * day)], slots)
    assert [(line.text, line.until) for line in after.lines] == [
        ("Ana lives in Rome", 2 * day), ("Ana owns item 2", None), ("Ana lives in Oslo", None),
    ]  # fmt: skip
    assert "## Earlier\n\n- Ana lives in Rome (→ 1970-01-03)" in write(after).text


def test_an_older_message_that_comes_late_replaces_nothing():
    after = merge(
        Memory((Line("Ana lives in Oslo", order=9),)), [Line("Ana lives in Rome", order=1)], slots
    )
    assert [(line.text, line.until) for line in after.lines] == [
        ("Ana lives in Rome", 9),
        ("Ana lives in Oslo", None),
    ]


def test_who_moves_back_lives_there_again():
    lines = [
        Line("Ana lives in Rome", order=1),
        Line("Ana lives in Oslo", order=2),
        Line("Ana lives in Rome", order=3),
    ]
    after = merge(Memory(), lines, slots)
    assert {line.text: line.until for line in after.lines} == {
        "Ana lives in Rome": None,
        "Ana lives in Oslo": 3,
    }


def test_a_line_that_is_untrue_in_part_says_in_which():
    def two(line):
        return [*slots(line), *([Slot("Ana", "works at", "Acme")] if "Acme" in line.text else [])]

    line = Line("Ana lives in Rome and works at Acme", order=1)
    after = merge(Memory((line,)), [Line("Ana lives in Oslo", order=2)], two)
    assert after.lines[0].until is None
    assert after.lines[0].gone == (("Rome", 2),)
    text = write(after).text
    assert "Ana lives in Rome and works at Acme (→ 1970-01-01: Rome)\n" in text
    assert [one.text for one in read(text, [], "en").lines] == [line.text, "Ana lives in Oslo"]


TEXTS = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=40
)


@given(
    st.lists(
        st.builds(
            Line,
            TEXTS.map(lambda text: " ".join(("x" + text).split())),
            st.sampled_from(("profile", "notes", "Rezepte")),
            st.integers(0, 10**15),
            until=st.none() | st.integers(0, 10**15),
        ),
        max_size=12,
        unique_by=lambda line: line.key,
    ),
    st.sampled_from(("en", "pt", "zh", "xx")),
)
def test_a_document_is_read_back_as_it_was_written(lines, language):
    document = write(Memory(tuple(lines), language))
    back = read(document.text, document.lines, language)
    assert [(one.text, one.order, one.until) for one in back.lines] == [
        (one.text, one.order, one.until) for one in document.lines
    ]
    content = document.text.encode()
    for line, (start, end) in zip(
        document.lines, Document(document.text, document.lines).spans(), strict=True
    ):
        assert line.text in content[start:end].decode()
