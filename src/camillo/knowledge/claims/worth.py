"""Whether a stretch of text is worth reading: a quick look at its words, before any of them has a place."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from camillo.knowledge.claims.rules import Rule
from camillo.knowledge.claims.slots import SPECS
from camillo.knowledge.claims.words import Words, words

#: Slots that a word which is no noun cannot open.
_NOUNS = frozenset(
    ("doing", "noun", "thing", "feat", "made", "goods", "tool", "name", "plan", "label")
)
#: Within so many words of its beginning a slot has the word that it must have.
_NEAR = 7


class Start(NamedTuple):
    """What all rules that begin with a word have in common.

    ``seconds`` may follow it, or one of the slots ``kinds``; ``loose`` says that anything may. ``needs`` are
    words of which one is there, empty where a rule has none; ``alone`` says that nobody need stand before.
    """

    seconds: frozenset[str]
    kinds: frozenset[str]
    loose: bool
    needs: frozenset[str]
    alone: bool


@lru_cache(maxsize=8)
def starts(language: str) -> dict[str, Start]:
    """The starts of a language's rules by their word."""
    found = {}
    for word, rules in words(language).rules.items():
        parts = [rule.parts[1] if len(rule.parts) > 1 else None for rule in rules]
        given = [rule.needs for rule in rules]
        found[word] = Start(
            frozenset().union(*(part.words for part in parts if part)),
            frozenset(part.slot for part in parts if part and part.slot),
            any(part is None or part.optional for part in parts),
            frozenset().union(*given) if all(given) else frozenset(),
            any(rule.subject not in ("who", "me") or rule.elided for rule in rules),
        )
    return found


def worth(written: Sequence[str], table: Words) -> frozenset[str]:
    """The words at which some rule may fit: what follows them fits, and somebody can stand before.

    ``written`` are the tokens of a stretch as they stand there. Where none is found, nothing is claimed.

    >>> worth("I love it .".split(), words("en")), worth("I love tea .".split(), words("en"))
    (frozenset(), frozenset({'love'}))
    """
    lows = [word.casefold() for word in written]
    known, passing, last = starts(table.code), table.passing, len(lows) - 1
    there: frozenset[str] | None = None
    found = set()
    for at, low in enumerate(lows):
        start = known.get(low)
        if start is None or low in found or at == last:
            continue
        after = lows[at + 1]
        follows = start.loose or after in start.seconds or after in passing or after[0].isdigit()
        if not follows and not any(_opens(kind, lows, at + 1, table) for kind in start.kinds):
            continue
        if start.needs:
            there = there or frozenset(lows)
            if start.needs.isdisjoint(there):
                continue
        if start.alone or _somebody(written, lows, at, table):
            found.add(low)
    return frozenset(found)


def fits(written: Sequence[str], table: Words) -> bool:
    """Whether one rule may fit: the same question, asked of each rule by itself.

    >>> fits("I like it .".split(), words("en")), fits("I like tea .".split(), words("en"))
    (False, True)
    """
    lows = [word.casefold() for word in written]
    there, last = frozenset(lows), len(lows) - 1
    for at, low in enumerate(lows):
        rules = table.rules.get(low)
        if rules is None or at == last:
            continue
        somebody = _somebody(written, lows, at, table)
        for rule in rules:
            if not (somebody or rule.subject not in ("who", "me") or (rule.elided and at == 0)):
                continue
            if rule.needs and rule.needs.isdisjoint(there):
                continue
            if _followed(rule, lows, at + 1, table):
                return True
    return False


def _followed(rule: Rule, lows: Sequence[str], at: int, table: Words) -> bool:
    """Whether the second part of a rule can stand at a token, or after what may stand between."""
    if len(rule.parts) < 2:
        return True
    part, end = rule.parts[1], min(len(lows), at + _NEAR)
    between = table.between if part.slot else table.passing
    while at < end - 1 and lows[at] not in part.words and (lows[at] in between):
        at += 1
    if part.optional or lows[at] in part.words:
        return True
    return bool(part.slot) and _opens(part.slot, lows, at, table)


def _opens(slot: str, lows: Sequence[str], at: int, table: Words) -> bool:
    """Whether a slot can begin at a token."""
    if slot in _NOUNS:
        return lows[at] not in table.nothing
    if slot == "kin":
        return any(low in table.kin for low in lows[at : at + 3])
    if slot == "attribute":
        return any(" ".join(lows[at:end]) in table.nouns for end in (at + 1, at + 2))
    spec = SPECS.get(slot)
    if spec is None:
        return True
    listed = table.lexicons[spec.lexicon] if spec.lexicon else None
    if listed is not None and spec.lexicon != "tools":
        return not listed.isdisjoint(lows[at : at + _NEAR])
    return lows[at].endswith(spec.ending)


def _somebody(written: Sequence[str], lows: Sequence[str], at: int, table: Words) -> bool:
    """Whether what stands before a verb, adverbs and times apart, can be a person."""
    last = at - 1
    while last >= 0 and lows[last] in table.passing:
        last -= 1
    if last < 0:
        return at > 0
    low = lows[last]
    return low in table.subjects or written[last][:1].isupper() or not low[0].isalnum()
