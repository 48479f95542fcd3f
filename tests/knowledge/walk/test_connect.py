import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.walk.connect import connect
from camillo.knowledge.walk.graph import Edge


def over(edges):
    return lambda nodes: [edges.get(node, []) for node in nodes]


def both_ways(pairs):
    edges = {}
    for one, other, weight in pairs:
        edges.setdefault(one, []).append(Edge(other, weight, "similar"))
        edges.setdefault(other, []).append(Edge(one, weight, "similar"))
    return edges


def cost(way):
    return sum(1.0 - math.log(edge.weight) for _, edge in way if edge is not None)


def by_trying_all(pairs, a, b, hops, nodes):
    """The least cost of any simple way, found by trying each."""
    weight = {}
    for one, other, each in pairs:
        for key in ((one, other), (other, one)):
            weight[key] = max(each, weight.get(key, 0.0))
    best = math.inf
    for size in range(hops):
        for between in itertools.permutations([n for n in range(nodes) if n not in (a, b)], size):
            way = list(itertools.pairwise((a, *between, b)))
            if all(pair in weight for pair in way):
                best = min(best, sum(1.0 - math.log(weight[pair]) for pair in way))
    return best


NODES = 6
PAIRS = st.lists(
    st.tuples(
        st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.floats(0.05, 1.0)
    ).filter(lambda pair: pair[0] != pair[1]),
    max_size=14,
)  # fmt: skip


@given(PAIRS)
def test_the_way_is_the_likeliest_there_is(pairs):
    way = connect(0, 1, over(both_ways(pairs)), NODES)
    expected = by_trying_all(pairs, 0, 1, NODES - 1, NODES)
    assert (way is None) == (expected == math.inf)
    if way is not None:
        assert cost(way) == pytest.approx(expected)
        assert way[0][0] == 0 and way[-1][0] == 1


@given(PAIRS, st.integers(1, 4))
def test_a_way_is_never_longer_than_was_asked_for_and_its_steps_are_edges(pairs, hops):
    edges = both_ways(pairs)
    way = connect(0, 1, over(edges), hops)
    if way is not None:
        assert len(way) - 1 <= hops
        for (one, _), (other, edge) in itertools.pairwise(way):
            assert edge.to == other
            assert other in [each.to for each in edges[one]]


def test_a_cheaper_way_that_is_too_long_is_not_told_for_a_short_one():
    pairs = [(0, 2, 0.25), (0, 3, 1.0), (1, 2, 1.0), (2, 3, 1.0)]
    way = connect(0, 1, over(both_ways(pairs)), 2)
    assert [node for node, _ in way] == [0, 2, 1]


def test_both_ends_may_be_one():
    assert connect("a", "a", over({}), 4) == [("a", None)]


def test_edges_found_from_the_end_are_told_the_other_way():
    edges = {"a": [], 7: [Edge("a", 0.5, "mentions")], "b": [Edge(7, 1.0, "headed")]}
    way = connect("a", "b", over(edges), 4)
    assert [(node, edge and edge.kind) for node, edge in way] == [
        ("a", None),
        (7, "mentioned"),
        ("b", "mentions"),
    ]


def test_a_long_chain_is_found_with_few_reads():
    pairs = [(n, n + 1, 0.5) for n in range(8)] + [(0, 100 + n, 0.4) for n in range(60)]
    reads = []
    edges = both_ways(pairs)

    def neighbours(nodes):
        reads.append(len(nodes))
        return [edges.get(node, []) for node in nodes]

    assert [node for node, _ in connect(0, 8, neighbours, 8)] == list(range(9))
    assert len(reads) < 20
