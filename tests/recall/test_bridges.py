import pytest

from camillo.domain.search import Filters
from camillo.recall.search import Recaller


@pytest.fixture
def films(palace):
    """A film, its director's page, and pages that share words with the question alone."""
    palace.add(
        "Midnight Harvest\nMidnight Harvest is a drama film directed by Oluwaseun Bakare.",
        conversation="film",
    )
    palace.add("Oluwaseun Bakare\nHe was born in Ibadan and studied law.", conversation="director")
    for number in range(60):
        palace.add(
            f"Page {number}\nThe birth town of a director number {number} of some drama film.",
            conversation=f"other {number}",
        )
    return palace


def _search(palace, question, **more):
    return Recaller(palace, None, lambda: None).search(question, Filters(), **more)


def test_the_passage_that_the_best_one_names_comes_with_it(films):
    found = _search(films, "Which town is the director of Midnight Harvest from?", limit=5)
    by_name = {hit.conversation: hit for hit in found.results}
    assert found.results[0].conversation == "film"
    assert by_name["director"].why["bridge_from"] == by_name["film"].id
    assert by_name["director"].why["bridge"] > 0
    assert by_name["director"].why["found_by"] == ["bridge"]


def test_a_conversation_rises_with_its_named_passage(films):
    question = "Which town is the director of Midnight Harvest from?"
    found = _search(films, question, limit=5, group="conversation")
    assert "director" in [hit.conversation for hit in found.results[:3]]


def test_a_name_in_the_question_is_a_bridge_from_it(palace):
    palace.add("Zuni Mountains\nA range in New Mexico.", conversation="page")
    palace.add("The old road through the hills.", conversation="other")
    found = _search(palace, "where are the zuni mountains?", limit=1)
    assert found.results[0].why["bridge_from"] == "question"


def test_a_name_made_of_common_words_brings_next_to_nothing(palace):
    palace.add("Notes\nWhat was decided about the boiler.", conversation="a")
    for number in range(80):
        palace.add(f"these notes are about number {number}", conversation=f"b{number}")
    found = _search(palace, "what do the notes say about the boiler", limit=5)
    titled = next(hit for hit in found.results if hit.conversation == "a")
    assert titled.why.get("bridge", 0.0) < 0.02


def test_without_headings_nothing_is_bridged(palace):
    palace.add("Ana went to Lisbon with Rui Costa.", conversation="a")
    palace.add("Rui Costa likes fish.", conversation="b")
    for hit in _search(palace, "Who went to Lisbon?").results:
        assert "bridge" not in hit.why and "bridge_from" not in hit.why


def test_a_bridge_never_leaves_the_filter(films):
    films.add("Oluwaseun Bakare\nHe also lived in Lagos.", conversation="elsewhere", wing="private")
    found = Recaller(films, None, lambda: None).search(
        "Which town is the director of Midnight Harvest from?", Filters(wing="home"), limit=50
    )
    assert all(hit.wing == "home" for hit in found.results)


def test_bridged_passages_take_no_other_hit_away(films):
    question = "birth town of a director in a drama film"
    found = {hit.id for hit in _search(films, question, limit=100).results}
    assert len(found) >= 60
