"""How right the names are that a palace lists, and what finding them costs.

    python -m benchmarks.entities DATA [--show | --cost] [--json]

DATA holds locomo-dev/ and cmrc2018-dev-even.json; the third corpus is this repository's own src and docs.
Each is mined into a throw-away palace. Of each palace's established entities at most fifty are drawn, in
the order of a keyed hash, so that a corpus that grows keeps most of its sample. People read each of
them in its passages and say whether it is a name of one thing, whole and of the kind that is given; a
verdict is filed under the hash of corpus and key, without any word of the data.

``--show`` prints what is drawn, with a passage of each, for such a reading: ``?`` has no verdict yet.
``--cost`` measures the CPU seconds of mining each corpus with and without names, the best of five, by
turns, in one process.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks import cmrc, locomo
from benchmarks.samples import mined, printed, ticket, written
from camillo import Palace
from camillo.domain.entity import Entity
from camillo.domain.knowledge import Known
from camillo.knowledge.entities.finding import find
from camillo.ports.knowing import Knowing
from camillo.text.inert import inert_line

_ROOT = Path(__file__).resolve().parent.parent
_VERDICTS = Path(__file__).with_name("entities_verdicts.json")
_EACH, _CODE, _SEED, _RUNS = 50, 15, "150 names, drawn again", 5
_KINDS = (
    "name", "person", "place", "organisation", "work", "handle", "tag", "identifier", "file", "url", "address",
)  # fmt: skip
#: What people said of a name: right; a thing, but of another kind; no name of one thing.
RIGHT, OTHER_KIND, WRONG = "right", "kind", "wrong"


def corpora(data: Path, place: Path) -> Iterator[tuple[str, list[Path]]]:
    """Each corpus with the files to mine."""
    yield "locomo", [written(case, place) for case in locomo.cases(data / "locomo-dev")]
    yield "cmrc", [written(case, place) for case in cmrc.cases(data / "cmrc2018-dev-even.json")]
    yield "repository", [_ROOT / "src", _ROOT / "docs"]


def drawn(corpus: str, palace: Palace) -> list[Entity]:
    """The sample of a corpus; where code outweighs all else, identifiers are not all of it."""
    found = [one for kind in _KINDS for one in palace.entities.list(kind=kind, limit=1000)]
    found.sort(key=lambda one: ticket(_SEED, corpus, one.key))
    code = [one for one in found if one.kind == "identifier"][:_CODE]
    return [one for one in found if one.kind != "identifier" or one in code][:_EACH]


def tally(data: Path, show: Callable[[str], None] | None) -> dict[str, dict[str, Counter[str]]]:
    """Verdicts of the sample, counted by corpus and by kind."""
    verdicts: dict[str, str] = json.loads(_VERDICTS.read_text(encoding="utf-8"))
    counts: dict[str, dict[str, Counter[str]]] = {"corpus": {}, "kind": {}}
    with tempfile.TemporaryDirectory() as folder:
        for corpus, paths in corpora(data, Path(folder)):
            with Palace.open(Path(folder) / f"{corpus}.camillo") as palace:
                for path in paths:
                    palace.mine(path, refine=False)
                for one in drawn(corpus, palace):
                    verdict = verdicts.get(ticket(_SEED, corpus, one.key), "?")
                    counts["corpus"].setdefault(corpus, Counter())[verdict] += 1
                    counts["kind"].setdefault(one.kind, Counter())[verdict] += 1
                    if show is not None:
                        show(_told(palace, corpus, one, verdict))
    return counts


def _told(palace: Palace, corpus: str, one: Entity, verdict: str) -> str:
    text = palace.entities.mentions(one.name, limit=1)[0].text
    at = max(0, text.casefold().find(one.name.casefold()) - 60)
    line = (
        ticket(_SEED, corpus, one.key),
        verdict,
        one.kind,
        str(one.drawers),
        one.name,
        text[at : at + 150],
    )
    return "\t".join(inert_line(cell) for cell in line)


def row(counts: Counter[str]) -> dict[str, object]:
    """How many were judged, and the share of them that are names, and names of the right kind."""
    judged = counts[RIGHT] + counts[OTHER_KIND] + counts[WRONG]
    named = counts[RIGHT] + counts[OTHER_KIND]
    return {
        "judged": judged,
        "unjudged": counts["?"],
        "names": round(named / judged, 3) if judged else None,
        "kind right": round(counts[RIGHT] / judged, 3) if judged else None,
    }


def cost(data: Path) -> dict[str, dict[str, float]]:
    """CPU seconds of mining each corpus with and without names, and what the names add."""
    readers: dict[str, Knowing | None] = {"without": None, "with": lambda said: Known(find(said))}
    best: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for corpus, paths in corpora(data, Path(folder)):
            spent = best.setdefault(corpus, dict.fromkeys(readers, float("inf")))
            for run in range(_RUNS):
                for name, reader in readers.items():
                    palace = Path(folder) / f"{corpus}{run}{name}.camillo"
                    spent[name] = min(spent[name], mined(palace, paths, reader))
            spent["more"] = round(spent["with"] / spent["without"] - 1, 3)
    return best


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", action="store_true", help="print the sample with its passages")
    parser.add_argument("--cost", action="store_true", help="measure CPU instead")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    if not (given.data / "locomo-dev").is_dir():
        sys.exit(f"{given.data} holds no locomo-dev")
    rows: Mapping[str, Mapping[str, object]]
    if given.cost:
        rows = cost(given.data)
    else:
        counts = tally(given.data, print if given.show else None)
        rows = {f"{by}: {name}": row(found) for by in counts for name, found in counts[by].items()}
    print(printed(rows, as_json=given.json))


if __name__ == "__main__":
    main()
