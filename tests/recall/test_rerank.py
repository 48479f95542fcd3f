"""Reranking with a real cross-encoder that counts shared words, over the palace in memory."""

import time

import numpy as np
import pytest

from camillo.domain.errors import InvalidInput, ModelUnavailable
from camillo.domain.search import Filters
from camillo.models.cross_encoder import CrossEncoder
from camillo.recall import rerank
from camillo.recall.search import Recaller

WORDS = ("tell", "about", "apples", "red", "green", "yellow", "basket", "the", "in")


class Watched:
    """A real reranker with its calls counted, and slowed down where the test is about time."""

    def __init__(self, folder, seconds=0.0):
        self.model = CrossEncoder(folder)
        self.card, self.limit = self.model.card, self.model.limit
        self.seconds = seconds
        self.read = []

    def score(self, question, texts):
        time.sleep(self.seconds * len(texts))
        self.read += texts
        return self.model.score(question, texts)


@pytest.fixture
def reader(write_cross_encoder):
    return Watched(write_cross_encoder(WORDS))


def recaller(palace, reader):
    return Recaller(palace, None, lambda: None, lambda: reader)


def ask(recaller, question, **rest):
    return recaller.search(question, Filters(), **rest)


def texts(found):
    return [hit.text for hit in found.results]


def fill(palace, count=6):
    """Apples that the first stage cannot tell apart by much; only the last has the word ``the``."""
    for at in range(count):
        palace.add(f"apples {'in ' * at}basket number{at}", conversation=f"c{at}")
    palace.add("the the the the the red apples nobody else counts here now", conversation="last")


def test_without_a_reranker_nothing_is_loaded_or_said(palace):
    fill(palace)
    found = ask(Recaller(palace, None, lambda: None), "the apples", latency_ms=1)
    assert not [flag for flag in found.flags if flag.startswith("rerank")]
    assert "rerank" not in found.results[0].why


def test_a_hit_the_model_prefers_rises_and_says_so(palace, reader):
    fill(palace)
    before = texts(ask(Recaller(palace, None, lambda: None), "the apples"))
    found = ask(recaller(palace, reader), "the apples")
    assert texts(found)[0].startswith("the the the")
    assert not before[0].startswith("the the the")
    assert sorted(texts(found)) == sorted(before)
    why = found.results[0].why
    assert why["rerank"] > 0
    assert why["arms"]["reranker"] == 6.0
    stages = why["fused"] + why["context"] + why["rerank"]
    assert why["rank"] == pytest.approx(stages, abs=1e-5)


def test_the_order_is_half_of_each_stage(palace, reader):
    """Neither stage alone gives this order: it is that of the standard scores added up."""
    fill(palace)
    plain = ask(Recaller(palace, None, lambda: None), "in the apples")
    first = {hit.text: hit.why["rank"] for hit in plain.results}
    second = dict(
        zip(first, reader.model.score("in the apples", list(first)).tolist(), strict=True)
    )
    expected = sorted(first, key=lambda text: -_standard(first)[text] - _standard(second)[text])
    found = ask(recaller(palace, reader), "in the apples")
    assert texts(found) == expected
    assert expected != sorted(first, key=lambda text: -first[text])
    assert expected != sorted(first, key=lambda text: -second[text])


def _standard(scores):
    values = np.array(list(scores.values()))
    return dict(zip(scores, (values - values.mean()) / values.std(), strict=True))


def test_a_first_hit_that_stands_clear_is_left_alone(palace, reader):
    fill(palace)
    palace.add("zanzibar quagga", conversation="a")
    found = ask(recaller(palace, reader), "zanzibar quagga apples")
    ranks = [hit.why["rank"] for hit in found.results]
    assert ranks[0] - ranks[1] >= rerank.CLEAR
    assert (reader.read, found.flags) == ([], ("lexical-only",))


def test_a_single_hit_needs_no_reading(palace, reader):
    palace.add("apples", conversation="a")
    ask(recaller(palace, reader), "apples")
    assert reader.read == []


def test_only_the_pool_is_read_and_stays_above_the_rest(palace, reader):
    for at in range(60):
        palace.add(f"apples {'word ' * (at % 7)}{at}", conversation=f"c{at}")
    plain = texts(ask(Recaller(palace, None, lambda: None), "the apples", limit=60))
    found = texts(ask(recaller(palace, reader), "the apples", limit=60))
    assert reader.read == plain[: rerank.POOL]
    assert set(found[: rerank.POOL]) == set(plain[: rerank.POOL])
    assert found[rerank.POOL :] == plain[rerank.POOL :]


def test_hits_that_all_stood_equal_are_told_apart(palace, reader):
    for word in ("red", "green", "yellow", "blue"):
        palace.add(f"apples {word}", conversation=word)
    found = ask(recaller(palace, reader), "apples")
    assert len({hit.why["rank"] for hit in found.results}) == 1
    reader.model.score = lambda question, texts: np.array(
        [float("green" in text) for text in texts], np.float32
    )
    assert texts(ask(recaller(palace, reader), "apples"))[0] == "apples green"


def test_nothing_passes_an_exact_phrase(palace, reader):
    fill(palace)
    palace.add("one red basket of pears and plums", conversation="p")
    palace.add("the one red basket of pears and plums", conversation="q")
    found = ask(recaller(palace, reader), 'tell about the apples, "one red basket"')
    assert {text[-29:] for text in texts(found)[:2]} == {"red basket of pears and plums"}
    assert len(reader.read) == 2


def test_the_speaker_is_read_with_the_text(palace, reader):
    palace.add("apples in", conversation="a", speaker="Kai")
    palace.add("apples in", conversation="b", speaker="Ana")
    ask(recaller(palace, reader), "apples")
    assert sorted(reader.read) == ["Ana: apples in", "Kai: apples in"]


def test_a_conversation_rises_with_its_best_passage(palace, reader):
    fill(palace)
    before = ask(Recaller(palace, None, lambda: None), "the apples", group="conversation")
    found = ask(recaller(palace, reader), "the apples", group="conversation")
    assert before.results[0].conversation != "last"
    assert found.results[0].conversation == "last"


def test_no_time_to_load_is_said_and_nothing_is_loaded(palace):
    fill(palace)
    loaded = []
    found = ask(
        Recaller(palace, None, lambda: None, lambda: loaded.append(1)), "the apples", latency_ms=50
    )
    assert "rerank-skipped" in found.flags
    assert loaded == []


def test_the_time_given_is_kept_and_what_was_left_out_is_said(palace, write_cross_encoder):
    slow = Watched(write_cross_encoder(WORDS), seconds=0.03)
    fill(palace, 28)
    asked = recaller(palace, slow)
    whole = ask(asked, "the apples", limit=40)
    assert (len(slow.read), "rerank-partial" in whole.flags) == (29, False)
    slow.read.clear()
    part = ask(asked, "the apples", limit=40, latency_ms=400)
    assert 2 <= len(slow.read) <= 13
    assert "rerank-partial" in part.flags
    assert (
        texts(part)[-5:]
        == texts(ask(Recaller(palace, None, lambda: None), "the apples", limit=40))[-5:]
    )
    slow.read.clear()
    none = ask(asked, "the apples", latency_ms=15)
    assert ("rerank-skipped" in none.flags, slow.read) == (True, [])


def test_a_model_that_fails_leaves_the_first_order_and_says_so(palace, reader):
    def fails(question, texts):
        raise ModelUnavailable("the model broke")

    reader.model.score = fails
    fill(palace)
    found = ask(recaller(palace, reader), "the apples")
    assert "rerank-failed" in found.flags
    assert texts(found) == texts(ask(Recaller(palace, None, lambda: None), "the apples"))


def test_a_latency_below_one_is_refused(palace, reader):
    with pytest.raises(InvalidInput, match="0 milliseconds"):
        ask(recaller(palace, reader), "x", latency_ms=0)
