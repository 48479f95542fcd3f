"""Retired lines: whoever still says one keeps it alive, and no merge wakes what nobody says."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.memories.memory import Line, Memory, Slot
from camillo.distill.memories.merge import merge


def where(line):
    return [Slot("I", "lives in", line.text.split()[-1])]


def test_a_retired_line_with_a_slot_is_not_woken_by_another_merge():
    gone = Line("I live in Rome", order=1, until=5, retired=True)
    after = merge(Memory((gone,)), [Line("I like tea", order=6)], lambda line: [])
    assert after.lines[0].until == 5
    again = merge(Memory((gone,)), [], where)
    assert again.lines[0].until == 5 and again.lines[0].retired


@given(st.permutations([
    Line("I like tea", order=1, cites=("a",), until=5, retired=True),
    Line("I like tea.", order=3, cites=("b",)),
    Line("i like tea", order=2, cites=("c",), until=7, retired=True),
]))  # fmt: skip
def test_a_line_that_somebody_still_says_stands_in_whatever_order_it_came(lines):
    (line,) = merge(Memory(()), lines, lambda _: ()).lines
    assert line.until is None and not line.retired
    assert line.cites == ("a", "b", "c")
