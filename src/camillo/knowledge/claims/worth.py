"""Whether a sentence is worth reading: a quick look at its words, before any of them has a place."""

import re
from collections.abc import Sequence
from functools import lru_cache

from camillo.knowledge.claims.rules import Rule
from camillo.knowledge.claims.slots import SPECS
from camillo.knowledge.claims.words import Words, words

#: Slots that a word which is no noun cannot open.
_NOUNS = frozenset(
    ("doing", "noun", "thing", "feat", "made", "goods", "tool", "name", "plan", "label")
)
#: Within so many words of its beginning a slot has the word that it must have.
_NEAR = 7


@lru_cache(maxsize=8)
def sight(language: str) -> re.Pattern[str]:
    """What a casefolded text must have for any rule: the words that a rule begins with or needs.

    >>> sight("en").search("a green hill"), sight("en").search("ana moved out").group()
    (None, 'moved')
    """
    table = words(language)
    wanted = {
        word
        for first, rules in table.rules.items()
        for rule in rules
        for word in rule.needs or (first,)
    }
    return re.compile(rf"(?<!\w){_tree(sorted(wanted))}(?!\w)")


def _tree(wanted: Sequence[str]) -> str:
    """A pattern of words that branches at each letter, so that few are tried at any place."""
    by_letter: dict[str, list[str]] = {}
    for word in wanted:
        by_letter.setdefault(word[:1], []).append(word[1:])
    branches = [
        re.escape(letter) + _tree(rest) for letter, rest in sorted(by_letter.items()) if letter
    ]
    branches += [""] if "" in by_letter else []
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def fits(written: Sequence[str], table: Words) -> bool:
    """Whether one rule may fit: what follows its first word does, and somebody can stand before it.

    ``written`` are the tokens of a sentence as they stand there; what is refused would claim nothing.

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
