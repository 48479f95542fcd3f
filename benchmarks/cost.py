"""What it costs: CPU, disk, memory and waiting, through the command line a user runs.

    python -m benchmarks.cost FOLDER [--json]

FOLDER holds anything `camillo mine` reads, or LoCoMo conversations, which are written as
camillo-jsonl first. Megabytes are of the text that was filed. CPU seconds count the whole process, its start included.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.cases import write
from benchmarks.locomo import cases
from benchmarks.measure import cpu_seconds, peak_megabytes, percentile
from camillo import Palace

_COLD_RUNS = 7
_WARM_RUNS = 200


def camillo(*words: str) -> tuple[dict[str, object], float]:
    """Run one command in a process of its own: its JSON answer and its CPU seconds."""
    before = cpu_seconds(children=True)
    command = [sys.executable, "-m", "camillo.surfaces.cli.main", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)} failed: {done.stderr}")
    return json.loads(done.stdout), cpu_seconds(children=True) - before


def targets(folder: Path, place: Path) -> tuple[list[Path], list[tuple[str, str]]]:
    """What to mine, and the questions to ask of it as (wing, question)."""
    if not any(folder.glob("conv-*.json")):
        return [folder], []
    paths, asked = [], []
    for case in cases(folder):
        paths.append(write(case, place).rename(place / f"{case.wing}.jsonl"))
        asked += [(case.wing, question.text) for question in case.questions]
    return paths, asked


def text_megabytes(palace_path: Path) -> float:
    """Megabytes of text that a palace holds."""
    with Palace.open(palace_path) as palace:
        return int(str(palace.status()["bytes"])) / 1e6


def warm(palace_path: Path, asked: list[tuple[str, str]]) -> list[float]:
    """Milliseconds of each search in one process, the first one left out."""
    waits = []
    with Palace.open(palace_path) as palace:
        palace.search(asked[0][1])
        for wing, question in asked[:: max(1, len(asked) // _WARM_RUNS)]:
            start = time.perf_counter()
            palace.search(question, wing=wing or None)
            waits.append(1000 * (time.perf_counter() - start))
    return waits


def measure(folder: Path) -> dict[str, object]:
    """Run every command on a throw-away palace and measure it."""
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        palace = place / "palace" / "palace.camillo"
        paths, asked = targets(folder, place)
        _, searchable = camillo("mine", *map(str, paths), "--quick", "--palace", str(palace))
        mining_peak = peak_megabytes(children=True)
        refining = camillo("refine", "--palace", str(palace))[1]
        peak = peak_megabytes(children=True)
        size = sum(file.stat().st_size for file in palace.parent.iterdir())
        megabytes = text_megabytes(palace)
        asked = asked or [("", "what was decided and why")]
        cold = [
            camillo("search", question, "--palace", str(palace))[1]
            for _, question in asked[:_COLD_RUNS]
        ]
        waits = warm(palace, asked)
        return {
            "text MB": round(megabytes, 3),
            "searchable CPU-s per MB": round(searchable / megabytes, 2),
            "refined CPU-s per MB": round((searchable + refining) / megabytes, 1),
            "disk MB per MB": round(size / 1e6 / megabytes, 2),
            "cold search CPU-s (median)": round(percentile(cold, 0.5), 3),
            "warm search ms p50": round(percentile(waits, 0.5), 1),
            "warm search ms p95": round(percentile(waits, 0.95), 1),
            "peak RSS MB mining": round(mining_peak),
            "peak RSS MB": round(peak),
        }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    if not given.folder.is_dir():
        sys.exit(f"{given.folder} is no folder")
    result = measure(given.folder)
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        print("\n".join(f"| {key} | {value} |" for key, value in result.items()))


if __name__ == "__main__":
    main()
