"""Changing JSON text in place: everything that is not put in or taken out keeps its bytes.

What was put in can be taken out again without a note of what was there before, since the layout
tells: a container that was created here ends on a line of its own, one that was there and empty is
filled without a line feed before its end.
"""

import json
import re
from collections.abc import Sequence

from camillo.app.install.jsonc import Item, Node, last_token, parse
from camillo.domain.errors import InvalidInput

_INDENT = re.compile(r"\n([ \t]+)\S")
_UNIT = "  "
_LONGEST = 100
_SPACE = " \t\r\n"

Step = str | int


class Text:
    """A JSON text that is being changed; ``where`` is what errors call it.

    >>> text = Text('{"a": 1}', "x.json")
    >>> text.put(("b",), "c", 2)
    >>> text.take(("b", "c"))
    >>> text.written
    '{"a": 1}'
    """

    def __init__(self, written: str, where: str) -> None:
        self.written = written
        self.where = where
        self._expect(self.root, "object", ())

    @property
    def root(self) -> Node:
        """The text as it reads now."""
        return parse("{}" if self.blank else self.written, self.where)

    @property
    def blank(self) -> bool:
        """Whether the text holds nothing at all, as that of a file which is not there."""
        return not self.written.strip(_SPACE)

    def find(self, path: Sequence[Step]) -> Node | None:
        """The value at a path of names and positions, or None where there is none.

        Raises:
            InvalidInput: something on the way is neither an object nor an array, as it must be.
        """
        node = self.root
        for depth, step in enumerate(path):
            self._expect(node, "object" if isinstance(step, str) else "array", path[:depth])
            item = _item(node, step)
            if item is None:
                return None
            node = item.node
        return node

    def put(self, path: Sequence[str], name: str | None, value: object) -> None:
        """Add a member, or an element where ``name`` is None, behind those of the container there.

        Containers that are missing on the way are created; an element's container is an array.

        Raises:
            InvalidInput: what stands on the way is of another kind.
        """
        if self.blank:
            eol = self._eol()
            self.written += _pretty(_wrapped(path, name, value), "", _UNIT, eol) + eol
            return
        depth = len(path)
        while (container := self.find(path[:depth])) is None:
            depth -= 1
        if depth < len(path):
            value, name = _wrapped(path[depth + 1 :], name, value), path[depth]
        self._expect(container, "array" if name is None else "object", path[:depth])
        self._add(container, name, value, created=depth < len(path))

    def replace(self, path: Sequence[Step], value: object) -> None:
        """Write another value over the one at a path, on one line; an equal one is left as it is."""
        node = self.find(path)
        if node is not None and node.value != value:
            self._splice(node.start, node.end, _flat(value))

    def take(self, path: Sequence[Step]) -> None:
        """Take out what stands at a path, and the containers that were created to hold it."""
        while path and self.find(path) is not None:
            parent = self.find(path[:-1])
            item = None if parent is None else _item(parent, path[-1])
            if parent is None or item is None:
                return
            made_here = self._made_here(parent, item)
            self._remove(parent, item, made_here=made_here)
            if not made_here:
                return
            path = path[:-1]
        root = self.root
        around = self.written[: root.start] + self.written[root.end :]
        if not path and not around.strip(_SPACE):
            self.written = self.written[: root.start]

    def _add(self, container: Node, name: str | None, value: object, *, created: bool) -> None:
        key = "" if name is None else f"{_flat(name)}: "
        if not container.items:
            inner = self._indent_of(container.start)
            text = self._text(value, inner, created=True) if created else _flat(value)
            self._splice(container.end - 1, container.end - 1, key + text)
            return
        last = container.items[-1]
        behind = last.node.end if last.comma is None else last.comma + 1
        at = last_token(self.written, behind, container.end - 1)
        lines = _has_lines(self.written[container.start : container.end])
        indent = self._indent_of(last.start) if lines else ""
        gap = self._eol() + indent if lines else " "
        text = self._text(value, indent, created=created) if lines or created else _flat(value)
        self._splice(at, at, gap + key + text + ("" if last.comma is None else ","))
        if last.comma is None:
            self._splice(last.node.end, last.node.end, ",")

    def _text(self, value: object, indent: str, *, created: bool) -> str:
        return _pretty(value, indent, self._unit(), self._eol(), open_up=created)

    def _remove(self, parent: Node, item: Item, *, made_here: bool) -> None:
        place = parent.items.index(item)
        before = parent.items[place - 1] if place else None
        start = parent.start + 1 if before is None or before.comma is None else before.comma + 1
        start = last_token(self.written, start, item.start)
        if len(parent.items) == 1 and not made_here:
            start = item.start
        end = item.node.end if item.comma is None else item.comma + 1
        self._splice(start, end, "")
        is_last = place == len(parent.items) - 1
        if is_last and item.comma is None and before is not None and before.comma is not None:
            self._splice(before.comma, before.comma + 1, "")

    def _made_here(self, parent: Node, item: Item) -> bool:
        head = self.written[parent.start + 1 : item.start]
        tail = self.written[item.node.end : parent.end - 1]
        return len(parent.items) == 1 and _has_lines(tail) and not (head + tail).strip(_SPACE)

    def _splice(self, start: int, end: int, text: str) -> None:
        self.written = self.written[:start] + text + self.written[end:]

    def _indent_of(self, at: int) -> str:
        line = self.written[self.written.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _unit(self) -> str:
        found = _INDENT.search(self.written)
        return found[1] if found else _UNIT

    def _eol(self) -> str:
        return "\r\n" if "\r" in self.written else "\n"

    def _expect(self, node: Node, kind: str, path: Sequence[Step]) -> None:
        if node.kind != kind:
            what = ".".join(map(str, path)) or "the whole"
            raise InvalidInput(
                f"{self.where}: {what} is no {kind}; nothing was changed",
                "mend the file, or move it away, and run this again",
            )


def _item(node: Node, step: Step) -> Item | None:
    if isinstance(step, str):
        return node.get(step)
    return node.items[step] if step < len(node.items) else None


def _wrapped(path: Sequence[str], name: str | None, value: object) -> object:
    value = [value] if name is None else {name: value}
    for step in reversed(path):
        value = {step: value}
    return value


def _has_lines(text: str) -> bool:
    return "\n" in text or "\r" in text


def _flat(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pretty(value: object, indent: str, unit: str, eol: str, *, open_up: bool = True) -> str:
    """A value over several lines; what holds plain values alone stays on one where it is short."""
    flat = _flat(value)
    if not isinstance(value, dict | list) or (not open_up and _is_short(value, flat)):
        return flat
    inner = indent + unit
    if isinstance(value, dict):
        parts = [
            f"{_flat(name)}: {_pretty(one, inner, unit, eol, open_up=False)}"
            for name, one in value.items()
        ]
    else:
        parts = [_pretty(one, inner, unit, eol, open_up=False) for one in value]
    body = ("," + eol + inner).join(parts)
    ends = "{}" if isinstance(value, dict) else "[]"
    return f"{ends[0]}{eol}{inner}{body}{eol}{indent}{ends[1]}"


def _is_short(value: dict[str, object] | list[object], flat: str) -> bool:
    members = value.values() if isinstance(value, dict) else value
    lists = [one for one in members if isinstance(one, list)]
    plain = not any(isinstance(one, dict) for part in (members, *lists) for one in part)
    return plain and len(flat) <= _LONGEST
