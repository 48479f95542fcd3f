"""``camillo install``: write Camillo into the files of coding agents, or take it out.

JSON: ``{"hosts": [{"host", "title", "present", "files": [{"path", "action", "diff", "backup"}],
"notes": [text]}], "dry_run": true or false}``; ``action`` is created, changed, removed or
unchanged.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import output
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.install.host import Host
    from camillo.app.install.service import Done, Touched, Wanted

_WIDEST = 160
_COLOURS = {"+": "good", "-": "warn"}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "hosts",
        metavar="HOST",
        nargs="*",
        help="claude-code, codex, gemini, cursor, vscode or opencode; else those found here",
    )
    parser.add_argument(
        "--project", action="store_true", help="write the files of the project in hand"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would change; write nothing"
    )
    parser.add_argument(
        "--uninstall", action="store_true", help="take out what was written, wherever it leads"
    )
    parser.add_argument("--yes", action="store_true", help="without HOST: do it without asking")


def command(
    *,
    hosts: list[str],
    project: bool,
    dry_run: bool,
    uninstall: bool,
    yes: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Write Camillo's MCP server and hooks into the files of coding agents, or take them out.

    Other entries, comments and the layout of a file stay; a file that is changed is backed up
    first, and running it twice changes nothing. Hosts that are named are written at once; without
    one, those found on this machine are shown, and you are asked.
    """
    from camillo.app.install import service

    around = service.Around.here()
    wanted = service.Wanted(project, uninstall, palace)
    chosen = service.named(hosts) if hosts else service.present(around)
    only_shown = dry_run or not (hosts or yes)
    if only_shown:
        planned = service.plan(chosen, around, wanted)
        if as_json:
            return _emit(planned, dry_run=True)
        _show(planned, dry_run=True)
        if dry_run or not _agreed(planned):
            return 0
    done = service.carry_out(chosen, around, wanted)
    if as_json:
        return _emit(done, dry_run=False)
    if not only_shown:
        _show(done, dry_run=False)
    _tell(chosen, done, wanted)
    return 0


def _emit(done: "Sequence[Done]", *, dry_run: bool) -> int:
    output.emit({"hosts": done, "dry_run": dry_run})
    return 0


def _show(done: "Sequence[Done]", *, dry_run: bool) -> None:
    if not done:
        output.line("No coding agent was found here; name one: `camillo install claude-code`.")
    for one in done:
        output.line(one.title, "strong")
        for touched in one.files:
            _show_file(touched, dry_run=dry_run)


def _show_file(touched: "Touched", *, dry_run: bool) -> None:
    would = "would be " if dry_run and touched.action != "unchanged" else ""
    output.line(f"  {inert_line(str(touched.path))}: {would}{touched.action}")
    for line in touched.diff:
        text = inert_line(line)
        text = text if len(text) <= _WIDEST else text[:_WIDEST] + "…"
        output.line(f"    {text}", _COLOURS.get(line[:1], "faint"))


def _agreed(planned: "Sequence[Done]") -> bool:
    if all(file.action == "unchanged" for one in planned for file in one.files):
        return False
    if not sys.stdin.isatty():
        sys.stderr.write("Nothing was written; name the hosts, or add --yes.\n")
        return False
    sys.stderr.write("Write this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(hosts: "Sequence[Host]", done: "Sequence[Done]", wanted: "Wanted") -> None:
    """What happens next, host by host."""
    for host, one in zip(hosts, done, strict=True):
        backups = [inert_line(str(file.backup)) for file in one.files if file.backup]
        output.line()
        for backup in backups:
            output.line(f"{one.title}: what was there before is in {backup}", "faint")
        if wanted.uninstall:
            output.line(f"{one.title}: Camillo is out. What it remembers stays in the palace.")
            continue
        told = [f"{one.title}: start a new session; {host.check}."]
        if host.has_hooks:
            told.append("Sessions are saved by themselves; `camillo status` shows them arrive.")
            told.append("`camillo init` adds the sessions there were before.")
        told += [inert_line(note) for note in one.notes]
        where = " --project" if wanted.project else ""
        told.append(f"To take it out: `camillo install {host.name}{where} --uninstall`.")
        for line in told:
            output.line(line)
