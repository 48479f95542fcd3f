"""YAML written so that no value can forge a line: one line each, or a list's items one a line."""

import json
import math
import re

from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.yaml_tree import DEEPEST, Value, core

#: What every reader of YAML takes for a text without quotes. Words that YAML 1.1 reads as booleans are quoted.
_PLAIN = re.compile(r"[^\W\d_](?:[\w .()/+-]*[\w)])?|\d{4}-\d\d-\d\d", re.ASCII)
_PLAIN_WIDE = re.compile(r"[^\W\d_](?:[^\W]|[ .()/+-])*")
_OLD_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_UNSAFE = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ud800-\udfff\ufeff\ufff0-\uffff"
    "\U000e0000-\U000e007f]"
)


def entry(key: str, value: Value, newline: str = "\n", indent: str = "") -> str:
    r"""The lines of one key, ``newline`` after each: texts are quoted wherever they could be misread.

    Raises:
        InvalidInput: the value is nothing that YAML can hold, or is deeper than 20.

    >>> print(entry("tags", ["a", "b: c"]) + entry("title", "x\n---\ny"), end="")
    tags:
      - a
      - "b: c"
    title: "x\n---\ny"
    """
    name = indent + scalar(key) + ":"
    if isinstance(value, list | tuple) and value:
        items = "".join(f"{indent}  - {_flow(item, 1)}{newline}" for item in value)
        return f"{name}{newline}{items}"
    return f"{name} {_flow(value, 0)}{newline}"


def _flow(value: Value, depth: int) -> str:
    if depth > DEEPEST - 4:
        raise InvalidInput("a value of the front matter is too deep", "flatten it")
    if isinstance(value, str):
        return scalar(value) if depth < 2 else _quoted(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_flow(item, depth + 2) for item in value)}]"
    if isinstance(value, dict):
        pairs = (f"{_quoted(_named(key))}: {_flow(one, depth + 2)}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return _bare(value)


def _bare(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) < 10**300:
        return str(int(value))
    if isinstance(value, float):
        if math.isfinite(value):
            return repr(float(value))
        return ".nan" if math.isnan(value) else (".inf" if value > 0 else "-.inf")
    raise InvalidInput(
        f"a value of the front matter is a {type(value).__name__}",
        "give texts, numbers, true or false, lists or mappings",
    )


def _named(key: Value) -> str:
    if not isinstance(key, str):
        raise InvalidInput("a key of the front matter is no text", "name it by a text")
    return key


def scalar(text: str) -> str:
    """A text as it stands in YAML, on one line: bare where every reader takes it for a text.

    >>> scalar("plan"), scalar("no"), scalar("[[a]]")
    ('plan', '"no"', '"[[a]]"')
    """
    plain = _PLAIN.fullmatch(text) or (text.isprintable() and _PLAIN_WIDE.fullmatch(text))
    whole = plain and text[-1:] not in (" ", "-") and "  " not in text
    if whole and text.casefold() not in _OLD_WORDS and isinstance(core(text), str):
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """The text as JSON has it, which YAML reads; what a reader might take for a line's end escaped."""
    if re.search("[\ud800-\udfff]", text):
        raise InvalidInput("a value of the front matter holds half a character", "take it out")
    return _UNSAFE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
