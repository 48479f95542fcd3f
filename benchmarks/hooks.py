"""What a hook costs its host: CPU above a bare start of the interpreter, for each kind of hook.

    python -m benchmarks.hooks --json

All kinds and the bare start take turns in one run, so that a busy machine slows all alike. The
processes are started as a host starts them; CPU is user and system time of that process alone.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

from benchmarks.measure import percentile
from camillo import Palace
from camillo.app.resident.listener import Listener
from camillo.app.resident.state import State
from camillo.text.fence import fenced

_ROUNDS = 30
_TURNS = 200
_RUN = "import sys; from camillo.surfaces.cli.main import main; sys.exit(main())"


class Kind(NamedTuple):
    """A hook to measure: its name, its event, whether a process answers, whether settings are read."""

    name: str
    event: str
    answered: bool = False
    settings: bool = False


class Kinds(NamedTuple):
    """The kinds of hook that are measured."""

    kinds: tuple[Kind, ...]

    @classmethod
    def light(cls) -> Self:
        """Those that must cost next to nothing."""
        return cls(
            (
                Kind("Stop", "Stop"),
                Kind("Stop, with a settings file", "Stop", settings=True),
                Kind("Stop, a process running", "Stop", answered=True),
                Kind("SessionStart, answered", "SessionStart", answered=True),
                Kind("UserPromptSubmit, answered", "UserPromptSubmit", answered=True),
            )
        )

    @classmethod
    def all(cls) -> Self:
        """Those, and the ones that search by themselves."""
        cold = (
            Kind("SessionStart, cold", "SessionStart"),
            Kind("UserPromptSubmit, cold", "UserPromptSubmit"),
        )
        return cls((*cls.light().kinds, *cold))


def above_bare(rounds: int = _ROUNDS, kinds: Kinds | None = None) -> dict[str, float]:
    """Median CPU seconds of each kind of hook above that of a bare start; ``bare`` is that itself."""
    wanted = kinds or Kinds.all()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        answered, alone = _palace(folder / "answered"), _palace(folder / "alone")
        listener = Listener(State.of(answered), lambda _: fenced("We chose GraphQL.", {"id": "1"}))
        State.of(answered).make()
        listener.open()
        thread = threading.Thread(target=listener.serve, daemon=True)
        thread.start()
        try:
            taken = _measured(folder, answered, alone, rounds, wanted)
        finally:
            listener.close()
            thread.join()
    bare = percentile(taken.pop("bare"), 0.5)
    return {"bare": bare, **{name: percentile(each, 0.5) - bare for name, each in taken.items()}}


def _measured(
    folder: Path, answered: Path, alone: Path, rounds: int, kinds: Kinds
) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {}
    for turn in range(rounds + 1):
        runs: dict[str, Callable[[], float]] = {"bare": lambda: _cpu(["-c", "pass"], folder, {})}
        for kind in kinds.kinds:
            palace = answered if kind.answered else alone
            runs[kind.name] = lambda kind=kind, palace=palace: _hook(kind, palace, folder)  # type: ignore[misc]
        for name, run in runs.items():
            seconds = run()
            if turn:
                taken.setdefault(name, []).append(seconds)
    return taken


def _palace(folder: Path) -> Path:
    """A palace with some turns in it, so that a cold search has something to load."""
    folder.mkdir()
    with Palace.open(folder / "palace.camillo") as palace:
        for number in range(_TURNS):
            palace.add(f"Decision {number}: we chose GraphQL for service {number}.", wing="orion")
    return folder / "palace.camillo"


def _hook(kind: Kind, palace: Path, folder: Path) -> float:
    given = {
        "session_id": "5f1c",
        "transcript_path": str(folder / "5f1c.jsonl"),
        "cwd": str(folder / "orion"),
        "hook_event_name": kind.event,
        "source": "startup",
        "prompt": "why did we choose GraphQL?",
        "last_assistant_message": "Because the mobile app needs few round trips. " * 40,
    }
    (folder / "input.json").write_text(json.dumps(given))
    environ = {"CAMILLO_PALACE": str(palace), "CAMILLO_RESIDENT": "off", "CAMILLO_CONFIG": ""}
    if kind.settings:
        (folder / "config.toml").write_text(f"palace = {json.dumps(str(palace))}\nrefine = false\n")
        environ |= {"CAMILLO_PALACE": "", "CAMILLO_CONFIG": str(folder / "config.toml")}
    return _cpu(["-c", _RUN, "hook", kind.event, "--host", "claude-code"], folder, environ)


def _cpu(arguments: list[str], folder: Path, environ: dict[str, str]) -> float:
    """CPU seconds of one process, which reads the input and whose output goes nowhere."""
    given = folder / "input.json"
    given.touch()
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, *arguments],
        {**os.environ, "XDG_RUNTIME_DIR": str(folder), **environ},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, given, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        ],
    )
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"a hook ended with {status}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    result = {name: round(1000 * each, 1) for name, each in above_bare(given.rounds).items()}
    if given.json:
        print(json.dumps(result, indent=2))
        return
    print("| hook | CPU-ms above a bare start |\n|---|---|")
    print("\n".join(f"| {name} | {each} |" for name, each in result.items()))


if __name__ == "__main__":
    main()
