"""Excerpts: the whole sentences of a text that say most within so many tokens."""

import unicodedata
from collections.abc import Callable, Sequence

Count = Callable[[str], int]
CUT_MARK = "…"
_JOINERS = ("\u200d", "\ufe0e", "\ufe0f")


def excerpt(
    text: str, spans: Sequence[tuple[int, int]], best: int, limit: int, count: Count
) -> str:
    r"""The sentence numbered ``best``, with those after and before it while all fit in ``limit``.

    It is one stretch of the text, word for word. A sentence that is too long by itself is cut
    between two words, or where there are none between two characters, and ends in ``…``.

    >>> text = "We met. We chose Go. It is fast."
    >>> excerpt(text, [(0, 7), (8, 20), (21, 32)], 1, 7, lambda t: len(t.split()))
    'We chose Go. It is fast.'
    >>> excerpt(text, [(0, 7), (8, 20), (21, 32)], 1, 2, lambda t: len(t.split()))
    'We chose…'
    """
    if not spans:
        return clip(text.strip(), limit, count)
    first, last = spans[best]
    if count(text[first:last]) > limit:
        return clip(text[first:last], limit, count)
    following = [(first, end) for _, end in spans[best + 1 :]]
    first, last = _widest(text, (first, last), following, limit, count)
    preceding = [(start, last) for start, _ in reversed(spans[:best])]
    first, last = _widest(text, (first, last), preceding, limit, count)
    return text[first:last]


def _widest(
    text: str,
    span: tuple[int, int],
    wider: Sequence[tuple[int, int]],
    limit: int,
    count: Count,
) -> tuple[int, int]:
    for one in wider:
        # No tokenizer makes a token of more than some dozen characters of prose, so a span far
        # beyond the limit need not be counted.
        if one[1] - one[0] > 64 * limit or count(text[slice(*one)]) > limit:
            break
        span = one
    return span


def clip(text: str, limit: int, count: Count) -> str:
    """As much of a text's beginning as ``limit`` tokens hold, parted between words where it can be."""
    shown = text[: 64 * max(0, limit)]
    if len(shown) == len(text) and count(text) <= limit:
        return text
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        if count(shown[:middle] + CUT_MARK) <= limit:
            low = middle
        else:
            high = middle - 1
    kept = shown[: _edge(text, low)].rstrip()
    return kept + CUT_MARK if kept else ""


def _edge(text: str, end: int) -> int:
    """The last place at or before ``end`` that parts words, or at least whole characters."""
    if end >= len(text) or not end or text[end].isspace():
        return end
    space = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end))
    if space > end // 2:
        return space
    while end and (
        unicodedata.combining(text[end]) or text[end] in _JOINERS or text[end - 1] in _JOINERS
    ):
        end -= 1
    return end
