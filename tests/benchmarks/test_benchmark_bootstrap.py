from benchmarks.bootstrap import interval
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=40))
def test_the_interval_lies_within_the_values_and_is_the_same_again(values):
    found = interval(values)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found == interval(values)


def test_more_questions_make_the_interval_narrower():
    few, many = interval([0.0, 1.0] * 10), interval([0.0, 1.0] * 1000)
    assert many.high - many.low < (few.high - few.low) / 5
    assert few.low < 0.5 < few.high


def test_dependent_questions_make_the_interval_wider():
    values = [1.0] * 50 + [0.0] * 50 + [1.0] * 50 + [0.0] * 50
    groups = [number // 50 for number in range(200)]
    alone, together = interval(values), interval(values, groups)
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_groups_of_unlike_size_keep_the_mean_over_questions():
    found = interval([1.0] * 9 + [0.0], ["a"] * 9 + ["b"])
    assert found.mean == 0.9
    assert (found.low, found.high) == (0.0, 1.0)
