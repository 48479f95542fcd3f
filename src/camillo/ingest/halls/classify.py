"""The classifier: adds up cues and structure, and names a hall only when one clearly leads."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from camillo.domain.halls import NOTES, Preset
from camillo.domain.place import GENERAL
from camillo.ingest.halls.cues import CHARACTER_SCRIPTS, TOKEN, Cues, built_in, own_cues
from camillo.ingest.halls.index import BREAKS, Phrase

#: A hall needs this much evidence, this much more than the next, and this share of all evidence.
ENOUGH = 1.5
LEAD = 0.5
SHARE = 1 / 3

OWN_WEIGHT = 3.0
HEADER_WEIGHT = 4.0
QUESTION_SHARE = 0.25
QUOTE_SHARE = 0.5

#: From so many votes on (frequent words, cues), languages with less than half of them are left out.
SURE_VOTES = 3

_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?。！？]+|\n|$)")
_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.M | re.S)
_HEADER = re.compile(
    r"^[ \t>*_#\-\[【]*([^\W\d_][^\n:：\]】*]{0,30}?)[\]】*_ ]*(?:[:：\]】]|$)", re.M
)
_STRUCTURE: tuple[tuple[str, float, re.Pattern[str]], ...] = (
    (
        "event",
        1.0,
        re.compile(
            r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b"
            r"|\d{1,2}\s?[月월]\s?\d{1,2}|\b\d{1,2}[:h]\d{2}\b"
        ),
    ),
    ("event", 0.75, re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]|\s?[%€$])")),
    ("plan", 3.0, re.compile(r"^[ \t]*[-*+] \[ \]", re.M)),
    ("error", 3.0, re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b|\bTraceback \(|\bE[A-Z]{4,}\b")),
    ("command", 3.0, re.compile(r"^[ \t]*(?:```(?:ba|z)?sh|\$ \S)|\s--?\w[\w-]+[ =]\S+", re.M)),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The hall a text belongs in (or ``general``) and how sure that is, from 0 to 1."""

    hall: str
    confidence: float


class Classifier:
    """Tells a preset's halls from the text alone, the same way every time.

    >>> Classifier().classify("We decided to keep Postgres.").hall
    'decisions'
    >>> Classifier().classify("我们决定继续使用 Postgres。").hall
    'decisions'
    >>> Classifier().classify("ok").hall
    'general'
    """

    def __init__(self, preset: Preset = NOTES) -> None:
        self._halls = preset.names
        self._hall_of = {kind: hall.name for hall in preset.halls for kind in hall.kinds}
        # A user's own cues speak of the hall itself, so a hall is also its own kind.
        own = [(cue, f"={hall.name}", OWN_WEIGHT) for hall in preset.halls for cue in hall.cues]
        self._hall_of |= {f"={hall.name}": hall.name for hall in preset.halls}
        self._own = own_cues(own) if own else None

    def classify(self, text: str) -> Verdict:
        """The hall of a text; ties and weak evidence give ``general``.

        The score of a hall is the sum of the weights of the distinct cues found, those in
        questions and quoted lines counted in part. Confidence is the share of the best hall in
        all evidence, less when there is little of it.
        """
        scores = dict.fromkeys(self._halls, 0.0)
        for kind, weight in evidence(text, self._own):
            hall = self._hall_of.get(kind)
            if hall is not None:
                scores[hall] += weight
        return _lead(scores)


def evidence(text: str, own: Cues | None = None) -> list[tuple[str, float]]:
    """What speaks for which kind in a text: pairs of kind and weight, each cue once."""
    cues = built_in()
    found = [(kind, weight) for kind, weight, shape in _STRUCTURE if shape.search(text)]
    prose = _FENCE.sub("\n", text) if "```" in text or "~~~" in text else text
    for match in _HEADER.finditer(prose):
        if kind := cues.headers.get(match[1].strip().casefold()):
            found.append((kind, HEADER_WEIGHT))
    found += _phrases(prose.casefold().replace("’", "'"), (cues, own) if own else (cues,))
    return found


def _phrases(text: str, sets: Iterable[Cues]) -> list[tuple[str, float]]:
    scripts = [] if text.isascii() else _scripts(text)
    shares: dict[str, tuple[Phrase, float]] = {}
    votes: Counter[str] = Counter()
    for match in _SENTENCE.finditer(text):
        sentence = match[0]
        tokens = TOKEN.findall(sentence)
        if not tokens:
            continue
        share = _share(sentence)
        for cues in sets:
            frequent = cues.words.frequent
            for token in tokens:
                if token in frequent:
                    votes.update(frequent[token])
            hits = list(cues.words.find(_opening(tokens)))
            for script in scripts:
                if script in cues.characters:
                    hits += cues.characters[script].find(sentence)
            for phrase in hits:
                if share > shares.get(phrase.key, (phrase, 0.0))[1]:
                    shares[phrase.key] = (phrase, share)
    return _weigh(shares.values(), votes, built_in().words.voters)


def _opening(tokens: list[str]) -> list[str]:
    first = 0
    while first < len(tokens) - 1 and (tokens[first] in BREAKS or tokens[first].isdigit()):
        first += 1
    return tokens[first:] if first else tokens


def _share(sentence: str) -> float:
    share = QUOTE_SHARE if sentence.startswith(">") else 1.0
    return share * QUESTION_SHARE if sentence.rstrip().endswith(("?", "？")) else share


def _scripts(text: str) -> list[str]:
    found = [name for name, shape in CHARACTER_SCRIPTS.items() if shape.search(text)]
    # Japanese is written with Han characters too, but its cues are its own.
    return [name for name in found if name != "han"] if "kana" in found else found


def _weigh(
    found: Collection[tuple[Phrase, float]], votes: Counter[str], voters: set[str]
) -> list[tuple[str, float]]:
    for phrase, _ in found:
        votes.update({sense.language for sense in phrase.senses})
    most = max((votes[language] for language in voters), default=0)
    bar = most / 2 if most >= SURE_VOTES else 0
    weighed = []
    for phrase, share in found:
        best: dict[str, float] = {}
        for sense in phrase.senses:
            # Spaced languages share many words: a cue counts only in a language that is in use.
            if sense.kind and (votes[sense.language] >= bar or sense.language not in voters):
                best[sense.kind] = max(best.get(sense.kind, 0.0), sense.weight)
        weighed += [(kind, weight * share) for kind, weight in best.items()]
    return weighed


def _lead(scores: dict[str, float]) -> Verdict:
    ranked = sorted(scores.items(), key=lambda one: -one[1])
    total = sum(scores.values())
    hall, best = ranked[0] if ranked else (GENERAL, 0.0)
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    if best < ENOUGH or best - second < LEAD or best < SHARE * total:
        return Verdict(GENERAL, 0.0 if total == 0 else round(1 - best / (total + 1), 3))
    return Verdict(hall, round(best / (total + 1), 3))
