"""The cue phrases: read from one file per language, indexed for one pass over a text.

A cue file has sections ``[kind]`` of lines ``weight: phrase | phrase``, where ``decid*`` stands for
any ending, ``*ed`` for any beginning, ``_`` for any one word and ``^`` for the start of a sentence (or
of the clause after a condition). ``[none]`` lists phrases that mean nothing and hide the shorter ones
inside them. ``headers`` are words that label a line, ``openers`` begin a condition (if, when), ``script``
says how the language is scanned and ``words`` lists frequent words that give the language away.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from camillo.ingest.halls.index import CharacterIndex, Phrase, Sense, Start, WordIndex

#: Scripts written without spaces, or with endings glued on: phrases are looked for inside words.
CHARACTER_SCRIPTS = {
    "thai": re.compile("[\u0e00-\u0e7f]"),
    "kana": re.compile("[\u3041-\u30ff]"),
    "hangul": re.compile("[\uac00-\ud7af]"),
    "han": re.compile("[\u3400-\u9fff]"),
}

TOKEN = re.compile(r"[^\W_]+|[,:;–—]")


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
            self.characters.setdefault(script, CharacterIndex()).add(body, initial, sense)
            return
        first, *rest = _pattern(body)
        key = " ".join(["^" * initial + first, *rest])
        table = self.words.exact
        if "*" in first:
            table = self.words.endings if first[0] == "*" else self.words.stems
        start = table.setdefault(first.strip("*"), Start())
        start.enter(Phrase(key, tuple(rest), initial, [sense]))

    def close(self) -> None:
        """Order the indexes so that the longest phrase wins."""
        self.words.close()
        for index in self.characters.values():
            index.close()


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
        parts = [part.strip().casefold() for part in value.split("|") if part.strip()]
        if name == "script":
            script = value.strip()
        elif name == "openers":
            cues.words.openers.update(parts)
        elif name == "words":
            cues.words.voters.add(language)
            for word in parts:
                cues.words.frequent.setdefault(word, []).append(language)
        elif name == "headers":
            cues.headers.update((part, kind) for part in parts)
        else:
            sense = Sense(language, "" if kind == "none" else kind, float(name))
            for part in parts:
                cues.add(part, sense, script)


def _pattern(body: str) -> list[str]:
    return re.findall(r"\*?[^\W_]+\*?|_", body) or [body]
