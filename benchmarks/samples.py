"""Samples that people judge: drawn by a keyed hash, and filed without any word of what was judged."""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.cases import Case, write
from camillo import Palace
from camillo.ingest.cutting import Cutter
from camillo.ports.knowing import Knowing


def ticket(*words: str) -> str:
    """What a verdict is filed under, and the order of drawing: the seed of the sample stands first.

    >>> ticket("seed", "a", "bc") != ticket("seed", "ab", "c")
    True
    """
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]


def written(case: Case, place: Path) -> Path:
    """A conversation as a file that is named after its wing."""
    return write(case, place).rename(place / f"{case.wing}.jsonl")


def mined(place: Path, paths: Sequence[Path], reader: Knowing | None) -> float:
    """CPU seconds of filing files into a new palace whose cutter knows what ``reader`` reads."""
    with Palace.open(place) as palace:
        cutter = Cutter(palace._parts.static(), reader)
        palace._parts.cutter = lambda: cutter  # type: ignore[assignment]
        palace.add("I moved to Rome in May 2020; what is loaded once is paid for.", wing="first")
        start = time.process_time()
        for path in paths:
            palace.mine(path, refine=False)
        return round(time.process_time() - start, 3)


def printed(rows: Mapping[str, Mapping[str, object]], *, as_json: bool) -> str:
    """Rows as JSON, or as a Markdown table whose columns are those of the first row."""
    if as_json:
        return json.dumps(rows, indent=2, ensure_ascii=False)
    head = list(next(iter(rows.values())))
    lines = [f"| | {' | '.join(head)} |"]
    for name, cells in rows.items():
        lines.append(f"| {name} | {' | '.join(str(cells[column]) for column in head)} |")
    return "\n".join(lines)
