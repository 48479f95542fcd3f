"""One table of a TOML text, put in, changed and taken out; every other byte stays as it is.

The layout tells how the text ended before the table came: with a line feed behind the table if it
ended with one, without otherwise. Each change is checked by reading the result as TOML.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from camillo.domain.errors import InvalidInput

_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.S
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement: a table's head with its path, or a key with its value's place."""

    start: int
    end: int
    table: tuple[str, ...] | None = None
    key: str = ""
    value: tuple[int, int] = (0, 0)


def read(text: str, where: str) -> dict[str, Any]:
    """The text as a table.

    Raises:
        InvalidInput: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(
            f"{where} is no TOML: {error}; nothing was changed",
            "mend the file, or move it away, and run this again",
        ) from error


def put_table(text: str, path: Sequence[str], values: Mapping[str, object], where: str) -> str:
    r"""The text with a table at its end.

    Raises:
        InvalidInput: the text holds what the table cannot stand beside.

    >>> put_table('a = 1', ("b", "c"), {"d": "e"}, "x.toml")
    'a = 1\n\n[b.c]\nd = "e"'
    """
    eol = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(map(_key, path))}]", *(f"{k} = {_flat(v)}" for k, v in values.items())]
    block = eol.join(lines)
    if not text:
        made = block + eol
    elif text.endswith("\n"):
        made = text + eol + block + eol
    else:
        made = text + eol + eol + block
    _check(text, made, path, values, where)
    return made


def set_values(text: str, path: Sequence[str], values: Mapping[str, object], where: str) -> str:
    """The text with some values of a table replaced, its other keys kept.

    Raises:
        InvalidInput: the table is written in another form than under a head of its own.
    """
    made = text
    for name, value in values.items():
        start, end = next((one.value for one in _keys(made, path) if one.key == name), (0, 0))
        made = made[:start] + _flat(value) + made[end:] if end else made
    _check(text, made, path, values, where)
    return made


def take_table(text: str, path: Sequence[str], where: str) -> str:
    """The text without a table and the tables under it.

    Raises:
        InvalidInput: the table is written in another form than under a head of its own.
    """
    depth = len(path)
    made = text
    while True:
        lines = _lines(made)
        heads = [n for n, one in enumerate(lines) if one.table and one.table[:depth] == tuple(path)]
        if not heads:
            break
        made = _without(made, lines, heads[-1])
    _check(text, made, path, None, where)
    return made


def _without(text: str, lines: Sequence[_Line], head: int) -> str:
    last = head
    while last + 1 < len(lines) and lines[last + 1].table is None:
        last += 1
    start, end = lines[head].start, lines[last].end
    at_end = end == len(text)
    ended = text[:end].endswith("\n")
    before = text[:start]
    for _ in range(1 if ended else 2):
        before = before.removesuffix("\n").removesuffix("\r") if at_end else before
    if not at_end and re.search(r"\n\r?\n\Z", before):
        before = before.removesuffix("\n").removesuffix("\r")
    return before + text[end:]


def _check(
    before: str,
    after: str,
    path: Sequence[str],
    values: Mapping[str, object] | None,
    where: str,
) -> None:
    """Refuse a change after which the text would mean anything but what was wanted."""
    wanted, there = read(before, where), read_or_none(after)
    table = there
    for step in path:
        table = table.get(step) if isinstance(table, dict) else None
    right = table is None if values is None else _holds(table, values)
    if not right or repr(_others(wanted, path)) != repr(_others(there, path)):
        name = ".".join(path)
        raise InvalidInput(
            f"{where} writes {name} in a form that cannot be changed in place; nothing was changed",
            f"write it as a table of its own, [{name}], and run this again",
        )


def read_or_none(text: str) -> dict[str, Any] | None:
    """The text as a table, or None where it is no TOML."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _holds(table: object, values: Mapping[str, object]) -> bool:
    return isinstance(table, dict) and all(table.get(k) == v for k, v in values.items())


def _others(tables: dict[str, Any] | None, path: Sequence[str]) -> object:
    """What a text says besides the table at a path, in a form that compares."""
    if tables is None:
        return None
    rest = dict(tables)
    if len(path) == 1:
        rest.pop(path[0], None)
    elif isinstance(rest.get(path[0]), dict):
        rest[path[0]] = _others(rest[path[0]], path[1:])
        if rest[path[0]] == {}:
            del rest[path[0]]
    return rest


def _keys(text: str, path: Sequence[str]) -> list[_Line]:
    found, table = [], None
    for line in _lines(text):
        if line.table is not None:
            table = line.table
        elif table == tuple(path):
            found.append(line)
    return found


def _lines(text: str) -> list[_Line]:
    """The statements of a text that is known to be TOML; comments and blank lines are in none."""
    found, at = [], 0
    while at < len(text):
        end = _end_of_statement(text, at)
        body = text[at:end]
        stripped = body.lstrip(" \t")
        if stripped.startswith("["):
            found.append(_Line(at, end, table=_table_path(stripped)))
        elif stripped.strip() and not stripped.startswith("#"):
            found.append(_key_line(text, at, end))
        at = end
    return found


def _end_of_statement(text: str, at: int) -> int:
    """Behind the line feed that ends a statement: strings and brackets may hold further ones."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char in "\"'" and (found := _STRING.match(text, at)):
            at = found.end()
            continue
        if char == "#":
            at = text.find("\n", at)
            at = len(text) if at < 0 else at
            continue
        depth += (char in "[{") - (char in "]}")
        at += 1
        if char == "\n" and depth <= 0:
            return at
    return at


def _table_path(head: str) -> tuple[str, ...]:
    tables: object = tomllib.loads(head)
    path: list[str] = []
    while True:
        if isinstance(tables, list):
            tables = tables[0]
        if not isinstance(tables, dict) or not tables:
            return tuple(path)
        name = next(iter(tables))
        path.append(name)
        tables = tables[name]


def _key_line(text: str, start: int, end: int) -> _Line:
    at = start
    while text[at] != "=":
        found = _STRING.match(text, at) if text[at] in "\"'" else None
        at = found.end() if found else at + 1
    names = list(tomllib.loads(f"{text[start:at]} = 0"))
    value = at + 1 + len(text[at + 1 : end]) - len(text[at + 1 : end].lstrip(" \t"))
    return _Line(start, end, key=names[0], value=(value, _end_of_value(text, value, end)))


def _end_of_value(text: str, start: int, end: int) -> int:
    at = last = start
    while at < end:
        if text[at] in "\"'" and (found := _STRING.match(text, at)):
            at = last = found.end()
            continue
        if text[at] == "#":
            at = text.find("\n", at, end)
            at = end if at < 0 else at
            continue
        at += 1
        last = at if not text[at - 1].isspace() else last
    return last


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _flat(value: object) -> str:
    """A text or a list of texts; JSON's escapes are TOML's too, but for the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
