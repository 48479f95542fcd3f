"""Fading and pruning with a clock that the test moves."""

from datetime import timedelta

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound

BORN = "2025-01-01T00:00:00Z"
AT_180 = "2025-06-30T00:00:00Z"
LATER = "2026-01-01"


@pytest.fixture
def open_palace(tmp_path):
    opened = []

    def make(name="palace", **given):
        settings = Settings(palace=tmp_path / f"{name}.camillo", refine=False, **given)
        opened.append(Palace.open(settings=settings))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.fixture
def palace(open_palace):
    return open_palace()


def note(palace, text, at=BORN, **rest):
    return palace.add(
        text, at=at, **{"wing": "home", "speaker": "Ana", "role": "user", **rest}
    ).ids[0]


def planned(palace, *args, **rest):
    return {one.id: one for one in palace.pruning.plan(*args, **rest)}


def test_relevance_is_half_at_ninety_days(palace):
    id = note(palace, "The piano was tuned.")
    plan = planned(palace, "90d", below=1, now="2025-04-01T00:00:00Z")
    assert plan[id].relevance == pytest.approx(0.5, abs=1e-4)
    assert plan[id].age == 90


def test_the_half_life_is_a_setting(open_palace):
    palace = open_palace(half_life_days=45)
    id = note(palace, "The piano was tuned.")
    plan = planned(palace, "90d", below=1, now="2025-04-01T00:00:00Z")
    assert plan[id].relevance == pytest.approx(0.25, abs=1e-4)


def test_a_used_memory_outranks_its_unused_twin(palace):
    used = note(palace, "We decided to lease the red van.", source="chat:1")
    unused = note(palace, "We decided to lease the blue van.", source="chat:2")
    palace.get(used, now="2025-06-20")
    palace._uses.flush()
    plan = planned(palace, "100d", below=1, now=AT_180)
    assert plan[used].relevance > plan[unused].relevance == pytest.approx(0.25, abs=1e-3)
    assert (plan[used].uses, plan[unused].uses) == (1, 0)
    found = palace.search("Which van did we decide to lease?", order="memory", now=AT_180).results
    assert [hit.id for hit in found][:2] == [used, unused]
    told = palace.wake_up(wing="home", now=AT_180)
    assert told.text.index("We decided to lease the red") < told.text.index(
        "We decided to lease the blue"
    )


def test_fading_never_changes_what_exact_words_find(palace):
    id = note(palace, "The spare key hangs behind the oleander.", at="1995-01-01")
    for now in ("1995-01-02", "2025-01-01", "2095-01-01"):
        for order in ("relevance", "memory"):
            found = palace.search('"spare key hangs behind the oleander"', order=order, now=now)
            assert [hit.id for hit in found.results] == [id]


def test_pruning_is_a_dry_run_first_then_hides_and_can_be_undone(palace):
    old = note(palace, "The old oven took forty minutes.")
    new = note(palace, "The new oven takes ten minutes.", at="2025-12-20")
    assert [*planned(palace, now=LATER)] == [old]
    assert len(palace.search("oven minutes").results) == 2
    done = palace.pruning.prune(now=LATER)
    assert done.counts == {"turns": 1} and palace.pruning.standing() == {done.number: 1}
    answer = palace.search("oven minutes")
    assert [hit.id for hit in answer.results] == [new] and "pruned-left-out" in answer.flags
    assert len(palace.search("oven minutes", include_pruned=True).results) == 2
    assert palace.get(old).text == "The old oven took forty minutes."
    assert "forty" not in palace.wake_up(wing="home", now=LATER).text
    with pytest.raises(NotFound):
        palace.pruning.prune(now=LATER)
    palace.pruning.undo(done.number)
    assert len(palace.search("oven minutes").results) == 2 and not palace.pruning.standing()
    assert "forty" in palace.wake_up(wing="home", now=LATER).text
    with pytest.raises(NotFound):
        palace.pruning.undo(done.number)
    assert palace.doctor() == []


def test_a_wake_up_does_not_tell_facts_that_rest_on_what_was_pruned(palace):
    note(palace, "Ana Silva works at Acme.")
    note(palace, "Ana Silva likes tea.", at="2025-12-30", source="chat:2")
    assert "Acme" in palace.wake_up(wing="home", now=LATER).text
    palace.pruning.prune(now=LATER)
    assert "Acme" not in palace.wake_up(wing="home", now=LATER).text


def test_another_process_sees_a_pruning_and_its_undoing(palace, open_palace):
    note(palace, "The old oven took forty minutes.")
    other = open_palace()
    assert other.search("oven").results
    done = palace.pruning.prune(now=LATER)
    assert not other.search("oven").results
    palace.pruning.undo(done.number)
    assert other.search("oven").results


def test_pruning_touches_only_this_palace(palace, open_palace):
    other = open_palace("other")
    note(palace, "The old oven took forty minutes.")
    id = note(other, "The old oven took forty minutes.")
    before = other.log(10)
    palace.pruning.prune(now=LATER)
    assert [hit.id for hit in other.search("oven").results] == [id]
    assert other.log(10) == before and not other.pruning.standing()


def test_pinned_and_cited_memories_are_never_pruned(palace):
    by_meta = note(palace, "The pin by meta.", meta={"pin": True})
    by_hand = note(palace, "The pin by hand.")
    cited = note(palace, "Ana is allergic to walnuts.")
    plain = note(palace, "Nothing keeps this one.")
    palace.pruning.pin(by_hand)
    palace.facts.add("Ana", "allergic to", "walnuts", cite=cited)
    assert [*planned(palace, now=LATER)] == [plain]
    palace.pruning.unpin(by_hand)
    assert {*planned(palace, now=LATER)} == {plain, by_hand}
    assert by_meta not in planned(palace, now=LATER)


def test_with_a_wing_only_what_lies_in_it_alone_is_pruned(palace):
    here = note(palace, "Only at home.")
    note(palace, "Only at work.", wing="work")
    both = note(palace, "In both.", source="chat:1", turn="1")
    note(palace, "In both.", source="chat:1", turn="1", wing="work")
    assert [*planned(palace, wing="home", now=LATER)] in ([here], [here, both])
    with pytest.raises(NotFound):
        palace.pruning.plan(wing="nowhere")


def test_what_has_no_time_is_never_pruned(palace):
    note(palace, "Undated.", at=None)
    assert not palace.pruning.plan("0d", below=1, now="2099-01-01")


@pytest.mark.parametrize("age", ["long", "-3d", "", "3 cows"])
def test_an_age_that_cannot_be_is_named(palace, age):
    with pytest.raises(InvalidInput, match="no age"):
        palace.pruning.plan(age)


def test_ages_may_be_given_as_timedeltas_and_relevances_only_as_shares(palace):
    id = note(palace, "The piano was tuned.")
    assert [*planned(palace, timedelta(days=200), now=LATER)] == [id]
    with pytest.raises(InvalidInput, match="from 0 to 1"):
        palace.pruning.plan(below=20)
