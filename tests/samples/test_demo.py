"""A newcomer's first command answers its questions, and the samples hold what they are said to hold."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "samples"
QUESTIONS = json.loads((SAMPLES / "questions.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_demo_answers_every_question_it_asks():
    run = [sys.executable, SAMPLES / "demo.py"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 of 3 answered" in done.stdout
    assert "problem" not in done.stdout


@pytest.mark.parametrize("one", QUESTIONS, ids=lambda one: one["question"][:30])
def test_an_expected_answer_stands_in_its_file(one):
    written = (SAMPLES / one["file"]).read_text(encoding="utf-8")
    assert one["answer_contains"] in written
