"""Tool schemas made small: an agent pays for every byte before its first call."""

from collections.abc import Mapping
from typing import Any

#: Every tool takes it, listed nowhere: it may only name the server's own owner.
USER = "userId"
#: Left to the reference, and to the error that names them: few callers go beyond them.
_NOT_LISTED = ("title", "additionalProperties", "minimum", "maximum", "minItems", "maxItems")
_SAID_ALREADY: tuple[object, ...] = ("", None, [], {}, False, 0)


def inputs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A tool's arguments without titles, bounds and empty defaults; "this or null" is written as this.

    >>> inputs({"type": "object", "title": "x", "properties": {"a": {"type": "string", "default": ""}}})
    {'type': 'object', 'properties': {'a': {'type': 'string'}}}
    """
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            made[key] = {name: inputs(one) for name, one in value.items()}
        elif key == "anyOf":
            made |= inputs(next(one for one in value if one.get("type") != "null"))
        elif key not in _NOT_LISTED and not _is_said(key, value):
            made[key] = value
    return made


def outputs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A tool's answer: the fields that are always there, with their types.

    Others may be there too, and structures inside have fields of their own: the reference tells.

    >>> outputs({"properties": {"a": {"type": "string", "title": "A"}, "b": {}}, "required": ["a"]})
    {'type': 'object', 'properties': {'a': {'type': 'string'}}}
    """
    shared = schema.get("$defs", {})
    always = schema["required"]
    named = {name: _type(schema["properties"][name], shared) for name in always}
    return {"type": "object", "properties": named}


def _type(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    """A field's type; of a list of structures also what each of them always has."""
    kind = schema.get("type", "object")
    item = shared.get(schema.get("items", {}).get("$ref", "").rpartition("/")[2])
    if item is None:
        return {"type": kind}
    named = {name: _type(item["properties"][name], {}) for name in item["required"]}
    return {"type": kind, "items": {"type": "object", "properties": named}}


def _is_said(key: str, value: object) -> bool:
    return key == "default" and value in _SAID_ALREADY
