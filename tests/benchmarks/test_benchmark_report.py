import json
import sys

from benchmarks.evaluate import Outcome, Row
from benchmarks.report import summary, table
from benchmarks.running import run

from benchmarks import hotpot


def test_means_leave_out_questions_that_lack_a_metric():
    rows = [Row("w", "1", {"a": 1.0, "b": float("nan")}), Row("w", "2", {"a": 0.0, "b": 0.5})]
    found = summary(Outcome(rows, skipped=3))
    assert found["all"] == {"n": 2, "a": 50.0, "b": 50.0}
    assert found["by category"]["1"] == {"n": 1, "a": 100.0}
    assert found["skipped without evidence"] == 3
    assert "| 1 | 1 | 100.0 |  |" in table(found)


def test_a_set_is_measured_by_one_command(tmp_path, monkeypatch, capsys):
    paragraphs = [
        {"title": "Ada Lovelace", "text": "Ada Lovelace wrote notes on the Analytical Engine."},
        {"title": "Analytical Engine", "text": "The Analytical Engine was designed by Babbage."},
        {"title": "Tea", "text": "Tea grows in the hills."},
        {"title": "Owls", "text": "Owls hunt at night."},
        {"title": "Rain", "text": "It often rains in Bergen."},
    ]
    item = {
        "question": "Who designed the engine that Ada Lovelace wrote notes on?",
        "type": "bridge",
        "paragraphs": paragraphs,
        "supporting": ["Ada Lovelace", "Analytical Engine"],
    }
    path = tmp_path / "hotpot.json"
    path.write_text(json.dumps([item]), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["hotpot", str(path), "--quick", "--json"])
    run(hotpot.benchmark, hotpot.__doc__)
    found = json.loads(capsys.readouterr().out)
    assert found["hotpot"]["all"] == {"n": 1, "both@4": 100.0}
    assert found["hotpot, pooled"]["by category"] == {"bridge": {"n": 1, "both@5": 100.0}}
