"""The protobuf wire format, as much of it as reading and patching an ONNX file takes.

Reading checks every length against the bytes that are there and always moves forward: a truncated
or hostile file raises `Malformed`, and never runs on. Source: the protobuf encoding guide.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


class Malformed(Exception):
    """The bytes are no protobuf message of the expected shape."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message.

    ``value`` is that of a varint field, else 0; ``start`` and ``end`` bound the content of the
    other kinds (empty for a varint), and ``at`` is where the whole field begins.
    """

    number: int
    value: int
    at: int
    start: int
    end: int


def fields(data: mmap.mmap, at: int, end: int) -> Iterator[Field]:
    """The fields of the message in ``data[at:end]``, in order.

    Raises:
        Malformed: it is not one.
    """
    while at < end:
        begin = at
        key, at = _varint(data, at, end)
        number, wire = key >> 3, key & 7
        if wire == _VARINT:
            value, at = _varint(data, at, end)
            yield Field(number, value, begin, at, at)
            continue
        if wire == _BYTES:
            length, at = _varint(data, at, end)
        elif wire in (_FIXED64, _FIXED32):
            length = 8 if wire == _FIXED64 else 4
        else:
            raise Malformed(f"wire type {wire} at byte {begin}")
        if length > end - at:
            raise Malformed(f"the field at byte {begin} reaches beyond its message")
        yield Field(number, 0, begin, at, at + length)
        at += length


def numbers(data: mmap.mmap, field: Field, most: int) -> list[int]:
    """Up to ``most`` integers of a repeated field, which may come one by one or packed."""
    if field.start == field.end:
        return [field.value]
    found: list[int] = []
    at = field.start
    while at < field.end and len(found) < most:
        value, at = _varint(data, at, field.end)
        found.append(value)
    return found


def text(data: mmap.mmap, field: Field) -> str:
    """A string field; bytes that are no UTF-8 become replacement characters."""
    return data[field.start : field.end].decode("utf-8", "replace")


def wrapped(number: int, content: bytes) -> bytes:
    """The bytes of a length-delimited field.

    >>> wrapped(1, b"ab").hex()
    '0a026162'
    """
    return header(number, len(content)) + content


def header(number: int, length: int) -> bytes:
    """What stands before the content of a length-delimited field."""
    return _encoded(number << 3 | _BYTES) + _encoded(length)


def _encoded(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _varint(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= end:
            raise Malformed("it ends within a number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise Malformed(f"a number too long at byte {at}")
