import pytest

from camillo.text.groups import query_groups, required_terms
from camillo.text.pieces import chunks, pieces
from camillo.text.stems import stem_class
from camillo.text.stops import all_function_words, function_words
from camillo.text.tokens import index_terms

# Auxiliaries and question words that an English question does not ask for.
ENGLISH = (
    "what when where which who whom whose why how did does do has have had would could should might about your my "
    "a an and are as at be but by for if in into is it no not of on or such that the their then there"
)


def test_english_question_words_are_left_out():
    assert set(ENGLISH.split()) <= function_words("en")
    assert query_groups("What did she paint?", ["en"]).left_out == ("what", "did", "she")


def test_a_function_word_that_is_a_date_is_asked_for():
    asked = query_groups("what happened in May 2023", ["en"], frozenset({"may"}))
    assert [group.word for group in asked.groups] == ["happened", "may", "2023"]
    assert "may" in query_groups("may I ask", ["en"]).left_out


def test_words_of_one_stem_are_asked_for_once():
    assert [g.word for g in query_groups("run running runs", ["en"]).groups] == ["run"]


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "She was painting", "painted"),
        ("pt", "as casas antigas", "casa antiga"),
        ("es", "las canciones", "canción"),
        ("de", "die Häuser der Städte", "Haus Stadt"),
        ("fr", "les chevaux galopaient", "galoper"),
        ("ru", "мы купили новые книги", "книга"),
        ("ar", "الكتاب", "كتاب"),
        ("hi", "लड़कियों", "लड़की"),
        ("ko", "데이터베이스를", "데이터베이스"),
        ("ja", "移行した", "移行"),
        ("zh", "把数据库迁移了", "数据库"),
        ("th", "ฐานข้อมูลใหม่", "ฐานข้อมูล"),
    ],
)
def test_an_inflected_word_shares_a_term_with_its_question(language, told, asked):
    terms = set(index_terms(told, language).terms)
    groups = query_groups(asked, [language]).groups
    assert any(terms & set(one) for group in groups for one in group.alternatives)


def test_a_phrase_asks_only_for_terms_its_texts_must_have():
    for text, phrase in [
        ("我们的数据库很慢", "数据库"),
        ("see src/app.py now", "app.py"),
        ("a-b c", "b c"),
    ]:
        assert set(required_terms(phrase)) <= set(index_terms(text, None).terms)


def test_function_words_of_all_languages_are_short_lists():
    assert {"the", "der", "que", "что", "的"} <= all_function_words()
    assert "computer" not in all_function_words()


def test_unknown_languages_keep_the_word():
    assert stem_class("walking", None) == stem_class("walking", "xx") == "walking"


def test_the_longest_words_are_indexed_by_their_beginning():
    (piece,) = pieces(chunks("x" * 5000)[0])
    assert piece.term == "x" * 64
