"""One outcome as it is printed: totals, means, means by category."""

from typing import Any

from benchmarks.evaluate import Outcome


def summary(outcome: Outcome) -> dict[str, Any]:
    """The outcome as it is printed."""
    questions = max(1, len(outcome.rows))
    return {
        "scored": len(outcome.rows),
        "skipped without evidence": outcome.skipped,
        "coverage": round(outcome.coverage, 3),
        "mining CPU-s": round(outcome.filling, 1),
        "search CPU-ms": round(1000 * outcome.asking / (2 * questions), 1),
        "all": outcome.means(),
        "by category": {name: outcome.means(name) for name in outcome.categories()},
    }


def table(result: dict[str, Any]) -> str:
    """The summary as a Markdown table with its totals below."""
    groups = {"all": result["all"], **result["by category"]}
    names = list(groups["all"])
    lines = ["| questions | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for label, row in groups.items():
        lines.append(f"| {label} | " + " | ".join(str(row.get(key, "")) for key in names) + " |")
    rest = {key: value for key, value in result.items() if key not in ("all", "by category")}
    return "\n".join([*lines, "", *(f"{key}: {value}" for key, value in rest.items())])
