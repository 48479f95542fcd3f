"""Proposals: ids, order, what is open, and what recurs."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.reflection.choosing import is_open, ordered
from camillo.distill.reflection.naming import magnitude, named
from camillo.distill.reflection.pairs import sharing
from camillo.domain.episode import Said
from camillo.domain.proposal import KINDS, Decided, Proposal

A, B = "00112233445566778899aabb:0-12", "ffffffffffffffffffffffff:3-9"
made = st.builds(
    lambda id, kind, score: Proposal(id, kind, "", (), {}, score=score),
    st.sampled_from("abcdefgh"),
    st.sampled_from(KINDS),
    st.sampled_from([0.0, 0.5, 1.0]),
)


@given(st.lists(made, max_size=20))
def test_each_proposal_comes_once_and_no_kind_twice_before_another_that_is_left(proposals):
    found = ordered(proposals)
    assert {(one.kind, one.id) for one in found} == {(one.kind, one.id) for one in proposals}
    assert len(found) == len({(one.kind, one.id) for one in found})
    for at, one in enumerate(found):
        before = sum(other.kind == one.kind for other in found[:at])
        for kind in {other.kind for other in found[at:]}:
            assert sum(other.kind == kind for other in found[:at]) >= before or kind == one.kind


@given(st.permutations(["x", "y", "z"]), st.text(max_size=5))
def test_an_id_does_not_depend_on_the_order_of_evidence(ids, more):
    assert named("link", ids) == named("link", ["x", "y", "z"])
    assert (named("link", [*ids, more]) == named("link", ids)) is False


@given(st.integers(3, 10_000))
def test_a_count_is_of_another_magnitude_when_it_has_doubled(count):
    assert magnitude(2 * count) > magnitude(count) >= magnitude(count - 1)


def told(by, *ids):
    return Proposal("p", "insight", "", tuple(Said(id, "", "", None) for id in ids), {}, by=by)


def test_a_model_does_not_come_again_with_texts_that_were_decided_about():
    decided = [Decided(1, "", "rejected", "q", "insight", (A, B))]
    assert not is_open(told("tiny", A.replace("0-12", "2-5")), decided)
    assert is_open(told("tiny", A, "aaaaaaaaaaaaaaaaaaaaaaaa:0-1"), decided)
    assert is_open(told("", A), decided)
    assert not is_open(told("", A), [Decided(1, "", "accepted", "p", "insight")])


def test_names_that_many_texts_have_and_texts_of_one_conversation_bring_no_pair():
    common = {"ana": list(range(6)), "orion": list(range(6))}
    assert sharing(common, lambda drawer: drawer) == {}
    rare = {"ana": [1, 2], "orion": [1, 2]}
    assert sharing(rare, lambda drawer: 7) == {} and len(sharing(rare, lambda drawer: drawer)) == 1
