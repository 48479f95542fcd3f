"""Many owners in one PostgreSQL: whether one owner's search slows down when a thousand others are there.

    python -m benchmarks.owners [--few 10] [--many 1000] [--drawers 1000] [--searches 1000]

Two databases of one server: in one are few owners, in the other many, each with so many drawers filed in batches
through the store's own door. The same ten owners are asked the same questions in both, one after the other, so that
whatever else the machine does meets both alike: each from a palace that was opened just now and from one that is
open. It exits with 1 where the p95 of open palaces with many is more than 1.5 times that with few.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, LiteralString

import numpy as np

from benchmarks.serving import postgres
from camillo import Palace
from camillo.app.databases import migrate
from camillo.app.settings import Settings
from camillo.domain.owner import Owner

_WORDS = tuple(
    f"{a}{b}" for a in ("ri", "sto", "lan", "mar", "win", "gar") for b in "abcdefghijklmnop"
)
_MOST_RATIO = 1.5
#: How often each palace is opened anew.
_OPENED = 10


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


class Asked:
    """The palaces of the asked owners in one database, and how many milliseconds each search took."""

    def __init__(self, address: str, owners: range, settings: Settings) -> None:
        self._open = partial(Palace.connect, address, settings=settings, light=True)
        self._dice, self._owners = random.Random(3), owners
        self._palaces: dict[int, Palace] = {}
        self.first: list[float] = []
        self.later: list[float] = []

    def anew(self, number: int) -> None:
        """Open an owner's palace and ask it once: it reads its drawers."""
        self.close(number)
        self._palaces[number] = self._open(_owner(number))
        self.first.append(self._took(number))

    def again(self, number: int) -> None:
        """Ask an owner's open palace."""
        self.later.append(self._took(number))

    def close(self, number: int) -> None:
        """Close an owner's palace, if it is open."""
        if number in self._palaces:
            self._palaces.pop(number).close()

    def figures(self) -> dict[str, Any]:
        """Percentiles of first searches and of those of open palaces."""
        return {"first": _percentiles(self.first), "open": _percentiles(self.later)}

    def _took(self, number: int) -> float:
        words = " ".join(self._dice.choices(_WORDS, k=3))
        began = time.perf_counter()
        found = self._palaces[number].search(words)
        took = (time.perf_counter() - began) * 1000
        assert found.results
        return took


def compare(few: Asked, many: Asked, owners: range, searches: int) -> None:
    """Ask both by turns, each as often first."""
    sides = [few, many]
    for _ in range(_OPENED):
        for number in owners:
            for side in sides:
                side.anew(number)
            sides.reverse()
            for _ in range(searches // (_OPENED * len(owners))):
                for side in sides:
                    side.again(number)
                sides.reverse()
    for number in owners:
        few.close(number)
        many.close(number)


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
    parser.add_argument("--searches", type=int, default=1_000)
    given = parser.parse_args()
    with postgres() as server, tempfile.TemporaryDirectory() as name:
        folder, address = Path(name), server.get_uri()
        settings = Settings(palace=folder / "palace.camillo", refine=False)
        server.psql("create database few")
        beside = server.get_uri(database="few")
        migrate(beside, None)
        fill(beside, range(given.few), given.drawers, folder, settings)
        seconds = fill(address, range(given.many), given.drawers, folder, settings)
        for database in (address, beside):
            _psql(database, "analyze")
        asked = range(min(10, given.few))
        few, many = (Asked(one, asked, settings) for one in (beside, address))
        compare(few, many, asked, given.searches)
        size = _psql(address, "select pg_database_size(current_database())")
    before, after = few.figures(), many.figures()
    ratio = round(after["open"]["p95"] / before["open"]["p95"], 2)
    told = {
        "few_ms": before,
        "many_ms": after,
        "ratio of p95": ratio,
        "filling many, seconds": round(seconds),
        "MB of many": round(size / 1e6),
    }
    print(json.dumps({**vars(given), **told}, indent=1))
    return 1 if ratio > _MOST_RATIO else 0


def _psql(address: str, statement: LiteralString) -> int:
    import psycopg

    with psycopg.connect(address, autocommit=True) as link:
        cursor = link.execute(statement)
        return int(cursor.fetchall()[0][0]) if cursor.description else 0


if __name__ == "__main__":
    sys.exit(main())
