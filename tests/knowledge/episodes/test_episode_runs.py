"""Where episodes begin and end, and which results belong to which calls."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.episodes.runs import SILENCE, runs, steps
from camillo.ports.episodes import TalkTurn

HOUR = 3_600_000_000


def turn(number, at=None, part="text", **meta):
    return TalkTurn(
        turn=number, key=number.to_bytes(12, "big"), conversation=1, native="c", kind="k", title="",
        at=at, told=None, part=part, role="", speaker="", branch="", size=10, hall="", wings=(),
        meta=meta,
    )  # fmt: skip


def parted(*turns):
    return [[one.turn for one in run] for run in runs(turns)]


def test_a_long_silence_ends_an_episode_and_a_short_one_does_not():
    assert parted(turn(1, 0), turn(2, SILENCE), turn(3, 2 * SILENCE + 1)) == [[1, 2], [3]]


def test_a_turn_without_a_time_goes_with_the_one_before_it():
    assert parted(turn(1), turn(2, 0), turn(3), turn(4, HOUR), turn(5)) == [[1, 2, 3, 4, 5]]


def test_another_session_is_another_episode_however_soon_it_comes():
    one, other = {"session": "a"}, {"session": "b"}
    assert parted(turn(1, 0, **one), turn(2, 1), turn(3, 2, **other), turn(4, 3, **other)) == [
        [1, 2], [3, 4],
    ]  # fmt: skip


@given(st.lists(st.tuples(st.none() | st.integers(0, 50 * HOUR), st.sampled_from(["", "a", "b"]))))
def test_every_turn_is_in_one_episode_in_the_order_it_was_given(given):
    turns = [turn(n, at, session=session) for n, (at, session) in enumerate(given, 1)]
    found = runs(turns)
    assert [one for run in found for one in run] == turns and all(found)


def outcomes(*turns):
    return [(step.tool, step.call[22:24], len(step.results), step.outcome) for step in steps(turns)]


def test_a_result_belongs_to_the_call_that_it_names():
    run = (
        turn(1, part="tool_call", tool="Bash", call="x"),
        turn(2, part="tool_call", tool="Read", call="y"),
        turn(3, part="tool_result", tool="Read", call="y"),
        turn(4),
        turn(5, part="tool_result", tool="Bash", call="x", error=True),
    )
    assert outcomes(*run) == [("Bash", "01", 1, "error"), ("Read", "02", 1, "ok")]


def test_without_ids_a_result_belongs_to_the_call_before_it():
    run = (
        turn(1, part="tool_call", tool="ls"),
        turn(2, part="tool_result"),
        turn(3, part="tool_result"),
    )
    assert outcomes(*run) == [("ls", "01", 1, "ok"), ("", "", 1, "ok")]


def test_a_call_without_a_result_is_open_and_a_result_without_its_call_is_kept():
    run = (turn(1, part="tool_call", call="x"), turn(2, part="tool_result", call="z"))
    assert outcomes(*run) == [("", "01", 0, "open"), ("", "", 1, "ok")]
    assert steps((turn(1), turn(2))) == ()
