import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.walk.push import push

TOLERANCE = 1e-10


def over(edges):
    return lambda nodes: [edges.get(node, []) for node in nodes]


def power_iteration(edges, size, seeds, damping):
    """The same walk, written down densely: a node without edges stays where it is."""
    step = np.zeros((size, size))
    for node in range(size):
        leaving = edges.get(node, [])
        for other, weight in leaving:
            step[other, node] += weight / sum(each for _, each in leaving)
        if not leaving:
            step[node, node] = 1.0
    start = np.zeros(size)
    for node, weight in seeds.items():
        start[node] = weight / sum(seeds.values())
    found = start.copy()
    for _ in range(400):
        found = (1 - damping) * start + damping * step @ found
    return found


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 14))
    node = st.integers(0, size - 1)
    weight = st.floats(0.05, 5)
    rows = draw(st.lists(st.tuples(node, node, weight), max_size=50))
    edges = {}
    for one, other, each in rows:
        edges.setdefault(one, []).append((other, each))
    seeds = draw(st.dictionaries(node, weight, min_size=1))
    return edges, size, seeds


@given(graphs(), st.sampled_from([0.15, 0.5, 0.85]))
def test_push_equals_a_dense_power_iteration(graph, damping):
    edges, size, seeds = graph
    found = push(seeds, over(edges), damping=damping, tolerance=TOLERANCE)
    expected = power_iteration(edges, size, seeds, damping)
    got = [found.score.get(node, 0.0) for node in range(size)]
    assert got == pytest.approx(expected, abs=1e-6)


@given(graphs(), st.sampled_from([1e-2, 1e-4, 1e-8]), st.integers(0, 60))
def test_no_mass_is_made_or_lost_however_early_it_ends(graph, tolerance, most):
    edges, _, seeds = graph
    found = push(seeds, over(edges), damping=0.5, tolerance=tolerance, most=most)
    assert sum(found.score.values()) + found.left == pytest.approx(1.0, abs=1e-9)
    assert found.pushes <= most


@given(graphs())
def test_the_same_graph_gives_the_same_floats_in_the_same_order(graph):
    edges, _, seeds = graph
    runs = [push(seeds, over(edges), damping=0.5, tolerance=1e-6) for _ in range(2)]
    assert list(runs[0].score.items()) == list(runs[1].score.items())


def test_a_looser_tolerance_costs_fewer_pushes():
    edges = {node: [((node + step) % 200, 1.0) for step in (1, 7, 50)] for node in range(200)}
    counts = [
        push({0: 1.0}, over(edges), damping=0.85, tolerance=tolerance).pushes
        for tolerance in (1e-2, 1e-3, 1e-4)
    ]
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_each_round_reads_the_graph_once_and_no_node_twice():
    edges = {node: [(node + 1, 1.0), (node + 2, 1.0)] for node in range(40)}
    calls = []

    def read(nodes):
        calls.append(list(nodes))
        return [edges.get(node, []) for node in nodes]

    push({0: 1.0}, read, damping=0.5, tolerance=1e-6)
    asked = [node for call in calls for node in call]
    assert len(asked) == len(set(asked))
    assert len(calls) < 20


def test_seeds_without_weight_are_none():
    assert push({}, over({}), damping=0.5, tolerance=1e-6).score == {}
    assert push({1: 0.0}, over({}), damping=0.5, tolerance=1e-6).score == {}


def _lattice(nodes, reach=5):
    """A real adjacency of ``2 * reach * nodes`` edges: each node knows those nearest to it on a ring."""
    steps = np.array([step for step in range(-reach, reach + 1) if step])
    table = (np.arange(nodes)[:, None] + steps) % nodes
    return lambda wanted: [[(int(one), 1.0) for one in table[node]] for node in wanted]


@pytest.mark.slow
def test_cost_is_that_of_the_neighbourhood_from_ten_thousand_edges_to_a_million():
    pushes, seconds = [], []
    for edges in (10_000, 100_000, 1_000_000):
        nodes = edges // 10
        read = _lattice(nodes)
        best = 1e9
        for _ in range(3):
            start = time.thread_time()
            found = push({nodes // 2: 1.0}, read, damping=0.85, tolerance=1e-5)
            best = min(best, time.thread_time() - start)
        pushes.append(found.pushes)
        seconds.append(best)
    assert pushes[0] == pushes[1] == pushes[2] > 100
    assert max(seconds) < 3 * min(seconds)
