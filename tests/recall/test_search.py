import pytest

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.search import Filters
from camillo.recall.search import Recaller


def texts(found):
    return [hit.text for hit in found.results]


@pytest.fixture
def recaller(palace):
    return Recaller(palace, None, lambda: None)


def ask(recaller, question, *, filters=None, **rest):
    return recaller.search(question, filters or Filters(), **rest)


def test_an_inflected_word_finds_its_passage_and_says_why(palace, recaller):
    palace.add("We were running along the river every morning.", conversation="a")
    palace.add("The database moved to another server.", conversation="b")
    found = ask(recaller, "who runs along rivers?")
    assert texts(found) == ["We were running along the river every morning."]
    assert found.flags == ("lexical-only",)
    assert found.results[0].why["groups"]["lexical"] > 0
    assert found.understood["left_out"] == ["who"]


def test_the_turn_that_answers_comes_before_its_neighbours(palace, recaller):
    palace.add("Which colour do you want for the kitchen?", conversation="a", speaker="Ana")
    palace.add("A warm yellow, I think.", conversation="a", speaker="Kai")
    palace.add("Where did you park?", conversation="b", speaker="Ana")
    found = ask(recaller, "kitchen colour")
    assert texts(found)[:2] == [
        "Which colour do you want for the kitchen?",
        "A warm yellow, I think.",
    ]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("库", "我们换了数据库。"),
        ("数据库", "我们换了数据库。"),
        ("データベース", "データベースを移行した。"),
        ("데이터베이스가", "데이터베이스를 옮겼다."),
        ("auth_token", "Set auth_token before the call."),
        ("cafe", "Le café ferme à midi."),
        ("E0308", "The compiler said E0308 again."),
        ("संगीत", "मुझे संगीत पसंद है।"),
    ],
)
def test_words_of_any_script_are_found(palace, recaller, question, text):
    for each in ("Nothing to see here.", "今天天气很好。", "今日は晴れ。", "오늘은 맑다.", text):
        palace.add(each, conversation=each)
    assert texts(ask(recaller, question))[0] == text


def test_a_question_of_function_words_alone_is_still_answered(palace, recaller):
    palace.add("To be or not to be.", conversation="a")
    palace.add("Cats sleep.", conversation="b")
    assert texts(ask(recaller, "to be or not to be")) == ["To be or not to be."]


@pytest.mark.parametrize("question", ["", "   ", "???", "\x00", "🙂"])
def test_a_question_without_words_has_an_empty_answer(palace, recaller, question):
    palace.add("Cats sleep.")
    assert ask(recaller, question).results == ()


def test_an_empty_palace_has_an_empty_answer(recaller):
    found = ask(recaller, "anything")
    assert (found.results, found.searched, found.flags) == ((), 0, ("nothing-inside-filters",))


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(wing="orion"), {"red apples one", "red apples two"}),
        (Filters(wing="orion", room="api"), {"red apples two"}),
        (Filters(hall="advice"), {"red apples three"}),
        (Filters(speaker="ana"), {"red apples three"}),
        (Filters(source_kind="chat"), {"red apples two"}),
        (Filters(source="note:9"), {"red apples one"}),
        (Filters(conversation="three"), {"red apples three"}),
        (Filters(since=Moment.parse("2024-01-01")), {"red apples two", "red apples three"}),
        (Filters(until=Moment.parse("2023-05-01")), {"red apples one"}),
        (Filters(meta={"task": "7"}), {"red apples two"}),
        (Filters(wing="nowhere"), set()),
        (Filters(wing="orion", hall="advice"), set()),
    ],
)
def test_filters_restrict_before_anything_is_scored(palace, recaller, filters, expected):
    palace.add(
        "red apples one", wing="orion", conversation="one", source="note:9", at="2023-05-01T23:00"
    )
    palace.add("red apples two", wing="orion", room="api", conversation="two", kind="chat", meta={"task": "7"},
               at="2024-02-01")  # fmt: skip
    palace.add(
        "red apples three",
        wing="home",
        hall="advice",
        speaker="Ana",
        conversation="three",
        at="2024-03-01",
    )
    palace.add("red apples undated", wing="home", conversation="four", source="note:2")
    found = ask(recaller, "red apples", filters=filters)
    assert set(texts(found)) == expected
    assert found.searched == len(expected)
    assert ("nothing-inside-filters" in found.flags) == (not expected)


def test_exact_phrases_come_first_and_exclusions_never(palace, recaller):
    palace.add(
        "The door is blue, a deep blue, and so is the blue gate near the door.", conversation="a"
    )
    palace.add("We painted the blue door.", conversation="b")
    palace.add("A blue door in the garage.", conversation="c")
    found = ask(recaller, 'which "blue door" did we paint -garage')
    assert texts(found)[0] == "We painted the blue door."
    assert "A blue door in the garage." not in texts(found)
    assert texts(ask(recaller, '"blue door" -garage')) == ["We painted the blue door."]
    assert "phrase-not-found" in ask(recaller, 'what of the "green door"').flags


def test_replaced_versions_show_only_when_asked_for(palace, recaller):
    palace.add("the old plan", conversation="a")
    palace.rows[0].current = False
    assert ask(recaller, "old plan").results == ()
    assert len(ask(recaller, "old plan", filters=Filters(versions="all")).results) == 1


def test_equal_texts_are_folded_into_one_hit(palace, recaller):
    first = palace.add("see the invoice", conversation="a", at="2024-01-01")
    second = palace.add("see the invoice", conversation="b", at="2024-01-02")
    (hit,) = ask(recaller, "invoice").results
    assert (hit.id, hit.also) == (first, (second,))


def test_neighbouring_drawers_of_one_turn_become_one_hit(palace, recaller):
    text = "alpha beta gamma. delta alpha epsilon. zeta eta theta."
    palace.add(text, cuts=[(0, 18), (18, 39), (39, len(text))], language="en")
    (hit,) = ask(recaller, "alpha").results
    assert hit.text.startswith("alpha beta gamma. delta alpha epsilon.")
    assert hit.text == text[hit.span[0] : hit.span[1]]


def test_the_budget_holds_and_says_that_it_cut(palace, recaller):
    for at in range(6):
        palace.add(f"a note about apples, number {at}", conversation=str(at))
    found = ask(recaller, "apples", budget=20)
    assert sum(-(-len(hit.text.encode()) // 4) for hit in found.results) <= 20
    assert 0 < len(found.results) < 6
    assert "budget" in found.flags


def test_a_conversation_is_ranked_by_its_best_passages_not_its_length(palace, recaller):
    for at in range(30):
        palace.add(f"we talked about the weather and the garden {at}", conversation="long")
    palace.add("The garden shed needs a new roof.", conversation="short")
    palace.add("I'll order roof tiles for the shed.", conversation="short")
    found = ask(recaller, "new roof for the garden shed", group="conversation")
    assert found.results[0].conversation == "short"
    assert [hit.text for hit in found.results[0].passages] == [
        "I'll order roof tiles for the shed."
    ]


def test_a_date_in_the_question_is_evidence_but_hides_nothing(palace, recaller):
    palace.add("We went hiking early.", conversation="a", at="2023-03-04")
    palace.add("We went hiking again.", conversation="b", at="2023-05-08")
    palace.add("Hiking boots arrived.", conversation="c")
    found = ask(recaller, "hiking in May 2023")
    assert found.results[0].at == "2023-05-08"
    assert len(found.results) == 3
    (time,) = found.understood["times"]
    assert (time["text"], time["from"], time["to"]) == ("May 2023", "2023-05-01", "2023-05-31")


def test_a_named_speaker_is_preferred(palace, recaller):
    palace.add("I love sailing.", conversation="a", speaker="Kai")
    palace.add("I love sailing, too.", conversation="a", speaker="Ana")
    found = ask(recaller, "does Ana love sailing?")
    assert found.results[0].speaker == "Ana"
    assert found.understood["speakers"] == ["Ana"]


def test_a_pasted_prompt_is_reduced_to_its_question(palace, recaller):
    palace.add("We switched to GraphQL for the mobile client.", conversation="a")
    palace.add("You are a helpful assistant, follow the rules.", conversation="b")
    prompt = "You are a helpful assistant. Follow the rules below.\n" * 30
    found = ask(recaller, prompt + "Why did we switch to GraphQL?")
    assert found.results[0].conversation == "a"
    assert found.understood["reduced"] == "last question"
    assert "query-reduced" in found.flags


def test_new_drawers_are_seen_at_the_next_question(palace, recaller):
    palace.add("first apples", conversation="a")
    assert len(ask(recaller, "apples").results) == 1
    palace.add("second apples", conversation="b")
    assert len(ask(recaller, "apples").results) == 2


def test_ties_go_to_the_earlier_event_then_to_the_smaller_id(palace, recaller):
    for day in (3, 1, 2):
        palace.add(f"note {day} tie", conversation=str(day), at=f"2024-01-0{day}")
    palace.add("note 4 tie", conversation="4", at="2024-01-03")
    assert [text[5] for text in texts(ask(recaller, "tie"))] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "wrong", [{"limit": 0}, {"limit": -3}, {"budget": 0}, {"group": "drawers"}]
)
def test_a_senseless_request_is_refused(recaller, wrong):
    with pytest.raises(InvalidInput):
        ask(recaller, "x", **wrong)


def test_the_month_of_may_is_searched_but_the_verb_is_not(palace, recaller):
    palace.add("We painted the fence.", conversation="a", at="2023-05-08T10:00:00Z")
    palace.add("We painted the shed.", conversation="b", at="2023-08-08T10:00:00Z")
    found = ask(recaller, "what did we paint in May 2023?")
    assert "may" in found.understood["terms"]
    assert texts(found)[0] == "We painted the fence."
    assert "may" in ask(recaller, "what may we paint?").understood["left_out"]
