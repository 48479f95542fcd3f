"""How cost grows with the palace: 1,000, 10,000 and 100,000 drawers of made-up turns.

    python -m benchmarks.scale [--sizes 1000 10000 100000] [--refine] [--json]

Turns are drawn from a vocabulary with natural (Zipf) frequencies, 25 words each, in conversations
of 40 turns over 20 wings. ``--refine`` fills in the transformer tier too (about 5 CPU-ms a turn).
Searches are filtered to one wing; opening and first search are measured in a process of their own.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from benchmarks.measure import cpu_seconds, peak_megabytes, percentile
from camillo import Palace

_VOCABULARY = 30_000
_WINGS = 20
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "za", "dri", "plo", "gan")


def vocabulary(dice: random.Random) -> list[str]:
    """Made-up words of two to five syllables."""
    words: dict[str, None] = {}
    while len(words) < _VOCABULARY:
        words["".join(dice.choices(_SYLLABLES, k=dice.randint(2, 5)))] = None
    return list(words)


def records(count: int, seed: int = 7) -> Iterator[dict[str, object]]:
    """Turns as camillo-jsonl records."""
    dice = random.Random(seed)
    words = vocabulary(dice)
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    for number in range(count):
        conversation = number // 40
        yield {
            "conversation": f"c{conversation}",
            "turn": str(number),
            "speaker": ("Ada", "Bo", "Cem", "Dunja")[number % 4],
            "role": "user",
            "at": f"{2015 + conversation % 10}-{1 + conversation % 12:02}-{1 + number % 28:02}",
            "wing": f"wing{conversation % _WINGS}",
            "text": " ".join(dice.choices(words, cum_weights=weights, k=25)),
        }


def questions(count: int) -> list[str]:
    """Questions of four words that turns hold, and some they do not."""
    dice = random.Random(11)
    texts = [str(one["text"]).split() for one in records(2000)]
    return [" ".join(dice.sample(dice.choice(texts), 4)) for _ in range(count)]


def first_search(path: Path, question: str) -> float:
    """CPU seconds of a new process that opens the palace and searches once."""
    before = cpu_seconds(children=True)
    command = [sys.executable, "-m", "camillo.surfaces.cli.main", "search", question]
    command += ["--wing", "wing3", "--palace", str(path), "--json"]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    return cpu_seconds(children=True) - before


def measure(size: int, refine: bool) -> dict[str, object]:
    """One size: mining, disk, opening and searching."""
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        export = place / "turns.jsonl"
        with export.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(one) + "\n" for one in records(size))
        path = place / "palace" / "palace.camillo"
        start = cpu_seconds()
        with Palace.open(path) as palace:
            palace.mine(export, refine=False)
            mined = cpu_seconds()
            if refine:
                palace.refine()
            refined = cpu_seconds()
        disk = sum(file.stat().st_size for file in path.parent.iterdir())
        opening = percentile([first_search(path, "bake like limo") for _ in range(3)], 0.5)
        return {
            "drawers": size,
            "mine CPU-ms per drawer": round(1000 * (mined - start) / size, 3),
            "refine CPU-ms per drawer": round(1000 * (refined - mined) / size, 3),
            "disk bytes per drawer": round(disk / size),
            "open and first search CPU-s": round(opening, 2),
            **waits(path),
        }


def waits(path: Path) -> dict[str, object]:
    """Wall milliseconds of warm searches, inside one wing and over the whole palace."""
    rows: dict[str, object] = {}
    with Palace.open(path) as palace:
        for label, wing in (("in a wing", "wing3"), ("everywhere", None)):
            palace.search("warm up", wing=wing)
            taken = []
            for question in questions(100):
                start = time.perf_counter()
                palace.search(question, wing=wing)
                taken.append(1000 * (time.perf_counter() - start))
            rows[f"{label} ms p50"] = round(percentile(taken, 0.5), 1)
            rows[f"{label} ms p95"] = round(percentile(taken, 0.95), 1)
    rows["peak RSS MB"] = round(peak_megabytes())
    return rows


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--refine", action="store_true", help="fill in the transformer tier")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    rows = [measure(size, given.refine) for size in given.sizes]
    if given.json:
        print(json.dumps(rows, indent=2))
        return
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(map(str, row.values())) + " |")


if __name__ == "__main__":
    main()
