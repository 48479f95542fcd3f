"""The cue phrases: read from one file per language, indexed for one pass over a text.

A cue file has sections ``[kind]`` of lines ``weight: phrase | phrase``, where ``decid*`` stands for
any ending, ``*ed`` for any beginning, ``_`` for any one word and ``^`` for the start of a sentence (or
of the clause after a condition). ``[none]`` lists phrases that mean nothing and hide the shorter ones
inside them. ``headers`` are words that label a line, ``openers`` begin a condition (if, when), ``script``
says how the language is scanned and ``words`` lists frequent words that give the language away.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

#: Scripts written without spaces, or with endings glued on: phrases are looked for inside words.
CHARACTER_SCRIPTS = {
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "kana": re.compile("[\u3041-\u30ff]"),
    "hangul": re.compile("[\uac00-\ud7af]"),
    "han": re.compile("[\u3400-\u9fff]"),
}

TOKEN = re.compile(r"[^\W_]+|[,:;–—]")
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
class WordIndex:
    """Phrases of spaced scripts by their first word; all languages in one pass."""

    exact: dict[str, list[Phrase]] = field(default_factory=dict)
    stems: dict[str, list[Phrase]] = field(default_factory=dict)
    endings: dict[str, list[Phrase]] = field(default_factory=dict)
    stem_lengths: tuple[int, ...] = ()
    ending_lengths: tuple[int, ...] = ()
    openers: set[str] = field(default_factory=set)
    frequent: dict[str, list[str]] = field(default_factory=dict)
    voters: set[str] = field(default_factory=set)

    def find(self, tokens: Sequence[str]) -> Iterator[Phrase]:
        """The longest phrase at each place, left to right, never overlapping."""
        at, end = 0, len(tokens)
        opened = bool(tokens) and tokens[0] in self.openers
        while at < end:
            for phrases in self._starting(tokens[at]):
                phrase = _first(phrases, tokens, at, opened)
                if phrase is not None:
                    yield phrase
                    at += len(phrase.rest)
                    break
            at += 1

    def _starting(self, word: str) -> Iterator[list[Phrase]]:
        if found := self.exact.get(word):
            yield found
        for length in self.stem_lengths:
            if found := self.stems.get(word[:length]):
                yield found
        for length in self.ending_lengths:
            if len(word) > length + 1 and (found := self.endings.get(word[-length:])):
                yield found


@dataclass(slots=True)
class CharacterIndex:
    """Phrases of one unspaced script by their first two characters."""

    pairs: dict[str, list[Phrase]] = field(default_factory=dict)

    def find(self, text: str) -> Iterator[Phrase]:
        """The longest phrase at each place, left to right, never overlapping."""
        at, end = 0, len(text) - 1
        pairs = self.pairs
        while at < end:
            step = 1
            for phrase in pairs.get(text[at : at + 2], ()):
                if text.startswith(phrase.key, at) and (not phrase.initial or _opens(text, at)):
                    yield phrase
                    step = len(phrase.key)
                    break
            at += step


@dataclass(slots=True)
class Cues:
    """All cues in use: indexes by script, and line labels with the kind they announce."""

    words: WordIndex = field(default_factory=WordIndex)
    characters: dict[str, CharacterIndex] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def add(self, phrase: str, sense: Sense, script: str = "words") -> None:
        """Add one phrase as a cue file writes it."""
        initial = phrase.startswith("^")
        body = phrase.lstrip("^").strip().casefold()
        if script != "words":
            index = self.characters.setdefault(script, CharacterIndex())
            _enter(index.pairs, body[:2], Phrase(body, (), initial, [sense]))
            return
        first, *rest = _pattern(body)
        key = " ".join(["^" * initial + first, *rest])
        table = self.words.exact
        if "*" in first:
            table = self.words.endings if first[0] == "*" else self.words.stems
        _enter(table, first.strip("*"), Phrase(key, tuple(rest), initial, [sense]))

    def close(self) -> None:
        """Order the indexes so that the longest phrase wins."""
        tables = [self.words.exact, self.words.stems, self.words.endings]
        tables += [index.pairs for index in self.characters.values()]
        for table in tables:
            for phrases in table.values():
                phrases.sort(key=lambda one: (-len(one.rest), -len(one.key)))
        self.words.stem_lengths = _lengths(self.words.stems)
        self.words.ending_lengths = _lengths(self.words.endings)


@cache
def built_in() -> Cues:
    """The cues that ship with Camillo; read once per process."""
    cues = Cues()
    folder = files("camillo.ingest.halls") / "cues"
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".txt"):
            _read(cues, file.name[:-4], file.read_text(encoding="utf-8").splitlines())
    cues.close()
    return cues


def own_cues(phrases: Iterable[tuple[str, str, float]]) -> Cues:
    """A user's own cues: (phrase, kind, weight), in any script."""
    cues = Cues()
    for phrase, kind, weight in phrases:
        sense = Sense("", kind, weight)
        scripts = [name for name, seen in CHARACTER_SCRIPTS.items() if seen.search(phrase)]
        for script in CHARACTER_SCRIPTS if scripts else ():
            if len(phrase.strip()) > 1:
                cues.add(phrase.replace("^", ""), sense, script)
        if not scripts and TOKEN.search(phrase):
            cues.add(phrase.replace("^", ""), sense)
    cues.close()
    return cues


def _read(cues: Cues, language: str, lines: Iterable[str]) -> None:
    script, kind = "words", ""
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            kind = line.strip("[] ")
            continue
        name, _, value = line.partition(":")
        parts = [part.strip() for part in value.split("|") if part.strip()]
        if name == "script":
            script = value.strip()
        elif name == "openers":
            cues.words.openers.update(parts)
        elif name == "words":
            cues.words.voters.add(language)
            for word in parts:
                cues.words.frequent.setdefault(word, []).append(language)
        elif name == "headers":
            cues.headers.update((part.casefold(), kind) for part in parts)
        else:
            sense = Sense(language, "" if kind == "none" else kind, float(name))
            for part in parts:
                cues.add(part, sense, script)


def _pattern(body: str) -> list[str]:
    return re.findall(r"\*?[^\W_]+\*?|_", body) or [body]


def _enter(table: dict[str, list[Phrase]], first: str, phrase: Phrase) -> None:
    for known in table.setdefault(first, []):
        if known.key == phrase.key:
            known.senses.extend(phrase.senses)
            return
    table[first].append(phrase)


def _first(phrases: list[Phrase], tokens: Sequence[str], at: int, opened: bool) -> Phrase | None:
    for phrase in phrases:
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
