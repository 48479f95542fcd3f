"""JSON with comments, read with the place of each value, so that a change touches nothing else."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from camillo.domain.errors import InvalidInput

_DEEPEST = 100
_TOKEN = re.compile(
    r"""(?P<trivia>[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\x00-\x1f]|\\.)*")
    |(?P<scalar>-?[0-9][0-9.eE+-]*|true|false|null)
    |(?P<mark>[{}\[\]:,])""",
    re.X | re.S,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of the text between ``start`` and ``end``; comments and white space are trivia."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place: ``start`` and ``end`` are offsets in the text, half open.

    ``items`` are the members of an object or the elements of an array. ``value`` is what the text
    means, in Python's terms.
    """

    kind: Literal["object", "array", "string", "scalar"]
    start: int
    end: int
    value: object
    items: "tuple[Item, ...]" = ()

    def get(self, name: str) -> "Item | None":
        """The member of that name; of several the last, which is the one that counts."""
        return next((one for one in reversed(self.items) if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Item:
    """A member or an element: ``start`` is its key's, or its value's in an array.

    ``comma`` is the offset of the comma behind it, or None.
    """

    name: str | None
    start: int
    node: Node
    comma: int | None = None


def parse(text: str, where: str) -> Node:
    """Read a whole text; ``where`` is what an error calls it.

    Raises:
        InvalidInput: it is no JSON, not even with comments and trailing commas.

    >>> parse('{"a": [1, 2,]} // all', "x.json").value
    {'a': [1, 2]}
    """
    return _Reader(text, where).whole()


def last_token(text: str, start: int, end: int) -> int:
    """Where the last comment of a stretch of trivia and commas ends, or ``start`` without one."""
    at = found = start
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            break
        if not token[0].isspace():
            found = token.end()
        at = token.end()
    return found


class _Reader:
    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where
        self.tokens = self._tokens()
        self.at = 0

    def whole(self) -> Node:
        node = self._value(0)
        if self.at < len(self.tokens):
            raise self._wrong(self.tokens[self.at].start)
        return node

    def _tokens(self) -> Sequence[Token]:
        found, at = [], 0
        while at < len(self.text):
            match = _TOKEN.match(self.text, at)
            if match is None:
                raise self._wrong(at)
            kind = match.lastgroup or ""
            if kind != "trivia":
                found.append(Token(match[0] if kind == "mark" else kind, at, match.end()))
            at = match.end()
        return found

    def _next(self) -> Token:
        if self.at == len(self.tokens):
            raise self._wrong(len(self.text))
        self.at += 1
        return self.tokens[self.at - 1]

    def _peek(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def _value(self, depth: int) -> Node:
        token = self._next()
        if token.kind in ("string", "scalar"):
            return Node(
                "string" if token.kind == "string" else "scalar",
                token.start,
                token.end,
                self._plain(token),
            )
        if token.kind not in ("{", "[") or depth > _DEEPEST:
            raise self._wrong(token.start)
        return self._container(token, depth + 1)

    def _container(self, opening: Token, depth: int) -> Node:
        closing = "}" if opening.kind == "{" else "]"
        items: list[Item] = []
        while self._peek() != closing:
            if items and items[-1].comma is None:
                raise self._wrong(self._next().start)
            items.append(self._item(depth, named=closing == "}"))
        end = self._next().end
        if closing == "]":
            elements = [one.node.value for one in items]
            return Node("array", opening.start, end, elements, tuple(items))
        members = {str(one.name): one.node.value for one in items}
        return Node("object", opening.start, end, members, tuple(items))

    def _item(self, depth: int, *, named: bool) -> Item:
        name, start = None, None
        if named:
            key = self._next()
            if key.kind != "string" or self._peek() != ":":
                raise self._wrong(key.start)
            self.at += 1
            name, start = str(self._plain(key)), key.start
        node = self._value(depth)
        comma = self._next().start if self._peek() == "," else None
        return Item(name, node.start if start is None else start, node, comma)

    def _plain(self, token: Token) -> object:
        try:
            return json.loads(self.text[token.start : token.end])
        except ValueError:
            raise self._wrong(token.start) from None

    def _wrong(self, at: int) -> InvalidInput:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        return InvalidInput(
            f"{self.where} is no JSON at line {line}, column {column}; nothing was changed",
            "mend the file, or move it away, and run this again",
        )
