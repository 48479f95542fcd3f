"""The relevance bar: who needs a memory gets the right one, who needs none gets nothing.

    python -m benchmarks.relevance DATA_DIR [--palaces DIR] [--fit] [--json]

DATA_DIR holds ``locomo-dev``. Every prompt goes through `Palace.relevant` with its default budget of
400 tokens, in three tiers: with transformer vectors, without them (what a hook answers that has no
time to load a model), and with no model at all. A needing prompt counts as answered if a turn of
its evidence stands in the injected text, whole, behind its own id. Reported for the half the bar was not fitted
on: 100 prompts (25 of each main kind, drawn with a fixed seed), then all of them by kind and palace
size, with 95 % intervals. ``--fit`` fits the bar anew on the other half and writes the
coefficients. ``--palaces`` keeps the palaces for the next run (they take minutes to refine).
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import relevance_fit
from benchmarks.cases import TurnKey
from benchmarks.measure import percentile
from benchmarks.relevance_sets import LARGE, NEEDING, Prompt, build, hundred, prompts, turns
from benchmarks.systems import models_installed
from camillo import Palace
from camillo.app.worth.relevance import look
from camillo.distill.bar import signals
from camillo.domain.search import Filters

TIERS = ("transformer", "static", "lexical")
_BUDGET = 400
_Z = 1.96


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a prompt got: whether anything, whether what it needed, its tokens, its milliseconds."""

    prompt: Prompt
    given: bool
    right: bool
    tokens: int
    milliseconds: float


class Palaces:
    """The palaces by name, opened in one tier."""

    def __init__(self, paths: Mapping[str, Path], tier: str, stack: ExitStack) -> None:
        stack.enter_context(models_installed(tier != "lexical"))
        self._open = {
            name: stack.enter_context(Palace.open(path, light=tier == "static"))
            for name, path in paths.items()
        }

    def of(self, prompt: Prompt) -> Palace:
        """The palace that a prompt is put to."""
        name = f"{LARGE}-{prompt.half}" if prompt.palace == LARGE else prompt.palace
        return self._open[name]


def ask(palace: Palace, prompt: Prompt, texts: Mapping[TurnKey, str]) -> Outcome:
    """Put one prompt to its palace."""
    started = time.perf_counter()
    found = palace.relevant(prompt.text, budget=_BUDGET)
    took = 1000 * (time.perf_counter() - started)
    if found.tokens > _BUDGET:
        sys.exit(f"{found.tokens} tokens were given for {prompt.text!r}")
    shown = " ".join(found.text.replace("\n| ", " ").split())
    right = any(
        " ".join(texts[key].split()) in shown
        for key in map(_turn, map(palace.get, found.ids))
        if key in prompt.right
    )
    return Outcome(prompt, bool(found.text), right, found.tokens, took)


def _turn(memory: Any) -> TurnKey:
    return memory.conversation, memory.turn.id


def fitted(paths: Mapping[str, Path], given: Sequence[Prompt]) -> dict[str, relevance_fit.Fitted]:
    """The bar of each tier, from the fitting half."""
    half = [prompt for prompt in given if prompt.half == "fit"]
    bars = {}
    for tier in TIERS:
        with ExitStack() as stack:
            palaces = Palaces(paths, tier, stack)
            bars[tier] = relevance_fit.fit(half, [_signals(palaces.of(one), one) for one in half])
    return bars


def _signals(palace: Palace, prompt: Prompt) -> Mapping[str, float] | None:
    seen = look(palace._parts, prompt.text, Filters())
    return signals(seen.words, seen.hits) if seen is not None and seen.hits else None


def measure(
    paths: Mapping[str, Path], given: Sequence[Prompt], texts: Mapping[TurnKey, str]
) -> dict[str, Any]:
    """Each tier's table on the reported half."""
    half = [prompt for prompt in given if prompt.half == "report"]
    result = {}
    for tier in TIERS:
        with ExitStack() as stack:
            palaces = Palaces(paths, tier, stack)
            for prompt in half[:: len(half) // 20]:
                palaces.of(prompt).relevant(prompt.text)
            outcomes = {prompt: ask(palaces.of(prompt), prompt, texts) for prompt in half}
        few = [outcomes[prompt] for prompt in hundred(given)]
        result[tier] = {
            "100 prompts": dict(_rows(few)),
            "all prompts": dict(_rows([*outcomes.values()])),
            "milliseconds, large palace": _times(
                [one for one in outcomes.values() if one.prompt.palace == LARGE]
            ),
        }
    return result


def _rows(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "needing", _row([one for one in outcomes if one.prompt.kind in NEEDING])
    rest = [one for one in outcomes if one.prompt.kind in ("other", "everyday")]
    yield "needing nothing", _row(rest)
    labels = {(one.prompt.kind, one.prompt.palace == LARGE): None for one in outcomes}
    for kind, large in labels:
        there = [one for one in outcomes if one.prompt.kind == kind]
        there = [one for one in there if (one.prompt.palace == LARGE) == large]
        yield f"{kind}, large palace" if large else kind, _row(there)
        categories = sorted({one.prompt.category for one in there})
        for category in categories if len(categories) > 1 and len(there) > 100 else ():
            of = [one for one in there if one.prompt.category == category]
            yield f"{kind} {category}", _row(of)


def _row(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    row: dict[str, Any] = {"n": len(outcomes)}
    row["% given anything"] = _share([one.given for one in outcomes])
    if any(one.prompt.right for one in outcomes):
        row["% given the right memory"] = _share([one.right for one in outcomes])
    sizes = [one.tokens for one in outcomes if one.given]
    row["tokens when given"] = round(sum(sizes) / len(sizes)) if sizes else 0
    return row


def _share(values: Sequence[bool]) -> str:
    """The share in percent with Wilson's interval."""
    n = max(1, len(values))
    share = sum(values) / n
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    reach = _Z / (1 + _Z**2 / n) * (share * (1 - share) / n + _Z**2 / (4 * n * n)) ** 0.5
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return f"{100 * share:.1f} ({100 * low:.0f}-{100 * high:.0f})"


def _times(outcomes: Sequence[Outcome]) -> dict[str, float]:
    times = [one.milliseconds for one in outcomes]
    return {"median": round(percentile(times, 0.5), 1), "p95": round(percentile(times, 0.95), 1)}


def table(result: Mapping[str, Any]) -> str:
    """The result as Markdown."""
    parts = []
    for tier, found in result.items():
        for name in ("100 prompts", "all prompts"):
            rows = found[name]
            columns = max(rows.values(), key=len)
            parts += [f"\n## {tier}: {name}\n", "| prompts | " + " | ".join(columns) + " |"]
            parts.append("|---" * (len(columns) + 1) + "|")
            for label, row in rows.items():
                parts.append(
                    f"| {label} | " + " | ".join(str(row.get(c, "")) for c in columns) + " |"
                )
        parts.append(f"\nmilliseconds, large palace: {found['milliseconds, large palace']}")
    return "\n".join(parts)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--palaces", type=Path, help="keep the palaces in this folder")
    parser.add_argument("--fit", action="store_true", help="fit the bar anew, on the other half")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    given = parser.parse_args()
    inner = given.folder / "locomo-dev"
    folder = inner if inner.is_dir() else given.folder
    if not any(folder.glob("*.json")):
        sys.exit(f"{folder} holds no LoCoMo conversations")
    with tempfile.TemporaryDirectory() as temporary:
        into = given.palaces or Path(temporary)
        into.mkdir(parents=True, exist_ok=True)
        paths = dict(build(folder, into))
        asked = prompts(folder)
        if given.fit:
            print(f"written: {relevance_fit.commit(fitted(paths, asked))}")
            return
        result = measure(paths, asked, turns(folder))
    print(json.dumps(result, indent=2, ensure_ascii=False) if given.json else table(result))


if __name__ == "__main__":
    main()
