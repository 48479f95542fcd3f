"""Where a text may be parted without tearing what a reader sees as one character."""

import unicodedata

_JOINER = "\u200d"
_LEADING, _VOWEL, _TRAILING = range(0x1100, 0x1160), range(0x1160, 0x11A8), range(0x11A8, 0x1200)


def parts_well(text: str, position: int, start: int = 0) -> bool:
    r"""Whether parting the text there tears no character as a reader sees it.

    A near relation of the extended grapheme clusters of Unicode's annex 29. ``start`` is a place
    before ``position`` that is known to part well; the look back goes no further.

    >>> parts_well("e\u0301a", 1), parts_well("e\u0301a", 2)
    (False, True)
    """
    if position <= start or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if after < "\u0300" and before < "\u0300":
        return not (before == "\r" and after == "\n")
    if before == _JOINER or _extends(after) or (_is_high(before) and _is_low(after)):
        return False
    if _is_flag(before) and _is_flag(after):
        first = position - 1
        while first > start and _is_flag(text[first - 1]):
            first -= 1
        return (position - first) % 2 == 0
    return not _joins_hangul(ord(before), ord(after))


def _extends(char: str) -> bool:
    """Marks, joiners, variation selectors, tags and skin tones belong to what they follow."""
    if (
        char == _JOINER
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
    ):
        return True
    return unicodedata.category(char) in ("Mn", "Me", "Mc")


def _is_high(char: str) -> bool:
    return "\ud800" <= char <= "\udbff"


def _is_low(char: str) -> bool:
    return "\udc00" <= char <= "\udfff"


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _joins_hangul(before: int, after: int) -> bool:
    if before in _LEADING:
        return after in _LEADING or after in _VOWEL or 0xAC00 <= after < 0xD7A4
    is_syllable = 0xAC00 <= before < 0xD7A4
    if before in _VOWEL or (is_syllable and (before - 0xAC00) % 28 == 0):
        return after in _VOWEL or after in _TRAILING
    return (before in _TRAILING or is_syllable) and after in _TRAILING
