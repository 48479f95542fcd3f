"""``camillo watch``: file turns as agents write them, and answer hooks, until it is stopped.

JSON: one object a line for each file that gained turns or met a problem: ``{"at", "host", "source", "kinds",
"wings", "turns", "drawers", "known", "problems"}``; ``at`` is when it was filed. One a line too for each look at the
watch list of notes: ``{"at", "looked", "new", "briefs", "problems"}``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, options, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.stopping import stopped
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.mining.spots import Spot
    from camillo.app.mining.watching import Taken
    from camillo.app.watchlist.look import Round


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="*", type=options.path, help="a further folder to follow"
    )


def command(*, folders: list[Path], palace: Path | None, as_json: bool) -> int:
    """Follow the transcripts of coding agents and file turns as they are written, until Ctrl-C.

    It follows the folders of Claude Code, Codex, Gemini CLI, Cursor, opencode and Copilot, also those
    that appear later, and every FOLDER given. What was written before is filed first.
    Meanwhile it answers the hooks of `camillo install`, and looks at the feeds and pages of
    `camillo note watch`.
    """
    from camillo.app.mining.watching import Watcher, has_events
    from camillo.app.palace import Palace
    from camillo.app.resident.resident import Resident
    from camillo.app.watchlist.attending import Attendant

    settings = effective(palace)
    spots = _spots(folders)
    if not has_events():
        complain(
            "changes are looked for every second or slower",
            "run `pip install 'camillo[watch]'` to hear of them at once",
        )
    with Palace.open(settings.palace, settings=settings) as memory, stopped() as stop:
        resident = Resident(settings)
        resident.start()
        write = _as_json if as_json else _as_line

        def told(taken: "Taken") -> None:
            write(taken)
            if taken.report.turns:
                resident.refine_soon()

        attendant = Attendant(settings, _round_json if as_json else _round_line, complain)
        attendant.start()
        try:
            Watcher(memory.follow(), spots, told).run(stop)
        finally:
            attendant.stop()
            resident.stop()
    return codes.DONE


def _spots(folders: list[Path]) -> "list[Spot]":
    """The spots of every host, after the folders that are named."""
    import os

    from camillo.app.mining.spots import Spot, host_spots

    for folder in folders:
        if folder.is_file():
            raise InvalidInput(f"{folder} is a file", "name its folder, or use `camillo mine`")
    named = [Spot(folder.name or str(folder), folder) for folder in folders]
    found = [*named, *host_spots(Path.home(), os.environ)]
    return [Spot(spot.name, spot.root.resolve(), spot.patterns) for spot in found]


def _as_json(taken: "Taken") -> None:
    report = taken.report
    output.emit(
        {
            "at": _clock(),
            "host": taken.spot.name,
            "source": taken.path.as_uri(),
            "kinds": report.kinds,
            "wings": report.wings,
            "turns": report.turns,
            "drawers": report.drawers,
            "known": report.known,
            "problems": report.problems,
        }
    )


def _as_line(taken: "Taken") -> None:
    report = taken.report
    if report.turns:
        wings = ", ".join(report.wings)
        what = f"{_clock()}  {taken.spot.name}: {output.many(report.turns, 'turn')} in {wings}"
        output.line(inert_line(f"{what}  ({taken.path.name})"))
    for problem in report.problems:
        output.line(inert_line(f"{_clock()}  {problem}"), "warn")
    import sys

    sys.stdout.flush()


def _round_json(done: "Round") -> None:
    output.emit(
        {
            "at": _clock(),
            "looked": done.looked,
            "new": done.new,
            "briefs": done.briefs,
            "problems": done.problems,
        }
    )


def _round_line(done: "Round") -> None:
    if done.new:
        told = f"{_clock()}  watch list: {output.many(len(done.new), 'new item')}"
        output.line(inert_line(f"{told} ({', '.join(done.new)})"))
    for problem in done.problems:
        output.line(inert_line(f"{_clock()}  {problem}"), "warn")
    import sys

    sys.stdout.flush()


def _clock() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
