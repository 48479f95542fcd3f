"""Scripts: which characters make words, which are written without spaces, which fold together."""

import re
import unicodedata
from functools import lru_cache

# Python's \w leaves combining marks out, which would cut Devanagari, Thai or Arabic words at every
# vowel sign. Ranges of category M (Unicode 16), widened over gaps that hold only letters.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3\u07fd\u0816-\u082d"
    "\u0859-\u085b\u0898-\u0963\u0981-\u09e3\u09fe-\u0a75\u0a81-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7"
    "\u0c00-\u0c63\u0c81-\u0c83\u0cbc-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0df3\u0e31-\u0e3a"
    "\u0e47-\u0e4e\u0eb1-\u0ecd\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6"
    "\u102b-\u103e\u1056-\u109d\u135d-\u135f\u1712-\u1734\u1752-\u17d3\u17dd\u180b-\u193b"
    "\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b44\u1b6b-\u1b73\u1b80-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2"
    "\u1cd4-\u1dff\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d"
    "\ua69e\ua69f\ua6f0\ua6f1\ua802-\ua827\ua82c\ua880-\ua8c5\ua8e0-\ua8f1\ua8ff-\ua92d"
    "\ua947-\ua953\ua980-\ua9c0\ua9e5-\uaa4d\uaa7b-\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea"
    "\uabec\uabed\ufb1e\ufe20-\ufe2f\U00010a01-\U00010a3f\U00011000-\U00011046"
    "\U00011070-\U000110ba\U000110c2-\U00011134\U00011145-\U00011173\U00011180-\U000111c0"
)
# Punctuation that the widened ranges take in by accident.
_NOT_WORD = "\u0964\u0965\u0970\u0df4\u1360-\u1368\u17d4-\u17da\u1800-\u180a\u104a-\u104f"

#: One character of a word, for use inside a regular expression.
WORD = rf"(?:(?![{_NOT_WORD}])[\w{_MARKS}])"

_HAN = "\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_KANA = "\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
_UNSPACED = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3"

#: Runs of one way of writing: ideographs and kana, Hangul, scripts without spaces, all else.
RUNS = re.compile(
    f"(?P<cjk>[{_HAN}{_KANA}]+)|(?P<hangul>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    f"|(?P<words>[^{_HAN}{_KANA}{_HANGUL}{_UNSPACED}]+)"
)
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]{3,}")
#: A base character with the marks that belong to it.
CLUSTER = re.compile(f".[{_MARKS}]*")

_FOLDS = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
    | {"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ک": "ك", "ی": "ي", "ة": "ه"}
)
#: Marks that fold away: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels.
_FOLDED_MARKS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]+")


def normalise(text: str) -> str:
    r"""NFKC, without the invisible characters that split words (case is kept).

    >>> normalise("ﬁle so\u00adft")
    'file soft'
    """
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return text.translate(_INVISIBLE)


_INVISIBLE = {0x00AD: None, 0x200D: None, 0x2060: None, 0xFEFF: None, 0x0640: None, 0x2019: "'"}


@lru_cache(maxsize=20_000)
def fold(word: str) -> str:
    """A casefolded word without accents and with ASCII digits, so that ``cafe`` finds ``café``.

    >>> fold("são"), fold("łódź"), fold("٢٠٢٣")
    ('sao', 'lodz', '2023')
    """
    if word.isascii():
        return word
    bare = _FOLDED_MARKS.sub("", unicodedata.normalize("NFD", word)).translate(_FOLDS)
    digits = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in bare)
    return unicodedata.normalize("NFC", digits)


def is_unspaced(text: str) -> bool:
    """Whether most letters of a text are of scripts that are written without spaces.

    >>> is_unspaced("为什么换成 GraphQL 了呢这个项目"), is_unspaced("where is 北京?"), is_unspaced("")
    (True, False, False)
    """
    letters = unspaced = 0
    for run in RUNS.finditer(text):
        count = sum(map(str.isalpha, run.group()))
        letters += count
        unspaced += count if run.lastgroup in ("cjk", "unspaced") else 0
    return unspaced * 2 > letters
