"""Which names are one: merging, splitting and undoing, in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.knowledge import Act
from camillo.knowledge.entities.resolve import (
    ALIASED,
    MERGED,
    SPLIT,
    UNDONE,
    grouped,
    in_force,
)

KEYS = "abcdefg"
keys = st.sampled_from(KEYS)
pairs = st.lists(st.tuples(keys, keys), max_size=8)


def merges(given):
    return [Act(MERGED, one, other, number=n) for n, (one, other) in enumerate(given, 1)]


@st.composite
def logs(draw):
    """Any log of merges, aliases, splits and undoings, hostile payloads among them."""
    acts = []
    for number in range(1, draw(st.integers(0, 10)) + 1):
        verb = draw(st.sampled_from([MERGED, ALIASED, SPLIT, UNDONE]))
        payload = {
            SPLIT: {"keys": draw(st.lists(keys, max_size=3))},
            UNDONE: {"act": draw(st.integers(-1, 12))},
        }.get(verb, {})
        if draw(st.integers(0, 9)) == 0:
            payload = {"keys": "abc", "act": "1"}
        acts.append(Act(verb, draw(keys), draw(keys), payload, number))
    return acts


def groups(acts, aliases=()):
    resolve = grouped(acts, aliases).head
    return {frozenset(key for key in KEYS if resolve(key) == resolve(one)) for one in KEYS}


@given(logs(), pairs)
def test_every_name_has_one_entity_which_is_its_own(acts, aliases):
    resolve = grouped(acts, aliases).head
    for key in KEYS:
        assert resolve(resolve(key)) == resolve(key)
        assert key in grouped(acts, aliases).members(key)
        assert resolve(key) in grouped(acts, aliases).members(key)


@given(pairs.flatmap(lambda given: st.tuples(st.just(given), st.permutations(given))))
def test_merges_give_the_same_names_and_groups_in_any_order(orders):
    one, other = (grouped(merges(given)).head for given in orders)
    assert [one(key) for key in KEYS] == [other(key) for key in KEYS]


@given(logs())
def test_undoing_the_last_assertion_gives_what_was_before(acts):
    standing = in_force(acts)
    if not standing:
        return
    last = max(act.number for act in standing)
    undone = [*acts, Act(UNDONE, payload={"act": last}, number=len(acts) + 1)]
    assert in_force(undone) == [act for act in standing if act.number != last]
    again = [*undone, Act(UNDONE, payload={"act": len(undone)}, number=len(undone) + 1)]
    assert groups(again) == groups(acts)


@given(pairs, st.lists(keys, min_size=1, max_size=3))
def test_a_split_takes_out_its_names_and_leaves_the_others_as_they_were(given, names):
    before = merges(given)
    after = [*before, Act(SPLIT, names[0], names[0], {"keys": names}, len(before) + 1)]
    old, new = grouped(before), grouped(after)
    for key in KEYS:
        if key not in names:
            assert new.members(key) == old.members(key) - set(names)


@given(logs())
def test_what_was_forgotten_asserts_nothing(acts):
    redacted = [Act(act.verb, redacted=True, number=act.number) for act in acts]
    assert in_force(redacted) == []
    assert groups(redacted) == groups([])


def test_the_name_that_was_kept_stands_for_all_and_a_split_can_take_it_back():
    acts = merges([("mel", "melanie"), ("melly", "melanie")])
    assert {grouped(acts).head(key) for key in ("mel", "melly", "melanie")} == {"melanie"}
    acts.append(Act(SPLIT, "melanie", "mel", {"keys": ["mel"]}, 3))
    resolve = grouped(acts).head
    assert (resolve("mel"), resolve("melly")) == ("mel", "melanie")


def test_what_texts_state_gives_way_to_a_split():
    aliases = [("mel", "melanie")]
    assert grouped([], aliases).head("mel") == "melanie"
    apart = [Act(SPLIT, "melanie", "mel", {"keys": ["mel"]}, 1)]
    assert grouped(apart, aliases).head("mel") == "mel"


@pytest.mark.parametrize("payload", [{}, {"act": "1"}, {"act": None}, {"act": 2}, {"act": 99}])
def test_an_undoing_that_names_no_earlier_act_undoes_nothing(payload):
    acts = [Act(MERGED, "a", "b", number=1), Act(UNDONE, payload=payload, number=2)]
    assert grouped(acts).head("a") == "b"
