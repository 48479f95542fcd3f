"""The wing-locked handle: one wing as if it were a whole palace."""

import itertools
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.domain.errors import NotFound

TEXTS = [
    "We chose GraphQL for the mobile app.",
    "The mobile app is released on Fridays.",
    "Ana said that the API speaks GraphQL and nothing else.",
    "会议决定周五发布移动应用。",
    "The harbour light was repaired in winter.",
]
QUESTIONS = [
    "why GraphQL?",
    "mobile app release",
    "what did Ana say",
    "发布",
    "应",
    '"harbour light"',
]


@pytest.fixture
def make(tmp_path):
    count = itertools.count()

    def opened(*filed: tuple[str, str]) -> Palace:
        palace = Palace.open(tmp_path / f"{next(count)}.camillo")
        for wing, text in filed:
            palace.add(
                text, wing=wing, room="api", hall="decisions", source="note:1", speaker="Ana"
            )
        return palace

    return opened


def told(found):
    rows = [
        (hit.id, hit.text, hit.score, hit.wing, hit.room, dict(hit.why)) for hit in found.results
    ]
    return rows, found.searched, found.coverage, found.flags, found.understood


def test_a_window_answers_as_a_palace_would_that_holds_its_wing_alone(make):
    inside = [("orion", text) for text in TEXTS]
    outside = [("secret", f"{text} Nobody may know {n}.") for n, text in enumerate(TEXTS * 3)]
    mixed = [row for pair in itertools.zip_longest(inside, outside) for row in pair if row]
    with make(*inside) as alone, make(*mixed) as whole:
        # Facts and the graph span wings and take no part; so they take none in what is compared with.
        lone = alone.window("orion")
        for question in QUESTIONS:
            seen = whole.window("orion").search(question)
            assert told(seen) == told(lone.search(question)), question
            assert {hit.wing for hit in seen.results} <= {"orion"}
            assert alone.search(question).results[0].id == seen.results[0].id, question


@settings(max_examples=8)
@given(st.lists(st.tuples(st.sampled_from(["orion", "vega"]), st.sampled_from(TEXTS)), max_size=8))
def test_nothing_that_happens_outside_a_wing_changes_what_is_seen_through_its_window(
    make_once, writes
):
    make, count = make_once
    with make() as palace:
        for text in TEXTS:
            palace.add(text, wing="orion", source="note:in")
        before = {q: told(palace.window("orion").search(q)) for q in QUESTIONS}
        for _, text in writes:
            palace.add(f"{text} {next(count)}", wing="vega", source="note:out")
        assert {q: told(palace.window("orion").search(q)) for q in QUESTIONS} == before


@pytest.fixture(scope="module")
def make_once(tmp_path_factory):
    count = itertools.count()
    folder = tmp_path_factory.mktemp("windows")
    return (lambda: Palace.open(folder / f"{next(count)}.camillo")), itertools.count()


def test_what_lies_in_two_wings_is_seen_at_its_place_in_the_shared_one(make):
    with make(("vega", TEXTS[0])) as palace:
        palace.add(
            TEXTS[0], wing="orion", room="mobile", hall="events", source="note:1", speaker="Ana"
        )
        (hit,) = palace.window("orion").search("GraphQL").results
        assert (hit.wing, hit.room, hit.hall) == ("orion", "mobile", "events")
        memory = palace.window("orion").get(hit.id)
        assert (memory.wing, memory.room) == ("orion", "mobile")
        assert palace.window("orion").rooms() == [{"room": "mobile", "turns": 1, "newest": None}]


def test_an_id_from_outside_the_wing_is_of_nothing(make):
    with make(("orion", TEXTS[0]), ("vega", TEXTS[1])) as palace:
        (hit,) = palace.search(TEXTS[1], wing="vega").results
        with pytest.raises(NotFound):
            palace.window("orion").get(hit.id)
        assert palace.window("vega").get(hit.id).text == TEXTS[1]
        memory = palace.window("orion").get(palace.search("GraphQL", wing="orion").results[0].id)
        assert replace(memory, before=(), after=()) == memory


def test_a_moved_text_leaves_the_window_and_a_new_one_is_there_at_once(make):
    with make(("orion", TEXTS[0])) as palace:
        through = palace.window("orion")
        (hit,) = through.search("GraphQL").results
        palace.move([hit.id], wing="vega", room="api", hall="decisions")
        assert through.search("GraphQL").results == ()
        with pytest.raises(NotFound):
            through.get(hit.id)
        palace.add(TEXTS[1], wing="orion")
        assert [one.text for one in through.search("mobile").results] == [TEXTS[1]]


def test_a_window_on_no_wing_shows_nothing(make):
    with make(("orion", TEXTS[0])) as palace:
        with pytest.raises(NotFound):
            palace.window("nothing")
        through = palace.window(palace.wing_number("orion") + 1)
        assert through.search("GraphQL").results == ()
        with pytest.raises(NotFound):
            through.rooms()
        with pytest.raises(NotFound):
            through.add("x y", room="r", hall="events", by="s")


def test_a_window_follows_its_wing_and_shows_no_other_of_the_same_name(make):
    with make(("orion", TEXTS[0])) as palace:
        number = palace.wing_number("orion")
        through = palace.window(number)
        with Palace.open(palace.path) as elsewhere:
            elsewhere.rename_wing("orion", "lyra")
            elsewhere.add(TEXTS[0] + " Secretly.", wing="orion", source="note:2")
        assert [hit.wing for hit in through.search("GraphQL").results] == ["lyra"]
        assert through.name == "lyra"
        through.add(TEXTS[1], room="r", hall="events", by="s")
        assert [row["turns"] for row in palace.wings()] == [2, 1]
        with Palace.open(palace.path) as elsewhere:
            elsewhere.forget(wing="lyra")
            elsewhere.add("A new lyra.", wing="lyra", source="note:3")
        assert through.search("lyra").results == ()
        with pytest.raises(NotFound):
            through.rooms()
        assert palace.wing_number("lyra") != number


def test_a_name_that_goes_to_another_wing_between_two_looks_opens_that_wing_to_nobody(
    make, monkeypatch
):
    palace = make(("orion", TEXTS[0]), ("secret", TEXTS[1]))
    palace.rename_room("secret", "api", "hidden")
    window = palace.window(palace.wing_number("orion"))
    real, swapped = window._store.snapshot, []

    @contextmanager
    def snapshot():
        with real() as seen:
            yield seen
        if not swapped:
            swapped.append(palace.rename_wing("orion", "other"))
            palace.rename_wing("secret", "orion")

    monkeypatch.setattr(window._store, "snapshot", snapshot)
    assert [row["room"] for row in window.rooms()] == ["api"]
    assert swapped
    swapped.clear()
    palace.rename_wing("orion", "secret")
    palace.rename_wing("other", "orion")
    assert [row["room"] for row in window.wing()["rooms"]] == ["api"]
    palace.forget(wing="other")
    with pytest.raises(NotFound):
        window.wing()
