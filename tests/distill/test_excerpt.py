import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.excerpt import CUT_MARK, clip, excerpt
from camillo.distill.sentences import sentences


def words(text: str) -> int:
    return len(text.split())


def test_an_excerpt_grows_after_its_sentence_and_then_before_it():
    text = "One two. Three four. Five six. Seven eight."
    spans = sentences(text)
    assert excerpt(text, spans, 1, 4, words) == "Three four. Five six."
    assert excerpt(text, spans, 3, 5, words) == "Five six. Seven eight."
    assert excerpt(text, spans, 1, 100, words) == text


def test_a_sentence_too_long_is_cut_between_words_and_says_so():
    assert clip("alpha beta gamma", 12, len) == "alpha beta…"


def test_a_text_without_blanks_is_cut_between_whole_characters():
    text = "e\u0301" * 50
    kept = clip(text, 10, len).removesuffix(CUT_MARK)
    assert kept and text.startswith(kept) and not unicodedata.combining(text[len(kept)])


@given(st.text(min_size=1), st.integers(0, 30), st.data())
def test_an_excerpt_is_a_stretch_of_its_text_within_the_limit(text, limit, data):
    spans = sentences(text)
    best = data.draw(st.integers(0, len(spans) - 1)) if spans else 0
    told = excerpt(text, spans, best, limit, len)
    assert len(told) <= limit
    assert told.removesuffix(CUT_MARK) in text or told in text
