"""Where words begin and end: what may stand beside a title for it to be that title."""

import re
import unicodedata

from camillo.text.scripts import WORD

_WORD = re.compile(WORD)
_KINDS = re.compile(
    "(?P<kata>[\u30a1-\u30fa\u30fc\u31f0-\u31ff\uff66-\uff9f])"
    "|(?P<hira>[\u3041-\u3096\u309d-\u309f])"
    "|(?P<han>[\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U000323af])"
    "|(?P<unspaced>[\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3])"
    "|(?P<hangul>[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb])"
)
#: Beside these a word is part of an address, a path, a name in code, a tag, or would be another link.
_BEFORE = frozenset("@#/\\$%&=+~-^!\u2010\u2011")
_AFTER = frozenset("@#/\\$%&=+~-^([{\u2010\u2011")
_INSIDE = frozenset(".:")
#: Between these any place may be a word's edge.
_FREE = frozenset(("han", "unspaced"))


def kind(char: str) -> str:
    """What a character is written with: ``han``, ``hira``, ``kata``, ``hangul``, ``unspaced`` (Thai and the
    like), ``word`` (all other letters and digits), or "" for what is part of no word.

    >>> kind("库"), kind("テ"), kind("그"), kind("é"), kind(".")
    ('han', 'kata', 'hangul', 'word', '')
    """
    if char.isascii():
        return "word" if char.isalnum() or char == "_" else ""
    if found := _KINDS.match(char):
        return found.lastgroup or ""
    return "word" if _WORD.match(char) else ""


def opens(text: str, at: int) -> bool:
    """Whether a title may begin at a place.

    >>> opens("an OAuth", 3), opens("unOAuth", 2), opens("用OAuth", 1), opens("a/OAuth", 2)
    (True, False, True, False)
    """
    if at == 0:
        return True
    before = text[at - 1]
    if before in _BEFORE:
        return False
    if before in _INSIDE and at > 1 and not text[at - 2].isspace():
        return not kind(text[at - 2])
    here = kind(text[at])
    return not here or here in _FREE or here != kind(before)


def closes(text: str, at: int) -> bool:
    """Whether a title may end before a place.

    >>> closes("OAuth's", 5), closes("OAuths", 5), closes("知识库的", 3), closes("node.js", 4)
    (True, False, True, False)
    """
    if at >= len(text):
        return True
    after = text[at]
    if after in _AFTER or after in "\u200d\ufe0f" or unicodedata.category(after)[0] == "M":
        return False
    if after in _INSIDE:
        return at + 1 >= len(text) or not kind(text[at + 1])
    last = kind(text[at - 1])
    # Particles follow Korean words without a space.
    return last in ("", "hangul") or last in _FREE or last != kind(after)
