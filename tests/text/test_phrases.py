import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.phrases import contains, parse


@pytest.mark.parametrize(
    ("question", "wanted", "excluded"),
    [
        ('the "blue door" please', ("blue door",), ()),
        ("“blue door” «old gate» 「青い扉」", ("blue door", "old gate", "青い扉"), ()),
        ('doors -garage -"old gate"', (), ("garage", "old gate")),
        ("run rm -rf on the well-known host", (), ()),
        ("pytest --verbose -x", (), ()),
        ('5" pipe', (), ()),
    ],
)
def test_phrases_and_exclusions_are_told_from_ordinary_text(question, wanted, excluded):
    found = parse(question)
    assert (found.wanted, found.excluded) == (wanted, excluded)


def test_a_phrase_is_proved_on_the_text():
    assert contains("THE BLUE\n  door", "blue door")
    assert contains("我们的数据库很慢", "数据库")
    assert not contains("bluedoor", "blue door")
    assert not contains("indoors", "door")
    assert contains("see src/app.py:", "app.py")


@given(st.text(), st.text())
def test_any_question_parses_and_any_text_is_searched(text, phrase):
    parse(text)
    assert contains(text, phrase) in (True, False)


@given(st.text(alphabet="abc déж ", min_size=1))
def test_every_text_contains_itself(text):
    assert contains(text, text) or not text.strip()
