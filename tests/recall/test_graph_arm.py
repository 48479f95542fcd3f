"""The graph arm over real palaces: what hangs together rises with its path, and hides nothing."""

import pytest
from benchmarks.ablation import without

from camillo import Palace

DIRECTOR = "Which town is the director of Midnight Harvest from?"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo", light=True) as opened:
        yield opened


@pytest.fixture
def films(palace):
    """A film, its director's page, and pages that share words with the question alone."""
    palace.add(
        "Midnight Harvest\nMidnight Harvest is a drama film directed by Oluwaseun Bakare.",
        wing="home",
        conversation="film",
    )
    palace.add(
        "Oluwaseun Bakare\nHe was born in Ibadan and studied law.",
        wing="home",
        conversation="director",
    )
    for number in range(40):
        palace.add(
            f"Page {number}\nThe birth town of a director number {number} of some drama film.",
            wing="home",
            conversation=f"other {number}",
        )
    return palace


def test_the_page_that_the_best_passage_names_comes_with_it_and_tells_the_way(films):
    found = films.search(DIRECTOR, limit=5)
    by_name = {hit.conversation: hit for hit in found.results}
    film, director = by_name["film"], by_name["director"]
    assert found.results[0] is film
    assert director.why["graph"] > 0
    first, *_, last = director.why["path"]
    assert first in (
        {"by": "search", "passage": film.id},
        {"by": "question", "entity": "midnight harvest"},
    )
    assert last == {"by": "headed", "passage": director.id}
    assert {"by": "mentions", "entity": "oluwaseun bakare"} in director.why["path"]


def test_a_conversation_rises_with_its_named_passage(films):
    found = films.search(DIRECTOR, limit=5, group="conversation")
    assert "director" in [hit.conversation for hit in found.results[:3]]


def test_without_the_graph_nothing_leads_to_the_page(films):
    with without(["graph"]):
        found = films.search(DIRECTOR, limit=20)
    assert "director" not in [hit.conversation for hit in found.results]
    assert all("graph" not in hit.why and "path" not in hit.why for hit in found.results)


def test_a_page_that_the_question_names_in_small_letters_rises_by_its_name(palace):
    palace.add("Zuni Mountains\nA range in New Mexico.", wing="home", conversation="page")
    for number in range(20):
        palace.add(f"Of zuni crafts, and where mountains are on map {number}: where the old road ends.",
                   wing="home", conversation=f"other {number}")  # fmt: skip
    hits = palace.search(
        "where are the zuni mountains on the map, and where does the road end?", limit=30
    ).results
    page = next(hit for hit in hits if hit.conversation == "page")
    assert page.why["path"] == [
        {"by": "question", "entity": "zuni mountains"},
        {"by": "headed", "passage": page.id},
    ]


def test_no_path_leaves_the_filter(films):
    films.add("Oluwaseun Bakare\nHe also lived in Lagos.", wing="private", conversation="elsewhere")
    private = films.search("Lagos", wing="private").results[0].id
    for hit in films.search(DIRECTOR, wing="home", limit=100).results:
        assert hit.wing == "home"
        assert private not in [step.get("passage") for step in hit.why.get("path", [])]


def test_the_graph_may_raise_and_never_hides(films):
    question = "birth town of a director in a drama film"
    with without(["graph"]):
        plain = {hit.id for hit in films.search(question, limit=200).results}
    assert plain <= {hit.id for hit in films.search(question, limit=200).results}


def test_nothing_passes_the_best_passage_by_the_graph_alone(films):
    with without(["graph"]):
        best = films.search(DIRECTOR, limit=1).results[0]
    found = films.search(DIRECTOR, limit=40)
    assert found.results[0].id == best.id
    lifted = [hit for hit in found.results if hit.why.get("graph")]
    assert all(hit.why["fused"] + hit.why["graph"] <= 0.95 * best.why["fused"] + 1e-5
               for hit in lifted)  # fmt: skip


def test_a_link_made_by_hand_leads_to_what_no_word_of_the_question_finds(palace):
    palace.add("The kitchen plan for the flat.", wing="home", conversation="plan")
    palace.add("Oak, beech and walnut samples.", wing="home", conversation="wood")
    for number in range(30):
        palace.add(
            f"Shopping list {number}: milk and bread.", wing="home", conversation=f"x{number}"
        )
    hits = palace.search("kitchen plan for the flat", limit=50).results
    ids = {hit.conversation: hit.id for hit in hits}
    wood = palace.search("walnut samples", limit=1).results[0].id
    palace.links.make(ids["plan"], wood, kind="references", reason="the wood for the plan")
    found = {hit.conversation: hit for hit in palace.search("kitchen plan for the flat").results}
    assert found["wood"].why["path"] == [
        {"by": "search", "passage": ids["plan"]},
        {"by": "references", "passage": wood},
    ]


def test_a_forgotten_page_leads_nowhere(films):
    director = next(h for h in films.search(DIRECTOR).results if h.conversation == "director")
    films.forget([director.id])
    for hit in films.search(DIRECTOR, limit=100).results:
        assert director.id not in [step.get("passage") for step in hit.why.get("path", [])]


@pytest.mark.parametrize("question", ["?", "«»", "[[", "the", "我", " ".join(["Bakare"] * 900)])
def test_questions_that_name_nothing_or_too_much_are_answered_all_the_same(films, question):
    films.search(question)
