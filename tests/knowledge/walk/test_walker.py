"""Walks over real palaces: what is lent, over which edges, how far, and at what cost."""

import pytest

from camillo import Palace
from camillo.knowledge.entities.registry import Names
from camillo.knowledge.walk.graph import HUB
from camillo.knowledge.walk.paths import likeliest, steps_to
from camillo.knowledge.walk.walker import PalaceWalker, names_of
from camillo.ports.graph import Ground, Step

ANYWHERE = Ground(inside=lambda drawers: drawers, beside=lambda drawer: ())


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo", light=True) as opened:
        yield opened


@pytest.fixture
def ask(palace):
    """Walks from a question and from drawers by number, with a walker of its own."""

    def walked(question, *drawers, ground=ANYWHERE):
        with palace._store.snapshot() as snapshot:
            return PalaceWalker(Names())(question, dict.fromkeys(drawers, 1.0), ground, snapshot)

    return walked


def fill(palace, *texts, **more):
    """Adds texts, each a conversation of its own; drawers are numbered from 1 in a fresh palace."""
    for number, text in enumerate(texts):
        palace.add(text, wing="home", conversation=f"c{number}", **more)


def test_a_walk_goes_from_a_passage_over_a_name_to_its_page(palace, ask):
    fill(palace, "We hired Ana Kova for the barn.", "Ana Kova\nBuilds roofs.", "Nothing else.")
    walked = ask("who works on the barn", 1)
    assert walked.named[2] > 0.05
    assert 3 not in walked.named and 3 not in walked.alike
    assert walked.path(2) == (
        Step("search", 1),
        Step("mentions", entity="ana kova"),
        Step("headed", 2),
    )


def test_a_name_without_a_page_joins_the_passages_that_mention_it_loosely(palace, ask):
    fill(palace, "We met Ana Kova.", "Then Ana Kova left for Rome.", "A third of nobody.")
    walked = ask("whom did we meet", 1)
    assert walked.alike[2] > 0 and not walked.named.get(2)
    assert walked.path(2)[-1] == Step("mentioned", 2)


def test_what_leaves_a_passage_and_comes_straight_back_is_not_lent_to_it(palace, ask):
    fill(palace, "Ana Kova\nAna Kova builds roofs.", "We hired Ana Kova.")
    walked = ask("roofs", 1)
    assert walked.named.get(1, 0.0) < 0.2 * walked.alike[2]


def test_a_name_in_too_many_passages_leads_nowhere(palace, ask):
    fill(palace, *(f"Then Ana Kova did task {number}." for number in range(HUB + 2)))
    walked = ask("what did Ana Kova do", 1)
    assert not walked.named and not walked.alike


def test_names_that_were_joined_by_hand_are_one_on_the_way(palace, ask):
    fill(palace, "We met Lovelace.", "Then we saw Ada King at noon.", "Nothing.")
    assert 2 not in ask("whom did we meet", 1).alike
    palace.entities.merge("Lovelace", into="Ada King")
    assert ask("whom did we meet", 1).alike[2] > 0


def test_a_claim_leads_to_what_it_speaks_of_and_says_so(palace, ask):
    fill(palace, "Ana Kova works at Orion Labs.", "The gate of Orion Labs is green.")
    walked = ask("Where does Ana Kova earn her money?")
    assert walked.alike[2] > 0
    said = [step.says for step in walked.path(2) if step.by == "fact"]
    assert not said or said == ["works at"]


def test_a_question_begins_at_the_longest_of_its_names(palace):
    fill(palace, "New York City\nA town.", "We went to New York City by train.",
         "New York is a state.", "In New York we ate.")  # fmt: skip
    with palace._store.snapshot() as snapshot:
        graph = PalaceWalker(Names()).graph(snapshot)
        assert names_of("how big is New York City?", graph, snapshot) == ["new york city"]


def test_a_heading_of_one_everyday_word_lends_less_than_a_name_does(palace, ask):
    fill(palace, "Notes\nWhat was decided.", "Orion Labs\nWhat was decided.",
         *(f"these notes are about number {number}" for number in range(40)))  # fmt: skip
    assert ask("what do the notes say").named.get(1, 0.0) < 0.3 * ask("orion labs").named[2]


def test_a_walk_never_steps_outside(palace, ask):
    fill(palace, "We hired Ana Kova.", "Ana Kova\nBuilds roofs.")
    ground = Ground(inside=lambda drawers: [d for d in drawers if d != 2], beside=lambda d: ())
    walked = ask("who was hired", 1, ground=ground)
    assert 2 not in walked.named and 2 not in walked.alike and walked.path(2) == ()


def test_the_way_to_a_passage_never_begins_at_itself(palace, ask):
    fill(palace, "We hired Ana Kova.", "Ana Kova\nBuilds roofs.")
    walked = ask("who was hired", 1, 2)
    assert walked.path(2)[0] == Step("search", 1)


def test_a_new_drawer_is_seen_by_the_next_walk(palace):
    walker = PalaceWalker(Names())
    fill(palace, "We hired Ana Kova.", "Of other things.")
    with palace._store.snapshot() as snapshot:
        assert not walker("who was hired", {1: 1.0}, ANYWHERE, snapshot).named
    palace.add("Ana Kova\nBuilds roofs.", wing="home", conversation="new")
    with palace._store.snapshot() as snapshot:
        assert walker("who was hired", {1: 1.0}, ANYWHERE, snapshot).named[3] > 0


def test_chinese_names_are_walked_over(palace, ask):
    fill(palace, "昨天我和《三体》的作者吃饭。", "《三体》是一部小说。", "今天下雨。")
    walked = ask("昨天和谁吃饭", 1)
    assert walked.alike[2] > 0


def test_a_palace_of_nothing_lends_nothing(palace, ask):
    assert not ask("anything at all").named


def test_ways_over_parallel_edges_are_the_same_each_time():
    from camillo.knowledge.walk.graph import Edge

    edges = {1: [Edge(2, 0.3, "similar"), Edge(2, 0.3, "caused_by")], 2: [Edge(1, 0.3, "similar")]}
    ways = [steps_to(2, likeliest({1: 1.0}, edges)) for _ in range(3)]
    assert ways[0] == ways[1] == ways[2] == (Step("search", 1), Step("caused_by", 2))
