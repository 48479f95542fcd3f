"""How right the claims are that are read out of prose, how many there are, and what reading them costs.

    python -m benchmarks.claims DATA [--show | --cost | --story] [--json]

DATA holds locomo-dev/, hotpotqa-dev-50.json and cmrc2018-dev-even.json; the last corpus is this
repository's own Markdown. The turns are read as they are when they are filed. Of the claims 200 of the
conversations and 50 of each other corpus are drawn, in the order of a keyed hash, so that rules that
change keep most of their sample.
People read each claim in its text and say whether it is stated, of the right subject, not untrue or over, and worth
knowing; a verdict is filed under the hash of corpus, stretch and claim, without any word of the data.

``--show`` prints what is drawn, with its words, for such a reading: ``?`` has no verdict yet.
``--story`` says how many of the facts of the tests' story are read from its prose alone.
``--cost`` measures the CPU seconds of filing the conversations with and without claims, the best of five.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks import cmrc, hotpot, locomo
from benchmarks.cases import Case
from benchmarks.samples import mined, printed, ticket, written
from camillo.domain.knowledge import Claim, Known
from camillo.domain.moment import Moment
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.entities.finding import find
from camillo.knowledge.facts.vocabulary import built_in
from camillo.ports.knowing import Knowing, Said
from camillo.text.inert import inert_line
from camillo.text.language import detect
from camillo.text.names import claim_key

_ROOT = Path(__file__).resolve().parent.parent
_VERDICTS = Path(__file__).with_name("claims_verdicts.json")
_STORY = _ROOT / "tests" / "knowledge" / "facts"
_DRAWN = {"locomo": 200, "hotpot": 50, "cmrc": 50, "pages": 50}
_SEED, _RUNS, _PAGE = "200 claims", 5, 4_000
RIGHT, WRONG = "right", "wrong"


def turns(data: Path) -> Iterator[tuple[str, Said]]:
    """What each corpus says, turn by turn; pages in pieces as long as some drawers."""
    for case in locomo.cases(data / "locomo-dev"):
        yield from (("locomo", said) for said in _said(case, "en"))
    for case in hotpot.cases(data / "hotpotqa-dev-50.json"):
        yield from (("hotpot", said) for said in _said(case, "en"))
    for case in cmrc.cases(data / "cmrc2018-dev-even.json"):
        yield from (("cmrc", said) for said in _said(case, "zh"))
    for path in sorted(_ROOT.glob("**/*.md")):
        if ".venv" not in path.parts:
            text = path.read_text(encoding="utf-8")
            for at in range(0, len(text), _PAGE):
                piece = text[at : at + _PAGE]
                yield (
                    "pages",
                    Said(piece, detect(text) or "", conversation=path.name, markdown=True),
                )


def _said(case: Case, language: str) -> Iterator[Said]:
    for turn in case.turns:
        at = Moment.parse(turn.at) if turn.at else None
        yield Said(turn.text, language, turn.speaker, turn.role, "text", at, turn.conversation)


def filed(corpus: str, said: Said, claim: Claim) -> str:
    """What the verdict of a claim is filed under."""
    ends = (claim.subject, claim.predicate, claim.object, str(claim.ended))
    return ticket(_SEED, corpus, said.text, *ends)


def drawn(
    data: Path,
) -> tuple[dict[str, list[tuple[str, Said, Claim]]], dict[str, tuple[int, int]]]:
    """The sample of each corpus, and how many turns and claims the corpus has."""
    found: dict[str, list[tuple[str, Said, Claim]]] = {name: [] for name in _DRAWN}
    sizes: Counter[str] = Counter()
    for corpus, said in turns(data):
        sizes[corpus] += 1
        found[corpus] += [(filed(corpus, said, one), said, one) for one in claims(said)]
    totals = {corpus: (sizes[corpus], len(found[corpus])) for corpus in _DRAWN}
    return {
        name: sorted(found[name], key=lambda row: row[0])[:most] for name, most in _DRAWN.items()
    }, totals


def tally(data: Path, show: Callable[[str], None] | None) -> dict[str, dict[str, object]]:
    """Verdicts of the sample: by corpus, with claims per hundred turns, and by rule."""
    verdicts: dict[str, str] = json.loads(_VERDICTS.read_text(encoding="utf-8"))
    samples, totals = drawn(data)
    rows: dict[str, dict[str, object]] = {}
    rules: dict[str, Counter[str]] = {}
    for corpus, sample in samples.items():
        counts: Counter[str] = Counter()
        for key, said, claim in sample:
            verdict = verdicts.get(key, "?")
            counts[verdict] += 1
            rules.setdefault(claim.rule, Counter())[verdict] += 1
            if show is not None:
                show(_told(key, verdict, said, claim))
        size, many = totals[corpus]
        rows[corpus] = {**_row(counts), "per 100 turns": round(100 * many / max(1, size), 1)}
    for rule, counts in sorted(rules.items(), key=lambda one: -one[1].total()):
        rows[f"rule {rule}"] = {**_row(counts), "per 100 turns": ""}
    return rows


def _row(counts: Counter[str]) -> dict[str, object]:
    judged = counts[RIGHT] + counts[WRONG]
    return {
        "judged": judged,
        "unjudged": counts["?"],
        "right": round(counts[RIGHT] / judged, 3) if judged else None,
    }


def _told(key: str, verdict: str, said: Said, claim: Claim) -> str:
    when = (claim.valid_to if claim.ended else claim.valid_from) or said.at
    dated = claim.valid_from or claim.valid_to
    triple = f"{claim.subject} | {claim.predicate} | {claim.object}" + (
        " (over)" if claim.ended else ""
    )
    told = f"{triple} @{when.text[:10]}" if dated and when else triple
    text = said.text[max(0, claim.start - 70) : claim.end + 60]
    return "\t".join(map(inert_line, (key, verdict, claim.rule, told, f"{said.speaker}: {text}")))


def story(language: str) -> dict[str, object]:
    """How many facts of the story its prose alone gives: subject, predicate and object as told, and ends."""
    words = json.loads((_STORY / "story_zh.json").read_text("utf-8")) if language == "zh" else {}
    vocabulary = built_in()
    expected, read = set(), set()
    for line in (_STORY / "story.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        for verb, subject, predicate, *objects in row["facts"]:
            if verb in ("add", "replace", "end"):
                object = objects[1] if verb == "replace" else objects[0]
                triple = (subject, predicate, object)
                said = tuple(claim_key(words.get(word, word)) for word in (subject, object))
                expected.add((said[0], triple[1], said[1], verb == "end"))
        if language in row:
            speaker = words.get(row["who"], row["who"])
            moment = Moment.parse(f"{row['at']}T12:00:00Z")
            for one in claims(Said(row[language], language, speaker, "user", "text", moment)):
                known, inverse = vocabulary.read(one.predicate)
                ends = (claim_key(one.subject), claim_key(one.object))
                first, last = reversed(ends) if inverse else ends
                read.add((first, known.name, last, one.ended))
                if known.symmetric:
                    read.add((last, known.name, first, one.ended))
    return {
        "facts": len(expected),
        "found": len(expected & read),
        "share": round(len(expected & read) / len(expected), 3),
        "read": len(read),
    }


def cost(data: Path) -> dict[str, dict[str, object]]:
    """CPU seconds of filing the conversations without and with claims, names read in both."""
    readers: dict[str, Knowing] = {
        "without": lambda said: Known(find(said)),
        "with": lambda said: Known(find(said), claims(said)),
    }
    best = dict.fromkeys(readers, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        paths = [written(case, place) for case in locomo.cases(data / "locomo-dev")]
        for run in range(_RUNS):
            for name, reader in readers.items():
                spent = mined(place / f"{run}{name}.camillo", paths, reader)
                best[name] = min(best[name], spent)
    return {"locomo": {**best, "more": round(best["with"] / best["without"] - 1, 3)}}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", action="store_true", help="print the sample with its words")
    parser.add_argument("--cost", action="store_true", help="measure CPU instead")
    parser.add_argument("--story", action="store_true", help="measure the story instead")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    if not (given.data / "locomo-dev").is_dir():
        sys.exit(f"{given.data} holds no locomo-dev")
    rows: Mapping[str, Mapping[str, object]]
    if given.cost:
        rows = cost(given.data)
    elif given.story:
        rows = {language: story(language) for language in ("en", "zh")}
    else:
        rows = tally(given.data, print if given.show else None)
    print(printed(rows, as_json=given.json))


if __name__ == "__main__":
    main()
