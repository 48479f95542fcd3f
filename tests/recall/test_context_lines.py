"""Context lines: an earlier memory is found by the words of a later one that refreshed it."""

import pytest

from camillo.domain.knowledge import Act
from camillo.domain.pruning import PRUNED, UNPRUNED
from camillo.domain.search import Filters
from camillo.ports.episodes import ContextRow
from camillo.recall.search import Recaller

EARLIER = "The terrace tiles crack every winter."
LATER = "Kowalski quoted porcelain slabs for the terrace."
OWN = "Kowalski sells porcelain slabs."
OTHER = "Lunch was soup."


@pytest.fixture
def recaller():
    return lambda palace: Recaller(palace, None, lambda: None)


@pytest.fixture
def refreshed(palace):
    for at, text in enumerate((EARLIER, LATER, OTHER)):
        palace.add(text, conversation=f"c{at}")
    palace.refreshed.append(ContextRow(1, 1, 2, 0, len(LATER)))
    return palace


def found(recaller, palace, question, **filters):
    return {hit.text: hit for hit in recaller(palace).search(question, Filters(**filters)).results}


def test_a_memory_is_found_by_a_later_ones_words_and_says_whose(refreshed, recaller):
    hits = found(recaller, refreshed, "Kowalski porcelain slabs")
    assert [*hits] == [LATER, EARLIER]
    why = hits[EARLIER].why
    assert why["context_line_from"] == hits[LATER].id and why["context_line"] > 0
    assert "context_line" in why["found_by"]
    assert "context_line" not in hits[LATER].why


def test_without_its_line_it_is_not_found(refreshed, recaller):
    refreshed.refreshed.clear()
    assert [*found(recaller, refreshed, "Kowalski porcelain slabs")] == [LATER]


def test_own_words_count_more_than_a_lines(refreshed, recaller):
    refreshed.add(OWN, conversation="c9")
    hits = found(recaller, refreshed, "Kowalski porcelain slabs")
    assert [*hits].index(OWN) < [*hits].index(EARLIER)


def test_a_line_from_outside_the_filters_finds_nothing(refreshed, recaller):
    refreshed.rows[1].wing = "elsewhere"
    assert not found(recaller, refreshed, "Kowalski porcelain slabs", wing="home")


def test_only_the_newest_lines_stand(refreshed, recaller):
    for version, text in enumerate(("grout", "frost damage", "drainage channel"), 2):
        refreshed.add(f"Terrace {text} again.", conversation=f"d{version}")
        row = ContextRow(1, version, version + 2, 0, len(refreshed.rows[-1].content))
        refreshed.refreshed.append(row)
    assert EARLIER not in found(recaller, refreshed, "Kowalski porcelain slabs")
    assert EARLIER in found(recaller, refreshed, "frost damage")


def test_what_is_pruned_is_not_found_and_the_answer_says_so(refreshed, recaller):
    pruning = Act(PRUNED, payload={"turns": [(3).to_bytes(12, "big").hex()]}, receipt=7)
    refreshed.acted.append(pruning)
    answer = recaller(refreshed).search("soup for lunch", Filters())
    assert not answer.results and "pruned-left-out" in answer.flags
    all_of_it = recaller(refreshed).search("soup for lunch", Filters(pruned=True))
    assert [hit.text for hit in all_of_it.results] == [OTHER]
    assert "pruned-left-out" not in all_of_it.flags


def test_what_a_later_act_brings_back_is_found_by_the_same_recaller(refreshed, recaller):
    one = recaller(refreshed)
    refreshed.acted.append(
        Act(PRUNED, payload={"turns": [(3).to_bytes(12, "big").hex()]}, receipt=7)
    )
    refreshed.seq += 1
    assert not one.search("soup for lunch", Filters()).results
    refreshed.acted.append(Act(UNPRUNED, payload={"receipt": 7}))
    refreshed.seq += 1
    assert one.search("soup for lunch", Filters()).results
