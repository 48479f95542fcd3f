"""One sentence read by the rules of its language: where they fit, and what they then claim."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from camillo.domain.knowledge import Claim
from camillo.domain.moment import Moment
from camillo.knowledge.claims import phrases
from camillo.knowledge.claims.people import People
from camillo.knowledge.claims.phrases import Phrase
from camillo.knowledge.claims.prose import Token, tokenised
from camillo.knowledge.claims.rules import Outcome, Part, Rule
from camillo.knowledge.claims.slots import LISTED, Slots
from camillo.knowledge.claims.subjects import NAME, PERSON, THING, Reader, Subject
from camillo.knowledge.claims.when import Times, moment
from camillo.knowledge.claims.words import Words
from camillo.ports.knowing import Said

_FIGURE = re.compile(r"\d")
_SURE, _LEFT_OUT, _PAST = 0.8, 0.6, 0.6
_MOST_CLAIMS = 12
#: Relations to persons; the objects of others are not who a pronoun means.
PERSONAL = frozenset(
    (
        "married to",
        "partner of",
        "sibling of",
        "parent of",
        "child of",
        "friend of",
        "met",
        "works with",
        "reports to",
    )
)
#: Predicates whose object is itself a time.
_DAYS = frozenset(("born on", "due on", "starts on"))
_KINDS = {
    "me": ("person",),
    "who": ("person", "name"),
    "what": ("name", "thing"),
    "any": ("person", "name", "thing"),
}


@dataclass(frozen=True, slots=True)
class Polarity:
    """What stands around a verb: that it is untrue, that it is over, that it began before and goes on.

    ``at`` is the token after its subject; ``ended`` makes what is untrue one that is over.
    """

    at: int
    untrue: bool = False
    over: bool = False
    ended: bool = False
    perfect: bool = False


class Reading:
    """Reads the sentence at ``start:end`` of a text. ``people``, whom the drawer has named so far, are added to."""

    def __init__(
        self, text: str, start: int, end: int, words: Words, said: Said, me: str, people: People
    ) -> None:
        self._text, self._start, self._end = text, start, end
        self._words, self._said, self._me = words, said, me
        self._people = people
        self._tokens = tokenised(text, start, end, words.code)
        self._lows = [token.low for token in self._tokens]
        # "Ben: I work at Acme" in somebody's text is Ben's word.
        if (
            self._lows[1:2] == [":"]
            and self._tokens[0].word[:1].isupper()
            and self._lows[0] not in words.unnamed
        ):
            self._me = me = ""
        self._subjects = Reader(self._tokens, words, text, me, people, self._timed)
        self._slots = Slots(self._tokens, words, text, me, self._subjects, lambda: self._times)
        self._last: Subject | None = None
        self._telling = not words.times.isdisjoint(self._lows) or bool(
            _FIGURE.search(text, start, end)
        )
        self._backs: dict[int, Polarity | None] = {}

    @cached_property
    def _times(self) -> Times:
        written = self._text[self._start : self._end]
        return Times.of(written, self._start, self._words.code, self._said.at)

    def _timed(self, token: Token) -> bool:
        """Whether a word is part of a time."""
        if not self._telling or (
            token.low not in self._words.timely and not token.low[0].isdigit()
        ):
            return False
        return self._times.covers(token.start)

    def claims(self) -> Iterator[Claim]:
        """The claims of the sentence, in the order of their words; none of a question or a joke."""
        if not self._lows or self._lows[-1] == "?" or self._words.jokes.intersection(self._lows):
            return
        done = -1
        passing, there = self._words.passing, frozenset(self._lows)
        for at, token in enumerate(self._tokens):
            rules = self._words.rules.get(token.low)
            titled = at > 0 and token.word[:1].isupper() and self._tokens[at - 1].is_word
            if rules is None or token.quoted or titled or at < done:
                continue
            after = self._lows[at + 1] if at + 1 < len(self._lows) else ""
            after = "1" if after.isdecimal() else after
            for rule in rules:
                if rule.needs and rule.needs.isdisjoint(there):
                    continue
                if rule.second and after not in rule.second and after not in passing:
                    continue
                found = self._fits(rule, at)
                if found is not None:
                    yield from found[0]
                    done = found[1]
                    break

    def _fits(self, rule: Rule, at: int) -> tuple[list[Claim], int] | None:
        """The claims of a rule whose pattern begins at a token, and the token after it."""
        before = self._before(at)
        if before is None:
            return None
        slots: list[Phrase] = []
        matched = self._match(rule.parts, at, slots)
        if matched is None:
            return None
        end, untrue, over = matched
        several = self._listed(rule, slots, end)
        if several is None:
            return None
        listed, end = several
        subject = self._subject(rule, before.at, at)
        if subject is None and rule.subject != "-":
            return None
        first = subject.first if subject is not None else before.at
        if self._doubtful(first, end):
            return None
        untrue = untrue or before.untrue
        over = before.over or (untrue and (over or before.ended))
        polarity = Polarity(first, untrue and not over, over, perfect=before.perfect)
        made = [
            claim
            for each in listed
            for outcome in rule.outcomes
            if (claim := self._claim(rule, outcome, subject, each, polarity, at, end)) is not None
        ]
        if not made:
            return None
        if subject is not None:
            self._last = subject
            if subject.kind != THING and subject.name != self._me and rule.subject == "who":
                self._people.saw(subject.name, self._tokens[first].start)
                self._people.places.update(
                    claim.object for claim in made if claim.predicate not in PERSONAL
                )
        return made, end

    def _listed(
        self, rule: Rule, slots: list[Phrase], end: int
    ) -> tuple[list[list[Phrase]], int] | None:
        """The slots, and the same with each further thing of a list ("tea, coffee and jazz") in the last.

        None where what looks like a list is none ("a safe, inviting place").
        """
        found, joined = [slots], False
        first = end
        kind = rule.parts[-1].slot
        if slots and end < len(self._lows) and self._lows[end] in self._words.ands:
            after = self._lows[end + 1] if end + 1 < len(self._lows) else ""
            if self._half(slots[-1]) and after not in self._words.articles | self._words.pronouns:
                return None
        while kind in LISTED and end + 1 < len(self._lows):
            comma = self._lows[end] == ","
            at = end + comma
            also = self._lows[at] in self._words.ands
            at += also
            one = self._slots.read(kind, at, frozenset()) if at > end else None
            if one is None or not self._ends(one.last) or self._lows[at] in self._words.pronouns:
                break
            if self._hangs_together(slots[-1], one):
                if not comma:
                    text = phrases.said(self._tokens, slots[-1].first, one.last, self._text)
                    found[-1] = [*slots[:-1], replace(slots[-1], last=one.last, said=text)]
                    end, joined = one.last, True
                break
            found.append([*slots[:-1], one])
            end, joined = one.last, joined or also
        # Commas alone make no list: "Lisbon, Portugal".
        return (found, end) if joined else (found[:1], first)

    def _half(self, phrase: Phrase) -> bool:
        """Whether a phrase ends with but the first adjective of its noun: "a safe and loving home"."""
        return self._lows[phrase.last - 2] in self._words.indefinite and phrase.last > 1

    def _hangs_together(self, first: Phrase, one: Phrase) -> bool:
        """Whether a further thing is none beside the first: "trips with friends and family"."""
        lows = self._lows[first.first : first.last]
        doing = self._words.unlike[:1]
        if self._lows[one.first].endswith(doing):
            return not lows[0].endswith(doing)
        return not self._words.links.isdisjoint(lows)

    def _ends(self, at: int) -> bool:
        """Whether a thing of a list can end before a token."""
        return at >= len(self._lows) or self._lows[at] in self._words.ends

    def _before(self, at: int) -> Polarity | None:
        """What stands before a verb, found once."""
        if at not in self._backs:
            self._backs[at] = self._back(at)
        return self._backs[at]

    def _back(self, at: int) -> Polarity | None:
        """Goes back over what may stand between a subject and its verb."""
        untrue = over = ended = perfect = timed = False
        last = at - 1
        while last >= 0:
            low = self._lows[last]
            perfect = perfect or low in self._words.perfect
            if last and (self._lows[last - 1], low) in self._words.pairs:
                over = True
                last -= 1
            elif low in self._words.over:
                ended = True
            elif low in self._words.negations:
                untrue = True
            elif low in self._words.doubts or low in self._words.conditions:
                if not last or self._lows[last - 1] not in self._words.articles:
                    return None
                break
            elif low in self._words.fillers:
                pass
            elif self._timed(self._tokens[last]):
                timed = True
            elif not (timed and low in self._words.links):
                break
            last -= 1
        return Polarity(last + 1, untrue, over, ended, perfect)

    def _subject(self, rule: Rule, at: int, start: int) -> Subject | None:
        if rule.subject == "-":
            return None
        if rule.subject == "pet":
            return Subject(self._people.keeper, at, PERSON) if self._people.keeper else None
        if rule.subject == "i":
            return self._unsaid(at)
        if rule.subject == "own":
            return self._subjects.owner(at)
        found = self._subjects.before(at)
        if found is None:
            found = self._left_out(rule, at)
        if found is None or found.kind not in _KINDS[rule.subject]:
            return None
        if rule.subject == "who" and found.kind == NAME and self._introduced(found):
            return None
        return found if self._agrees(found, rule, start) else None

    def _introduced(self, subject: Subject) -> bool:
        """Whether an article stands before a name, as it does before things."""
        before = self._lows[subject.first - 1] if subject.first else ""
        return before in self._words.articles and before not in self._words.introducing

    def _unsaid(self, at: int) -> Subject | None:
        """The speaker, where the verb's form tells of the first person and no other subject or article stands there."""
        before = self._lows[at - 1] if at else ""
        words = self._words
        if (
            not self._me
            or before in words.articles
            or before in words.pronouns - words.i - words.we
        ):
            return None
        return Subject(self._me, max(0, at - (before in words.i | words.we)), PERSON)

    def _agrees(self, subject: Subject, rule: Rule, at: int) -> bool:
        """Whether a verb can be the subject's: "Themes like sisterhood" says nothing of Themes."""
        words, low = self._words, self._lows[at]
        if low in words.participles and subject.first < at:
            between = self._lows[subject.first : at]
            return not words.be.isdisjoint(between)
        if low in words.bare and words.be.intersection(self._lows[max(0, at - 2) : at]):
            return False
        if not words.agrees or subject.first >= at:
            return True
        plural = f"{low}s" in rule.parts[0].words or f"{low}es" in rule.parts[0].words
        mine = subject.kind == PERSON and self._lows[subject.first] not in words.third
        helped = any(each in words.helpers for each in self._lows[subject.first : at])
        listed = subject.first and self._lows[subject.first - 1] in words.ands
        return not plural or mine or helped or bool(listed)

    def _left_out(self, rule: Rule, at: int) -> Subject | None:
        """Who is meant where a verb has no subject: that of the verb before it, or the speaker."""
        before = self._lows[:at]
        if before and before[-1] in self._words.ands and self._last is not None:
            return self._last
        opening = all(low in self._words.openers or not low[0].isalnum() for low in before)
        if rule.elided and opening and self._me:
            return Subject(self._me, at, PERSON)
        return None

    def _match(
        self, parts: tuple[Part, ...], at: int, slots: list[Phrase]
    ) -> tuple[int, bool, bool] | None:
        """The token after a pattern, and whether a negation stands in it, and one that says it is over."""
        untrue = over = False
        for number, part in enumerate(parts):
            if number:
                while at < len(self._lows) and self._passable(at, parts[number:]):
                    untrue = untrue or self._lows[at] in self._words.negations
                    over = over or self._lows[at] in self._words.over
                    at += 1
            if part.slot:
                found = self._slot(part.slot, at, slots, parts[number + 1 : number + 2])
                if found is None:
                    return None
                slots.append(found)
                at = found.last
            elif at < len(self._lows) and self._lows[at] in part.words:
                at += 1
            elif not part.optional:
                return None
        untrue = untrue or (at < len(self._lows) and self._lows[at] in self._words.trailing)
        rest = self._lows[at : at + 4]
        over = over or any(low in self._words.over for low in rest)
        return at, untrue, over

    def _passable(self, at: int, parts: tuple[Part, ...]) -> bool:
        """Whether a word may stand between the parts of a pattern."""
        low = self._lows[at]
        part = parts[0]
        if part.slot == "plan" or any(low in each.words for each in parts):
            return False
        if low in self._words.fillers or low in self._words.negations or low in self._words.over:
            return True
        if part.slot:
            return False
        if low in self._words.links and at + 1 < len(self._tokens):
            at += 1
        return self._timed(self._tokens[at])

    def _slot(
        self, kind: str, at: int, slots: list[Phrase], following: tuple[Part, ...]
    ) -> Phrase | None:
        more = following[0].words if following else frozenset()
        if kind == "value":
            named = [slot.predicate for slot in slots if ":" in slot.predicate]
            kind = named[-1].partition(":")[2] if named else "thing"
        return self._slots.read(kind, at, more)

    def _doubtful(self, first: int, end: int) -> bool:
        """Whether something before the subject, or after the claim, takes it back."""
        words, lows = self._words, self._lows
        for at in range(first - 1, -1, -1):
            if lows[at] in words.conditions:
                return True
            reasoned = at > 0 and lows[at - 1] in words.reasons
            if lows[at] in words.doubts and not reasoned and not self._parted(at, first):
                return True
        return any(low in words.takebacks for low in lows[end:])

    def _parted(self, at: int, first: int) -> bool:
        """Whether another clause begins between a doubt and a subject."""
        lows = self._lows
        if lows[first - 1] in self._words.ands and lows[first] in self._words.pronouns:
            return True
        return any(token.low in self._words.partings for token in self._tokens[at:first])

    def _claim(
        self, rule: Rule, outcome: Outcome, subject: Subject | None, slots: list[Phrase],
        polarity: Polarity, at: int, end: int,
    ) -> Claim | None:  # fmt: skip
        if outcome.negated != (polarity.untrue and _has_opposite(rule)):
            return None
        if polarity.untrue and not outcome.negated:
            return None
        who = self._words_of(outcome.subject, subject, slots)
        what = self._words_of(outcome.object, subject, slots)
        predicate = _predicate(outcome.predicate, slots)
        if outcome.subject == "S" and subject is not None and subject.kind == THING:
            who = self._bearer(who, predicate)
        if not who or not what or who.casefold() == what.casefold():
            return None
        lasted = polarity.perfect and not outcome.dated
        over = (outcome.over and not lasted) or polarity.over
        if predicate == "has pet" and not over:
            self._people.keeper = who
        told = any(part.slot == "date" for part in rule.parts) or predicate in _DAYS
        begun, ended = (
            (None, None)
            if told
            else self._dates(outcome, over, self._tokens[at].start, self._tokens[end - 1].end)
        )
        if outcome.since and begun is None:
            return None
        first = min([polarity.at, at, *(slot.first for slot in slots)])
        sure = _PAST if over and not outcome.dated else _SURE
        if subject is not None and subject.first == at:
            sure = min(sure, _LEFT_OUT)
        return Claim(
            who, predicate, what, self._tokens[first].start, self._tokens[end - 1].end,
            begun, ended, over, sure, rule.name,
        )  # fmt: skip

    def _bearer(self, words: str, predicate: str) -> str:
        """What an attribute is of, where a predicate says it anyway: "Atlas" of "Atlas deadline"."""
        *rest, last = words.split()
        named = self._words.nouns.get(last.casefold(), ("", ""))[0]
        return " ".join(rest) if rest and named == predicate else words

    def _words_of(self, ref: str, subject: Subject | None, slots: list[Phrase]) -> str:
        if ref == "S":
            return subject.name if subject is not None else ""
        if ref == "I":
            return self._me
        return ref[1:] if ref[0] == "=" else slots[int(ref) - 1].said

    def _dates(
        self, outcome: Outcome, over: bool, start: int, end: int
    ) -> tuple[Moment | None, Moment | None]:
        """When it holds: events at the time told, states since when and until when it says."""
        if not self._telling:
            return None, None
        times = self._times
        if outcome.dated:
            day, stop = times.told(start, end)
            if over:
                return (moment(day), moment(stop)) if stop else (None, moment(day))
            return moment(day), None
        begun, ended = times.lasting(start, end, self._words.code, self._words.until, over=over)
        return moment(begun), moment(ended)


def _has_opposite(rule: Rule) -> bool:
    return any(outcome.negated for outcome in rule.outcomes)


def _predicate(written: str, slots: list[Phrase]) -> str:
    if written == "%":
        named = [slot.predicate for slot in slots if slot.predicate]
        return named[-1].partition(":")[0] if named else ""
    for number, slot in enumerate(slots, 1):
        written = written.replace(f"${number}", slot.said.casefold())
    return written
