"""Text as an agent may read it: steering characters escaped, and as much of it as a budget holds."""

from collections.abc import Mapping

from camillo.text.budget import tokens
from camillo.text.fence import fenced
from camillo.text.inert import inert

#: A passage is cut rather than left out while at least so many tokens of the budget are left.
_WORTH_CUTTING = 60


def exact(text: str) -> str:
    r"""The text for a JSON string: carriage returns stay, other steering characters are escaped.

    >>> exact("a\r\nb\x1b[2J")
    'a\r\nb\\x1b[2J'
    """
    return "\r".join(inert(part) for part in text.split("\r"))


def cut(text: str, budget: int) -> str:
    """As much of the text's beginning as fits in so many tokens, whole characters only.

    >>> cut("abcdefgh", 1), cut("abc", 5), cut("abc", 0)
    ('abcd', 'abc', '')
    """
    if tokens(text) <= budget:
        return text
    kept = text.encode("utf-8", "surrogatepass")[: 4 * max(0, budget)]
    while not _whole(kept):
        kept = kept[:-1]
    return kept.decode("utf-8", "surrogatepass")


def shown_within(text: str, budget: int) -> str:
    """As much of a text as fits once its steering characters are written as escapes."""
    part = cut(text, budget)
    while tokens(exact(part)) > max(0, budget):
        part = part[: len(part) * 3 // 4]
    return part


def _whole(content: bytes) -> bool:
    try:
        content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def fitted(
    text: str, origin: Mapping[str, str], budget: int, *, must: bool
) -> tuple[str, bool, str] | None:
    """A text for the structure, whether it was cut, and its fenced block, within a budget of tokens.

    None where no useful part fits, unless it ``must``.
    """
    shown = exact(text)
    block = fenced(text, origin)
    over = tokens(block) - budget
    if over <= 0:
        return shown, False, block
    room = tokens(shown) - over
    if room < _WORTH_CUTTING and not must:
        return None
    part = cut(shown, max(room, 1))
    return part, True, fenced(part, {**origin, "truncated": "yes"})
