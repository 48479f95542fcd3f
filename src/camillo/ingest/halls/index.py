"""Indexes of cue phrases: one pass over the words, or the characters, of a sentence finds them all."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

#: How many words are remembered with their phrases; real text repeats few words most of the time.
REMEMBERED_WORDS = 50_000

BREAKS = frozenset(",:;–—，、：；")


@dataclass(frozen=True, slots=True)
class Sense:
    """What a phrase stands for in one language: a kind of evidence and its weight."""

    language: str
    kind: str
    weight: float


@dataclass(frozen=True, slots=True)
class Phrase:
    """A cue as written (its key), the words after its first, and what it can mean."""

    key: str
    rest: tuple[str, ...]
    initial: bool
    senses: list[Sense]

    def fits(self, tokens: Sequence[str], at: int, opened: bool) -> bool:
        """Whether the phrase stands at this token; ``opened``: the sentence starts with a condition."""
        if self.initial and at and not (opened and tokens[at - 1] in BREAKS):
            return False
        if at + len(self.rest) >= len(tokens):
            return False
        return all(map(_same, self.rest, tokens[at + 1 :]))


@dataclass(slots=True)
class Start:
    """The phrases that begin with one word: by their second word, with a loose second word, alone."""

    by_second: dict[str, list[Phrase]] = field(default_factory=dict)
    loose: list[Phrase] = field(default_factory=list)
    alone: list[Phrase] = field(default_factory=list)

    def enter(self, phrase: Phrase) -> None:
        """Add a phrase where `candidates` will find it."""
        if not phrase.rest:
            enter(self.alone, phrase)
        elif phrase.rest[0] == "_" or "*" in phrase.rest[0]:
            enter(self.loose, phrase)
        else:
            enter(self.by_second.setdefault(phrase.rest[0], []), phrase)

    def candidates(self, second: str) -> Iterator[Phrase]:
        """The phrases that may stand before this second word, the longest first."""
        yield from self.by_second.get(second, ())
        yield from self.loose
        yield from self.alone


@dataclass(slots=True)
class WordIndex:
    """Phrases of spaced scripts by their first word; all languages in one pass."""

    exact: dict[str, Start] = field(default_factory=dict)
    stems: dict[str, Start] = field(default_factory=dict)
    endings: dict[str, Start] = field(default_factory=dict)
    openers: set[str] = field(default_factory=set)
    frequent: dict[str, list[str]] = field(default_factory=dict)
    voters: set[str] = field(default_factory=set)
    _stem_lengths: tuple[int, ...] = ()
    _ending_lengths: tuple[int, ...] = ()
    _starts: dict[str, tuple[Start, ...]] = field(default_factory=dict)

    def close(self) -> None:
        """Order the phrases so that the longest wins."""
        for table in (self.exact, self.stems, self.endings):
            for start in table.values():
                for phrases in (*start.by_second.values(), start.loose, start.alone):
                    phrases.sort(key=_by_length)
        self._stem_lengths = _lengths(self.stems)
        self._ending_lengths = _lengths(self.endings)

    def find(self, tokens: Sequence[str]) -> Iterator[Phrase]:
        """The longest phrase at each place, left to right, never overlapping."""
        at, end = 0, len(tokens)
        opened = bool(tokens) and tokens[0] in self.openers
        while at < end:
            word = tokens[at]
            starts = self._starts.get(word)
            if starts is None:
                starts = self._remember(word)
            for start in starts:
                phrase = _fitting(start, tokens, at, opened)
                if phrase is not None:
                    yield phrase
                    at += len(phrase.rest)
                    break
            at += 1

    def _remember(self, word: str) -> tuple[Start, ...]:
        found = [self.exact.get(word)]
        found += [self.stems.get(word[:length]) for length in self._stem_lengths]
        for length in self._ending_lengths:
            if len(word) > length + 1:
                found.append(self.endings.get(word[-length:]))
        if len(self._starts) >= REMEMBERED_WORDS:
            self._starts.clear()
        self._starts[word] = starts = tuple(start for start in found if start is not None)
        return starts


@dataclass(slots=True)
class CharacterIndex:
    """Phrases of one unspaced script by their first two characters (or the only one)."""

    heads: dict[str, list[Phrase]] = field(default_factory=dict)

    def add(self, body: str, initial: bool, sense: Sense) -> None:
        """Add a phrase; its key is marked when it must open a clause."""
        phrase = Phrase("^" * initial + body, (), initial, [sense])
        enter(self.heads.setdefault(body[:2], []), phrase)

    def close(self) -> None:
        """Order the phrases so that the longest wins."""
        for phrases in self.heads.values():
            phrases.sort(key=_by_length)

    def find(self, text: str) -> Iterator[Phrase]:
        """The longest phrase at each place, left to right, never overlapping."""
        at, end = 0, len(text)
        heads = self.heads
        while at < end:
            found = self._at(heads.get(text[at : at + 2]), text, at)
            if found is None and at + 1 < end:
                found = self._at(heads.get(text[at]), text, at)
            if found is not None:
                yield found
                at += len(found.key) - found.initial
            else:
                at += 1

    def _at(self, phrases: list[Phrase] | None, text: str, at: int) -> Phrase | None:
        for phrase in phrases or ():
            if text.startswith(phrase.key.lstrip("^"), at) and (
                not phrase.initial or _opens(text, at)
            ):
                return phrase
        return None


def enter(phrases: list[Phrase], phrase: Phrase) -> None:
    """Add a phrase to a list, or its senses to the same phrase there."""
    for known in phrases:
        if known.key == phrase.key:
            known.senses.extend(phrase.senses)
            return
    phrases.append(phrase)


def _by_length(phrase: Phrase) -> tuple[int, int]:
    return -len(phrase.rest), -len(phrase.key)


def _fitting(start: Start, tokens: Sequence[str], at: int, opened: bool) -> Phrase | None:
    second = tokens[at + 1] if at + 1 < len(tokens) else ""
    for phrase in start.candidates(second):
        if (not phrase.rest and not phrase.initial) or phrase.fits(tokens, at, opened):
            return phrase
    return None


def _same(want: str, got: str) -> bool:
    if want == got or want == "_":
        return True
    if want[-1] == "*":
        return got.startswith(want[:-1])
    return want[0] == "*" and got.endswith(want[1:])


def _lengths(table: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({len(key) for key in table}, reverse=True))


def _opens(text: str, at: int) -> bool:
    before = text[:at].rstrip()
    return not before or before[-1] in BREAKS
