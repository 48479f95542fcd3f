import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from camillo.models.locate import Weights, find_weights
from camillo.models.minilm import Minilm
from camillo.models.wire import wrapped
from camillo.models.word_table import WordTableEmbedder

# Tests that import onnxruntime themselves report nothing to its maker either.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

FUNCTION_WORDS = ("the", "a", "is", "did", "and", "to", "of", "why", "não")
Writer = Callable[..., Path]


def tensor(name: str, array: np.ndarray) -> bytes:
    """An initializer as exporters write it: one-by-one dimensions, raw data."""
    kind = {"float32": 1, "int8": 3, "float64": 11}[str(array.dtype)]
    dims = b"".join(b"\x08" + varint(size) for size in array.shape)
    body = dims + b"\x10" + varint(kind) + wrapped(8, name.encode()) + wrapped(9, array.tobytes())
    return wrapped(5, body)


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


@pytest.fixture
def write_onnx(tmp_path: Path) -> Writer:
    """Writes a model that has these initializers and no operations."""

    def write(tensors: Sequence[tuple[str, np.ndarray]], name: str = "model.onnx") -> Path:
        graph = b"".join(tensor(*each) for each in tensors)
        path = tmp_path / name
        path.write_bytes(b"\x08\x0a" + wrapped(2, b"test") + wrapped(7, graph))
        return path

    return write


@pytest.fixture(scope="session")
def weights() -> Weights:
    return find_weights()


@pytest.fixture(scope="session")
def static(weights: Weights) -> WordTableEmbedder:
    return WordTableEmbedder(weights, FUNCTION_WORDS)


@pytest.fixture(scope="session")
def minilm(weights: Weights) -> Minilm:
    return Minilm(weights, FUNCTION_WORDS)


@pytest.fixture(autouse=True)
def _loud(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
