"""A smaller graph for the same model: table rows are looked up before they are widened.

The int8 file widens the whole word table to float32 and then looks up a question's few rows: 47 MB,
held for good when the graph is optimised, and made anew for each question when it is not. Widening
a row and looking it up commute exactly, so the patched graph gives the same states, bit for bit.
"""

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from camillo.models.onnx_weights import MODEL_GRAPH, mapped, refusal
from camillo.models.wire import Field, Malformed, fields, header, text, wrapped

_GRAPH_NODE, _GRAPH_VALUE_INFO = 1, 13
_NODE_INPUT, _NODE_OUTPUT, _NODE_OP, _NODE_ATTRIBUTE = 1, 2, 4, 5
_TABLE = "word_embeddings.weight_q"


@dataclass(frozen=True, slots=True)
class _Node:
    """An operation of the graph, and where it lies in the file."""

    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: bytes
    field: Field


@dataclass(frozen=True, slots=True)
class _Lookup:
    """The three nodes to replace: widen the table, scale it, take rows of it."""

    widen: _Node
    scale: _Node
    take: _Node


def look_up_first(path: Path) -> bytes | None:
    """The model with its word table looked up first; None where the graph does not have that shape.

    Raises:
        ModelUnavailable: the file cannot be read or is no ONNX file.
    """
    data = mapped(path)
    try:
        for top in fields(data, 0, len(data)):
            if top.number == MODEL_GRAPH:
                return _patched(data, top)
    except Malformed as error:
        raise refusal(path, error) from error
    raise refusal(path, "it holds no graph")


def _patched(data: mmap.mmap, graph: Field) -> bytes | None:
    inner = list(fields(data, graph.start, graph.end))
    lookup = _find([_node(data, field) for field in inner if field.number == _GRAPH_NODE])
    if lookup is None:
        return None
    dropped = {lookup.widen.field.at, lookup.scale.field.at}
    view = memoryview(data)
    parts: list[bytes | memoryview] = []
    start = graph.start
    for field in inner:
        # Shapes of inner values are hints; reading them would take longer than doing without.
        hint = field.number == _GRAPH_VALUE_INFO
        if not hint and field.at not in dropped and field.at != lookup.take.field.at:
            continue
        parts.append(view[start : field.at])
        start = field.end
        if field.at == lookup.take.field.at:
            parts.append(_replacement(lookup))
    parts.append(view[start : graph.end])
    length = sum(map(len, parts))
    before, after = view[: graph.at], view[graph.end :]
    return b"".join([before, header(MODEL_GRAPH, length), *parts, after])


def _find(nodes: Sequence[_Node]) -> _Lookup | None:
    readers: dict[str, list[_Node]] = {}
    for node in nodes:
        for name in node.inputs:
            readers.setdefault(name, []).append(node)

    def only_reader(name: str, op: str, inputs: int) -> _Node | None:
        found = readers.get(name, [])
        fits = len(found) == 1 and found[0].op == op and len(found[0].inputs) == inputs
        return found[0] if fits and len(found[0].outputs) == 1 else None

    table = next((name for name in readers if name.endswith(_TABLE)), "")
    widen = only_reader(table, "Cast", 1)
    scale = only_reader(widen.outputs[0], "Mul", 2) if widen else None
    take = only_reader(scale.outputs[0], "Gather", 2) if scale else None
    if widen is None or scale is None or take is None or take.inputs[0] != scale.outputs[0]:
        return None
    return _Lookup(widen, scale, take)


def _replacement(lookup: _Lookup) -> bytes:
    table, ids = lookup.widen.inputs[0], lookup.take.inputs[1]
    (factors,) = set(lookup.scale.inputs) - {lookup.widen.outputs[0]}
    rows, scales, wide = f"{table}.rows", f"{table}.scales", f"{table}.wide"
    nodes = [
        _written("Gather", (table, ids), rows, lookup.take.attributes),
        _written("Gather", (factors, ids), scales, lookup.take.attributes),
        _written("Cast", (rows,), wide, lookup.widen.attributes),
        _written("Mul", (wide, scales), lookup.take.outputs[0], b""),
    ]
    return b"".join(nodes)


def _written(op: str, inputs: Sequence[str], output: str, attributes: bytes) -> bytes:
    content = b"".join(wrapped(_NODE_INPUT, name.encode()) for name in inputs)
    content += wrapped(_NODE_OUTPUT, output.encode()) + wrapped(_NODE_OP, op.encode())
    return wrapped(_GRAPH_NODE, content + attributes)


def _node(data: mmap.mmap, field: Field) -> _Node:
    op, inputs, outputs, attributes = "", list[str](), list[str](), b""
    for part in fields(data, field.start, field.end):
        if part.number == _NODE_INPUT:
            inputs.append(text(data, part))
        elif part.number == _NODE_OUTPUT:
            outputs.append(text(data, part))
        elif part.number == _NODE_OP:
            op = text(data, part)
        elif part.number == _NODE_ATTRIBUTE:
            attributes += data[part.at : part.end]
    return _Node(op, tuple(inputs), tuple(outputs), attributes, field)
