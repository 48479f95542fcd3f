"""Vectors from an endpoint: a real server on this machine, whose vectors are sums of words' directions."""

import hashlib
import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo.domain.errors import BadAnswer, CamilloError, ModelOffline
from camillo.models import probes
from camillo.models.endpoint import Endpoint
from camillo.models.quantise import to_vectors
from camillo.models.remote_embedder import (
    Centres,
    RemoteEmbedder,
    card_of,
    load_centres,
    probed,
    project,
    save_centres,
)
from camillo.models.vectors import read_vectors


@pytest.fixture
def make(api):
    """Makes embedders of the server, probing it first."""
    made, spent = [], []

    def embedder(name="words", *, redact=lambda text: text, seconds=2.0):
        endpoint = Endpoint(api.url)
        made.append(endpoint)
        centres = probed(endpoint, name, seconds=5.0, redact=redact, spent=spent.append)
        return RemoteEmbedder(
            endpoint, name, centres,
            seconds=seconds, patience=5.0, redact=redact, spent=spent.append,
        )  # fmt: skip

    embedder.spent = spent
    yield embedder
    for one in made:
        one.close()


def test_two_requests_tell_dimension_and_centre(api, make):
    api.answers(lambda exchange: exchange.embed(100))
    embedder = make()
    assert (embedder.card.name, embedder.card.dimension) == ("words", 100)
    assert [one.body["input"] for one in api.asked] == [list(probes.TEXTS), list(probes.QUESTIONS)]
    assert api.asked[0].path == "/v1/embeddings"
    assert len(set(probes.TEXTS)) == len(set(probes.QUESTIONS)) == 32


@pytest.mark.parametrize("dimension", [8, 100, 384, 1_536])
def test_vectors_of_any_dimension_become_what_is_stored(api, make, dimension):
    api.answers(lambda exchange: exchange.embed(dimension))
    embedder = make()
    encoded = embedder.encode(["the green lantern", "a red harbour", "the green lantern"])
    assert encoded.pooled.shape == (3, dimension)
    assert np.allclose(np.linalg.norm(encoded.pooled, axis=1), 1, atol=1e-5)
    first, _, third = to_vectors([1, 2, 3], encoded)
    assert (first.bits.shape, first.codes.shape) == ((48,), (0, 24))
    assert np.array_equal(first.bits, third.bits)
    assert embedder.query("lantern").bits.shape == (48,)


def test_what_all_vectors_share_is_taken_off(api, make):
    def leaning(text):
        from_words = np.random.default_rng(len(text)).standard_normal(64)
        return from_words + 40.0

    api.answers(lambda exchange: exchange.embed(vector=leaning))
    texts = [("x" * size) for size in range(40, 60)]
    pooled = make().encode(texts).pooled
    cosines = (pooled @ pooled.T)[np.triu_indices(len(texts), 1)]
    assert abs(float(cosines.mean())) < 0.1


def test_signs_keep_what_is_near_near():
    noise = np.random.default_rng(5)
    rows = noise.standard_normal((300, 1_000)).astype(np.float32)
    near = rows[7] + 0.6 * noise.standard_normal(1_000).astype(np.float32)
    bits = project(np.vstack([rows, near]))
    off = np.unpackbits(bits[:-1] ^ bits[-1], axis=1).sum(1)
    assert int(off.argmin()) == 7
    angle = np.arccos(rows[7] @ near / np.linalg.norm(rows[7]) / np.linalg.norm(near))
    assert off[7] / 384 == pytest.approx(angle / np.pi, abs=0.08)


def test_the_projection_is_the_stream_it_is_said_to_be():
    stream = b"".join(
        hashlib.sha256(b"camillo directions 1" + number.to_bytes(4, "big")).digest()
        for number in range(5)
    )
    told = project(np.eye(3, 500, dtype=np.float32))
    assert [row.tobytes() for row in told] == [stream[at : at + 48] for at in (0, 48, 96)]


def test_texts_go_in_batches_with_the_models_own_prefix_and_without_secrets(api, make):
    api.answers(lambda exchange: exchange.embed(8))
    embedder = make("nomic-embed-text", redact=lambda text: text.replace("hunter2", "[secret]"))
    texts = [f"text {number} hunter2" for number in range(70)]
    assert embedder.encode(texts).pooled.shape == (70, 8)
    sent = [one.body["input"] for one in api.asked[2:]]
    assert [len(batch) for batch in sent] == [32, 32, 6]
    assert sent[2][5] == "search_document: text 69 [secret]"
    embedder.query("hunter2?")
    assert api.asked[-1].body["input"] == ["search_query: [secret]?"]


def test_empty_and_odd_texts_are_sent_as_something_a_server_takes(api, make):
    api.answers(lambda exchange: exchange.embed(8))
    assert make().encode(["", " \n", "a\ud800b", "x" * 20_000]).pooled.shape == (4, 8)
    assert [text[:3] for text in api.asked[-1].body["input"]] == [".", ".", "a?b", "xxx"]
    assert len(api.asked[-1].body["input"][3]) == 8_000


def test_another_name_is_another_model():
    assert card_of("a", 8) != card_of("b", 8) != card_of("b", 16)
    assert card_of("a", 8) == card_of("a", 8)


def test_a_question_is_not_waited_for_longer_than_it_may_take(api, make, bad_servers):
    api.answers(
        lambda exchange: exchange.embed(8), lambda exchange: exchange.embed(8), bad_servers["hang"]
    )
    with pytest.raises(ModelOffline, match="in time"):
        make(seconds=0.3).query("lantern")


def test_other_vectors_than_before_are_refused(api, make):
    api.answers(lambda e: e.embed(8), lambda e: e.embed(8), lambda e: e.embed(16))
    with pytest.raises(BadAnswer, match="16 numbers, not 8"):
        make().encode(["lantern"])


def test_a_text_the_server_refuses_is_a_bad_answer(api, make):
    api.answers(lambda e: e.embed(8), lambda e: e.embed(8), lambda e: e.send(400, "{}"))
    with pytest.raises(BadAnswer, match="refuses texts"):
        make().encode(["lantern"])


def test_what_it_took_is_counted(api, make):
    api.answers(lambda exchange: exchange.embed(8))
    make().query("a lantern")
    assert [one.calls for one in make.spent] == [1, 1, 1]
    assert (make.spent[-1].read, make.spent[-1].cost) == (2, None)


def test_centres_last_and_damaged_ones_are_not_believed(tmp_path):
    path = tmp_path / "deep" / "centres.npy"
    assert load_centres(path) is None
    centres = Centres(np.ones(9, np.float32), np.zeros(9, np.float32))
    save_centres(path, centres)
    found = load_centres(path)
    assert found is not None and np.array_equal(found.texts, centres.texts)
    for damage in (b"", b"\x93NUMPY", path.read_bytes()[:-4]):
        path.write_bytes(damage)
        assert load_centres(path) is None
    np.save(path, np.full((2, 9), np.nan, np.float32))
    assert load_centres(path) is None


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"data": []},
        {"data": [{"index": 0, "embedding": [1.0] * 8}]},
        {"data": [{"index": 0, "embedding": ["1"] * 8}, {"index": 1, "embedding": [1.0] * 8}]},
        {"data": [{"index": 0, "embedding": [1.0] * 8}, {"index": 1, "embedding": [1.0] * 9}]},
        {"data": [{"index": 0, "embedding": [1e999] * 8}, {"index": 1, "embedding": [1.0] * 8}]},
        {"data": [{"index": 0, "embedding": [1.0] * 3}, {"index": 1, "embedding": [1.0] * 3}]},
        {"data": [{"index": 0, "embedding": "AAAA"}, {"index": 1, "embedding": "AAAA"}]},
        {"data": [{"index": [], "embedding": [1.0] * 8}]},
    ],
)
def test_vectors_that_are_none_are_refused(answer):
    with pytest.raises(BadAnswer):
        read_vectors(json.dumps(answer).encode(), 2, None)


def test_vectors_come_in_the_order_of_their_texts():
    data = [{"index": at, "embedding": [float(at)] * 8} for at in (1, 0)]
    found = read_vectors(json.dumps({"data": data}).encode(), 2, 8)
    assert (found.rows[:, 0].tolist(), found.read) == ([0.0, 1.0], None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=60)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["data", "index", "embedding", "usage"]), inner, max_size=4
            )
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode())
)
def test_garbage_is_an_error_with_a_name(body):
    try:
        found = read_vectors(body, 1, None)
    except CamilloError:
        return
    assert found.rows.shape[0] == 1
