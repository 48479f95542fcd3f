"""``camillo wake-up``: what a new session should know, within a budget of tokens.

JSON: ``WakeUp``.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number

_FLAGS = {
    "empty": "nothing is remembered yet; begin with `camillo mine` or `camillo add`",
    "unknown-wing": "there is no such wing; list them with `camillo wings`",
    "budget": "there is more than the budget holds; raise --budget",
    "task-not-found": "nothing is remembered about the task, so the newest stands instead",
    "lexical-only": "the task was searched by words alone: no model is installed",
    "static-only": "the task was searched without the transformer tier; `camillo refine` adds it",
}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--wing", metavar="NAME", help="the wing; else that of the folder you are in, if it has one"
    )
    parser.add_argument("--all", action="store_true", help="the whole palace, wherever you are")
    parser.add_argument("--task", metavar="TEXT", help="what the session is about to do")
    parser.add_argument(
        "--budget", metavar="TOKENS", type=number(0), default=600, help="most tokens in all"
    )
    parser.add_argument(
        "--shorthand", action="store_true", help="more passages, only the words of each that matter"
    )
    parser.add_argument("--now", metavar="TIME", help="what the last 30 days are counted back from")


def command(
    *,
    wing: str | None,
    all: bool,
    task: str | None,
    budget: int,
    now: str | None,
    shorthand: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Tell what a new session should know: who, what matters, and the task or the newest."""
    from camillo.app.mining.folders import wing_at

    with opened(palace) as memory:
        if wing is None and not all:
            wing = wing_at(Path.cwd(), [str(row["wing"]) for row in memory.wings()])
        told = memory.wake_up(wing=wing, task=task, budget=budget, now=now, shorthand=shorthand)
    if as_json:
        output.emit(told)
        return codes.DONE
    if told.text:
        output.line(told.text)
    notes = [f"{told.total_tokens} tokens", *(_FLAGS.get(flag, flag) for flag in told.flags)]
    output.line("; ".join(notes), "faint")
    return codes.DONE
