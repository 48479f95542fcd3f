"""Diaries through the palace: dated, per role, kept word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def texts(entries):
    return [one.text for one in entries]


def test_entries_come_back_newest_first_and_word_for_word(palace):
    words = ["  first\r\n\ttab — 咖啡 \x1b[2J\n", "second", "third"]
    for day, text in enumerate(words, 1):
        palace.diaries.write("reviewer", text, at=f"2025-06-0{day}")
    read = palace.diaries.read("reviewer")
    assert texts(read) == words[::-1]
    assert [one.at for one in read] == ["2025-06-03", "2025-06-02", "2025-06-01"]
    assert {one.role for one in read} == {"reviewer"}
    assert palace.get(read[-1].id).content == words[0].encode()


def test_the_same_text_on_two_days_is_two_entries_and_at_one_time_one(palace):
    palace.diaries.write("ops", "Deployed.", at="2025-06-01T10:00:00Z")
    palace.diaries.write("ops", "Deployed.", at="2025-06-02T10:00:00Z")
    again = palace.diaries.write("ops", "Deployed.", at="2025-06-02T12:00:00+02:00")
    assert again.counts["known"] == 1
    read = palace.diaries.read("ops")
    assert [one.at for one in read] == ["2025-06-02T10:00:00Z", "2025-06-01T10:00:00Z"]
    assert again.ids == (read[0].id,)


def test_entries_of_one_second_keep_the_order_they_were_written_in(palace):
    for n in range(5):
        palace.diaries.write("ops", f"step {n}", at="2025-06-01T10:00:00Z")
    assert texts(palace.diaries.read("ops")) == [f"step {n}" for n in (4, 3, 2, 1, 0)]


def test_an_entry_without_a_time_is_dated_by_the_clock_with_its_zone(palace):
    for n in range(3):
        palace.diaries.write("ops", f"step {n % 2}")
    read = palace.diaries.read("ops")
    assert texts(read) == ["step 0", "step 1", "step 0"]
    assert all(Moment.parse(one.at).offset is not None for one in read)


def test_upper_and_lower_case_are_one_role_shown_as_last_written(palace):
    palace.diaries.write("Reviewer", "one", at="2025-06-01")
    palace.diaries.write("REVIEWER", "two", at="2025-06-03")
    palace.diaries.write("reviewer", "between", at="2025-06-02")
    palace.diaries.write("ops", "other", at="2025-06-04")
    assert texts(palace.diaries.read("rEviewer")) == ["two", "between", "one"]
    told = [(one.role, one.entries, one.newest) for one in palace.diaries.roles()]
    assert told == [("REVIEWER", 3, "2025-06-03"), ("ops", 1, "2025-06-04")]


def test_reading_without_a_role_gives_every_diary_by_time(palace):
    palace.diaries.write("a", "one", at="2025-06-01")
    palace.diaries.write("b", "two", at="2025-06-02")
    palace.diaries.write("a", "three", at="2025-06-03")
    assert texts(palace.diaries.read()) == ["three", "two", "one"]


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ({"since": "2025-06-02"}, ["c", "b"]),
        ({"until": "2025-06-02"}, ["b", "a"]),
        ({"since": "2025-06-02T11:00:00Z"}, ["c"]),
        ({"since": "2025-06-02", "until": "2025-06-02"}, ["b"]),
        ({"limit": 1}, ["c"]),
        ({"wing": "orion"}, ["b"]),
        ({"wing": "nowhere"}, []),
    ],
)
def test_bounds_are_inclusive_and_only_narrow(palace, bounds, found):
    palace.diaries.write("ops", "a", at="2025-06-01T10:00:00Z")
    palace.diaries.write("ops", "b", at="2025-06-02T10:00:00Z", wing="orion")
    palace.diaries.write("ops", "c", at="2025-06-03T10:00:00Z")
    assert texts(palace.diaries.read("ops", **bounds)) == found


def test_an_entry_is_searched_moved_backed_up_and_forgotten_as_any_text(palace, tmp_path):
    kept = palace.diaries.write("ops", "The kettle of the office is broken.", wing="home")
    hit = palace.search("kettle", speaker="ops").results[0]
    assert hit.id == kept.ids[0]
    assert (hit.wing, hit.room, hit.source_kind) == ("home", "diary", "diary")
    palace.move(kept.ids, wing="office", room="kitchen")
    assert texts(palace.diaries.read("ops", wing="office")) == [
        "The kettle of the office is broken."
    ]
    assert palace.diaries.read("ops", wing="home") == ()
    palace.backup(tmp_path / "copy.camillo")
    palace.forget(kept.ids)
    assert palace.diaries.read("ops") == ()
    assert palace.diaries.roles() == ()
    with pytest.raises(InvalidInput, match="forgotten for good"):
        palace.diaries.write("ops", "The kettle of the office is broken.")
    with Palace.open(tmp_path / "copy.camillo", create=False) as copy:
        assert len(copy.diaries.read("ops")) == 1
    assert palace.doctor() == []


def test_entries_outlast_a_rebuild_and_a_second_process(palace, tmp_path):
    palace.diaries.write("ops", "one", at="2025-06-01")
    palace.rebuild()
    with Palace.open(tmp_path / "palace.camillo") as other:
        other.diaries.write("ops", "two", at="2025-06-02")
    assert texts(palace.diaries.read("ops")) == ["two", "one"]


def test_marks_alone_are_an_entry_too(palace):
    palace.diaries.write("ops", "...", at="2025-06-01")
    palace.diaries.write("ops", "★★★", at="2025-06-02")
    assert texts(palace.diaries.read("ops")) == ["★★★", "..."]
    assert [one.entries for one in palace.diaries.roles()] == [2]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda diaries: diaries.write("", "x"), "the role's name is empty"),
        (lambda diaries: diaries.write("a\nb", "x"), "control characters"),
        (lambda diaries: diaries.write("ops", "  "), "the text is empty"),
        (lambda diaries: diaries.write("ops", "x", at="soon"), "is not a date or time"),
        (lambda diaries: diaries.read("ops", limit=0), "use 1 to 1,000"),
        (lambda diaries: diaries.read("ops", since="soon"), "is not a date or time"),
    ],
)
def test_wrong_input_is_told_with_its_mend_and_nothing_is_written(palace, call, told):
    with pytest.raises(InvalidInput, match=told):
        call(palace.diaries)
    assert palace.diaries.roles() == ()


def test_a_text_filed_as_a_diary_without_a_time_stands_last(palace):
    palace.diaries.write("ops", "dated", at="2025-06-01")
    palace.add("undated", source="diary:ops", conversation="ops", speaker="ops")
    assert texts(palace.diaries.read("ops")) == ["dated", "undated"]
    assert [(one.entries, one.newest) for one in palace.diaries.roles()] == [(2, "2025-06-01")]


MINUTES = st.integers(0, 20_000)


@given(st.lists(st.tuples(st.sampled_from(("a", "A", "b")), MINUTES), max_size=12), MINUTES)
@pytest.mark.slow
def test_reading_is_a_stable_sort_by_time_cut_at_its_bounds(tmp_path_factory, written, bound):
    def told(minutes):
        return Moment.from_epoch(minutes * 60).text

    with Palace.open(tmp_path_factory.mktemp("diary") / "p.camillo") as palace:
        for n, (role, minutes) in enumerate(written):
            palace.diaries.write(role, f"entry {n}", at=told(minutes))
        expected = sorted(enumerate(written), key=lambda row: (row[1][1], row[0]), reverse=True)
        for role in ("a", "b"):
            own = [(n, at) for n, (name, at) in expected if name.casefold() == role]
            read = palace.diaries.read(role, since=told(bound))
            assert texts(read) == [f"entry {n}" for n, at in own if at >= bound]
            read = palace.diaries.read(role, until=told(bound))
            assert texts(read) == [f"entry {n}" for n, at in own if at <= bound]
        assert texts(palace.diaries.read()) == [f"entry {n}" for n, _ in expected]
