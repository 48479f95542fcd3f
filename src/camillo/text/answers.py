"""JSON out of what a language model wrote, and whether it has the form that was asked for."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from camillo.ports.language_model import Json, Schema

#: What models that think aloud put before their answer.
_THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.S | re.I)
_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.S)
_OPENING = re.compile(r"[\[{]")
_SURROGATES = re.compile("[\ud800-\udfff]")
#: Places at which JSON is looked for in prose, and the longest answer that is read.
_TRIES, _LONGEST = 16, 1 << 20


class Misfit(ValueError):
    """An answer that is no JSON or not of the form asked for; its text can be shown to the model."""


def read_json(text: str) -> Json:
    r"""The JSON value of an answer: all of it, or what stands in a code fence or amid prose.

    Lone surrogates are replaced, since no text can hold them.

    Raises:
        Misfit: there is none.

    >>> read_json('Here it is:\n```json\n{"a": [1]}\n```\nGood luck!')
    {'a': [1]}
    """
    if len(text) > _LONGEST:
        raise Misfit("the answer is longer than any that was asked for")
    thought = _THOUGHT.match(text)
    bare = (text[thought.end() :] if thought else text).strip().lstrip("\ufeff")
    for candidate in _candidates(bare):
        try:
            return _clean(candidate)
        except (ValueError, RecursionError):
            continue
    raise Misfit("the answer is not JSON")


def _candidates(text: str) -> Iterator[object]:
    """Values that stand in the text: as the whole of it, in a fence, at an opening bracket."""
    fence = _FENCE.search(text)
    for whole in (text, fence[1].strip() if fence else ""):
        with suppress(ValueError, RecursionError):
            yield _DECODER.decode(whole)
    for opening in islice(_OPENING.finditer(text), _TRIES):
        with suppress(ValueError, RecursionError):
            yield _DECODER.raw_decode(text, opening.start())[0]


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refused)


def _clean(value: object) -> Json:
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {str(_clean(name)): _clean(one) for name, one in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number is too large")
    return value  # type: ignore[return-value]


def fitted(value: Json, schema: Schema, path: str = "the answer") -> Json:
    """The value as the schema has it: checked, without keys that the schema does not name.

    Keywords: type (one word), enum, properties, required, items, minItems, maxItems, minLength,
    maxLength, minimum, maximum. Others are not looked at.

    Raises:
        Misfit: it does not fit; the message says where and how, without the value.

    >>> fitted({"n": 3, "more": 1}, {"type": "object", "properties": {"n": {"type": "integer"}}})
    {'n': 3}
    """
    wanted = schema.get("type")
    if isinstance(wanted, str) and not _is(value, wanted):
        raise Misfit(f"{path} must be of type {wanted}")
    among = schema.get("enum")
    if isinstance(among, Sequence) and value not in among:
        raise Misfit(f"{path} must be one of {json.dumps(list(among), ensure_ascii=False)}")
    if isinstance(value, dict):
        return _object(value, schema, path)
    if isinstance(value, list):
        _sized(len(value), schema, "Items", path)
        inner = schema.get("items")
        if not isinstance(inner, Mapping):
            return value
        return [fitted(one, inner, f"{path}[{at}]") for at, one in enumerate(value)]
    if isinstance(value, str):
        _sized(len(value), schema, "Length", path)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _bounded(value, schema.get("minimum"), schema.get("maximum"), path)
    return value


def _object(value: dict[str, Json], schema: Schema, path: str) -> Json:
    required = schema.get("required")
    for name in required if isinstance(required, Sequence) else ():
        if name not in value:
            raise Misfit(f"{path} must have {name!r}")
    inner = schema.get("properties")
    if not isinstance(inner, Mapping):
        return value
    return {
        name: fitted(value[name], each, f"{path}.{name}")
        for name, each in inner.items()
        if name in value
    }


def _is(value: Json, wanted: str) -> bool:
    if wanted in ("integer", "number"):
        kinds = (int,) if wanted == "integer" else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool)
    kind = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return isinstance(value, kind[wanted])


def _sized(size: int, schema: Schema, word: str, path: str) -> None:
    _bounded(size, schema.get(f"min{word}"), schema.get(f"max{word}"), f"the size of {path}")


def _bounded(number: float, least: object, most: object, path: str) -> None:
    if isinstance(least, int | float) and number < least:
        raise Misfit(f"{path} must be at least {least}")
    if isinstance(most, int | float) and number > most:
        raise Misfit(f"{path} must be at most {most}")
