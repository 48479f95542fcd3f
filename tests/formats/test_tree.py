"""Trees of messages: every node is in exactly one line, and a line goes from parent to child."""

from hypothesis import given
from hypothesis import strategies as st

from camillo.formats.tree import lines, uncycle


@st.composite
def forests(draw):
    size = draw(st.integers(1, 12))
    parents = [draw(st.integers(-1, size - 1)) for _ in range(size)]
    ranks = [float(rank) for rank in draw(st.permutations(range(size)))]
    return parents, ranks, draw(st.integers(-1, size - 1))


@given(forests())
def test_every_node_is_in_one_line_and_each_follows_its_parent(forest):
    parents, ranks, stop = forest
    before = list(parents)
    cut = uncycle(parents)
    assert all(
        parents[node] == (-1 if node in cut else before[node]) for node in range(len(parents))
    )
    found = lines(parents, ranks, stop)
    assert sorted(node for line in found for node in line.nodes) == list(range(len(parents)))
    for line in found:
        first, rest = line.nodes[0], line.nodes[1:]
        assert line.visible == (parents[first] < 0)
        assert [parents[node] for node in rest] == line.nodes[:-1]


@given(forests())
def test_the_line_of_the_current_node_is_visible_and_ends_there(forest):
    parents, ranks, stop = forest
    uncycle(parents)
    (line,) = (
        (line for line in lines(parents, ranks, stop) if stop in line.nodes)
        if stop >= 0
        else (None,)
    )
    if line is not None:
        assert line.visible and line.nodes[-1] == stop


@given(forests())
def test_without_a_current_node_each_tree_shows_the_way_to_its_highest_rank(forest):
    parents, ranks, _ = forest
    uncycle(parents)
    roots = {}
    for node in range(len(parents)):
        root = node
        while parents[root] >= 0:
            root = parents[root]
        roots.setdefault(root, []).append(node)
    shown = {line.nodes[0]: line.nodes for line in lines(parents, ranks) if line.visible}
    for root, nodes in roots.items():
        assert max(nodes, key=ranks.__getitem__) in shown[root]
