"""What relations are called, in any language."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camillo.domain.knowledge import Act
from camillo.knowledge.facts.vocabulary import DECLARED, built_in, predicate_key


@pytest.mark.parametrize(
    ("name", "known", "turned"),
    [
        ("works at", "works at", False),
        ("Works_At", "works at", False),
        ("worksAt", "works at", False),
        ("就职于", "works at", False),
        ("就職於", "works at", False),
        ("trabalha em", "works at", False),
        ("arbeitet bei", "works at", False),
        ("travaille chez", "works at", False),
        ("employs", "works at", True),
        ("雇用", "works at", True),
        ("首都", "capital of", True),
        ("capital of", "capital of", False),
        ("mother", "parent of", True),
        ("WIFE", "married to", False),
        ("made of cheese", "made of cheese", False),
        ("knows", "knows", False),  # one knows languages and trades too; a friend is a person
        ("认识", "认识", False),
    ],
)
def test_a_name_in_any_language_means_its_relation(name, known, turned):
    found, is_turned = built_in().read(name)
    assert (found.name, is_turned) == (known, turned)


def test_no_name_means_two_relations():
    meant = {}
    for one in built_in():
        for label in (one.name, *one.labels):
            assert meant.setdefault(predicate_key(label), (one.name, False)) == (one.name, False)
        for label in (one.inverse, *one.inverse_labels):
            if label:
                assert meant.setdefault(predicate_key(label), (one.name, True)) == (one.name, True)


def test_every_relation_is_known_in_six_languages_or_says_the_same_in_all():
    from camillo.knowledge.facts.labels import TABLE

    for block in TABLE.strip().split("\n\n"):
        head, *rows = block.split("\n")
        assert {row.partition(":")[0] for row in rows} >= {"pt", "es", "de", "fr", "zh"}, head


@given(st.text(max_size=60))
@example("A\u13a0")
def test_any_name_is_read_and_its_key_is_stable(name):
    key = predicate_key(name)
    assert predicate_key(key) == key
    found, turned = built_in().read(name)
    assert built_in().read(found.name) == (found, False) or turned


def test_what_is_not_known_has_many_values():
    found, _ = built_in().read("collects")
    assert (found.holds, found.inverse_holds, found.symmetric) == ("many", "many", False)


def test_ones_own_predicates_go_before_those_that_came_and_the_last_one_counts():
    def act(number, **told):
        return Act(DECLARED, payload={"name": "likes", **told}, number=number)

    once = built_in().with_own([act(1, holds="one", labels=["adora muito"], inverse="liked by")])
    assert once.read("adora muito")[0].holds == once.read("likes")[0].holds == "one"
    assert once.read("liked by")[1]
    again = built_in().with_own([act(1, holds="one"), act(2, holds="many")])
    assert again.read("likes")[0].holds == "many"
    assert built_in().read("likes")[0].holds == "many"
    assert built_in().with_own([Act(DECLARED, payload={}, redacted=True)]) is built_in()
