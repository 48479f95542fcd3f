"""What ten questions were taken to ask and why their hits were found, pinned.

After a change that is meant to alter scores: ``python tests/recall/test_explanations.py`` writes
``explained.json`` anew; read the difference before committing it.
"""

import json
import tempfile
from pathlib import Path

import pytest

from camillo import Palace

HERE = Path(__file__).parent
EXPECTED = HERE / "explained.json"
NOW = "2023-08-16T12:00:00Z"
QUESTIONS = (
    "Which colour did we pick for the kitchen in May 2023?",
    "What did Kai paint?",
    "Who mended the roof last Friday?",
    'what about the "blue door" -garage',
    "what did you suggest for the sensor readings?",
    "What did I say about auth_retention_days?",
    "去年三月我们决定了什么",
    "你建议怎么迁移数据库",
    "onde fomos no verão do ano passado?",
    "What broke two weeks before the party? " + "You are a helpful assistant. " * 20,
)
HITS = 3
#: Scores are kept to two decimals; another processor may round the last one otherwise.
CLOSE = 0.0151


def explained(palace, question):
    found = palace.search(question, limit=HITS, now=NOW)
    hits = [{"text": hit.text[:40], "why": rounded(dict(hit.why))} for hit in found.results]
    return {"understood": found.understood, "flags": list(found.flags), "hits": hits}


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return round(value, 2) if isinstance(value, float) else value


def split(value, at=""):
    """A nested value as its shape, numbers taken out, and the numbers by their place in it."""
    if isinstance(value, dict):
        pairs = [(name, split(one, f"{at}/{name}")) for name, one in value.items()]
        return {name: shape for name, (shape, _) in pairs}, {
            place: number for _, (_, found) in pairs for place, number in found.items()
        }
    if isinstance(value, list):
        parts = [split(one, f"{at}/{number}") for number, one in enumerate(value)]
        return [shape for shape, _ in parts], {
            place: number for _, found in parts for place, number in found.items()
        }
    return ("number", {at: value}) if isinstance(value, float) else (value, {})


def filled(folder):
    palace = Palace.open(folder / "palace.camillo")
    report = palace.mine(HERE / "explained.jsonl", wing="explained", refine=True)
    assert (report.problems, report.pending) == ((), 0)
    later = palace.mine(HERE / "explained_later.jsonl", wing="explained", refine=False)
    assert (later.problems, later.drawers) == ((), 1)
    return palace


@pytest.fixture(scope="module")
def palace(tmp_path_factory):
    with filled(tmp_path_factory.mktemp("explained")) as palace:
        yield palace


@pytest.fixture(scope="module")
def expected():
    return json.loads(EXPECTED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[:30])
def test_the_explanation_of_a_question_stays_as_it_is(palace, expected, question):
    shape, numbers = split(json.loads(json.dumps(explained(palace, question))))
    expected_shape, expected_numbers = split(expected[question])
    assert shape == expected_shape
    assert numbers == pytest.approx(expected_numbers, abs=CLOSE)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, filled(Path(folder)) as made:
        written = {question: explained(made, question) for question in QUESTIONS}
    EXPECTED.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
