"""What pages keep for their own scripts: JSON and strings assigned to names."""

import json
import re
from collections.abc import Iterator

#: So many assignments to one name are tried.
_TRIES = 8
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_STRING = r"""\s*=\s*(?:\w{1,30}\s*\(\s*)?(?:"((?:[^"\\\n]|\\.){0,20000})"|'((?:[^'\\\n]|\\.){0,20000})')"""


def assigned(html: str, name: str) -> object:
    """The first JSON object that a script assigns to a name, None where none reads.

    >>> assigned('<script>var a = null; window.a={"b": [1]};</script>', "a")
    {'b': [1]}
    """
    decoder = json.JSONDecoder()
    found = re.finditer(rf"""\b{re.escape(name)}["'\]]*\s*=\s*(?=\{{)""", html)
    for _, one in zip(range(_TRIES), found, strict=False):
        try:
            return decoder.raw_decode(html, one.end())[0]
        except (ValueError, RecursionError):
            continue
    return None


def string(html: str, *names: str) -> str:
    r"""The first string that is not empty, of those that a script assigns to one of these names.

    >>> string(r"var a = ''; var b = htmlDecode('it\'s \x26 so');", "a", "b")
    "it's & so"
    """
    for name in names:
        found = re.finditer(rf"\bvar\s+{re.escape(name)}{_STRING}", html)
        for _, one in zip(range(_TRIES), found, strict=False):
            if text := _unescaped(one[1] or one[2] or "").strip():
                return text
    return ""


def at(tree: object, *path: str | int) -> object:
    """What lies at a path of names and numbers in JSON, None where the path breaks off.

    >>> at({"a": [{"b": 1}]}, "a", 0, "b")
    1
    """
    for step in path:
        if isinstance(tree, dict):
            tree = tree.get(step)
        elif isinstance(tree, list) and isinstance(step, int) and -len(tree) <= step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def everywhere(tree: object, name: str) -> Iterator[object]:
    """All values of a name in JSON, in the order in which they are written."""
    left = [tree]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if name in one:
                yield one[name]
            left.extend(reversed(one.values()))
        elif isinstance(one, list):
            left.extend(reversed(one))


def _unescaped(text: str) -> str:
    def letter(found: re.Match[str]) -> str:
        if code := found[1] or found[2]:
            return chr(int(code, 16))
        return _LETTERS.get(found[3], found[3])

    plain = _ESCAPE.sub(letter, text)
    # A pair of surrogates, as scripts write what lies beyond the first plane.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
