import hashlib
import json

import numpy as np
import pytest

from camillo.domain.errors import ModelUnavailable
from camillo.models.cross_encoder import CrossEncoder
from camillo.models.wire import wrapped

WORDS = ["why", "did", "we", "choose", "graphql", "kafka", "for", "the", "app", "lunch"]


@pytest.mark.parametrize("classes", [1, 2])
def test_a_text_that_shares_more_words_scores_higher(write_cross_encoder, classes):
    model = CrossEncoder(write_cross_encoder(WORDS, classes=classes))
    texts = ["lunch for the app", "graphql", "we choose graphql for the app", "nothing at all"]
    scores = model.score("why choose graphql for the app", texts)
    assert scores.dtype == np.float32
    assert scores.tolist() == [3.0, 1.0, 5.0, 0.0]


def test_scores_come_in_the_order_given_whatever_the_lengths(write_cross_encoder):
    model = CrossEncoder(write_cross_encoder(WORDS))
    texts = [" ".join(["graphql"] * (number * 7 % 50)) for number in range(150)]
    assert model.score("graphql", texts).tolist() == [number * 7 % 50 for number in range(150)]


def test_the_card_names_the_bytes_that_run(write_cross_encoder):
    folder = write_cross_encoder(WORDS, classes=2)
    card = CrossEncoder(folder).card
    assert card.sha256 == hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    assert (card.tier, card.dimension) == ("reranker", 2)


def test_a_model_in_the_onnx_folder_is_found(write_cross_encoder):
    folder = write_cross_encoder(WORDS)
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert CrossEncoder(folder).score("kafka", ["kafka"]).tolist() == [1.0]


def test_no_texts_have_no_scores(write_cross_encoder):
    assert CrossEncoder(write_cross_encoder(WORDS)).score("kafka", []).shape == (0,)


def test_marks_written_in_a_text_are_text(write_cross_encoder):
    model = CrossEncoder(write_cross_encoder(WORDS))
    # Were "[SEP]" the model's own mark, the words behind it would still count; "[PAD]" would not.
    pair = model._pairs("why [SEP] kafka", ["[CLS] graphql"])[0]
    assert [pair.ids.count(mark) for mark in (2, 3)] == [1, 2]


def test_pairs_are_cut_to_what_the_model_holds(write_cross_encoder):
    model = CrossEncoder(write_cross_encoder(WORDS))
    pair = model._pairs("kafka " * 500, ["graphql " * 500])[0]
    assert len(pair.ids) == 64
    assert {0, 1} == set(pair.type_ids)


@pytest.mark.parametrize(
    "text", ["", "\ud800 graphql", "\x00graphql", "🙂 graphql", "graphql" * 900]
)
def test_any_text_has_a_score(write_cross_encoder, text):
    assert np.isfinite(CrossEncoder(write_cross_encoder(WORDS)).score(text, [text, text])).all()


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_folder_without_one_of_its_files_is_refused(write_cross_encoder, missing):
    folder = write_cross_encoder(WORDS)
    (folder / missing).unlink()
    with pytest.raises(ModelUnavailable, match="cannot read"):
        CrossEncoder(folder)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.onnx", b""),
        ("model.onnx", b"no model at all"),
        ("model.onnx", b"\x08\x0a" + wrapped(7, b"")),
        ("model.onnx", bytes(range(256)) * 40),
        ("tokenizer.json", b""),
        ("tokenizer.json", b"\xff\xfe"),
        ("tokenizer.json", b"{}"),
        ("tokenizer.json", b'{"model": {"type": "WordLevel", "vocab": [], "unk_token": 3}}'),
        ("config.json", b"{"),
    ],
)
def test_files_of_another_kind_are_refused_by_name(write_cross_encoder, name, content):
    folder = write_cross_encoder(WORDS)
    (folder / name).write_bytes(content)
    with pytest.raises(ModelUnavailable, match="reranker is no usable cross-encoder"):
        CrossEncoder(folder)


def test_a_truncated_model_is_refused_wherever_it_ends(write_cross_encoder):
    folder = write_cross_encoder(WORDS)
    whole = (folder / "model.onnx").read_bytes()
    for end in range(1, len(whole) - 40, 97):
        (folder / "model.onnx").write_bytes(whole[:end])
        with pytest.raises(ModelUnavailable):
            CrossEncoder(folder)


def test_a_model_of_another_shape_is_refused(write_cross_encoder):
    import onnx

    folder = write_cross_encoder(WORDS)
    whole = onnx.load(folder / "model.onnx")
    for change, complaint in ((_other_input, "its inputs are"), (_other_output, "first output")):
        model = onnx.ModelProto()
        model.CopyFrom(whole)
        change(model.graph)
        onnx.save(model, folder / "model.onnx")
        with pytest.raises(ModelUnavailable, match=complaint):
            CrossEncoder(folder)


def _other_input(graph):
    for node in graph.node:
        node.input[:] = ["pixels" if one == "input_ids" else one for one in node.input]
    graph.input[0].name = "pixels"


def _other_output(graph):
    graph.output[0].name = "rows"
    del graph.output[0].type.tensor_type.shape.dim[:]


def test_words_the_model_has_no_rows_for_are_a_refusal_and_no_crash(write_cross_encoder):
    folder = write_cross_encoder(WORDS)
    described = json.loads((folder / "tokenizer.json").read_text())
    described["model"]["vocab"]["kafka"] = 1 << 30
    (folder / "tokenizer.json").write_text(json.dumps(described))
    with pytest.raises(ModelUnavailable, match="no usable cross-encoder"):
        CrossEncoder(folder).score("kafka", ["kafka"])


def test_weights_outside_the_model_file_are_not_read(write_cross_encoder, tmp_path):
    import onnx

    folder = write_cross_encoder(WORDS)
    model = onnx.load(folder / "model.onnx")
    onnx.save(
        model, folder / "model.onnx", save_as_external_data=True, location="rest", size_threshold=0
    )
    assert (folder / "rest").stat().st_size > 0
    with pytest.raises(ModelUnavailable):
        CrossEncoder(folder)
