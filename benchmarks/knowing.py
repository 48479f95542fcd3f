"""What knowledge costs: CPU of filing and refining with it and without it, in one process.

    python -m benchmarks.knowing FOLDER [--rounds 2] [--json]

FOLDER holds LoCoMo conversations or anything `camillo mine` reads. Without knowledge no names, claims or
reasons are read, nothing is linked, and no gists or context lines are made; all else is the same. Rounds
of both kinds alternate, and the least of each counts, since other work on the machine only adds.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from benchmarks.cost import targets
from benchmarks.measure import cpu_seconds
from camillo import Palace
from camillo.app.deriving import Deriving
from camillo.app.links.linking import Linking
from camillo.domain.knowledge import Known
from camillo.ports.knowing import Said

_NOTHING = Known()


def _knows_nothing(_: Said) -> Known:
    return _NOTHING


@contextmanager
def ignorant() -> Iterator[None]:
    """File without reading names, claims and reasons, and without linking and gists."""
    with (
        patch("camillo.knowledge.reading.with_readers", lambda _: _knows_nothing),
        patch.object(Linking, "run", lambda *_, **__: 0),
        patch.object(Deriving, "run", lambda *_, **__: None),
    ):
        yield


def filed(paths: list[Path], place: Path) -> tuple[float, float]:
    """CPU seconds of mining and of refining into a new palace."""
    with Palace.open(place) as palace:
        start = cpu_seconds()
        for path in paths:
            palace.mine(path, refine=False)
        mined = cpu_seconds()
        palace.refine()
        return mined - start, cpu_seconds() - mined


def measure(folder: Path, rounds: int) -> dict[str, object]:
    """The least CPU seconds of each kind, and what knowledge adds in percent."""
    with tempfile.TemporaryDirectory() as written:
        home = Path(written)
        paths, _ = targets(folder, home)
        runs: dict[str, list[tuple[float, float]]] = {"with": [], "without": []}
        filed(paths, home / "warm.camillo")
        for number in range(rounds):
            with ignorant():
                runs["without"].append(filed(paths, home / f"without{number}.camillo"))
            runs["with"].append(filed(paths, home / f"with{number}.camillo"))
    least = {kind: tuple(map(min, zip(*found, strict=True))) for kind, found in runs.items()}
    told: dict[str, object] = {
        f"{part} {kind}": round(seconds, 2)
        for kind, found in least.items()
        for part, seconds in zip(("mine", "refine"), found, strict=True)
    }
    added = sum(least["with"]) / sum(least["without"]) - 1
    return {**told, "added percent": round(100 * added, 1)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    told = measure(asked.folder, asked.rounds)
    print(json.dumps(told) if asked.json else "\n".join(f"{k}: {v}" for k, v in told.items()))


if __name__ == "__main__":
    main()
