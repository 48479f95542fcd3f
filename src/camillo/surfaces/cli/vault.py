"""``camillo vault``: a folder of Markdown and the palace's notes are kept the same.

JSON: sync: ``SyncReport``; with ``--watch`` one a line for each sync that changed or met something.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, options, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.stopping import stopped
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.vault.report import SyncReport
    from camillo.app.vault.syncing import Vault

_SHOWN = 20


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=("sync",), help="what to do")
    parser.add_argument("folder", metavar="DIR", type=options.path, help="the folder of the vault")
    parser.add_argument(
        "--wing",
        metavar="NAME",
        help="keep it the same as this wing alone; remembered by the vault",
    )
    parser.add_argument("--watch", action="store_true", help="go on until Ctrl-C")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be done first")


def command(
    *,
    action: str,
    folder: Path,
    wing: str | None,
    watch: bool,
    dry_run: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Keep a folder of Markdown files and the palace's notes the same, in both directions.

    A new or edited file becomes a note or a version of it, a note a file; what was deleted on one side is
    deleted on the other, and `camillo note restore` brings it back. What changed on both sides is kept as
    both: the file stays, and the palace's text lies beside it as `NAME (conflict DATE).md`.
    Hidden and ignored files, attachments and the settings of Obsidian are left alone.
    """
    if watch and dry_run:
        raise InvalidInput("--watch and --dry-run exclude each other", "give one of them")
    with opened(palace, create=True) as memory:
        vault = memory.vault(folder, wing=wing)
        if watch:
            return _watch(vault, as_json=as_json)
        report = vault.sync(dry_run=dry_run)
    _tell(report, as_json=as_json)
    return codes.DONE


def _watch(vault: "Vault", *, as_json: bool) -> int:
    from camillo.app.mining.watching import has_events
    from camillo.app.vault.watching import watch

    if not has_events():
        complain(
            "changes are looked for every few seconds",
            "run `pip install 'camillo[watch]'` to hear of them at once",
        )
    with stopped() as stop:
        watch(vault, stop, lambda report: _tell(report, as_json=as_json))
    return codes.DONE


def _tell(report: "SyncReport", *, as_json: bool) -> None:
    if as_json:
        output.emit(report)
        return
    for step in report.planned:
        output.line(inert_line(f"would {step.kind}: {step.file or step.note}"))
    _list("new note from", report.created)
    _list("note from", report.taken)
    _list("written", report.written)
    _list("moved", [f"{old} to {new}" for old, new in report.moved])
    _list("file deleted, its note was", report.deleted_files)
    _list(
        "note deleted, its file was (`camillo note restore` brings it back)", report.deleted_notes
    )
    _list("held: forgotten, the file is left alone", report.held)
    for one in report.conflicts:
        told = (
            f"conflict: {one.file} keeps what was written here; the palace's text is in {one.copy}"
        )
        output.line(inert_line(told), "warn")
    for name in report.rescued:
        output.line(inert_line(f"found after a crash: {name}"), "warn")
    for problem in report.problems:
        output.line(inert_line(str(problem)), "warn")
    if not report.settled and not report.planned:
        output.line("One side kept changing; sync again.", "warn")
    if not report.changed and not report.planned:
        output.line(f"Both are the same: {output.many(report.same, 'note')}.")
    sys.stdout.flush()


def _list(told: str, paths: "tuple[str, ...] | list[str]") -> None:
    for path in paths[:_SHOWN]:
        output.line(inert_line(f"{told}: {path}"))
    if len(paths) > _SHOWN:
        output.line(f"{told}: {len(paths) - _SHOWN:,} more; all of them with --json")
