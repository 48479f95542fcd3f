"""JSON Lines as a stream of records: one bad line is one problem, and the rest goes on."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from camillo.domain.report import Problem

#: A longer line is refused whole, never cut: the longest seen in the wild hold 100 MB of images.
LINE_LIMIT = 256 << 20

_SPARE = 60
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Record:
    """One line that holds JSON: its number (from 1), where it starts (bytes), its text and value."""

    number: int
    start: int
    text: str
    value: object


def records(stream: BinaryIO, where: str, limit: int = LINE_LIMIT) -> Iterator[Record | Problem]:
    r"""Read every line that is JSON; a line that is not becomes a Problem with its number.

    Empty lines are passed over. A byte order mark is allowed in front of the first line. A last line without a
    line break is read like any other, so a line that is still being written is a Problem now and a
    record the next time.

    >>> import io
    >>> [one.value for one in records(io.BytesIO(b'{"a": 1}\n\n[2]'), "x.jsonl")]
    [{'a': 1}, [2]]
    """
    start = 0
    for number, raw in enumerate(_lines(stream, limit), 1):
        if raw == b"\n":
            start += 1
            continue
        line = f"{where}:{number}"
        if len(raw) > limit:
            yield Problem(line, f"the line is longer than {limit} bytes", "split the record")
            start += _skip_line(stream, raw)
            continue
        read = _record(raw.removeprefix(_BOM) if number == 1 else raw, number, start, line)
        start += len(raw)
        if read is not None:
            yield read


def record_at(stream: BinaryIO, start: int, number: int, where: str) -> Record | Problem:
    """Read again the line that starts at a byte, as `records` reported it."""
    stream.seek(start)
    raw = stream.readline(LINE_LIMIT + 1)
    read = _record(raw.removeprefix(_BOM), number, start, f"{where}:{number}")
    return read or Problem(
        f"{where}:{number}", "the file changed while it was read", "read it again"
    )


def parse(text: str) -> object:
    """The value of a JSON text.

    Raises:
        ValueError: it is not JSON, is nested too deeply, or holds a number too long to read.
    """
    try:
        return _parse_with_room_to_spare(text, _SPARE)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def _parse_with_room_to_spare(text: str, frames: int) -> object:
    """Refuse what could be read here but, nested so deeply, no longer written a few calls further on."""
    return json.loads(text) if not frames else _parse_with_room_to_spare(text, frames - 1)


def _lines(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    return iter(lambda: stream.readline(limit + 1), b"")


def _skip_line(stream: BinaryIO, raw: bytes) -> int:
    passed = len(raw)
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(1 << 20)
        passed += len(raw)
    return passed


def _record(raw: bytes, number: int, start: int, line: str) -> Record | Problem | None:
    try:
        text = raw.decode("utf-8")
        return Record(number, start, text, parse(text)) if text.strip() else None
    except UnicodeDecodeError as error:
        return Problem(line, f"not UTF-8 at byte {error.start} of the line", "save it as UTF-8")
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError) and not raw.endswith(b"\n"):
            return Problem(
                line, "the last line is not complete JSON", "mine again once it is written"
            )
        return Problem(line, f"not JSON: {error}", "mend or remove the line")
