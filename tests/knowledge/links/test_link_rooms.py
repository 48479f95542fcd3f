"""Automatic tunnels and hallways."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.links.rooms import MOST_ROOMS, shared, together

NAMES = ("ana", "porto", "graphql", "kafka", "bo")


def test_rooms_of_one_wing_need_no_tunnel():
    spoken = {"graphql": {1: [10], 2: [20]}}
    assert shared(spoken, {1: "a", 2: "a"}, 9) == []
    assert len(shared(spoken, {1: "a", 2: "b"}, 9)) == 1


def test_the_more_rare_names_two_rooms_share_the_stronger_their_tunnel():
    spoken = {name: {1: [1], 2: [2]} for name in ("graphql", "kafka")} | {"ana": {1: [1], 3: [3]}}
    found = shared(spoken, {1: "a", 2: "b", 3: "c"}, 9)
    assert [(one.a, one.b) for one in found] == [(1, 2), (1, 3)]
    assert found[0].strength > found[1].strength


def test_a_name_in_many_rooms_makes_no_tunnel():
    spoken = {"monday": {room: [room] for room in range(MOST_ROOMS + 1)}}
    assert shared(spoken, {room: str(room) for room in range(20)}, 20) == []


@given(
    st.dictionaries(
        st.sampled_from(NAMES),
        st.dictionaries(st.integers(1, 12), st.lists(st.integers(1, 99), min_size=1), max_size=12),
    )
)
def test_tunnels_are_bounded_and_rest_on_evidence(spoken):
    wings = {room: str(room % 3) for room in range(1, 13)}
    for one in shared(spoken, wings, 12):
        assert one.a < one.b and wings[one.a] != wings[one.b]
        assert 0 < one.strength < 1 and one.entities and len(one.drawers) <= 4
        held = {
            drawer for name in one.entities for drawer in spoken[name][one.a] + spoken[name][one.b]
        }
        assert set(one.drawers) <= held


def test_two_meetings_say_nothing():
    texts = [(1, ["ana", "porto"]), (2, ["ana", "porto"]), (3, ["bo"]), (4, ["bo"])]
    assert together(texts) == []


def test_those_who_are_everywhere_are_together_by_chance():
    texts = [(number, ["ana", "bo"]) for number in range(5)] + [(9, ["ana"]), (10, ["bo"])]
    assert all(one.strength < 0.2 for one in together(texts))


@given(st.lists(st.lists(st.sampled_from(NAMES), max_size=5), max_size=40))
def test_hallways_are_counted_right(listed):
    for one in together(enumerate(listed, 1)):
        meet = [keys for keys in listed if set(one.entities) <= set(keys)]
        assert one.count == len(meet) >= 3
        assert 0 < one.strength <= 1
