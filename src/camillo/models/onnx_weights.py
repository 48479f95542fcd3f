"""Named weights out of an ONNX file, read in place.

An ONNX file is one protobuf message. This walks the few fields that lead to the graph's
initializers and maps their bytes, so that an 11 MB table costs nothing until its rows are read.
Source of the field numbers: ``onnx.proto3`` of the ONNX project.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable
from camillo.models.wire import Malformed, fields, numbers, text

MODEL_GRAPH = 7
_GRAPH_INITIALIZER = 5
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 8, 9
_DTYPES: dict[int, np.dtype[np.generic]] = {1: np.dtype("<f4"), 3: np.dtype("i1")}
_MOST_DIMENSIONS = 8


@dataclass(frozen=True, slots=True)
class _Tensor:
    """Where one initializer lies in the file."""

    name: str
    kind: int
    shape: tuple[int, ...]
    start: int
    end: int


def mapped(path: Path) -> mmap.mmap:
    """The file's bytes, mapped read-only.

    Raises:
        ModelUnavailable: it cannot be opened or is empty.
    """
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise ModelUnavailable(
            f"cannot read the model {path}: {error}", "give the path of an ONNX file"
        ) from error


def refusal(path: Path, reason: object) -> ModelUnavailable:
    """The error for a file that opens but is no model that can be used."""
    return ModelUnavailable(
        f"{path} is no usable ONNX file: {reason}",
        "give the unchanged ONNX file of all-MiniLM-L6-v2, float32 or with int8 weights",
    )


def read_weights(path: Path, wanted: tuple[str, ...]) -> dict[str, NDArray[np.generic]]:
    """The initializers whose names end with one of ``wanted``, by that ending.

    The arrays are read-only views of the mapped file (float32 or int8, possibly unaligned); endings
    that no initializer has are left out.

    Raises:
        ModelUnavailable: the file cannot be read, is no ONNX file, or a wanted tensor is stored in
            a way other than raw float32 or int8.
    """
    data = mapped(path)
    found: dict[str, NDArray[np.generic]] = {}
    try:
        for tensor in _tensors(data):
            for ending in wanted:
                if tensor.name.endswith(ending):
                    found[ending] = _view(data, tensor)
    except Malformed as error:
        raise refusal(path, error) from error
    return found


def _view(data: mmap.mmap, tensor: _Tensor) -> NDArray[np.generic]:
    dtype = _DTYPES.get(tensor.kind)
    if dtype is None:
        raise Malformed(f"{tensor.name} has the element type {tensor.kind}")
    count = 1
    for size in tensor.shape:
        count *= size
    if count * dtype.itemsize != tensor.end - tensor.start or count == 0:
        raise Malformed(f"{tensor.name} does not hold as many bytes as its shape says")
    return np.frombuffer(data, dtype, count, tensor.start).reshape(tensor.shape)


def _tensors(data: mmap.mmap) -> Iterator[_Tensor]:
    for top in fields(data, 0, len(data)):
        if top.number != MODEL_GRAPH:
            continue
        for inner in fields(data, top.start, top.end):
            if inner.number == _GRAPH_INITIALIZER:
                yield _tensor(data, inner.start, inner.end)


def _tensor(data: mmap.mmap, start: int, end: int) -> _Tensor:
    name, kind, shape, raw = "", 0, list[int](), (0, 0)
    for field in fields(data, start, end):
        if field.number == _TENSOR_DIMS:
            shape += numbers(data, field, _MOST_DIMENSIONS + 1)
        elif field.number == _TENSOR_TYPE:
            kind = field.value
        elif field.number == _TENSOR_NAME:
            name = text(data, field)
        elif field.number == _TENSOR_RAW:
            raw = (field.start, field.end)
        if len(shape) > _MOST_DIMENSIONS:
            raise Malformed("a tensor with too many dimensions")
    return _Tensor(name, kind, tuple(shape), *raw)
