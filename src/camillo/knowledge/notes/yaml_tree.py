"""YAML read as plain data: bounded, without objects, with where each value stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

#: JSON's values: None, bool, int, float, str, and lists and texts' mappings of them.
Value = Any

DEEPEST = 24
#: Values in all, each counted again wherever an alias repeats it.
_MOST = 5_000
_INT = re.compile(r"[-+]?[0-9]{1,300}|0o[0-7]{1,300}|0x[0-9a-fA-F]{1,300}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Value] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **{
        sign + word: float(sign + "inf")
        for sign in ("", "+", "-")
        for word in (".inf", ".Inf", ".INF")
    },
}


class NotYaml(ValueError):
    """A text that is no YAML, or not within bounds."""


@dataclass(slots=True)
class Node:
    """One value: ``start`` and ``end`` count characters of the text, without space after it.

    ``text`` is a scalar's own; ``plain`` says that it was written without quotes or a tag; ``flow``
    that a list or mapping stands in brackets; ``alias`` that it is another's, repeated. ``size``
    counts the values in it. A mapping's ``items`` are its keys and values by turns.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    plain: bool = False
    flow: bool = False
    alias: bool = False
    items: tuple["Node", ...] = ()
    size: int = 1

    @property
    def pairs(self) -> Iterator[tuple["Node", "Node"]]:
        """Keys and values of a mapping."""
        return zip(self.items[::2], self.items[1::2], strict=True)


@dataclass(slots=True)
class _Open:
    node: Node
    items: list[Node]
    anchor: str | None
    depth: int


def tree(text: str) -> Node | None:
    """The value of a YAML text of one document, None where it is empty.

    Raises:
        NotYaml: it is not YAML, repeats itself without end, or is deeper than 24 or larger than
            5,000 values.
    """
    import yaml

    try:
        return _built(yaml.parse(text, Loader=_loader()), text)
    except (yaml.YAMLError, UnicodeError) as error:
        raise NotYaml("the front matter is no YAML") from error


@lru_cache(maxsize=1)
def _loader() -> Any:
    import yaml

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _built(events: Iterator[Any], text: str) -> Node | None:
    stack: list[_Open] = []
    anchors: dict[str, Node] = {}
    root: Node | None = None
    total = 0
    for event in events:
        kind = type(event).__name__
        if kind.endswith("StartEvent") and kind[0] in "MS" and kind != "StreamStartEvent":
            if len(stack) >= DEEPEST:
                raise NotYaml("the front matter is too deep")
            node = Node(
                "map" if kind[0] == "M" else "list",
                event.start_mark.index,
                event.end_mark.index,
                flow=bool(event.flow_style),
            )
            stack.append(_Open(node, [], event.anchor, len(stack)))
            continue
        if kind in ("MappingEndEvent", "SequenceEndEvent"):
            opened = stack.pop()
            node, anchor = _closed(opened, event.end_mark.index), opened.anchor
        elif kind == "ScalarEvent":
            node, anchor = _scalar(event, text), event.anchor
        elif kind == "AliasEvent":
            node, anchor = _repeated(event, anchors), None
        else:
            continue
        total += node.size if not node.items or node.alias else 1
        if total > _MOST:
            raise NotYaml("the front matter is too large")
        if anchor:
            anchors[anchor] = node
        if stack:
            stack[-1].items.append(node)
        elif root is None:
            root = node
        else:
            raise NotYaml("there is more than one document")
    return root


def _closed(opened: _Open, end: int) -> Node:
    node, items = opened.node, tuple(opened.items)
    node.items = items
    node.size = 1 + sum(item.size for item in items)
    if node.flow:
        node.end = end
    elif items:
        # The event of a block's end stands where the next key begins.
        node.end = max(item.end for item in items)
    return node


def _scalar(event: Any, text: str) -> Node:
    start, end = event.start_mark.index, event.end_mark.index
    while end > start and text[end - 1] in " \t\r\n\x85\u2028\u2029":
        end -= 1
    return Node("scalar", start, end, text=event.value, plain=bool(event.implicit[0]))


def _repeated(event: Any, anchors: dict[str, Node]) -> Node:
    known = anchors.get(event.anchor)
    if known is None:
        raise NotYaml("an alias repeats what holds it, or nothing")
    return Node(
        known.kind,
        event.start_mark.index,
        event.end_mark.index,
        known.text,
        known.plain,
        known.flow,
        alias=True,
        items=known.items,
        size=known.size,
    )


def value_of(node: Node) -> Value:
    """The value of a node by YAML 1.2's core schema; tags are not looked at, dates stay texts.

    Raises:
        NotYaml: a key is no scalar.
    """
    if node.kind == "list":
        return [value_of(item) for item in node.items]
    if node.kind == "map":
        return {key_of(key): value_of(value) for key, value in node.pairs}
    return core(node.text) if node.plain else node.text


def key_of(node: Node) -> str:
    """A mapping's key as text.

    Raises:
        NotYaml: it is no scalar.
    """
    if node.kind != "scalar":
        raise NotYaml("a key is no text")
    return node.text


def core(written: str) -> Value:
    """What an unquoted scalar is: null, a boolean, a number or a text.

    >>> core("true"), core("0x10"), core("1e3"), core("no"), core("2026-01-02")
    (True, 16, 1000.0, 'no', '2026-01-02')
    """
    if written in _WORDS:
        return _WORDS[written]
    if _INT.fullmatch(written):
        base = {"0o": 8, "0x": 16}.get(written[:2], 10)
        return int(written, base)
    if len(written) <= 300 and _FLOAT.fullmatch(written):
        return float(written)
    return written
