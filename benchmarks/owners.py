"""Many owners in one PostgreSQL: whether one owner's search slows down when a thousand others are there.

    python -m benchmarks.owners [--few 10] [--many 1000] [--drawers 1000] [--searches 200]

Owners have so many drawers each, filed in batches through the store's own door. The same ten owners are asked the
same questions with few and with many owners beside them, each from a palace that was opened just now and from one
that is open. It exits with 1 where the p95 of open palaces with many is more than 1.5 times that with few.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.serving import postgres
from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.owner import Owner

_WORDS = tuple(
    f"{a}{b}" for a in ("ri", "sto", "lan", "mar", "win", "gar") for b in "abcdefghijklmnop"
)
_MOST_RATIO = 1.5


def lines(owner: int, drawers: int) -> str:
    """An archive of an owner's texts, the same each time."""
    dice = random.Random(owner)
    rows = [
        {
            "conversation": f"c{n // 50}",
            "turn": str(n),
            "wing": f"w{n % 5}",
            "text": f"{' '.join(dice.choices(_WORDS, k=20))} mark{owner}x{n}",
        }
        for n in range(drawers)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


def fill(address: str, owners: range, drawers: int, folder: Path, settings: Settings) -> float:
    """File the texts of these owners; seconds."""
    began = time.monotonic()
    for number in owners:
        export = folder / "owner.jsonl"
        export.write_text(lines(number, drawers))
        with Palace.connect(address, _owner(number), settings=settings, light=True) as palace:
            palace.mine(export, refine=False)
    return time.monotonic() - began


def ask(address: str, owners: range, searches: int, settings: Settings) -> dict[str, Any]:
    """Milliseconds of searches: the first of a palace, which reads its drawers, and of open ones."""
    first, later = [], []
    dice = random.Random(3)
    for number in owners:
        with Palace.connect(address, _owner(number), settings=settings, light=True) as palace:
            first.append(_took(palace, dice))
            later += [_took(palace, dice) for _ in range(searches // len(owners))]
    return {"first": _percentiles(first), "open": _percentiles(later)}


def _took(palace: Palace, dice: random.Random) -> float:
    began = time.perf_counter()
    found = palace.search(" ".join(dice.choices(_WORDS, k=3)))
    assert found.results
    return (time.perf_counter() - began) * 1000


def _percentiles(values: list[float]) -> dict[str, float]:
    p50, p95 = np.percentile(values, (50, 95)).round(2).tolist()
    return {"p50": p50, "p95": p95}


def _owner(number: int) -> Owner:
    return Owner("owners", str(number))


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=10)
    parser.add_argument("--many", type=int, default=1_000)
    parser.add_argument("--drawers", type=int, default=1_000)
    parser.add_argument("--searches", type=int, default=200)
    given = parser.parse_args()
    with postgres() as server, tempfile.TemporaryDirectory() as name:
        folder, address = Path(name), server.get_uri()
        settings = Settings(palace=folder / "palace.camillo", refine=False)
        few, asked = range(given.few), range(min(10, given.few))
        seconds = fill(address, few, given.drawers, folder, settings)
        server.psql("analyze")
        before = ask(address, asked, given.searches, settings)
        seconds += fill(address, range(given.few, given.many), given.drawers, folder, settings)
        server.psql("analyze")
        after = ask(address, asked, given.searches, settings)
    ratio = round(after["open"]["p95"] / before["open"]["p95"], 2)
    told = {"few": before, "many": after, "ratio of p95": ratio, "filling seconds": round(seconds)}
    print(json.dumps({**vars(given), **told}, indent=1))
    return 1 if ratio > _MOST_RATIO else 0


if __name__ == "__main__":
    sys.exit(main())
