import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.tokens import Terms, index_terms, merge


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUserId", ["getuserid", "get", "user", "id"]),
        ("auth_token", ["auth_token", "auth", "token"]),
        ("v2.3.1", ["v2.3.1", "2.3.1", "v2"]),
        ("src/app/Main.java", ["src/app/main.java", "main.java", "main", "java"]),
        ("https://www.example.com/a?b=c", ["www.example.com", "example", "https"]),
        ("E0308", ["e0308"]),
        ("ERR-404", ["err-404", "err", "404"]),
        ("ana.b@mail.org", ["ana.b@mail.org", "mail.org", "ana", "mail"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("C++ and C#", ["c++", "c#"]),
        ("COVID-19", ["covid-19", "covid", "19"]),
        ("O'Brien's", ["o", "brien"]),
        ("l’homme", ["l", "homme"]),
        ("Ｆｕｌｌ ﬁle", ["full", "file"]),
    ],
)
def test_identifiers_are_found_whole_and_in_parts(text, expected):
    assert set(expected) <= set(index_terms(text, "en").terms)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("数据库", ["数据", "据库", "库", "数据库"]),
        ("猫", ["猫"]),
        ("用GraphQL吧", ["用", "graphql", "吧"]),
        ("データベースを移行した", ["データベース", "移行", "行し"]),
        ("데이터베이스를", ["데이터베이스를", "데이", "이터"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ฐานข้อมูล", ["ข้อ", "มูล"]),
        ("שלום", ["שלום"]),
        ("مُحَمَّد", ["~محمد"]),
        ("Ёлка", ["ёлка"]),
        ("café", ["café", "~caf"]),
    ],
)
def test_every_script_gives_its_words(text, expected):
    assert set(expected) <= set(index_terms(text, "fr").terms)


def test_inflections_share_a_class_and_keep_their_form():
    found = index_terms("run running runs", "en").terms
    assert found["run"] + found["~run"] == 3
    assert found["running"] == 1


def test_function_words_are_indexed_but_do_not_lengthen_a_text():
    found = index_terms("the cat is on the mat", "en")
    assert found.terms["the"] == 2
    assert found.length == 2


def test_a_possessive_is_dropped():
    assert set(index_terms("Caroline's", None).terms) == {"caroline"}


@given(st.text())
def test_any_text_has_terms_without_spaces_and_is_read_alike_twice(text):
    found = index_terms(text, "en")
    assert found == index_terms(text, "en")
    assert all(term and not term.isspace() and count > 0 for term, count in found.terms.items())
    assert 0 <= found.length <= max(1, 2 * len(text) * 18)


@given(st.text(alphabet="猫犬日本語学校", min_size=2, max_size=30))
def test_every_two_neighbouring_ideographs_are_a_term(run):
    found = index_terms(run, "zh").terms
    assert all(run[i : i + 2] in found for i in range(len(run) - 1))


@given(st.lists(st.text(alphabet="abAB1_.'- 猫é", max_size=20), max_size=5))
def test_merged_terms_are_those_of_the_texts_added_up(texts):
    together = index_terms(" ".join(texts), "en")
    apart = merge(index_terms(text, "en") for text in texts)
    assert apart == Terms(dict(together.terms), together.length)
