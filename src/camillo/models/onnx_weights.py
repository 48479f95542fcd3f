"""Named weights out of an ONNX file, read in place.

An ONNX file is one protobuf message. This walks the few fields that lead to the graph's
initializers and maps their bytes, so that an 11 MB table costs nothing until its rows are read.
Every length is checked against the bytes that are there: a truncated or hostile file is refused.
Source of the field numbers: ``onnx.proto3`` of the ONNX project.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable

_MODEL_GRAPH = 7
_GRAPH_INITIALIZER = 5
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 8, 9
_DTYPES: dict[int, np.dtype[np.generic]] = {1: np.dtype("<f4"), 3: np.dtype("i1")}
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_MOST_DIMENSIONS = 8


class _Malformed(Exception):
    """The bytes are no protobuf message of the expected shape."""


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of a message: its number, and its value or where its bytes lie."""

    number: int
    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Tensor:
    """Where one initializer lies in the file."""

    name: str
    kind: int
    shape: tuple[int, ...]
    start: int
    end: int


def read_weights(path: Path, wanted: tuple[str, ...]) -> dict[str, NDArray[np.generic]]:
    """The initializers whose names end with one of ``wanted``, by that ending.

    The arrays are read-only views of the mapped file (float32 or int8, possibly unaligned); endings
    that no initializer has are left out.

    Raises:
        ModelUnavailable: the file cannot be read, is no ONNX file, or a wanted tensor is stored in
            a way other than raw float32 or int8.
    """
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise ModelUnavailable(f"cannot read {path}: {error}", "give a readable file") from error
    found: dict[str, NDArray[np.generic]] = {}
    try:
        for tensor in _tensors(data):
            for ending in wanted:
                if tensor.name.endswith(ending):
                    found[ending] = _view(data, tensor)
    except _Malformed as error:
        raise ModelUnavailable(
            f"{path} is no ONNX file that can be read: {error}",
            "give the unchanged ONNX file of all-MiniLM-L6-v2",
        ) from error
    return found


def _view(data: mmap.mmap, tensor: _Tensor) -> NDArray[np.generic]:
    dtype = _DTYPES.get(tensor.kind)
    if dtype is None:
        raise _Malformed(f"{tensor.name} has the element type {tensor.kind}")
    count = 1
    for size in tensor.shape:
        count *= size
    if count * dtype.itemsize != tensor.end - tensor.start or count == 0:
        raise _Malformed(f"{tensor.name} does not hold as many bytes as its shape says")
    return np.frombuffer(data, dtype, count, tensor.start).reshape(tensor.shape)


def _tensors(data: mmap.mmap) -> Iterator[_Tensor]:
    for top in _fields(data, 0, len(data)):
        if top.number != _MODEL_GRAPH:
            continue
        for inner in _fields(data, top.start, top.end):
            if inner.number == _GRAPH_INITIALIZER:
                yield _tensor(data, inner.start, inner.end)


def _tensor(data: mmap.mmap, start: int, end: int) -> _Tensor:
    name, kind, shape = "", 0, []
    raw = (0, 0)
    for field in _fields(data, start, end):
        if field.number == _TENSOR_DIMS:
            shape += _numbers(data, field)
        elif field.number == _TENSOR_TYPE:
            kind = field.value
        elif field.number == _TENSOR_NAME:
            name = data[field.start : field.end].decode("utf-8", "replace")
        elif field.number == _TENSOR_RAW:
            raw = (field.start, field.end)
        if len(shape) > _MOST_DIMENSIONS:
            raise _Malformed("a tensor with too many dimensions")
    return _Tensor(name, kind, tuple(shape), *raw)


def _numbers(data: mmap.mmap, field: _Field) -> list[int]:
    """A repeated integer field, which may come one by one or packed."""
    if field.start == field.end:
        return [field.value]
    numbers: list[int] = []
    at = field.start
    while at < field.end and len(numbers) <= _MOST_DIMENSIONS:
        value, at = _varint(data, at, field.end)
        numbers.append(value)
    return numbers


def _fields(data: mmap.mmap, at: int, end: int) -> Iterator[_Field]:
    """The fields of one message, in order; every step moves forward, so it ends."""
    while at < end:
        key, at = _varint(data, at, end)
        number, wire = key >> 3, key & 7
        if wire == _VARINT:
            value, at = _varint(data, at, end)
            yield _Field(number, value, at, at)
            continue
        if wire == _BYTES:
            length, at = _varint(data, at, end)
        elif wire in (_FIXED64, _FIXED32):
            length = 8 if wire == _FIXED64 else 4
        else:
            raise _Malformed(f"wire type {wire} at byte {at}")
        if length > end - at:
            raise _Malformed(f"a field at byte {at} reaches beyond its message")
        yield _Field(number, 0, at, at + length)
        at += length


def _varint(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= end:
            raise _Malformed("it ends within a number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _Malformed(f"a number too long at byte {at}")
