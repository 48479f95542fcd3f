"""The words of a text that say something, as they stand in it, in any language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from camillo.text.language import detect
from camillo.text.scripts import RUNS, WORD, normalise
from camillo.text.stops import all_function_words, function_words

_NEGATIONS = (
    "no not never without cannot don't doesn't didn't won't can't isn't aren't wasn't couldn't shouldn't"
    " nicht kein keine keinen nie ohne niet geen nooit zonder ikke ingen aldri aldrig uten uden inte inga utan"
    " pas jamais aucun aucune sans non mai senza não nunca nem sem nunca jamás sin nie bez не нет никогда без"
    " ні ei değil yok hiç tidak bukan không nem soha لا ليس لم لن नहीं 不 没 没有 別 别 未 ない ません 안 못"
)
#: Words that turn the next one into its opposite, in the languages whose function words are known.
NEGATIONS = frozenset(_NEGATIONS.split())
#: A negation by its characters, at the end of a word of a language that writes it so.
_NEGATED = re.compile(r"n['’]t$", re.IGNORECASE)
_TOKEN = re.compile(
    rf"[$€£¥₹]?{WORD}+(?:(?:://|[._\-/@:'’\\]|(?<=\d),(?=\d)){WORD}+)*(?:\+\+|#|%)?"
    rf"|[#@]{WORD}+"
)
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
#: Function words of one character that are hardly ever part of a name, where runs without spaces are cut.
_PARTICLES = frozenset("的了是在和与與把被从從吗嗎呢吧啊をはがの")
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word worth keeping: as it stands, as it is looked up, where it begins, and the negation before it."""

    word: str
    term: str
    at: int
    negation: str = ""


def keywords(text: str, hint: str | None = None) -> list[Keyword]:
    """Content words in the order of the text; ``hint`` is the language where the text does not tell.

    >>> [word.word for word in keywords("We did not go to the LGBTQ support group on May 7th.")]
    ['go', 'LGBTQ', 'support', 'group', 'May', '7th']
    >>> keywords("We did not go")[0].negation
    'not'
    """
    text = normalise(text)
    language = detect(text, hint)
    stops = function_words(language) or all_function_words()
    found: list[Keyword] = []
    negation = ""
    for at, word in _words(text, language):
        low = word.casefold().replace("’", "'")
        if low in NEGATIONS or _NEGATED.search(low):
            negation = word
        elif (low not in stops or _is_name(text, at, word)) and not _is_contracted(low, stops):
            found.append(Keyword(word, low, at, negation))
            negation = ""
    return found


def _words(text: str, language: str | None) -> Iterator[tuple[int, str]]:
    for token in _TOKEN.finditer(text):
        at = token.start()
        for run in RUNS.finditer(token[0]):
            if run.lastgroup in ("cjk", "unspaced"):
                yield from ((at + run.start() + n, part) for n, part in _parted(run[0], language))
            elif word := _POSSESSIVE.sub("", run[0]):
                yield at + run.start(), word


def _parted(run: str, language: str | None) -> Iterator[tuple[int, str]]:
    """A run without spaces, cut at the function words in it."""
    pairs = {word for word in function_words(language) if len(word) == _PAIR}
    short = pairs | _PARTICLES | NEGATIONS
    start = at = 0
    while at < len(run):
        size = next((n for n in (2, 1) if run[at : at + n] in short and at + n <= len(run)), 0)
        if not size:
            at += 1
            continue
        if start < at:
            yield start, run[start:at]
        yield at, run[at : at + size]
        start = at = at + size
    if start < at:
        yield start, run[start:]


def _is_name(text: str, at: int, word: str) -> bool:
    """Whether a function word has a capital where no sentence begins ("in May")."""
    before = text[:at].rstrip()[-1:]
    return len(word) > 1 and word[0].isupper() and word.isalpha() and before.isalnum()


def _is_contracted(low: str, stops: frozenset[str]) -> bool:
    """Whether it is function words that an apostrophe joins ("I'm", "it'll")."""
    parts = low.split("'")
    return len(parts) > 1 and all(part in stops for part in parts)
