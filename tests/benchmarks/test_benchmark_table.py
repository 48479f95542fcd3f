import json
import sys

import pytest
from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Outcome, Row
from benchmarks.scoring import Answer, Passage

from benchmarks import calibration, table

PARAGRAPHS = [
    {"id": "A", "title": "", "text": "茶树生长在云南的山上。", "questions": ["茶树生长在哪里?"]},
    {"id": "B", "title": "", "text": "咖啡来自埃塞俄比亚。", "questions": ["咖啡来自哪里?"]},
]


def outcome(*values, wings=None):
    names = wings or ["w"] * len(values)
    return Outcome(
        [Row(wing, "", {"R@1": value}) for wing, value in zip(names, values, strict=True)]
    )


def test_the_first_system_has_its_own_interval_and_others_that_of_the_difference():
    first, other = outcome(1, 1, 0, 1), outcome(0, 1, 0, 0)
    assert table.compare(first)["R@1"]["by question"][0] == 75.0
    cell = table.compare(first, other)["R@1"]
    assert cell["mean"] == 25.0
    assert cell["by question"][0] == -50.0
    assert cell["by question"][1] < cell["by question"][2] <= 0


def test_equal_systems_differ_by_nothing():
    first = outcome(1, 0, 1)
    assert table.compare(first, outcome(1, 0, 1))["R@1"]["by question"] == [0.0, 0.0, 0.0]


def test_questions_that_lack_a_metric_are_left_out_of_it():
    first = outcome(1.0, float("nan"))
    assert table.compare(first)["R@1"]["mean"] == 100.0


def test_an_interval_by_wing_needs_several_questions_a_wing():
    assert "by wing" in table.compare(outcome(1, 0, 1, 0, wings=list("aabb")))["R@1"]
    assert "by wing" not in table.compare(outcome(1, 0, wings=list("ab")))["R@1"]


def test_one_command_prints_one_table(tmp_path, monkeypatch, capsys):
    (tmp_path / "cmrc2018-dev-even.json").write_text(json.dumps(PARAGRAPHS), encoding="utf-8")
    arguments = ["table", str(tmp_path), "--sets", "cmrc", "--systems", "bm25", "grep"]
    monkeypatch.setattr(sys, "argv", arguments)
    table.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| set (questions) | system | R@1 | R@5 | MRR |"
    assert (
        lines[2]
        == "| cmrc (2) | BM25 alone | 100.0 [100.0 100.0] | 100.0 [100.0 100.0] | 100.0 [100.0 100.0] |"
    )
    assert lines[3].startswith("| cmrc (2) | grep | 100.0 [+0.0 +0.0] |")
    monkeypatch.setattr(sys, "argv", [*arguments, "--json"])
    table.main()
    assert json.loads(capsys.readouterr().out)[1]["against"] == "BM25 alone"


def test_a_set_that_is_not_there_ends_the_command_with_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["table", str(tmp_path), "--sets", "locomo"])
    with pytest.raises(SystemExit, match="locomo"):
        table.main()


def calibration_cases():
    for name in ("one", "two"):
        turns = tuple(Turn(f"{name}/{at}", str(at), f"{name} {at}") for at in range(4))
        questions = tuple(
            Question(turn.text, frozenset({turn.conversation}), frozenset({turn.key}))
            for turn in turns
        )
        yield Case(name, turns, questions)


def test_unanswerable_questions_are_asked_of_another_wing():
    pairs = calibration.unanswerable(tuple(calibration_cases()))
    assert len(pairs) == 8
    assert all(not question.text.startswith(wing) for question, wing in pairs)


def test_calibration_counts_scores_above_one_half():
    def ask(question, wing, _):
        own = question.text.startswith(wing)
        (turn,) = question.turns
        first = turn if own and turn[1] != "3" else (f"{wing}/x", "x")
        return Answer((first[0],), (Passage((first,), ""),), 0.9 if own else 0.2)

    found = calibration.measure(tuple(calibration_cases()), ask)
    assert found["unanswerable"]["% above 0.5"] == 0.0
    assert (
        found["first hit is an evidence turn"] | {"n": 6, "% above 0.5": 100.0}
        == found["first hit is an evidence turn"]
    )
    assert found["first hit is elsewhere"]["n"] == 2
