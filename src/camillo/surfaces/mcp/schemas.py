"""Tool schemas made small: an agent pays for every byte before its first call."""

from collections.abc import Mapping
from typing import Any

#: Every tool takes it, listed nowhere: it may only name the server's own owner.
USER = "userId"
_SAID_ALREADY: tuple[object, ...] = ("", None, [], {}, False, 0)


def inputs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A tool's arguments without titles and empty defaults; "this or null" is written as this.

    >>> inputs({"type": "object", "title": "x", "properties": {"a": {"type": "string", "default": ""}}})
    {'type': 'object', 'properties': {'a': {'type': 'string'}}}
    """
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            made[key] = {name: inputs(one) for name, one in value.items()}
        elif key == "anyOf":
            made |= inputs(next(one for one in value if one.get("type") != "null"))
        elif key not in ("title", "additionalProperties") and not _is_said(key, value):
            made[key] = value
    return made


def outputs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A tool's answer: the fields that are always there, with their types.

    Others may be there too, as the reference tells.

    >>> outputs({"properties": {"a": {"type": "string", "title": "A"}, "b": {}}, "required": ["a"]})
    {'type': 'object', 'properties': {'a': {'type': 'string'}}, 'required': ['a']}
    """
    return {**_fields(schema, schema.get("$defs", {})), "required": schema["required"]}


def _fields(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: _type(schema["properties"][name], shared) for name in schema["required"]}
    return {"type": "object", "properties": named}


def _type(schema: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _fields(shared[schema["$ref"].rpartition("/")[2]], shared)
    if schema["type"] == "array":
        return {"type": "array", "items": _type(schema["items"], shared)}
    return {"type": schema["type"]}


def _is_said(key: str, value: object) -> bool:
    return key == "default" and value in _SAID_ALREADY
