"""``camillo hook``: what a coding agent's host calls at the events of a session.

JSON: the host's own keys, on one line, or nothing; ``--json`` changes nothing.
"""

from pathlib import Path

from camillo.surfaces.cli.options import Parser

_HOSTS = ("claude-code", "codex", "gemini", "cursor")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("event", metavar="EVENT", help="the event, in the host's own spelling")
    parser.add_argument(
        "--host", metavar="HOST", choices=_HOSTS, required=True, help=f"one of {', '.join(_HOSTS)}"
    )


def command(*, event: str, host: str, palace: Path | None, as_json: bool) -> int:
    """Handle an event of a coding agent's session: called by the host, not by hand.

    SessionStart and UserPromptSubmit print what the session should know; Stop, PreCompact,
    SessionEnd, SubagentStop and PostToolUse save. The host's input is read from stdin. It always ends with
    exit code 0; what went wrong is told when the next session starts.
    """
    from camillo.surfaces.cli.main import main

    named = ["--palace", str(palace)] if palace else []
    return main(["hook", event, "--host", host, *named])
