import random
import threading

import numpy as np
import pytest

from camillo.models import minilm as module
from camillo.models.locate import find_weights
from camillo.models.minilm import TOKEN_LIMIT, Minilm
from camillo.models.quantise import quantise, sign_bits

WORDS = [
    "palace",
    "theatre",
    "memory",
    "GraphQL",
    "switch",
    "dance",
    "banker,",
    "studio?",
    "Kai",
    "我们",
    "2024",
    "-",
    "the",
    "of",
    "run",
]
_DICE = random.Random(7)
TEXTS = [" ".join(_DICE.choices(WORDS, k=_DICE.randint(0, 45))) for _ in range(60)]


def test_meaning_is_nearer_than_wording(minilm):
    question = minilm.query("Which animal barks?")
    near, far = minilm.encode(["A dog makes that sound.", "The tax form is due in May."]).pooled
    assert question.pooled @ near > question.pooled @ far + 0.2


def test_vectors_do_not_depend_on_the_batch_or_the_order(minilm):
    whole = minilm.encode(TEXTS)
    order = list(range(len(TEXTS)))
    _DICE.shuffle(order)
    shuffled = minilm.encode([TEXTS[number] for number in order])
    for at, number in enumerate(order):
        alone = minilm.encode([TEXTS[number]])
        for other, row in ((shuffled, at), (alone, 0)):
            np.testing.assert_array_equal(
                quantise(other.pooled[row]), quantise(whole.pooled[number])
            )
            np.testing.assert_array_equal(other.codes[row], whole.codes[number])


def test_pooled_vectors_have_unit_length(minilm):
    pooled = minilm.encode(TEXTS).pooled
    assert pooled.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(pooled, axis=1), 1, rtol=1e-5)


def test_codes_stand_for_content_tokens_by_the_rule_of_the_static_tier(minilm, static):
    texts = ["Why did the dog bark?", "... the a", "", "naïve GraphQL"]
    codes = minilm.encode(texts).codes
    content = [static.content(cut.ids) for cut in static.cut(texts)]
    assert [each.shape for each in codes] == [(len(pieces), 24) for pieces in content]
    assert codes[0].dtype == np.uint8


def test_a_question_has_a_code_for_each_piece_and_finds_its_own_text(minilm):
    text = "Jon opened a dance studio downtown"
    question = minilm.query(text)
    assert question.codes.shape == (len(question.pieces), 24) == (6, 24)
    np.testing.assert_array_equal(question.bits, sign_bits(question.pooled))
    stored = minilm.encode([text])
    np.testing.assert_array_equal(quantise(question.pooled), quantise(stored.pooled[0]))
    kept = minilm._pieces.is_content[question.pieces]
    np.testing.assert_array_equal(question.codes[kept], stored.codes[0])


def test_the_light_and_the_optimised_session_agree(weights):
    fresh = Minilm(weights)
    light = [fresh.query(text) for text in TEXTS[:12]]
    assert not fresh._optimised
    full = fresh.encode(TEXTS[:12])
    assert fresh._optimised
    for question, pooled in zip(light, full.pooled, strict=True):
        np.testing.assert_allclose(question.pooled, pooled, atol=1e-5)


def test_a_text_beyond_the_limit_is_cut_at_it(minilm):
    long = "dance " * (TOKEN_LIMIT + 300)
    cut = "dance " * TOKEN_LIMIT
    both = minilm.encode([long, cut])
    np.testing.assert_array_equal(both.pooled[0], both.pooled[1])
    assert len(both.codes[0]) == TOKEN_LIMIT
    assert len(minilm.query(long).pieces) == TOKEN_LIMIT


def test_no_texts_and_odd_texts_are_encoded(minilm):
    assert minilm.encode([]).pooled.shape == (0, 384)
    encoded = minilm.encode(["", "\ud800", "\0", "🧠" * 2000])
    assert np.isfinite(encoded.pooled).all()
    assert [len(codes) for codes in encoded.codes][:3] == [0, 0, 0]


def test_batches_hold_texts_of_one_width_and_stay_small():
    lengths = [2, 250, 3, 4, 5, 100, 102, 7, 30] * 40
    batches = list(module._batches(lengths))
    assert sorted(number for batch in batches for number in batch) == list(range(len(lengths)))
    for batch in batches:
        widths = {module._padded(lengths[number]) for number in batch}
        assert len(widths) == 1
        assert len(batch) == 1 or widths.pop() * len(batch) <= 512


def test_a_state_without_direction_is_isolated_and_reported(weights, monkeypatch, caplog):
    broken = Minilm(weights)
    real = broken._run

    def spoiled(batch, rows):
        found = real(batch, rows)
        return [np.full_like(states, np.nan) if len(states) == 3 else states for states in found]

    monkeypatch.setattr(broken, "_run", spoiled)
    encoded = broken.encode(["memory palace", "dog", "theatre of memory"])
    assert not encoded.pooled[1].any()
    assert len(encoded.codes[1]) == 0
    assert encoded.pooled[0].any() and encoded.pooled[2].any()
    assert "text 1" in caplog.text
    with pytest.raises(module.ModelUnavailable, match="no usable vector"):
        broken.query("dog")


def test_threads_share_one_model(weights):
    shared = Minilm(weights)
    expected = Minilm(weights).encode(TEXTS[:8]).pooled
    found: dict[int, np.ndarray] = {}

    def work(number):
        found[number] = (
            shared.encode([TEXTS[number]]).pooled[0]
            if number % 2
            else shared.query(TEXTS[number]).pooled
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(8):
        np.testing.assert_allclose(found[number], expected[number], atol=1e-5)


def test_a_model_that_gives_no_states_is_refused(write_onnx):
    path = write_onnx([("words", np.zeros((2, 3), np.float32))])
    with pytest.raises(module.ModelUnavailable, match=r"model\.onnx"):
        Minilm(find_weights(path)).query("dog")
