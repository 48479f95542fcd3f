"""Ten thousand notes with a hundred thousand links: writing, backlinks, the map of content, a wake-up.

    python -m benchmarks.notes [NOTES]

Prints the middle and the worst of repeated runs, in milliseconds, beside the bound that each must keep.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from camillo import Palace
from camillo.app.notes.changes import Change

_LINKS = 10
_BATCH = 500
_NOUNS = """
    river stone lantern harbour orchard copper meadow signal archive compass ledger quarry timber
    beacon canal mirror anchor granite willow furnace saddle voyage cellar market
"""
_WORDS = _NOUNS.split()


def main(size: int = 10_000) -> None:
    """Build a palace of so many notes and print what working on it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.camillo"
        with Palace.open(path, light=True) as palace:
            began = time.perf_counter()
            build(palace, size)
            print(f"built {size:,} notes, {size * _LINKS:,} links: {_since(began) / 1e3:.0f} s")
            measure(palace, size)


def build(palace: Palace, size: int) -> None:
    """Fill an empty palace: each note links to ten others, to low numbers more often."""
    dice = random.Random(7)
    for first in range(0, size, _BATCH):
        numbers = range(first, min(first + _BATCH, size))
        palace.notes.keep(
            [
                Change("create", text=_text(number, size, dice), path=f"{_slug(number)}.md",
                       title=_title(number))
                for number in numbers
            ]
        )  # fmt: skip


def measure(palace: Palace, size: int) -> None:
    """Print a row for each kind of work."""
    notes, dice = palace.notes, random.Random(11)

    def write(run: int) -> None:
        named = ", ".join(_title(dice.randrange(size)) for _ in range(_LINKS))
        made = notes.create(f"What hangs together: {named}.", title=f"Fresh page {run}")
        assert made.text.count("[[") == len(set(named.split(", ")))

    def edit(run: int) -> None:
        note = notes.read(f"fresh-page-{run}")
        notes.edit(note.slug, f"{note.text}\nSee {_title(run)} too.", version=note.version)

    def backlinks(run: int) -> None:
        assert notes.links(_slug(dice.randrange(size))).slug

    def chart(run: int) -> None:
        notes.create("A change.", title=f"Change {run}", link=False)
        began = time.perf_counter()
        assert notes.map(tokens=2_000).markdown
        rebuilt.append(_since(began))

    rebuilt: list[float] = []
    _row("write with autolink", 100, write)
    _row("edit with autolink", 100, edit)
    _row("backlinks", 20, backlinks)
    hub = len(notes.links(_slug(0)).backlinks)
    _row(f"backlinks of a hub ({hub})", 20, lambda _: notes.links(_slug(0)))
    _row("write, then map", None, chart, 5)
    _print("  of it the map built anew", 2_000, rebuilt)
    _row("map, unchanged", None, lambda run: notes.map(tokens=2_000) and None)
    palace.wake_up(budget=2_000)
    _row("wake-up", None, lambda run: palace.wake_up(budget=2_000) and None, 5)


def _row(name: str, bound: int | None, work: Callable[[int], object], runs: int = 20) -> None:
    times = []
    for run in range(runs):
        began = time.perf_counter()
        work(run)
        times.append(_since(began))
    _print(name, bound, times)


def _print(name: str, bound: int | None, times: list[float]) -> None:
    kept = "" if bound is None else f"  (bound {bound:,})"
    print(
        f"{name:28} {statistics.median(times):8.1f} ms, worst {max(times):8.1f}{kept}", flush=True
    )


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1_000


def _title(number: int) -> str:
    first, second = divmod(number % len(_WORDS) ** 2, len(_WORDS))
    return f"{_WORDS[first].title()} {_WORDS[second]} {number}"


def _slug(number: int) -> str:
    return _title(number).lower().replace(" ", "-")


def _text(number: int, size: int, dice: random.Random) -> str:
    targets = {int(size * dice.random() ** 1.5) for _ in range(_LINKS * 2)} - {number}
    links = " ".join(f"[[{_slug(target)}]]" for target in [*targets][:_LINKS])
    said = " ".join(dice.choices(_WORDS, k=30))
    return f"# {_title(number)}\n\nOn {said}.\n\n{links}\n"


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:2]))
