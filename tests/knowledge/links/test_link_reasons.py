"""Clauses that give a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.links.markers import MARKERS
from camillo.knowledge.links.reasons import reasons
from camillo.ports.knowing import Said


def told(text, language, **rest):
    return [(one.kind, text[one.start : one.end]) for one in reasons(Said(text, language, **rest))]


@pytest.mark.parametrize(
    ("language", "text", "clause"),
    [
        ("en", "We left early because the boiler broke.", "the boiler broke"),
        ("en", "Thanks to the new pump, the cellar is dry.", "the new pump"),
        ("en", "The pump failed, which is why the cellar flooded.", "The pump failed"),
        ("en", "It was raining hard, so we stayed in.", "It was raining hard"),
        ("en", "The old disk died. That's why we bought a new one.", "The old disk died"),
        ("de", "Wir blieben daheim, weil es regnete.", "es regnete"),
        ("de", "Das liegt daran, dass der Server alt ist.", "der Server alt ist"),
        ("fr", "Il est parti à cause de la pluie battante.", "la pluie battante"),
        ("fr", "On est restés parce qu'il pleuvait.", "il pleuvait"),
        ("es", "No fuimos debido a la huelga de trenes.", "la huelga de trenes"),
        ("pt", "Ficámos em casa porque chovia muito.", "chovia muito"),
        ("pt", "Chovia muito, por isso ficámos em casa.", "Chovia muito"),
        ("zh", "因为下大雨，我们没去。", "下大雨"),
        ("zh", "我们没去，是因为下了大雨。", "下了大雨"),
        ("zh", "水管爆了，所以天花板湿了。", "水管爆了"),
        ("ja", "雨が降ったので、行きませんでした。", "雨が降った"),
    ],
)
def test_a_reason_is_found_where_a_word_gives_it(language, text, clause):
    assert ("reason", clause) in told(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "Because of that we moved.",
        "That's why we moved.",
        "Therefore we moved.",
    ],
)
def test_a_reason_that_only_points_back_is_what_was_said_before(text):
    assert [kind for kind, _ in told(text, "en")] == ["before"]


@pytest.mark.parametrize(
    "text",
    [
        "We have not met since we last talked.",
        "I have played since childhood.",
        "So far so good, and so long!",
        "It is so tall that I cannot see the top.",
        "The cause is not known.",
    ],
)
def test_what_gives_no_reason_gives_none(text):
    assert told(text, "en") == []


def test_what_closes_an_issue_names_it():
    assert told("Fixes #12, and closes #13 too.", "en") == [("issue", "#12"), ("issue", "#13")]


def test_what_tools_print_gives_no_reasons():
    assert told("failed because the file is gone", "en", part="tool_result") == []


def test_a_language_without_words_of_its_own_is_read_by_script():
    assert ("reason", "der Regen kam") in told("Wir gingen, weil der Regen kam.", "")
    assert ("reason", "下大雨") in told("因为下大雨，我们没去。", "")


@given(st.text(max_size=300), st.sampled_from([*MARKERS, "", "xx"]))
def test_any_text_gives_spans_that_lie_in_it(text, language):
    found = reasons(Said(text, language))
    assert len(found) <= 6
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)


@given(
    st.sampled_from(
        ["because ", "weil ", "所以", "porque ", "so that ", "fixes #1 ", "that's why "]
    ),
    st.lists(
        st.sampled_from(["a", ",", ".", " ", "the rain", "雨", "\n", "!", "because"]), max_size=30
    ),
)
def test_markers_in_odd_places_do_no_harm(marker, pieces):
    text = marker + "".join(pieces) + marker
    assert all(text[one.start : one.end].strip() for one in reasons(Said(text, "")))
