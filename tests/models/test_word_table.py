import numpy as np
import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models.locate import find_weights
from camillo.models.onnx_weights import read_weights
from camillo.models.word_table import WordTableEmbedder

INT8, SCALE = "word_embeddings.weight_q", "word_embeddings.weight_scale"


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_near_words_are_nearer_than_far_ones(static):
    query = static.query("dog")
    pieces = np.concatenate([static.query(word).pieces for word in ("dog", "puppy", "tax")])
    same, near, far = static.similarities(query, pieces)[0]
    assert same == pytest.approx(1.0, abs=1e-5)
    assert near > 0.3 > far


def test_bits_are_the_signs_of_the_mean_row_for_any_batch(static):
    texts = ["the quick brown fox", "", "memory palace and theatre", "...", "fox"] * 30
    content = [static.content(cut.ids) for cut in static.cut(texts)]
    bits = static.bits(content)
    assert bits.shape == (150, 48)
    for row in range(5):
        np.testing.assert_array_equal(static.bits([content[row]])[0], bits[row])
        rows = static._table.take(content[row])
        mean = rows.mean(axis=0) if len(rows) else np.zeros(384, np.float32)
        assert (np.unpackbits(bits[row]) != (mean > 0)).sum() <= 1  # one sum may end at zero
    assert not bits[1].any()
    assert not bits[3].any()


def test_texts_longer_than_a_chunk_of_rows_are_pooled_whole(static, monkeypatch):
    from camillo.models import word_table

    content = [static.content(cut.ids) for cut in static.cut(["one two", "", "three " * 50, "x"])]
    whole = static.bits(content)
    monkeypatch.setattr(word_table, "_ROWS_AT_A_TIME", 3)
    np.testing.assert_array_equal(static.bits(content), whole)


def test_no_texts_have_no_bits(static):
    assert static.bits([]).shape == (0, 48)
    assert static.cut([]) == []


def test_a_question_keeps_its_content_pieces(static):
    query = static.query("Why did the dog bark?")
    np.testing.assert_array_equal(query.pieces, static.query("dog bark").pieces)
    assert query.rows.shape == (len(query.pieces), 384)
    np.testing.assert_allclose(np.linalg.norm(query.rows, axis=1), 1, rtol=1e-5)
    assert np.linalg.norm(query.pooled) == pytest.approx(1, abs=1e-5)
    np.testing.assert_array_equal(np.unpackbits(query.bits), query.pooled > 0)


def test_a_question_of_function_words_alone_keeps_them(static):
    assert len(static.query("why is the").pieces) == 3


def test_an_empty_question_has_no_pieces_and_no_direction(static):
    query = static.query("")
    assert len(query.pieces) == 0
    assert not query.pooled.any()
    assert static.similarities(query, np.array([2000], np.uint16)).shape == (0, 1)
    assert static.similarities(static.query("dog"), np.array([], np.uint16)).shape == (1, 0)


def test_a_float_table_gives_what_its_int8_form_gives(static, weights, write_onnx):
    found = read_weights(weights.path, (INT8, SCALE))
    table = found[INT8].astype(np.float32) * found[SCALE]
    path = write_onnx([("embeddings.word_embeddings.weight", table)])
    other = WordTableEmbedder(find_weights(path))
    content = [cut.ids for cut in static.cut(["memory palace", "why GraphQL?"])]
    np.testing.assert_array_equal(other.bits(content), static.bits(content))
    assert other.card.sha256 != static.card.sha256


def test_a_table_of_another_shape_or_none_is_refused(write_onnx):
    small = np.zeros((10, 384), np.float32)
    for name in ("embeddings.word_embeddings.weight", "something.else"):
        with pytest.raises(ModelUnavailable, match="word table"):
            WordTableEmbedder(find_weights(write_onnx([(name, small)])))
