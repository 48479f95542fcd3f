"""A real cross-encoder, small enough to build in a test: its logit counts shared words."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

CrossEncoderWriter = Callable[..., Path]


@pytest.fixture
def write_cross_encoder(tmp_path: Path) -> CrossEncoderWriter:
    """Writes a folder with an ONNX cross-encoder over these words, and its tokenizer.

    Each word is a one-hot row of the embedding table; the logit of a pair is the dot product of
    its two sides' counts. With two ``classes`` the logits are minus and plus half of that.
    """

    def write(words: Sequence[str], *, classes: int = 1, name: str = "reranker") -> Path:
        import onnx

        folder = tmp_path / name
        folder.mkdir()
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *sorted(set(words))]
        table = np.eye(len(vocabulary), dtype=np.float32)
        table[:4] = 0
        onnx.save(_model(table, classes), folder / "model.onnx")
        _tokenizer(vocabulary).save(str(folder / "tokenizer.json"))
        (folder / "config.json").write_text(json.dumps({"max_position_embeddings": 66}))
        return folder

    return write


def _model(table: np.ndarray, classes: int):
    from onnx import TensorProto, helper, numpy_helper

    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(one, TensorProto.INT64, ["n", "k"]) for one in names]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", classes])
    spread = np.array([[1.0]] if classes == 1 else [[-0.5, 0.5]], np.float32)
    weights = {
        "table": table,
        "spread": spread,
        "last": np.array([-1], np.int64),
        "words": np.array([1], np.int64),
        "sides": np.array([1], np.int64),
    }
    steps = [
        ("Gather", ["table", "input_ids"], "rows"),
        ("Cast", ["attention_mask"], "mask", {"to": TensorProto.FLOAT}),
        ("Cast", ["token_type_ids"], "second", {"to": TensorProto.FLOAT}),
        ("Mul", ["mask", "second"], "in_text"),
        ("Sub", ["mask", "in_text"], "in_question"),
        ("Unsqueeze", ["in_text", "last"], "text_column"),
        ("Unsqueeze", ["in_question", "last"], "question_column"),
        ("Mul", ["rows", "text_column"], "text_rows"),
        ("Mul", ["rows", "question_column"], "question_rows"),
        ("ReduceSum", ["text_rows", "words"], "text", {"keepdims": 0}),
        ("ReduceSum", ["question_rows", "words"], "question", {"keepdims": 0}),
        ("Mul", ["text", "question"], "shared"),
        ("ReduceSum", ["shared", "sides"], "count", {"keepdims": 1}),
        ("MatMul", ["count", "spread"], "logits"),
    ]
    nodes = [helper.make_node(op, into, [out], **dict(*rest)) for op, into, out, *rest in steps]
    constants = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    graph = helper.make_graph(nodes, "shared-words", inputs, [output], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def _tokenizer(vocabulary: Sequence[str]):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    known = {word: number for number, word in enumerate(vocabulary)}
    made = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return made
