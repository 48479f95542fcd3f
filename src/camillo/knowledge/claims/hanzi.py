"""Chinese: clauses read by patterns over characters, since nothing parts its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from camillo.domain.knowledge import Claim
from camillo.domain.moment import Moment
from camillo.knowledge.claims import nouns
from camillo.knowledge.claims.languages import zh
from camillo.knowledge.claims.nouns import TIME
from camillo.knowledge.claims.rules import Outcome, outcomes_of
from camillo.knowledge.claims.when import Times, moment
from camillo.ports.knowing import Said

_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]*")
_CLAUSE = re.compile(r"[^，。！？；：\n,;!?]+")
_LINE = re.compile(r"(who|any|what|own|kin) @(\S+?): (.+?) -> (.+)")
_SLOT = re.compile(r"\{([a-z]+)\}")
_SPOKEN = re.compile(r"[“「\"][^”」\"\n]{15,200}[”」\"]")
_TIMELY = re.compile(r"[年月日号號天周週今昨明前后後近]|\d|星期|礼拜|禮拜")
_ASKS = re.compile(r"[?？]|[吗么呢]\W*$")
_LONGEST_SENTENCE, _LONGEST_CLAUSE = 400, 60
_SURE, _LEFT_OUT = 0.8, 0.6
#: Relations whose objects may be listed.
_LISTED = frozenset(("likes", "dislikes", "speaks", "studies", "uses", "plays"))
_DATED = frozenset(("born on", "due on", "starts on"))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A rule: what a clause must have, its shape, the kinds of its slots, what it claims."""

    name: str
    subject: str
    cues: re.Pattern[str]
    shape: re.Pattern[str]
    kinds: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def _any_of(words: str) -> str:
    return "|".join(sorted(map(re.escape, words.split()), key=len, reverse=True))


@lru_cache(maxsize=1)
def patterns() -> tuple[Pattern, ...]:
    """The rules, compiled.

    Raises:
        ValueError: a line of the table is no rule.
    """
    return tuple(map(_pattern, zh.RULES.strip().splitlines()))


def _pattern(line: str) -> Pattern:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"this is no rule: {line!r}")
    subject, cues, written, outcomes = found.groups()
    kinds = tuple(_SLOT.findall(written))
    numbers = iter(range(1, len(kinds) + 1))
    body = _SLOT.sub(lambda slot: f"(?P<o{next(numbers)}>{nouns.pattern_of(slot[1])})", written)
    passed = f"(?:{_any_of(f'{zh.FILLERS} {zh.PAST}')}|{TIME})"
    untrue = _any_of(f"{zh.OVER} {zh.NEGATIONS}")
    shape = (
        f"{TIME}*(?P<s>[^{TIME}]{{0,16}}?)(?P<f>{passed}{{0,12}})(?P<n>{untrue})?{passed}{{0,4}}"
        f"(?P<v>{body})[了的呢啊呀哦]?{TIME}*"
    )
    cues = cues.replace("{attribute}", nouns.pattern_of("attribute"))
    cues = cues.replace("{site}", rf"(?:{zh.SITES}).{{0,4}}(?:在|到)")
    name = f"{outcomes_of(outcomes)[0].predicate}: {cues.split('|')[0]}"
    return Pattern(name, subject, re.compile(cues), re.compile(shape), kinds, outcomes_of(outcomes))


@lru_cache(maxsize=1)
def _cues() -> re.Pattern[str]:
    """What a text must have to be looked at: a cue of any rule that is of more than one character, or its own."""
    return re.compile("|".join(dict.fromkeys(pattern.cues.pattern for pattern in patterns())))


def read(text: str, said: Said, me: str) -> Iterator[Claim]:
    """The claims of a Chinese text in which nobody else speaks; offsets count its characters."""
    folded = text.translate(zh.FOLD)
    if not _cues().search(folded):
        return
    folded = _SPOKEN.sub(lambda match: " " * len(match[0]), folded)
    named: list[str] = []
    for match in _SENTENCE.finditer(folded):
        start, end = match.span()
        sentence = match[0]
        if end - start > _LONGEST_SENTENCE or _ASKS.search(sentence) or _JOKES.search(sentence):
            continue
        if _cues().search(sentence):
            yield from _Sentence(text, folded, start, end, said, me, named).claims()


_JOKES = re.compile(_any_of(zh.JOKES))
_DOUBTS = re.compile(_any_of(zh.DOUBTS))
_OPENERS = re.compile(rf"(?:{_any_of(zh.OPENERS)}|[ \u3000·\-–—*#>]|{TIME})+")
_OVER = re.compile(_any_of(zh.OVER))
_PAST = re.compile(_any_of(zh.PAST))


_CONDITION = re.compile(
    r"^\W*(?:如果|要是|假如|假设|倘若|除非|万一|即使|就算|若|等到?(?!我)|听说|据说|传说)|的话$"
)
#: A comma before an animal's name.
_CALLED = re.compile(r"[，,](?=名?字?叫)")
#: Who speaks, where a text tells what others said: "王芳：我……".
_LABEL = re.compile(r"\s*([^，。：:\s]{2,12})[：:]")
_FROM = re.compile(f"[从自]{TIME}+(?:起|开始|以来)?")
_ME = frozenset(("我", "我们", "咱们", "俺", "本人", "我自己"))
#: What the speaker has, or several do, that stands somewhere.
_OWNED = re.compile(rf"[我咱](们)?的?(.{{0,6}}(?:{zh.SITES}))")
_THIRD = frozenset(("他", "她"))


@dataclass(frozen=True, slots=True)
class _Subject:
    name: str
    first: int
    sure: float = _SURE
    related: tuple[str, str] | None = None
    kin: str = ""


class _Sentence:
    """One sentence; ``named`` are the persons that the text has named so far, and is added to."""

    def __init__(
        self, text: str, folded: str, start: int, end: int, said: Said, me: str, named: list[str]
    ) -> None:
        self._text, self._me, self._named, self._start = text, me, named, start
        self._times: Times | None = None
        self._plain = masked = folded[start:end]
        if _TIMELY.search(masked):
            self._times = Times.of(text[start:end], start, "zh", said.at)
            for one in self._times.found:
                if not one.event:
                    masked = masked[: one.start] + TIME * (one.end - one.start) + masked[one.end :]
        masked = _FROM.sub(lambda match: TIME * len(match[0]), masked)
        labelled = _LABEL.match(self._plain)
        if labelled is not None and nouns.person(labelled[1]):
            self._me = ""
        self._masked = _CALLED.sub("、", masked)
        self._last = ""

    def claims(self) -> Iterator[Claim]:
        """Clause by clause, until one is a condition."""
        for number, match in enumerate(_CLAUSE.finditer(self._masked)):
            clause = match[0].rstrip()
            if _CONDITION.search(clause):
                return
            if len(clause) <= _LONGEST_CLAUSE:
                yield from self._clause(clause, match.start(), number)

    def _clause(self, clause: str, place: int, number: int) -> Iterator[Claim]:
        for pattern in patterns():
            if pattern.cues.search(clause):
                match = pattern.shape.fullmatch(clause)
                made = list(self._made(pattern, match, place, number)) if match else []
                yield from made
                if made:
                    return

    def _made(
        self, pattern: Pattern, match: re.Match[str], place: int, number: int
    ) -> Iterator[Claim]:
        if _DOUBTS.search(match.string[: match.start("v")]):
            return
        subject = self._subject(pattern.subject, match["s"], number)
        slots = self._slots(pattern, match, place) if subject is not None else None
        if subject is None or slots is None:
            return
        # 不在 says that it is not so, 不在 ... 了 that it was so before.
        ended = bool(match["n"]) and match.string[match.start("n") :].rstrip().endswith("了")
        gone = ended or bool(_OVER.fullmatch(match["n"] or ""))
        untrue = bool(match["n"]) and not gone
        over = gone or bool(_PAST.search(match["f"]))
        opposite = any(outcome.negated for outcome in pattern.outcomes)
        span = (self._start + place + subject.first, self._start + place + match.end("v"))
        if subject.related:
            owner, predicate = subject.related
            yield Claim(owner, predicate, subject.name, *span, confidence=_SURE, rule="kin")
        for outcome in pattern.outcomes:
            mine = outcome.subject != "I" or self._me
            if mine and outcome.negated == (untrue and opposite) and (opposite or not untrue):
                for object in self._objects(outcome, subject.name, slots):
                    yield self._claim(pattern, outcome, subject, object, slots, over, span)
        self._last = subject.name
        if pattern.subject == "who" and subject.name not in (self._me, *self._named):
            self._named.append(subject.name)

    def _subject(self, kind: str, written: str, number: int) -> _Subject | None:
        opening = _OPENERS.match(written)
        first = opening.end() if opening else 0
        words = written[first:].strip()
        if kind == "own":
            words = words.removesuffix("的")
        if kind == "kin":
            return self._named_by(kind, words, first)
        if not words and kind == "own":
            return None
        if not words:
            if self._last:
                return _Subject(self._last, first, _LEFT_OUT)
            told = number == 0 and kind == "who" and self._me
            return _Subject(self._me, first, _LEFT_OUT) if told else None
        if words in _ME:
            return _Subject(self._me, first) if self._me else None
        if words in _THIRD:
            return _Subject(self._named[0], first) if len(self._named) == 1 else None
        return self._named_by(kind, words, first)

    def _named_by(self, kind: str, words: str, first: int) -> _Subject | None:
        related = nouns.relative(words)
        if related is not None:
            owner, noun, name = related
            owner = self._me if owner in _ME else owner if nouns.person(owner) else ""
            if owner and name and (nouns.person(name) or len(name) <= 3):
                return _Subject(name, first, related=(owner, nouns.kin(noun)))
            if kind == "kin":
                return _Subject(owner, first, kin=nouns.kin(noun)) if owner and not name else None
            if owner and not name:
                return _Subject(f"{owner}的{noun}", first)
            return None
        if kind == "kin":
            return None
        owned = _OWNED.fullmatch(words) if kind == "what" else None
        if owned is not None and self._me:
            return _Subject(owned[2] if owned[1] else f"{self._me}的{owned[2]}", first)
        if nouns.person(words) or (kind != "who" and len(words) > 1 and nouns.thing(words)):
            return _Subject(words, first)
        return None

    def _slots(self, pattern: Pattern, match: re.Match[str], place: int) -> list[str] | None:
        """What the slots say, in the text's own characters; None where one does not fit its kind."""
        found: list[str] = []
        for number, kind in enumerate(pattern.kinds, 1):
            start, end = match.span(f"o{number}")
            timed = TIME in match.string[start:end]
            if timed != (kind == "date") and not (kind == "value" and self._may_be_time(found)):
                return None
            if kind == "value" and not timed and self._may_be_time(found):
                return None
            plain = self._plain[place + start : place + end]
            words = plain if timed else nouns.fill(kind, plain)
            if not words:
                return None
            at = self._start + place + start + plain.find(words)
            found.append(self._text[at : at + len(words)])
        return found

    def _may_be_time(self, found: list[str]) -> bool:
        attribute = found[-1].translate(zh.FOLD) if found else ""
        return attribute in nouns.ATTRIBUTES and nouns.predicate_of(attribute) in _DATED

    def _objects(self, outcome: Outcome, name: str, slots: list[str]) -> list[str]:
        """The object, or each of those listed."""
        if outcome.object == "S":
            return [name]
        if outcome.object.startswith("="):
            return [outcome.object[1:]]
        words = slots[int(outcome.object) - 1]
        if outcome.predicate in _LISTED:
            return [each for each in re.split(r"、|和|以及|还有", words) if each]
        return [words]

    def _claim(
        self, pattern: Pattern, outcome: Outcome, subject: _Subject, object: str,
        slots: list[str], over: bool, span: tuple[int, int],
    ) -> Claim:  # fmt: skip
        over = over or outcome.over
        predicate = _predicate(outcome, subject, slots)
        name = self._me if outcome.subject == "I" else ""
        if not name:
            name = subject.name if outcome.subject == "S" else slots[int(outcome.subject) - 1]
        begun, ended = (None, None) if predicate in _DATED else self._dates(outcome, over, *span)
        return Claim(name, predicate, object, *span, begun, ended, over, subject.sure, pattern.name)

    def _dates(
        self, outcome: Outcome, over: bool, start: int, end: int
    ) -> tuple[Moment | None, Moment | None]:
        if self._times is None:
            return None, None
        if outcome.dated:
            day, stop = self._times.told(start, end)
            if over:
                return (moment(day), moment(stop)) if stop else (None, moment(day))
            return moment(day), None
        begun, ended = self._times.lasting(start, end, "zh", _UNTIL, over=over)
        if begun is None and _SINCE.search(self._plain):
            begun = self._times.told(start, end)[0]
        return moment(begun), moment(ended)


_UNTIL = frozenset(("到", "直到"))
_SINCE = re.compile(r"[从自].{2,12}(?:起|以来|开始)|年起|月起|年以来")


def _predicate(outcome: Outcome, subject: _Subject, slots: list[str]) -> str:
    """The predicate: its own, that of an attribute or a relative, or one with a slot's words in it."""
    if outcome.predicate == "%":
        if subject.kin:
            return subject.kin
        folded = [each.translate(zh.FOLD) for each in slots]
        return next(
            nouns.predicate_of(each) if each in nouns.ATTRIBUTES else nouns.kin(each)
            for each in reversed(folded)
            if each in nouns.ATTRIBUTES or nouns.is_kin(each)
        )
    written = outcome.predicate
    for number, each in enumerate(slots, 1):
        written = written.replace(f"${number}", each)
    return written
