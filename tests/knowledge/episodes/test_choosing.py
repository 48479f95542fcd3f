"""The sentences of a gist: few, telling, none that repeats another, in the order of the conversation."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.episodes.choosing import Sentence, choose, promising, told
from camillo.ports.episodes import GistLine, TalkTurn


def made_turn(number, part="text", hall=""):
    return TalkTurn(
        turn=number, key=number.to_bytes(12, "big"), conversation=1, native="c", kind="k", title="",
        at=None, told=None, part=part, role="", speaker="", branch="", size=10, hall=hall, wings=(),
    )  # fmt: skip


def sentence(turn, start, size, value, terms):
    return Sentence(GistLine(turn, start, start + size), value, frozenset(terms.split()))


def test_the_sentences_that_say_most_are_chosen_in_the_order_of_the_conversation():
    given = [
        sentence(1, 0, 40, 0.1, "a b"),
        sentence(2, 0, 40, 0.9, "c d"),
        sentence(3, 0, 40, 0.8, "e f"),
        sentence(4, 0, 40, 0.2, "g h"),
    ]
    assert [line.turn for line in choose(given[::-1], 800)] == [2, 3]


def test_a_sentence_that_repeats_a_chosen_one_gives_way_to_another():
    given = [
        sentence(1, 0, 40, 0.9, "rent went up"),
        sentence(2, 0, 40, 0.85, "rent went up"),
        sentence(3, 0, 40, 0.5, "we move"),
    ]
    assert [line.turn for line in choose(given, 800)] == [1, 3]


def test_one_sentence_is_chosen_even_where_all_are_long():
    given = [sentence(1, 0, 90, 0.9, "a"), sentence(2, 0, 60, 0.1, "b")]
    assert choose(given, 150) == (GistLine(2, 0, 60),)
    assert choose([], 150) == ()


@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(1, 120), st.floats(0.01, 1)), min_size=12)
)
def test_a_gist_takes_at_most_fifteen_percent_unless_nothing_is_short_enough(rows):
    given = [
        sentence(turn, at * 200, size, value, f"t{at}")
        for at, (turn, size, value) in enumerate(rows)
    ]
    said = 10 * sum(one.size for one in given)
    chosen = choose(given, said)
    size = sum(line.end - line.start for line in chosen)
    assert chosen and size <= max(0.15 * said, min(one.size for one in given))
    assert list(chosen) == sorted(chosen, key=lambda line: (line.turn, line.start))
    assert len({*chosen}) == len(chosen)


def test_machines_are_told_of_only_where_nobody_speaks():
    spoken, tool = made_turn(1), made_turn(2, part="tool_result")
    injected = made_turn(3, part="injected")
    assert told((spoken, tool, injected)) == [spoken]
    assert told((tool, injected)) == [tool]


def test_what_is_filed_as_a_decision_is_looked_at_before_what_is_merely_as_long():
    turns = [made_turn(n) for n in range(1, 41)]
    turns[30] = telling = made_turn(31, hall="decisions")
    assert promising(turns, frozenset({"decisions"}))[0] is telling
    assert len(promising(turns, frozenset())) == 10
