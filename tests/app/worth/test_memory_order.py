"""The order of memory: relevance, recency and importance, each of which changes the ranking."""

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.app.worth import memory_order
from camillo.domain.errors import InvalidInput
from camillo.knowledge.episodes.importance import Importance

NOW = "2025-06-01"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(settings=Settings(palace=tmp_path / "palace.camillo", refine=False)) as opened:
        yield opened


def note(palace, text, at, number, **rest):
    return palace.add(
        text, at=at, source=f"chat:{number}", wing="home", speaker="Ana", role="user", **rest
    ).ids[0]


def order(palace, question, **rest):
    return [hit.id for hit in palace.search(question, order="memory", now=NOW, **rest).results]


def test_of_two_that_are_as_relevant_the_newer_stands_first(palace):
    old = note(palace, "The boiler was serviced by Rossi.", "2024-06-01", 1)
    new = note(palace, "The boiler was serviced by Bruno.", "2025-05-20", 2)
    assert order(palace, "Who serviced the boiler?") == [new, old]


def test_a_decision_stands_before_small_talk_and_leaving_importance_out_changes_that(
    palace, monkeypatch
):
    chat = note(palace, "Oh, the boiler again, haha.", "2025-05-20", 1)
    decided = note(palace, "We decided to replace the boiler with a heat pump.", "2025-04-20", 2)
    assert order(palace, "the boiler") == [decided, chat]
    monkeypatch.setattr(Importance, "value", property(lambda _: 1.0))
    assert order(palace, "the boiler") == [chat, decided]


def test_a_pin_makes_a_memory_most_important(palace):
    one = note(palace, "The boiler makes noise, mostly.", "2025-05-20", 1)
    other = note(palace, "The boiler makes noise, at times.", "2025-05-20", 2)
    last = order(palace, "boiler noise")[-1]
    palace.pruning.pin(last)
    assert order(palace, "boiler noise")[0] == last and {one, other} >= {last}


def test_use_lifts_a_memory(palace):
    note(palace, "The boiler makes noise, mostly.", "2025-01-01", 1)
    note(palace, "The boiler makes noise, at times.", "2025-01-01", 2)
    last = order(palace, "boiler noise")[-1]
    palace._uses._noted.clear()
    for _ in range(3):
        palace.get(last, now="2025-05-30")
    palace._uses.flush()
    assert order(palace, "boiler noise")[0] == last


def test_each_factor_is_told_and_the_default_order_has_none(palace):
    note(palace, "We decided to replace the boiler.", "2025-04-20", 1)
    (hit,) = palace.search("the boiler", order="memory", now=NOW).results
    told = hit.why["memory"]
    assert {*told} == {"score", "relevance", "recency", "importance"}
    assert {"value", "marks", "effect", "reuse"} == {*told["importance"]}
    assert told["relevance"] == 1 and 0 < told["recency"] < 1 and told["importance"]["marks"] > 0
    (hit,) = palace.search("the boiler", now=NOW).results
    assert "memory" not in hit.why


def test_what_later_memories_took_up_again_has_had_an_effect(palace):
    early = note(palace, "The heat pump in the cellar rattles loudly at night.", "2025-01-10", 1)
    note(palace, "The heat pump in the cellar rattles loudly every morning.", "2025-03-10", 2)
    palace._parts.linking().run(patient=False)
    hits = palace.search("heat pump rattles", order="memory", now=NOW).results
    effect = {hit.id: hit.why["memory"]["importance"]["effect"] for hit in hits}
    assert len(effect) == 2 and effect.pop(early) > 0 and [*effect.values()] == [0.0]


def test_limit_and_budget_hold_for_the_order_of_memory_too(palace):
    for number in range(5):
        note(palace, f"The boiler was serviced, visit {number}.", f"2025-05-0{number + 1}", number)
    found = palace.search("boiler visit", order="memory", now=NOW, limit=2)
    assert len(found.results) == 2 and "limit" in found.flags
    found = palace.search("boiler visit", order="memory", now=NOW, budget=10)
    assert len(found.results) == 1 and "budget" in found.flags
    with pytest.raises(InvalidInput):
        palace.search("boiler", order="memory", limit=0)
    with pytest.raises(InvalidInput):
        palace.search("boiler", order="age")


def test_hits_far_down_the_ranking_are_weighed_too(palace):
    for number in range(20):
        note(palace, f"Boiler {number} boiler.", "2020-01-01", number)
    decided = note(palace, "We decided to replace the boiler with a heat pump.", "2025-05-30", 99)
    assert palace.search("boiler", limit=1, now=NOW).results[0].id != decided
    assert order(palace, "boiler", limit=1) == [decided]
    assert memory_order._FEWEST >= 50
