from dataclasses import replace

from camillo.distill.order import BAR, CLEAR, Fact, by_worth
from camillo.distill.worth import Worth
from camillo.domain.knowledge import Use

DAY = 86_400_000_000
NOW = 20_000 * DAY


def fact(importance: float, days: float | None, *, pinned: bool = False) -> Fact:
    at = None if days is None else int(NOW - days * DAY)

    class Remembered:
        id = f"{importance} {days}"

    return Fact(Worth(Remembered(), importance, (), 0, frozenset()), at, pinned)  # type: ignore[arg-type]


def test_recent_facts_that_clearly_matter_stand_before_all_older_ones():
    old, recent = fact(0.9, 31), fact(CLEAR, 29)
    assert by_worth([old, recent], NOW) == [recent, old]


def test_recent_facts_that_hardly_matter_stand_behind_older_ones_that_do():
    old, recent = fact(0.9, 31), fact(CLEAR - 0.01, 29)
    assert by_worth([recent, old], NOW) == [old, recent]


def test_within_the_last_30_days_importance_alone_decides():
    first, second = fact(0.5, 29), fact(0.4, 1)
    assert by_worth([second, first], NOW) == [first, second]


def test_older_facts_are_ordered_by_importance_times_recency():
    assert by_worth([fact(0.5, 800), fact(0.4, 60)], NOW)[0].worth.importance == 0.4
    assert by_worth([fact(0.9, 150), fact(0.4, 60)], NOW)[0].worth.importance == 0.9
    assert by_worth([fact(0.9, 200), fact(0.4, 60)], NOW)[0].worth.importance == 0.4
    assert by_worth([fact(0.9, 200), fact(0.4, 60)], NOW, 180)[0].worth.importance == 0.9


def test_an_older_fact_that_is_used_stands_before_its_unused_twin():
    unused, used = fact(0.5, 180), replace(fact(0.5, 180), turn=7)
    assert by_worth([unused, used], NOW, uses={7: Use(1, NOW - 10 * DAY)}) == [used, unused]


def test_pinned_facts_come_first_and_need_no_importance():
    pinned = fact(0.0, None, pinned=True)
    assert by_worth([fact(0.9, 1), pinned], NOW)[0] is pinned


def test_small_talk_is_left_out():
    assert by_worth([fact(BAR - 0.01, 1), fact(BAR - 0.01, None)], NOW) == []


def test_what_has_no_time_is_never_recent():
    undated, recent = fact(0.9, None), fact(CLEAR, 2)
    assert by_worth([undated, recent], NOW) == [recent, undated]


def test_a_time_after_now_counts_as_recent():
    assert by_worth([fact(0.9, 40), fact(0.3, -3)], NOW)[0].worth.importance == 0.3
