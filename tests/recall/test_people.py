import pytest

from camillo.domain.search import Filters
from camillo.recall.catalogue import load
from camillo.recall.mentions import spoken_as
from camillo.recall.people import roles, speakers
from camillo.recall.search import Recaller


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what did I say about the roof?", ("user",)),
        ("Did I ever mention my dog?", ("user",)),
        ("tell me what I wrote", ("user",)),
        ("我说过什么", ("user",)),
        ("o que eu disse sobre o telhado?", ("user",)),
        ("¿qué dije sobre el tejado?", ("user",)),
        ("was habe ich über das Dach gesagt?", ("user",)),
        ("qu'est-ce que j'ai dit du toit ?", ("user",)),
        ("what did you say I should read?", ("assistant",)),
        ("the book that you told me about", ("assistant",)),
        ("What did Claude suggest?", ("assistant",)),
        ("what was your recommendation?", ("assistant",)),
        ("did the assistant say so?", ("assistant",)),
        ("你建议我用什么数据库", ("assistant",)),
        ("助手推荐了什么", ("assistant",)),
        ("o que você sugeriu?", ("assistant",)),
        ("¿qué me aconsejaste?", ("assistant",)),
        ("was hast du vorgeschlagen?", ("assistant",)),
        ("qu'as-tu suggéré ?", ("assistant",)),
        ("I told you about it, what did you suggest?", ("user", "assistant")),
        ("can you list the files?", ()),
        ("Who told Ana?", ()),
        ("where is the wind from?", ()),
        ("What did Ana suggest?", ()),
        ("", ()),
    ],
)
def test_who_spoke_is_understood(question, expected):
    assert roles(question) == expected


def named(palace, question):
    catalogue = load(palace, None)
    return {catalogue.labels[number] for number in speakers(question, catalogue)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("does melanie like tea?", {"Melanie Jones"}),
        ("what are Mel's plans?", {"Melanie Jones"}),
        ("小明喜欢什么", {"小明"}),
        ("did Bo and Melanie meet?", {"Bo", "Melanie Jones"}),
        ("how do I add a user, assistant?", set()),
        ("Bob's house", set()),
        ("the melody", set()),
    ],
)
def test_speakers_are_named_in_full_by_first_name_or_short_form(palace, question, expected):
    for name in ("Melanie Jones", "Bo", "小明", "user", "assistant", ""):
        palace.add("hello", speaker=name, conversation=name)
    assert named(palace, question) == expected


def test_a_month_in_a_date_names_no_speaker(palace):
    palace.add("I sailed in spring.", speaker="May", conversation="a")
    palace.add("I sailed in spring.", speaker="Kai", conversation="a")
    recaller = Recaller(palace, None, lambda: None)
    assert "speakers" not in recaller.search("who sailed in May 2023?", Filters()).understood
    assert recaller.search("where did May sail?", Filters()).understood["speakers"] == ["May"]


def test_the_role_that_is_asked_for_is_preferred_and_hides_nothing(palace):
    palace.add("A boat of oak.", role="user", conversation="a")
    palace.add("A boat of oak!", role="assistant", conversation="a")
    recaller = Recaller(palace, None, lambda: None)
    for question, first in (
        ("what did I say of the boat", "user"),
        ("your advice: boat", "assistant"),
    ):
        found = recaller.search(question, Filters())
        assert next(hit.role for hit in found.results) == first
        assert len(found.results) == 2
        assert found.results[0].why["role"] == 0.05


def test_a_role_that_a_whole_conversation_has_says_nothing(palace):
    palace.add("one", role="user", conversation="a")
    palace.add("two", role="user", conversation="a")
    palace.add("three", role="user", conversation="b")
    palace.add("four", role="assistant", conversation="b")
    catalogue = load(palace, None)
    rows = catalogue.rows(catalogue.columns.drawer)
    assert spoken_as(["user"], rows, catalogue).tolist() == [0, 0, 1, 0]
