"""The sets by name, where their files lie under the data folder, and how they are scored."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import cmrc, hotpot, languages, locomo
from benchmarks.cases import Case
from benchmarks.evaluate import Benchmark, View
from benchmarks.loaders import beam, convomem, longmemeval, membench, personamem
from benchmarks.scoring import Score, score_sessions, score_turns


@dataclass(frozen=True, slots=True)
class Set:
    """A set's usual place under the data folder, and what makes a benchmark of it."""

    place: str
    make: Callable[[Path], Benchmark]


def _alone(name: str, score: Score, read: Callable[[Path], Iterator[Case]]) -> Set:
    """A set whose cases each have a palace of their own; its file is always given."""
    view = View(name, score)
    return Set("", lambda path: Benchmark(lambda: read(path), (view,), together=False))


SETS: dict[str, Set] = {
    "locomo": Set("locomo-dev", locomo.benchmark),
    "cmrc": Set("cmrc2018-dev-even.json", cmrc.benchmark),
    "hotpot": Set("hotpotqa-dev-50.json", hotpot.benchmark),
    "languages": Set("", lambda _: languages.languages()),
    "rare-names": Set("", lambda _: languages.rare_names()),
    "longmemeval": _alone("LongMemEval, all 500", score_sessions, longmemeval.cases),
    "longmemeval-50": _alone(
        "LongMemEval, tuned 50", score_sessions, partial(longmemeval.cases, part="tuned")
    ),
    "longmemeval-450": _alone(
        "LongMemEval, held-out 450",
        score_sessions,
        partial(longmemeval.cases, part="heldout"),
    ),
    "convomem": _alone("ConvoMem", score_turns, convomem.cases),
    "membench": _alone("MemBench", score_turns, membench.cases),
    "beam": _alone("BEAM", score_turns, beam.cases),
    "personamem": _alone("PersonaMem v2", score_turns, personamem.cases),
}
USUAL = ("locomo", "cmrc", "hotpot")


def named(folder: Path, wanted: str) -> Benchmark:
    """The benchmark that ``NAME`` or ``NAME=PATH`` asks for.

    Raises:
        ValueError: no set has that name, or its data is not there.
    """
    name, _, given = wanted.partition("=")
    if name not in SETS:
        raise ValueError(f"there is no set {name!r}; the sets are {', '.join(SETS)}")
    found = SETS[name]
    path = Path(given) if given else folder / found.place
    if not given and not found.place and name not in ("languages", "rare-names"):
        raise ValueError(f"the data of {name} is not in {folder} by name; write {name}=PATH")
    if not path.exists():
        raise ValueError(f"there is nothing at {path}; write {name}=PATH")
    return found.make(path)
