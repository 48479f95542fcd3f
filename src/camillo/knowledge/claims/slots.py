"""Slots of a pattern: what kind of words may stand there, and what they say."""

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from camillo.knowledge.claims import phrases
from camillo.knowledge.claims.phrases import Phrase
from camillo.knowledge.claims.prose import Token
from camillo.knowledge.claims.subjects import Reader
from camillo.knowledge.claims.when import Times
from camillo.knowledge.claims.words import Words

_FIGURE = re.compile(r"[$€£¥]?\d[\d.,]*[\w%€$]{0,4}")
_VERSION = re.compile(r"v?\d+(?:\.\w+)*")
#: Marks that go on with a name where no space stands before them: "Guns N' Roses".
_ATTACHED = frozenset("'’–-/")
_OLDEST = 120


@dataclass(frozen=True, slots=True)
class Spec:
    """What may fill a slot.

    At most so many words; ``named``: a name only; ``opened``: after an article or possessive, ``closed``:
    without one; ``lexicon``: with one of the language's words of this list, ``without``: none of another
    list's begins or ends it; ``activity``: with what hangs on it ("hiking in the hills"), and no thing at hand;
    ``bare``: whoever's it is; ``quoted``: a title in quotes, or a name of several words; ``ending``: how
    its first word ends; ``leading``: the word of the list is the first, and nothing hangs on it;
    ``new``: not one at hand;
    ``place``: its last word is one of a place that is known.
    """

    most: int = 5
    named: bool = False
    opened: bool = False
    closed: bool = False
    lexicon: str = ""
    activity: bool = False
    bare: bool = False
    without: str = ""
    quoted: bool = False
    ending: str = ""
    leading: bool = False
    new: bool = False
    place: bool = False


SPECS: Mapping[str, Spec] = {
    "name": Spec(named=True),
    "employer": Spec(named=True, without="cities"),
    "city": Spec(named=True, place=True),
    "site": Spec(named=True, without="tools"),
    "person": Spec(named=True, closed=True),
    "thing": Spec(4),
    "noun": Spec(5),
    "label": Spec(3, closed=True),
    "tool": Spec(2, closed=True, lexicon="tools"),
    "code": Spec(2, closed=True, lexicon="tools", leading=True),
    "business": Spec(4, opened=True, lexicon="businesses"),
    "feat": Spec(5, opened=True, bare=True, new=True),
    "made": Spec(5, opened=True, bare=True, without="idioms", new=True),
    "state": Spec(2, closed=True, lexicon="states", leading=True),
    "status": Spec(1, closed=True, lexicon="statuses", leading=True),
    "plan": Spec(8, activity=True, closed=True, without="idle"),
    "gerund": Spec(6, activity=True, closed=True, ending="ing"),
    "hobby": Spec(3, lexicon="hobbies"),
    "event": Spec(5, lexicon="events", opened=True),
    "award": Spec(5, opened=True, lexicon="awards", bare=True),
    "possession": Spec(4, opened=True, lexicon="possessions", new=True),
    "trip": Spec(3, lexicon="trips"),
    "title": Spec(named=True, quoted=True),
    "goods": Spec(4, opened=True),
    "doing": Spec(6, activity=True),
    "group": Spec(5, lexicon="groups"),
    "role": Spec(5, lexicon="roles"),
    "pet": Spec(4, lexicon="pets"),
    "children": Spec(3, lexicon="children"),
}


#: Slots in which several things may be listed.
LISTED = frozenset(("name", "thing", "noun", "doing", "label", "goods", "title", "pet"))


@dataclass(frozen=True, slots=True)
class Slots:
    """Reads the slots of one sentence; ``timed`` tells of places inside a time."""

    tokens: list[Token]
    words: Words
    text: str
    me: str
    subjects: Reader
    times: Callable[[], Times]

    def read(self, kind: str, at: int, more: Set[str]) -> Phrase | None:
        """What fills a slot of a kind that begins at a token; ``more`` are the words that come next."""
        if at >= len(self.tokens):
            return None
        special = _SPECIAL.get(kind)
        return special(self, at) if special else self._phrase(SPECS[kind], at, more)

    def _phrase(self, spec: Spec, at: int, more: Set[str]) -> Phrase | None:
        opened, owner = self._opening(at)
        before = self.tokens[opened - 1].low if opened > at else ""
        if spec.named and before in self.words.indefinite:
            return None
        if spec.new and before in self.words.definite and self._plain(opened):
            return None
        if spec.bare:
            owner = ""
        if spec.activity and before in self.words.definite and self._plain(opened):
            return None
        if (spec.opened and opened == at) or (spec.closed and opened > at):
            return None
        end = opened if spec.lexicon else phrases.name(self.tokens, opened, self.words)
        if not spec.named:
            end = max(end, self._noun(spec, opened, more))
        if spec.lexicon == "roles":
            end = self._to_role(opened, end)
        if end == opened or self._cut_short(spec, end, more) or not self._fits(spec, opened, end):
            return None
        words = phrases.said(self.tokens, opened, end, self.text)
        return Phrase(opened, end, self.words.owned.format(words, owner) if owner else words)

    def _goes_on(self, at: int) -> bool:
        """Whether a word stands at a token that could belong to what was read before it."""
        if at >= len(self.tokens):
            return False
        if self.tokens[at].low == "'s" and at + 1 < len(self.tokens):
            return self.tokens[at + 1].is_word
        if not self.tokens[at].is_word:
            return False
        return not self.subjects.timed(self.tokens[at])

    def _cut_short(self, spec: Spec, end: int, more: Set[str]) -> bool:
        """Whether what was read is but a part of what is meant."""
        beside = end < len(self.tokens) and self.tokens[end].start == self.tokens[end - 1].end
        if beside and self.tokens[end].low in _ATTACHED:
            return True
        if not self._goes_on(end):
            return False
        low = self.tokens[end].low
        if low in more:
            return False
        if spec.named:
            return low not in self.words.stops | self.words.fillers | self.words.articles
        linked = (spec.activity or spec.leading) and low in self.words.links
        lasting = any(token.low in self.words.times for token in self.tokens[end + 1 : end + 4])
        return low in self.words.cuts or (linked and not lasting)

    def _opening(self, at: int) -> tuple[int, str]:
        """The token after articles and a possessive, and whom the latter makes the owner."""
        while at < len(self.tokens) and self.tokens[at].low in self.words.articles:
            at += 1
        if at < len(self.tokens) and self.tokens[at].low in self.words.my | self.words.our:
            return at + 1, self.me
        return at, ""

    def _to_role(self, first: int, end: int) -> int:
        """Where a role ends: with its last word for one, and what it is of ("head of design")."""
        roles = self.words.lexicons["roles"]
        named = [at for at in range(first, end) if self.tokens[at].low in roles]
        if not named or self.tokens[min(named[-1] + 1, end - 1)].low in self.words.of:
            return end
        return named[-1] + 1

    def _plain(self, at: int) -> bool:
        """Whether what follows "the" is a thing at hand rather than a name or one of its kind."""
        if at >= len(self.tokens) or self.tokens[at].low in self.words.generic:
            return False
        return phrases.name(self.tokens, at, self.words) == at

    def _noun(self, spec: Spec, at: int, more: Set[str]) -> int:
        halt = self.subjects.timed
        if spec.activity:
            return phrases.doing(self.tokens, at, self.words, halt, more)
        return phrases.noun(self.tokens, at, self.words, halt, more, spec.most)

    def _fits(self, spec: Spec, first: int, end: int) -> bool:
        lows = [token.low for token in self.tokens[first:end]]
        inside = any(
            low in self.words.articles - self.words.of
            and lows[at] not in self.words.of | self.words.links
            for at, low in enumerate(lows[1:])
        )
        if inside and (spec.lexicon or spec.bare):
            return False
        if spec.place and lows[-1] not in self.words.lexicons["cities"]:
            return False
        if len(lows) == 1 and lows[0] in self.words.vague:
            return False
        if any(low in self.words.empty for low in lows) or self.subjects.timed(self.tokens[first]):
            return False
        if spec.named and self.tokens[first].quoted and "/" in lows[0]:
            return False
        if spec.quoted and not self.tokens[first].quoted and end - first < 2:
            return False
        if not lows[0].endswith(spec.ending):
            return False
        without = self.words.lexicons.get(spec.without, ())
        if lows[0] in without or lows[-1] in without:
            return False
        if spec.leading and lows[0] not in self.words.lexicons[spec.lexicon]:
            return False
        if spec.lexicon == "tools" and phrases.name(self.tokens, first, self.words) >= end:
            return True
        return not spec.lexicon or any(low in self.words.lexicons[spec.lexicon] for low in lows)

    def _who(self, at: int) -> Phrase | None:
        found = self.subjects.after(at)
        return Phrase(at, found[1], found[0].name) if found is not None else None

    def _kin(self, at: int) -> Phrase | None:
        """A relative or a pet, with the adjectives before it: "older sister"."""
        for last in range(at, min(at + 3, len(self.tokens))):
            predicate = self.words.kin.get(self.tokens[last].low)
            if predicate is not None:
                return Phrase(at, last + 1, self._said(at, last + 1), predicate)
            if not self.tokens[last].is_word or self.tokens[last].low in self.words.stops:
                break
        return None

    def _attribute(self, at: int) -> Phrase | None:
        """An attribute of one word or two, with its predicate and, after a colon, the kind of its value."""
        for end in (at + 2, at + 1):
            key = " ".join(token.low for token in self.tokens[at:end])
            if end <= len(self.tokens) and key in self.words.nouns:
                return Phrase(at, end, self._said(at, end), ":".join(self.words.nouns[key]))
        return None

    def _owner(self, at: int) -> Phrase | None:
        """What stands between an article and an attribute: "the Atlas deadline"."""
        for end in range(at + 1, min(at + 4, len(self.tokens))):
            low = self.tokens[end - 1].low
            if not self.tokens[end - 1].is_word or low in self.words.stops | self.words.empty:
                return None
            if self._attribute(end) is not None:
                return Phrase(at, end, self._said(at, end))
        return None

    def _beside(self, at: int) -> Phrase | None:
        """A name that stands beside what it names and ends there: "my sister Ana works"."""
        end = phrases.name(self.tokens, at, self.words)
        if end == at or self.tokens[at].low in self.words.openers | self.words.i:
            return None
        return Phrase(at, end, self._said(at, end))

    def _apart(self, at: int) -> Phrase | None:
        """A name between commas, or up to the end."""
        found = self._beside(at)
        if found is None or self._goes_on(found.last):
            return None
        return found

    def _date(self, at: int) -> Phrase | None:
        if self.tokens[at].quoted:
            return None
        end = self.tokens[min(at + 2, len(self.tokens) - 1)].end
        one = self.times().at(self.tokens[at].start, end)
        if one is None:
            return None
        start, stop = one.start + self.times().offset, one.end + self.times().offset
        inside = [n for n in range(at, len(self.tokens)) if start <= self.tokens[n].start < stop]
        if not inside or one.grain == "open":
            return None
        written = " ".join(self.text[start:stop].split())
        day = self.times().coming(one).isoformat()
        exact = one.grain == "day" and one.relative
        return Phrase(inside[0], inside[-1] + 1, day if exact else written)

    def _amount(self, at: int) -> Phrase | None:
        first = at + 1 if self.tokens[at].low in self.words.articles else at
        end = first
        while end < min(first + 4, len(self.tokens)):
            token = self.tokens[end]
            figure = _FIGURE.fullmatch(token.word) or token.word in "$€£¥"
            if not figure and (end == first or token.low not in self.words.units):
                break
            end += 1
        words = [token.word for token in self.tokens[first:end]]
        has = any(char.isdigit() for word in words for char in word)
        has = has and (end - first > 1 or not words[0].replace(",", "").isdecimal())
        return Phrase(first, end, self._said(first, end)) if has else None

    def _version(self, at: int) -> Phrase | None:
        fits = _VERSION.fullmatch(self.tokens[at].low)
        return Phrase(at, at + 1, self.tokens[at].word) if fits else None

    def _age(self, at: int) -> Phrase | None:
        low = self.tokens[at].low
        fits = low.isdigit() and 0 < int(low[:4]) < _OLDEST
        return Phrase(at, at + 1, low) if fits else None

    def _literal(self, at: int) -> Phrase | None:
        """One token, such as an address or a number."""
        token = self.tokens[at]
        fits = any(char.isdigit() or char == "@" for char in token.word)
        return Phrase(at, at + 1, token.word.rstrip(".")) if fits else None

    def _said(self, first: int, end: int) -> str:
        return phrases.said(self.tokens, first, end, self.text)


_SPECIAL: Mapping[str, Callable[[Slots, int], Phrase | None]] = {
    "who": Slots._who,
    "kin": Slots._kin,
    "attribute": Slots._attribute,
    "owner": Slots._owner,
    "beside": Slots._beside,
    "apart": Slots._apart,
    "date": Slots._date,
    "amount": Slots._amount,
    "version": Slots._version,
    "age": Slots._age,
    "literal": Slots._literal,
}
