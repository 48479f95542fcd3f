"""The simulated week: a small share of it, and that the checks see what they are there to see."""

from dataclasses import replace

import pytest
from benchmarks.week import report
from benchmarks.week_checks import faults_of
from benchmarks.week_sessions import PLANTED, expected_of, injected_line, week

from camillo import Palace
from camillo.app.settings import Settings
from camillo.text.fence import fenced


def test_a_week_is_the_same_for_the_same_seed_and_plants_all_it_asks_about():
    sessions = week(3)
    assert sessions == week(3) != week(4)
    said = {one.text for one in expected_of(sessions) if one.at < "2026-11-03"}
    assert {one.said for one in PLANTED} <= said
    asked = [step.planted for session in sessions for step in session.steps if step.planted]
    assert sorted(asked, key=PLANTED.index) == list(PLANTED)
    ids = [(one.conversation, one.turn) for one in expected_of(sessions)]
    assert len(ids) == len(set(ids))


@pytest.fixture
def mined(tmp_path):
    """A palace with a small week, mined in one go."""
    sessions = week(1, 3)
    for session in sessions:
        for step in session.steps:
            if step.line:
                path = tmp_path / "projects" / step.file
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("ab") as out:
                    out.write(step.line)
    with Palace.open(tmp_path / "p.camillo", settings=Settings(refine=False)) as palace:
        palace.mine(tmp_path / "projects")
    return tmp_path / "p.camillo", sessions


def test_what_was_kept_as_it_was_said_has_no_fault(mined):
    path, sessions = mined
    assert faults_of(path, sessions, []) == []


def test_a_lost_a_changed_and_a_foreign_turn_and_another_order_are_seen(mined, tmp_path):
    path, sessions = mined
    first, *rest = sessions[0].expected
    other = replace(sessions[0], expected=[replace(first, at="2026-11-02T00:00:00Z"), *rest])
    found = faults_of(path, [other, *sessions[1:]], [])
    assert [one.partition(":")[0] for one in found] == [
        "missing or different",
        "stored although not said",
    ]
    turned = replace(sessions[0], expected=[*rest, first])
    found = faults_of(path, [turned, *sessions[1:]], [])
    assert [one.partition(":")[0] for one in found] == ["out of order"]


def test_memory_that_is_mined_back_is_seen(mined, tmp_path):
    path, sessions = mined
    text = "<memory>\n| not behind a fence of ours\n</memory"
    line = injected_line(sessions[0], text, "UserPromptSubmit", 1)
    late = tmp_path / "late.jsonl"
    late.write_bytes(line.replace(b"user-prompt-submit-hook", b"b"))
    with Palace.open(path, settings=Settings(refine=False)) as palace:
        palace.mine(late)
    assert "injected text kept" in faults_of(path, sessions, [])[0]


def test_memory_in_a_fence_of_ours_is_no_fault(mined, tmp_path):
    path, sessions = mined
    text = fenced("We chose port 8931.", {"id": "7"})
    late = tmp_path / "late.jsonl"
    late.write_bytes(
        b"".join(injected_line(sessions[0], text, "SessionStart", number) for number in (1, 2))
    )
    with Palace.open(path, settings=Settings(refine=False)) as palace:
        assert palace.mine(late).turns == 2
    assert faults_of(path, sessions, [text]) == []


@pytest.mark.slow
def test_a_week_through_the_hooks_keeps_every_turn_and_answers_about_its_first_day():
    found = report(7, 1)
    assert found["faults"] == []
    assert found["resident processes killed"] > 0
    answered, _, asked = found["answered about the first day"].partition(" of ")
    assert asked == "5"
    assert int(answered) >= 4
    costs = found["CPU-ms above it"]
    # Twice the bounds: other work on the machine makes every process dearer.
    assert costs["saving"]["median"] < 100
    assert costs["warm"]["median"] < 200
