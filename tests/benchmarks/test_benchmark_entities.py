"""The sample of names: counted by verdict, filed without words."""

import json
from collections import Counter

from benchmarks.entities import _SEED, _VERDICTS, OTHER_KIND, RIGHT, WRONG, row
from benchmarks.samples import printed, ticket


def test_a_row_counts_names_and_kinds_of_those_that_were_judged():
    counts = Counter({RIGHT: 6, OTHER_KIND: 2, WRONG: 2, "?": 5})
    assert row(counts) == {"judged": 10, "unjudged": 5, "names": 0.8, "kind right": 0.6}
    assert row(Counter({"?": 1}))["names"] is None


def test_verdicts_are_filed_under_hashes_alone():
    verdicts = json.loads(_VERDICTS.read_text(encoding="utf-8"))
    assert len(verdicts) == 150 and set(verdicts.values()) <= {RIGHT, OTHER_KIND, WRONG}
    assert all(len(key) == 16 and int(key, 16) >= 0 for key in verdicts)
    assert ticket(_SEED, "a", "bc") != ticket(_SEED, "ab", "c")
    assert ticket("seed", "locomo", "ana") == "f9a10aa8730d254a"


def test_rows_are_told_as_a_table_or_as_json():
    rows = {"a": {"n": 1, "share": None}, "b": {"n": 2, "share": 0.5}}
    assert printed(rows, as_json=False) == "| | n | share |\n| a | 1 | None |\n| b | 2 | 0.5 |"
    assert json.loads(printed(rows, as_json=True)) == rows
