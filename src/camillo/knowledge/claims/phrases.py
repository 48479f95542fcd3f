"""Phrases: stretches of words that belong together, read onwards from a word."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from camillo.knowledge.claims.prose import Token
from camillo.knowledge.claims.words import Words

_MOST_NAME, _MOST_DOING = 6, 8
_LONGEST_NUMBER = 6

Timed = Callable[[Token], bool]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens ``first`` to ``last`` (not inside), what they say, and the predicate that they name, if any."""

    first: int
    last: int
    said: str
    predicate: str = ""


def said(tokens: Sequence[Token], first: int, last: int, text: str) -> str:
    """The words of some tokens as written, in one line, without emphasis."""
    written = text[tokens[first].start : tokens[last - 1].end]
    return " ".join(written.replace("**", "").split())


def name(tokens: Sequence[Token], at: int, words: Words) -> int:
    """The token after the name that begins at a token; the same token where none does."""
    if at < len(tokens) and tokens[at].quoted:
        return at + 1
    end = joined = at
    while joined < len(tokens) and joined - at < _MOST_NAME and not tokens[joined].quoted:
        token = tokens[joined]
        if _named(token) or (end > at and _numbered(token)):
            end = joined + 1
        elif end == at or token.low not in words.small or joined - end > 1:
            break
        joined += 1
    if end == at + 1 and tokens[at].low in words.openers | words.i:
        return at
    return end


def _named(token: Token) -> bool:
    """Whether a word is written as names are: a capital first, or inside (iPhone)."""
    return token.is_word and not token.word[:1].isdigit() and token.word != token.low


def _numbered(token: Token) -> bool:
    return token.word[:1].isdigit() and len(token.word) <= _LONGEST_NUMBER


def noun(
    tokens: Sequence[Token], at: int, words: Words, timed: Timed, more: Set[str], most: int
) -> int:
    """The token after a noun phrase without its article; the same token where none begins there.

    It ends at a mark, at one of the language's ``stops``, at a time and at what the pattern has next
    (``more``). One of more words than ``most`` is none.
    """
    end = at
    while end < len(tokens):
        token = tokens[end]
        if not token.is_word or token.low in more or token.low in words.stops:
            break
        if timed(token):
            break
        end += 1
        if end - at > most or token.quoted:
            break
    return at if end - at > most else end


def doing(tokens: Sequence[Token], at: int, words: Words, timed: Timed, more: Set[str]) -> int:
    """The token after a noun phrase or an activity with what hangs on it ("hiking in the hills")."""
    end = noun(tokens, at, words, timed, more, 6)
    while at < end < len(tokens) and tokens[end].low in words.links:
        inner = end + 1
        while inner < len(tokens) and tokens[inner].low in words.articles | words.my | words.our:
            inner += 1
        after = noun(tokens, inner, words, timed, more, 5)
        if after == inner or after - at > _MOST_DOING:
            break
        if any(
            token.low in words.empty or token.low in words.times for token in tokens[inner:after]
        ):
            break
        end = after
    return end
