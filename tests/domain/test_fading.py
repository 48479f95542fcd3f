from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.fading import DAY, relevance
from camillo.domain.knowledge import Use

NOW = 20_000 * DAY
DAYS = st.floats(0, 5_000)


def ago(days: float) -> int:
    return int(NOW - days * DAY)


def test_relevance_is_half_at_the_half_life():
    assert relevance(ago(90), NOW) == 0.5
    assert relevance(ago(30), NOW, half_life=30) == 0.5
    assert relevance(ago(180), NOW) == 0.25


def test_a_used_memory_stands_above_its_unused_twin_and_more_use_lifts_it_more():
    twin = relevance(ago(180), NOW)
    once = relevance(ago(180), NOW, use=Use(1, ago(10)))
    often = relevance(ago(180), NOW, use=Use(5, ago(10)))
    assert twin < once < often < 1


def test_an_old_use_lifts_less_than_a_late_one():
    late, old = (relevance(ago(180), NOW, use=Use(1, ago(days))) for days in (5, 150))
    assert relevance(ago(180), NOW) < old < late


def test_what_has_no_time_is_half_relevant_until_its_use_tells_one():
    assert relevance(None, NOW) == 0.5
    assert (
        relevance(None, NOW, use=Use(1, ago(90))) == 0.5 > relevance(None, NOW, use=Use(1, ago(91)))
    )


@given(DAYS, DAYS, st.integers(1, 100))
def test_relevance_is_a_share_and_use_never_lessens_it(days, used, count):
    plain = relevance(ago(days), NOW)
    renewed = relevance(ago(days), NOW, use=Use(count, ago(used)))
    assert 0 <= plain <= renewed + 1e-12 <= 1 + 1e-9


@given(DAYS, DAYS)
def test_relevance_wanes_with_age(one, other):
    young, old = sorted((one, other))
    assert relevance(ago(young), NOW) >= relevance(ago(old), NOW)


def test_what_lies_ahead_has_not_faded():
    assert relevance(NOW + DAY, NOW) == 1.0
