import time
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import ModelUnavailable
from camillo.models import pieces
from camillo.models.pieces import WordPieces

PLAIN = WordPieces()


def spelled(words: WordPieces, text: str) -> list[str]:
    return [words._tokenizer.id_to_token(int(number)) for number in words.cut(text).ids]


def test_offsets_point_at_what_was_cut():
    text = "Ａ naïve 🧠 GraphQL-switch, 我们 2024"
    cut = PLAIN.cut(text)
    found = [text[start:end] for start, end in zip(cut.starts, cut.ends, strict=True)]
    assert "naïve" in found
    assert "我" in found
    assert "Graph" in found or "graph" in "".join(found).lower()
    assert all(found)


@given(st.text(max_size=300))
def test_any_text_is_cut_in_order_and_inside_itself(text):
    cut = PLAIN.cut(text)
    assert len(cut.ids) == len(cut.starts) == len(cut.ends)
    assert (cut.starts <= cut.ends).all()
    assert (np.diff(cut.starts) >= 0).all()
    assert not len(cut.ids) or (cut.starts[0] >= 0 and cut.ends[-1] <= len(text))


def test_lone_surrogates_and_nuls_do_not_move_what_follows():
    text = "a\ud800b\0c word"
    cut = PLAIN.cut(text)
    assert text[cut.starts[-1] : cut.ends[-1]] == "word"


def test_a_long_text_is_cut_as_its_parts_are(monkeypatch):
    text = "memory palace, kept word for word! " * 60
    whole = PLAIN.cut(text)
    monkeypatch.setattr(pieces, "_STRETCH", 64)
    parts = PLAIN.cut(text)
    for name in ("ids", "starts", "ends"):
        np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name))


def test_a_long_text_without_white_space_is_cut_to_its_end(monkeypatch):
    monkeypatch.setattr(pieces, "_STRETCH", 64)
    cut = PLAIN.cut("我" * 1000)
    assert len(cut.ids) == 1000
    assert cut.ends[-1] == 1000


def test_only_the_beginning_of_a_huge_text_is_read_for_few_pieces():
    huge = "word " * 2_000_000
    begin = time.process_time()
    assert len(PLAIN.ids(huge, 254)) == 254
    assert time.process_time() - begin < 3


def test_content_is_neither_special_nor_punctuation_nor_a_function_word():
    words = WordPieces(["Why", "the", "für", "a_b", "", "did"])
    cut = words.cut("Why did the palace ... für, 我 € [SEP] (remember)?")
    kept = [words._tokenizer.id_to_token(int(i)) for i in cut.ids[words.is_content[cut.ids]]]
    assert kept == ["palace", "我", "sep", "remember"]


def test_marks_of_the_model_in_a_text_are_text():
    assert not set(PLAIN.cut("[CLS] [SEP] [PAD] [MASK] [UNK]").ids) & {0, 100, 101, 102, 103}


def test_every_single_character_that_is_a_sign_is_no_content():
    for number in range(30_522):
        piece = PLAIN._tokenizer.id_to_token(number)
        if len(piece) == 1:
            assert 999 <= number < 1996
            assert PLAIN.is_content[number] == (unicodedata.category(piece)[0] not in "PS"), piece
        elif number >= 1996:
            assert PLAIN.is_content[number]


def test_a_changed_tokenizer_is_refused(monkeypatch):
    monkeypatch.setattr(pieces, "TOKENIZER_SHA256", "0" * 64)
    pieces.load_tokenizer.cache_clear()
    with pytest.raises(ModelUnavailable, match="install Camillo again"):
        WordPieces()
