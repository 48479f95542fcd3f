"""The sample of names: counted by verdict, filed without words."""

import json
from collections import Counter

from benchmarks.entities import _VERDICTS, OTHER_KIND, RIGHT, WRONG, row, ticket


def test_a_row_counts_names_and_kinds_of_those_that_were_judged():
    counts = Counter({RIGHT: 6, OTHER_KIND: 2, WRONG: 2, "?": 5})
    assert row(counts) == {"judged": 10, "unjudged": 5, "names": 0.8, "kind right": 0.6}
    assert row(Counter({"?": 1}))["names"] is None


def test_verdicts_are_filed_under_hashes_alone():
    verdicts = json.loads(_VERDICTS.read_text(encoding="utf-8"))
    assert len(verdicts) == 150 and set(verdicts.values()) <= {RIGHT, OTHER_KIND, WRONG}
    assert all(len(key) == 16 and int(key, 16) >= 0 for key in verdicts)
    assert ticket("a", "bc") != ticket("ab", "c")
