"""Subjects: who or what a verb speaks of, read backwards from it."""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from camillo.knowledge.claims import phrases
from camillo.knowledge.claims.people import People
from camillo.knowledge.claims.prose import Token
from camillo.knowledge.claims.words import Words

_FARTHEST = 6
PERSON, NAME, THING = "person", "name", "thing"


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject's name, its first token, and whether it is a ``person``, a ``name`` or a ``thing``."""

    name: str
    first: int
    kind: str = NAME


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads noun phrases of one sentence as subjects; ``me`` is the first person, ``people`` who was named."""

    tokens: Sequence[Token]
    words: Words
    text: str
    me: str
    people: People
    timed: Callable[[Token], bool]

    def before(self, at: int) -> Subject | None:
        """The subject that ends just before a token."""
        last = at - 1
        if last < 0:
            return None
        token = self.tokens[last]
        if token.low in self.words.relative:
            # Without a comma it may be anyone's: "the fallen of Verdun who had been employed".
            parted = last > 1 and self.tokens[last - 1].low == ","
            return self._name(last - 2) if parted else None
        if token.low == "," and last > 1:
            return self._apposed(last)
        if token.low in self.words.pronouns:
            return self._pronoun(last)
        return self._relative(last) or self._longer(self._name(last), self._thing(last))

    def _longer(self, name: Subject | None, thing: Subject | None) -> Subject | None:
        """The name, or the noun phrase that it ends: "the v1 API"."""
        if name is None or thing is None:
            return name or thing
        return thing if thing.first < name.first else name

    def owner(self, at: int) -> Subject | None:
        """The name that stands right before a possessive mark."""
        return self._name(at - 1) if at else None

    def after(self, at: int) -> tuple[Subject, int] | None:
        """The subject that begins at a token, and the token after it."""
        if at >= len(self.tokens):
            return None
        if self.tokens[at].low in self.words.pronouns:
            found = self._pronoun(at, after=True)
            return (found, at + 1) if found is not None else None
        if self.tokens[at].low in self.words.my | self.words.our:
            end = phrases.noun(self.tokens, at + 1, self.words, self.timed, frozenset(), 3)
            for last in range(at + 1, end):
                found = self._relative(last)
                if found is not None:
                    return found, last + 1
            return None
        end = phrases.name(self.tokens, at, self.words)
        made = self._made(at, end) if end > at else None
        return (made, end) if made is not None else None

    def _pronoun(self, at: int, *, after: bool = False) -> Subject | None:
        low = self.tokens[at].low
        if low in self.words.i | self.words.we:
            hangs = not after and self._hangs(at)
            return Subject(self.me, at, PERSON) if self.me and not hangs else None
        if low in self.words.third:
            meant = self.people.meant(self.tokens[at].start)
            return Subject(meant, at, PERSON) if meant else None
        return None

    def _hangs(self, at: int) -> bool:
        """Whether a clause hangs on a noun before it: "the place I work at"."""
        if at == 0 or not self.tokens[at - 1].is_word or self.timed(self.tokens[at - 1]):
            return False
        words, low = self.words, self.tokens[at - 1].low
        return low not in words.stops | words.openers | words.fillers | words.ands

    def _relative(self, last: int) -> Subject | None:
        """A relative of someone, such as "my older sister" or "Ana's brother"."""
        if self.tokens[last].low not in self.words.kin:
            return None
        for at in range(last - 1, max(-1, last - 4), -1):
            low = self.tokens[at].low
            noun = phrases.said(self.tokens, at + 1, last + 1, self.text)
            if low in self.words.my | self.words.our:
                return (
                    Subject(self.words.owned.format(noun, self.me), at, PERSON) if self.me else None
                )
            genitive = self._genitive(at)
            if genitive:
                return Subject(self.words.owned.format(noun, genitive), at, PERSON)
            if low == "'s" and at:
                owner = self._name(at - 1)
                return (
                    Subject(self.words.owned.format(noun, owner.name), owner.first, PERSON)
                    if owner
                    else None
                )
        return None

    def _genitive(self, at: int) -> str:
        """The name without its ending in "Annas Schwester"; "" where there is none."""
        word, ending = self.tokens[at].word, self.words.genitive
        if not ending or not word.endswith(ending) or not word[:1].isupper():
            return ""
        return "" if self.tokens[at].low in self.words.unnamed else word[: -len(ending)]

    def _apposed(self, comma: int) -> Subject | None:
        """The name in "Ana, my sister, works" and in "my sister, Ana, works"."""
        for at in range(comma - 1, max(0, comma - 5), -1):
            if self.tokens[at].low == ",":
                if self._relative(comma - 1):
                    return self._name(at - 1)
                return self._name(comma - 1) if self._relative(at - 1) else None
        return None

    def _name(self, last: int) -> Subject | None:
        """The name that ends with a token: the longest run of capitals back from it."""
        first = last + 1
        for at in range(last, max(-1, last - _FARTHEST), -1):
            if not self.tokens[at].is_word or self.timed(self.tokens[at]):
                break
            if phrases.name(self.tokens, at, self.words) > last:
                first = at
            elif self.tokens[at].low not in self.words.small:
                break
        unnamed = self.words.unnamed | self.words.kin.keys()
        while first <= last and self.tokens[first].low in unnamed:
            first += 1
        if first > last or (first == last and not self._stands(first)):
            return None
        if first and self.tokens[first - 1].low in self.words.of:
            return self._owned(first, last + 1)
        return self._made(first, last + 1)

    def _owned(self, first: int, end: int) -> Subject | None:
        """What belongs to a name: a relative ("the sister of Ana"), or a thing back to its article."""
        before = first - 2
        while before >= 0 and self.tokens[before].low in self.words.articles:
            before -= 1
        if before < 0:
            return None
        noun, name = self.tokens[before], phrases.said(self.tokens, first, end, self.text)
        if noun.low in self.words.kin:
            return Subject(self.words.owned.format(noun.word, name), before, PERSON)
        return self._thing(end - 1)

    def _stands(self, at: int) -> bool:
        """Whether a capital at a sentence's beginning can be that of a name: not of "Hiking" or "This"."""
        token = self.tokens[at]
        if token.quoted or (at and self.tokens[at - 1].is_word):
            return True
        low = token.low
        if low.endswith(self.words.unlike) or low in self.words.stops | self.words.empty:
            return False
        # A word that the text also writes small is none: "Code uses the store", "our code".
        return re.search(rf"(?<!\w){re.escape(low)}(?!\w)", self.text) is None

    def _made(self, first: int, end: int, kind: str = NAME) -> Subject | None:
        return Subject(phrases.said(self.tokens, first, end, self.text), first, kind)

    def _thing(self, last: int) -> Subject | None:
        """A noun phrase back to its article, such as "the billing service"."""
        for at in range(last, max(-1, last - _FARTHEST), -1):
            token = self.tokens[at]
            if token.low in self.words.indefinite and at and at < last:
                # "Atlas is a service written in Rust": of what it is one.
                is_one = self.tokens[at - 1].low in self.words.be
                return self.before(at - 1) if is_one else None
            if token.low in self.words.articles | self.words.our:
                return self._made(at + 1, last + 1, THING) if at < last else None
            if not token.is_word or token.low in self.words.stops - self.words.small:
                return None
            if token.low in self.words.my:
                return self._mine(at, last)
        return None

    def _mine(self, at: int, last: int) -> Subject | None:
        """What the speaker has and what stands somewhere, such as "my server"."""
        if at == last or not self.me or self.tokens[last].low not in self._standing():
            return None
        noun = phrases.said(self.tokens, at + 1, last + 1, self.text)
        return Subject(self.words.owned.format(noun, self.me), at, THING)

    def _standing(self) -> Set[str]:
        return self.words.lexicons["venues"]
