"""Traces over real palaces."""

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo", light=True) as opened:
        for number, text in enumerate(
            (
                "We hired Ana Kova for the barn.",
                "Then Ana Kova came with her cousin Bela Toth.",
                "It was Bela Toth who sold us the Orion Mill.",
                "Nothing hangs together with this.",
            )
        ):
            opened.add(text, wing="farm", conversation=f"c{number}", at=f"2024-01-0{number + 1}")
        yield opened


def kinds(trace):
    return [(step.by, step.entity or step.text) for step in trace.steps]


def test_two_names_hang_together_over_the_texts_that_name_both(palace):
    trace = palace.trace("Ana Kova", "Orion Mill")
    assert [step.entity for step in trace.steps] == ["ana kova", "", "bela toth", "", "orion mill"]
    assert trace.steps[1].text.startswith("Then Ana Kova")
    assert trace.steps[3].at == "2024-01-03"
    assert all(step.cite and step.text for step in trace.steps)
    assert trace.hops == 4


def test_the_same_way_back(palace):
    there, back = palace.trace("Ana Kova", "Orion Mill"), palace.trace("orion mill", "ana kova")
    assert [step.id for step in there.steps] == [step.id for step in reversed(back.steps)]


def test_a_shorter_leash_finds_nothing(palace):
    assert palace.trace("Ana Kova", "Orion Mill", hops=2) is None


def test_texts_are_named_by_their_ids(palace):
    first = palace.search("hired for the barn", limit=1).results[0].id
    last = palace.search("sold us the mill", limit=1).results[0].id
    trace = palace.trace(first, last, hops=6)
    assert (trace.steps[0].id, trace.steps[-1].id) == (first, last)
    assert "bela toth" in [step.entity for step in trace.steps]


def test_a_fact_stated_by_hand_is_a_step_and_a_retracted_one_is_none(palace):
    stated = palace.facts.add("Ana Kova", "owns", "Orion Mill")
    trace = palace.trace("Ana Kova", "Orion Mill")
    assert [(step.by, step.entity) for step in trace.steps] == [
        ("", "ana kova"),
        ("fact", "orion mill"),
    ]
    assert trace.steps[1].says == "Ana Kova owns Orion Mill"
    palace.facts.retract(stated.fact.id)
    assert palace.trace("Ana Kova", "Orion Mill").hops == 4


def test_a_fact_that_was_read_in_a_text_cites_its_words(palace):
    palace.add("Zora Lind works at Vega Labs.", wing="farm", conversation="job")
    steps = palace.trace("Zora Lind", "Vega Labs", hops=1).steps
    assert [step.by for step in steps] == ["", "fact"]
    assert all(step.text == "Zora Lind works at Vega Labs" for step in steps)
    assert all(palace.get(step.cite).text == step.text for step in steps)


def test_a_link_made_by_hand_is_a_step(palace):
    hits = {hit.conversation: hit.id for hit in palace.search("Ana hired nothing together").results}
    palace.links.make(hits["c0"], hits["c3"], kind="references")
    trace = palace.trace(hits["c0"], hits["c3"])
    assert [step.by for step in trace.steps] == ["", "references"]


def test_an_entity_that_is_everywhere_can_still_be_asked_about(palace):
    for number in range(80):
        palace.add(f"And Ana Kova did task {number}.", wing="farm", conversation=f"t{number}")
    palace.add("Then Ana Kova went to Lisbon Port.", wing="farm", conversation="trip")
    trace = palace.trace("Ana Kova", "Lisbon Port")
    assert "Lisbon Port" in trace.steps[1].text


def test_what_was_forgotten_is_on_no_path(palace):
    middle = palace.trace("Ana Kova", "Orion Mill").steps[1].id
    palace.forget([middle])
    trace = palace.trace("Ana Kova", "Orion Mill", hops=8)
    assert trace is None or middle not in [step.id for step in trace.steps]


def test_a_thing_and_itself_are_one_step(palace):
    assert palace.trace("Ana Kova", "ana kova").hops == 0


@pytest.mark.parametrize("name", ["Nobody Here", "?", "", "a" * 24 + ":0-5", "x:y", "\x00"])
def test_what_the_palace_does_not_know_is_named(palace, name):
    with pytest.raises((NotFound, InvalidInput)):
        palace.trace(name, "Ana Kova")


@pytest.mark.parametrize("hops", [0, 9, -1])
def test_hops_out_of_range_are_refused(palace, hops):
    with pytest.raises(InvalidInput, match="hops"):
        palace.trace("Ana Kova", "Orion Mill", hops=hops)
