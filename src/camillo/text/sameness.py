"""Sameness: whether two texts say the same in the same words, whatever form they came in.

Nothing here guesses at meaning. Whoever is told that two texts are the same may show one for both, so any
other word, number, name, sign or negation makes them different.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import chain, islice
from typing import Literal

Sameness = Literal["words", "near", "part"]
#: Whether a word is one that people write, as opposed to a slip of the pen.
Known = Callable[[str], bool]

#: Marks at the start of a line: quotes, headings, bullets, numbers. Boxes stay: a ticked one says something.
_OPENING = re.compile(r"^[ \t]*(?:(?:[>*+•–—|-]|#{1,6}|\d{1,3}[.)])[ \t]+)*", re.M)
_UNSPACED = "\u2e80-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
_LETTERS = rf"[^\W\d_{_UNSPACED}]+"
_LINK = re.compile(r"!?\[([^\]\n]*)\]\((\S+?)\)")
#: Numbers with all that belongs to them, characters of scripts without spaces, words, and signs that say
#: something by themselves; emphasis, quotation marks, brackets and stops are form.
_WORD = re.compile(
    r"[+-]?\d+(?:[.,:/-]\d+)*"
    rf"|(?=\w)[{_UNSPACED}]"
    rf"|{_LETTERS}(?:['’-]{_LETTERS})*"
    r"|(?<!\s)-|-(?=\w)|!(?=[=\w])|[.:](?=\w)"
    r"|[^\w\s*_`\"'“”‘’«»„,.;:!…(){}\[\]|\\，。；！、：「」『』（）–—-]"
)
#: Where one sentence or line ends and the next begins.
_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_CAPITAL = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
#: Words that are there or not without a difference; none of them is anything else in another language.
_WEIGHTLESS = frozenset(
    ("the", "a", "an", "der", "das", "dem", "le", "les", "la", "el", "los", "uma", "una")
)
#: Fewer words say too little to be found again in another text.
ENOUGH = 6
_SLIPPED = 5


@lru_cache(maxsize=2_048)
def words(text: str) -> tuple[str, ...]:
    r"""The words of a text in order, without marks of form.

    >>> words("## Plan\n\n- We **chose** Postgres, v16.2!") == words("Plan: we chose Postgres v16.2")
    True
    >>> words("a != b") == words("a = b"), words("C++") == words("C"), words("done?") == words("done.")
    (False, False, False)
    """
    plain = unicodedata.normalize("NFKC", text)
    plain = _LINK.sub(r"\1 \2", _OPENING.sub("", plain))
    return tuple(found.replace("’", "'") for found in _WORD.findall(plain.casefold()))


def sameness(a: str, b: str, known: Known | None = None) -> Sameness | None:
    """How the second text repeats the first, or None where it says anything that the first does not.

    ``words``: the same words in the same order. ``near``: up to an article, or a slip of the pen in a word
    that ``known`` does not know. ``part``: all of the second stands in the first, in one piece.

    >>> sameness("We chose **Postgres** for all billing.", "we chose Postgres for all billing")
    'words'
    >>> sameness("We pay 40 euros for the hosting now", "We pay 45 euros for the hosting now")
    >>> sameness("- Ana left on Monday with all of her keys. Bo stayed.", "Ana left on Monday with all of her keys")
    'part'
    """
    one, other = words(a), words(b)
    if len(other) < ENOUGH:
        return None
    if one == other:
        return "words"
    if abs(len(one) - len(other)) <= 1 + max(len(one), len(other)) // 10 and _differ_in_form(
        a, b, known
    ):
        return "near"
    return "part" if len(one) > len(other) and _stands_in(a, other) else None


def shape(text: str) -> tuple[str, ...]:
    """What all texts near to each other have in common: words without articles, long ones by their ends."""
    return tuple(
        word if len(word) < _SLIPPED or not word.isalpha() else word[0] + word[-1]
        for word in _weighty(text)
    )


def openings(text: str) -> frozenset[tuple[str, ...]]:
    """The first words of each of its sentences, with those of the next ones where one is short.

    A text that is part of another begins with one of its openings.

    >>> sorted(openings("Yes. Ana left on Monday with her keys. Bo stayed."))
    [('ana', 'left', 'on', 'monday', 'with', 'her'), ('yes', 'ana', 'left', 'on', 'monday', 'with')]
    """
    units = _units(text)
    told = (chain.from_iterable(units[at : at + ENOUGH]) for at in range(len(units)))
    runs = (tuple(islice(run, ENOUGH)) for run in told)
    return frozenset(run for run in runs if len(run) == ENOUGH)


def _capital(text: str) -> frozenset[str]:
    """The words that begin with a capital, as :func:`words` has them: names, for all that is known here."""
    return frozenset(
        word.casefold() for word in _CAPITAL.findall(text) if word[0] != word[0].lower()
    )


def _stands_in(text: str, told: tuple[str, ...]) -> bool:
    """Whether whole sentences of a text, one after the other, have these words and no more.

    A stretch of a sentence is not enough: "it is not true that" may stand before it.
    """
    units = _units(text)
    for first in range(len(units)):
        at = 0
        for unit in islice(units, first, None):
            if told[at : at + len(unit)] != unit:
                break
            at += len(unit)
            if at == len(told):
                return True
    return False


def _units(text: str) -> list[tuple[str, ...]]:
    """The words of each sentence or line that has any."""
    return [told for unit in _END.split(text) if (told := words(unit))]


def _weighty(text: str) -> list[str]:
    return [word for word in words(text) if word not in _WEIGHTLESS]


def _differ_in_form(a: str, b: str, known: Known | None) -> bool:
    """Whether nothing but articles and slips tells two texts apart."""
    one, other = _weighty(a), _weighty(b)
    if len(one) != len(other):
        return False
    pairs = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    if not all(_is_slip(x, y, known) for x, y in pairs):
        return False
    return not pairs or (_capital(a) | _capital(b)).isdisjoint(chain.from_iterable(pairs))


def _is_slip(a: str, b: str, known: Known | None) -> bool:
    """Whether one of two words is the other, misspelt: no word of its own, and one keystroke away."""
    if known is None or min(len(a), len(b)) < _SLIPPED or not (a + b).isalpha():
        return False
    if a[0] != b[0] or a[-1] != b[-1] or known(a) == known(b):
        return False
    short, long = sorted((a, b), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[:at] + short[at : at + 2][::-1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long
