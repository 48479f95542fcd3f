"""The front matter of a note: YAML between two lines of ``---``, read with bounds and edited in place."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.yaml_tree import Node, NotYaml, Value, key_of, tree, value_of
from camillo.knowledge.notes.yaml_write import entry

#: Longer front matter is body text.
LONGEST = 64 * 1024
_MOST_ITEMS = 500
_LONGEST_ITEM = 1_000
_FRONT = re.compile(
    r"\ufeff?---[ \t]*(\r?\n)(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE
)
_LINE = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of ``sources:`` as it names a note, and where it stands in the text, quotes included."""

    written: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Front:
    """What a note's front matter says.

    ``end`` counts the characters before the body, 0 where there is no front matter (a byte order
    mark is part of it then too). ``values`` are all keys, as JSON would have them.
    """

    end: int = 0
    values: Mapping[str, Value] = field(default_factory=dict)
    title: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    autolink: bool = True


@dataclass(frozen=True, slots=True)
class _Block:
    """``start`` and ``stop`` enclose the YAML, ``end`` is behind the closing line."""

    start: int
    stop: int
    end: int
    newline: str
    root: Node | None


def read_front(text: str) -> Front:
    r"""The front matter of a Markdown text; a malformed or oversize block is body text.

    Values follow YAML 1.2: ``no`` is a text, dates stay texts. ``title``, ``aliases``, ``tags`` and
    ``sources`` are read as they were written, so that ``title: 1.10`` is "1.10".

    >>> front = read_front("---\ntitle: 1.10\ntags: a, b\nsources:\n- [[x]]\nautolink: false\n---\nHi")
    >>> front.title, front.tags, front.sources[0].written, front.autolink, front.end
    ('1.10', ('a', 'b'), '[[x]]', False, 64)
    """
    block = _block(text)
    if block is None:
        return Front()
    if block.root is None:
        return Front(end=block.end)
    nodes = {key_of(key): value for key, value in block.root.pairs}
    named = {key.casefold(): value for key, value in nodes.items()}
    title = named.get("title")
    return Front(
        end=block.end,
        values={key: value_of(value) for key, value in nodes.items()},
        title=title.text.strip() if title and title.kind == "scalar" else "",
        aliases=_texts([named.get("aliases"), named.get("alias")]),
        tags=_tags([named.get("tags"), named.get("tag")]),
        sources=tuple(_sources(named.get("sources"), text, block.start)),
        autolink=_flag(named.get("autolink")),
    )


def _block(text: str) -> _Block | None:
    found = _FRONT.match(text, 0, LONGEST) if text[:4].lstrip("\ufeff")[:3] == "---" else None
    if not found or (found.end() == LONGEST < len(text)):
        return None
    inner = found[2]
    if inner[:1] == "\ufeff":
        return None
    try:
        root = tree(inner)
        if root is not None and root.kind == "scalar" and root.plain and not root.text:
            root = None
        if root is not None:
            if root.kind != "map" or root.alias:
                return None
            # Keys that are no texts are found out here, at any depth.
            value_of(root)
    except NotYaml:
        return None
    return _Block(found.start(2), found.end(2), found.end(), found[1], root)


def _texts(nodes: list[Node | None], parted: str = "") -> tuple[str, ...]:
    found: list[str] = []
    for node in filter(None, nodes):
        if node.kind == "list":
            found += [item.text for item in node.items if item.kind == "scalar"]
        elif node.kind == "scalar":
            found += re.split(parted, node.text) if parted else [node.text]
    kept = (one.strip() for one in found[:_MOST_ITEMS])
    return tuple(dict.fromkeys(one for one in kept if one and len(one) <= _LONGEST_ITEM))


def _tags(nodes: list[Node | None]) -> tuple[str, ...]:
    bare = (tag.lstrip("#").strip("/") for tag in _texts(nodes, r"[,\s]+"))
    return tuple(dict.fromkeys(tag for tag in bare if tag))


def _sources(node: Node | None, text: str, shift: int) -> Iterator[Source]:
    """The scalars of ``sources:``, and ``[[x]]`` without quotes, which YAML reads as lists."""
    if node is None or node.alias or node.kind == "map":
        return
    inner = node.items
    doubled = len(inner) == 1 and inner[0].kind == "list" and inner[0].flow
    whole = node.kind == "scalar" or (node.flow and doubled)
    for item in ((node,) if whole else inner)[:_MOST_ITEMS]:
        start, end = shift + item.start, shift + item.end
        if item.alias or end - start > _LONGEST_ITEM:
            continue
        if item.kind == "scalar":
            written = item.text.strip()
        else:
            written = text[start:end] if item.kind == "list" else ""
            written = written if re.fullmatch(r"\[\[[^\[\]\n]+\]\]", written) else ""
        if written:
            yield Source(written, start, end)


def _flag(node: Node | None) -> bool:
    """Whether autolinks are allowed; ``no`` and ``off`` mean what people mean by them."""
    if node is None or node.kind != "scalar":
        return True
    return node.text.strip().casefold() not in ("false", "no", "off", "0")


def with_keys(text: str, changes: Mapping[str, Value]) -> str:
    r"""The text with keys of its front matter set, or taken out where the value is None.

    Only the lines of those keys change; a new key comes last, and a text without front matter gets
    some. Every other byte stays: order, comments, unknown keys, line ends, byte order mark. What was
    set is what :func:`read_front` gives back. (A mapping in brackets is one line, which is written anew.)

    Raises:
        InvalidInput: a value cannot be written, or another key repeats a changed one by an alias.

    >>> with_keys("---\ntitle: A # x\nb: 1 # kept\n---\nHi", {"title": "B: b", "m": [1]})
    '---\ntitle: "B: b"\nb: 1 # kept\nm:\n  - 1\n---\nHi'
    """
    if not changes:
        return text
    block = _block(text)
    if block is None:
        changed = _begun(text, changes)
    elif block.root is not None and block.root.flow:
        left = {key: one for key, one in value_of(block.root).items() if key not in changes}
        lines = "".join(entry(key, one, block.newline) for key, one in left.items())
        lines += _entries(changes, block.newline, "")
        changed = text[: block.start] + lines + text[block.stop :]
    else:
        changed = text[: block.start] + _edited(text, block, changes) + text[block.stop :]
    _check(text, changed, changes)
    return changed


def _entries(values: Mapping[str, Value], newline: str, indent: str) -> str:
    return "".join(
        entry(key, value, newline, indent) for key, value in values.items() if value is not None
    )


def _begun(text: str, changes: Mapping[str, Value]) -> str:
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    ends = re.search(r"\r?\n", text[:LONGEST])
    newline = ends[0] if ends else "\n"
    lines = _entries(changes, newline, "")
    return f"{mark}---{newline}{lines}---{newline}{text[len(mark) :]}" if lines else text


def _edited(text: str, block: _Block, changes: Mapping[str, Value]) -> str:
    inner = text[block.start : block.stop]
    starts = [0, *(found.end() for found in _LINE.finditer(inner))]
    pairs = list(block.root.pairs) if block.root else []
    indent, last = "", len(inner)
    if pairs:
        first = pairs[0][0].start
        indent = inner[starts[bisect_right(starts, first) - 1] : first]
        indent = indent if not indent.strip(" ") else ""
        last = _line_end(max(_end(*pair) for pair in pairs), starts, len(inner))
    left = dict(changes)
    parts: list[str] = []
    done = 0
    for key, value in pairs:
        if (name := key_of(key)) not in changes:
            continue
        start = starts[bisect_right(starts, key.start) - 1]
        parts.append(inner[done:start])
        if (new := left.pop(name, None)) is not None:
            parts.append(entry(name, new, block.newline, indent))
        done = _line_end(_end(key, value), starts, len(inner))
    last = max(last, done)
    parts += [inner[done:last], _entries(left, block.newline, indent), inner[last:]]
    return "".join(parts)


def _end(key: Node, value: Node) -> int:
    return max(key.end, value.end)


def _line_end(at: int, starts: list[int], whole: int) -> int:
    after = bisect_right(starts, max(at - 1, 0))
    return starts[after] if after < len(starts) else whole


def _check(before: str, after: str, changes: Mapping[str, Value]) -> None:
    """Nothing but the changes may have changed, however strange the block is."""
    wanted = {key: value for key, value in {**read_front(before).values, **changes}.items()}
    kept = {key: value for key, value in wanted.items() if value is not None or key not in changes}
    found = read_front(after).values
    if not _alike(kept, dict(found)):
        raise InvalidInput(
            "the front matter cannot be changed there",
            "write its keys one a line, without anchors, and shorter than 64 kB",
        )


def _alike(a: Value, b: Value) -> bool:
    if isinstance(a, list | tuple) and isinstance(b, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_alike(a[key], b[key]) for key in a)
    return type(a) is type(b) and (a == b or a != a)
