"""What commands print: one JSON object for programs, or plain lines for people."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from camillo.app import shape
from camillo.text.inert import inert, inert_json, inert_line

if TYPE_CHECKING:
    from camillo.domain.report import Receipt

_STYLES = {"": "", "strong": "1", "faint": "2", "good": "32", "warn": "33"}


def emit(value: object) -> None:
    """Write one JSON object and a line feed to stdout, in UTF-8 whatever the locale."""
    import json

    written = json.dumps(shape.plain(value), ensure_ascii=False, allow_nan=False)
    sys.stdout.flush()
    sys.stdout.buffer.write(inert_json(written).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def line(text: str = "", style: str = "") -> None:
    """Write one line; ``text`` is already inert, or made so by the caller."""
    sys.stdout.write(styled(text, style) + "\n")


def behind_margin(text: str, indent: str = "") -> None:
    """Write remembered text, made inert, each line behind a margin that no text can leave."""
    for row in inert(text).rstrip("\n").split("\n"):
        line(f"{indent}| {row}")


def styled(text: str, style: str) -> str:
    """The text in a style where stdout is a terminal that wants colour."""
    if not _STYLES[style] or not _coloured():
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def _coloured() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.name != "nt"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write aligned columns; numbers stand right."""
    texts = [[inert_line(_cell(one)) for one in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(head, *texts, strict=True)]
    right = [bool(rows) and isinstance(one, int | float) for one in (rows[0] if rows else head)]
    line(_aligned(head, widths, right), "faint")
    for text in texts:
        line(_aligned(text, widths, right))


def records(rows: Sequence[Mapping[str, object]], *, empty: str) -> None:
    """Write rows that share their columns; what is nested in a row is left to ``--json``."""
    if not rows:
        line(empty)
        return
    head = [name for name, value in rows[0].items() if not isinstance(value, list | dict)]
    table(head, [[row.get(name) for name in head] for row in rows])


def dated(rows: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Rows of wings or rooms with ``newest`` as text in UTC, in nested rows too."""
    return [{name: _dated(name, value) for name, value in row.items()} for row in rows]


def _dated(name: str, value: object) -> object:
    if isinstance(value, list):
        return dated(value)
    if name == "newest" and isinstance(value, int):
        from camillo.domain.moment import Moment

        return Moment.from_epoch(value / 1_000_000).text
    return value


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _aligned(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for cell, width, is_right in zip(cells, widths, right, strict=True):
        gap = " " * (width - _width(cell))
        padded.append(gap + cell if is_right else cell + gap)
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Columns a terminal gives the text: wide characters of East Asia take two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in text)


def amount(size: float) -> str:
    """A number of bytes for people.

    >>> amount(1_500_000)
    '1.5 MB'
    """
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def short(text: str, most: int = 160) -> str:
    r"""The beginning of a text on one line.

    >>> short("a  b\nc"), short("abcdef", 4)
    ('a b c', 'abc…')
    """
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def many(number: int, word: str) -> str:
    """A count with its word.

    >>> many(1, "turn"), many(1200, "turn")
    ('1 turn', '1,200 turns')
    """
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def receipt(made: "Receipt", *, as_json: bool = False) -> None:
    """Print the proof of a write."""
    if as_json:
        emit(made)
        return
    counts = ", ".join(f"{name} {number:,}" for name, number in made.counts.items() if number)
    line(f"{made.verb}: {counts or 'nothing to do'}  (write {made.number} at {made.at})")
    for one in made.ids[:1]:
        line(
            f"id {one}" + (f" and {len(made.ids) - 1:,} more" if len(made.ids) > 1 else ""), "faint"
        )
    for note in made.notes:
        line(inert_line(note), "warn")
