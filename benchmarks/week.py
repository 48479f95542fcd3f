"""A week of sessions through the hooks: what is kept, what is recalled, what it costs.

    python -m benchmarks.week [--sessions 20] [--seed 1] [--json]

Transcripts in the Claude Code shape grow line by line; at each event the real hook is called as a process of
its own, five sessions at a time, while the resident process and hooks are killed at random moments.
Then the palace is compared with what was said: every turn once, in order, with its own time and
place, nothing that was injected among them, and questions about the first day, asked on the last,
were answered by what the hook injected.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.measure import percentile
from benchmarks.week_checks import faults_of
from benchmarks.week_sessions import DAYS, Session, Step, injected_line, week

LANES = 5
_SAVING = ("Stop", "PreCompact", "SessionEnd")
_KILLED_HOOKS = 0.06
_SETTLE_SECONDS = 90.0


@dataclass(frozen=True, slots=True)
class Called:
    """One hook that ran to its end: its kind and the CPU seconds of its process."""

    kind: str
    seconds: float


@dataclass(slots=True)
class Week:
    """One replay: where it happens, and what came of it."""

    folder: Path
    seed: int
    calls: list[Called] = field(default_factory=list)
    recalled: list[tuple[str, bool]] = field(default_factory=list)
    injected: list[str] = field(default_factory=list)
    prompts: int = 0
    answered: int = 0
    wrong: list[str] = field(default_factory=list)
    killed_hooks: int = 0
    killed_residents: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def palace(self) -> Path:
        """The palace of the week."""
        return self.folder / "data" / "palace.camillo"

    @property
    def projects(self) -> Path:
        """Where the host keeps its transcripts."""
        return self.folder / "home" / ".claude" / "projects"

    @property
    def environ(self) -> dict[str, str]:
        """What the host's hooks find in their environment; nothing of this machine's."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "CAMILLO_PALACE": str(self.palace),
            # One that a hook starts at the very end ends by itself.
            "CAMILLO_RESIDENT_IDLE": "0.5",
        }

    def replay(self, sessions: list[Session]) -> None:
        """Each day's sessions, so many at a time; the next day once they have ended."""
        (self.folder / "run").mkdir(mode=0o700)
        self.projects.mkdir(parents=True)
        with self._killing(), ThreadPoolExecutor(LANES) as lanes:
            for day in range(DAYS):
                today = [session for session in sessions if session.day == day]
                for done in [lanes.submit(self._session, session) for session in today]:
                    done.result()
        self._settle()

    def _session(self, session: Session) -> None:
        dice = random.Random(f"{self.seed}/{session.id}/{session.day}")
        rest = b""
        last = max(n for n, step in enumerate(session.steps) if step.event)
        for number, step in enumerate(session.steps):
            if step.event:
                kill = number != last and step.planted is None and dice.random() < _KILLED_HOOKS
                self._event(session, step, number, dice.uniform(0.0, 0.2) if kill else None)
                continue
            if step.copied:
                self._write(step.file, (self.projects / step.copied).read_bytes())
                continue
            self._write(step.file, rest)
            cut = len(step.line) // 2 if step.split else len(step.line)
            self._write(step.file, step.line[:cut])
            rest = step.line[cut:]
            if rest:
                self._event(session, session.steps[number + 1], number + 1, None)
                self._write(step.file, rest)
                rest = b""
            time.sleep(dice.uniform(0, 0.02))

    def _write(self, file: str, content: bytes) -> None:
        path = self.projects / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as out:
            out.write(content)

    def _event(self, session: Session, step: Step, number: int, kill: float | None) -> None:
        before = self._resident()
        reply, seconds = self._hook(session, step, kill)
        after = self._resident()
        if seconds is None:
            return
        kind = "saving" if step.event in _SAVING else "none"
        if step.event not in _SAVING:
            kind = {(True, True): "warm", (False, False): "cold"}.get(
                (before is not None and before == after, before is not None), "changing"
            )
        text = self._text_of(step, reply)
        with self._lock:
            self.calls.append(Called(kind, seconds))
            if step.event == "UserPromptSubmit":
                self.prompts += step.planted is None
                self.answered += bool(text) and step.planted is None
            if step.planted is not None:
                self.recalled.append((step.planted.question, step.planted.answer in text))
            if text:
                self.injected.append(text)
        if text:
            self._write(session.transcript, injected_line(session, text, step.event, number))

    def _hook(self, session: Session, step: Step, kill: float | None) -> tuple[bytes, float | None]:
        """Call a hook as the host does; its output and CPU seconds, None where it was killed."""
        given = {
            "session_id": session.id,
            "transcript_path": str(self.projects / session.transcript),
            "cwd": session.cwd,
            "hook_event_name": step.event,
            **step.given,
        }
        command = [sys.executable, "-m", "camillo.surfaces.cli.main", "hook", step.event]
        return self.run([*command, "--host", "claude-code"], json.dumps(given).encode(), kill)

    def run(
        self, command: list[str], given: bytes, kill: float | None = None
    ) -> tuple[bytes, float | None]:
        """Run a process to its end; its output and CPU seconds, None where it was killed."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
            said.write(given)
            said.seek(0)
            process = subprocess.Popen(
                command, stdin=said, stdout=out, stderr=subprocess.PIPE, env=self.environ
            )
            if kill is not None:
                time.sleep(kill)
                os.kill(process.pid, signal.SIGKILL)
            assert process.stderr is not None
            with process.stderr as stderr:
                _, status, usage = os.wait4(process.pid, 0)
                told = stderr.read() if not kill else b""
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            if process.returncode == -signal.SIGKILL:
                self.killed_hooks += 1
                return b"", None
            if process.returncode or told:
                self.wrong.append(f"{command[-3:]}: exit {process.returncode}, {told[-200:]!r}")
            return out.read(), usage.ru_utime + usage.ru_stime

    def _text_of(self, step: Step, reply: bytes) -> str:
        """What a reply injects; a reply in another shape than the host's schema is a fault."""
        if not reply:
            return ""
        try:
            found = json.loads(reply)
            said = found["hookSpecificOutput"]
            assert set(found) <= {"hookSpecificOutput", "systemMessage"}
            assert said["hookEventName"] == step.event and step.event not in _SAVING
            return str(said["additionalContext"])
        except (ValueError, KeyError, AssertionError):
            self.wrong.append(f"{step.event} answered {reply[:200]!r}")
            return ""

    def _resident(self) -> int | None:
        """The process that files and answers, if it listens."""
        with suppress(OSError, ValueError, KeyError):
            found = json.loads((self.folder / "data/palace.camillo.run/resident.json").read_bytes())
            with socket.socket(socket.AF_UNIX) as asked:
                asked.connect(found["address"])
            return int(found["pid"])
        return None

    @contextmanager
    def _killing(self) -> Iterator[None]:
        """Kill the resident process at random moments meanwhile."""
        done = threading.Event()

        def work() -> None:
            dice = random.Random(self.seed)
            while not done.wait(dice.uniform(1, 5)):
                if (pid := self._resident()) is not None:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        self.killed_residents += 1

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _settle(self) -> None:
        """The next session starts: whatever still waits is filed by the process it starts."""
        given = {"session_id": "after", "cwd": "/home/kai/orion", "source": "startup"}
        command = [sys.executable, "-m", "camillo.surfaces.cli.main", "hook", "SessionStart"]
        spool = self.folder / "data" / "palace.camillo.run" / "spool"
        until = time.monotonic() + _SETTLE_SECONDS
        while any(spool.glob("*.json")) and time.monotonic() < until:
            self.run([*command, "--host", "claude-code"], json.dumps(given).encode())
            time.sleep(1)
        if any(spool.glob("*.json")):
            self.wrong.append(f"{len(list(spool.glob('*.json')))} entries still wait in the spool")
        if (pid := self._resident()) is not None:
            os.kill(pid, signal.SIGTERM)
            while self._resident() is not None and time.monotonic() < until:
                time.sleep(0.1)


def bare_interpreter(done: Week, rounds: int = 20) -> float:
    """CPU seconds of an interpreter that does nothing: the median."""
    found = [done.run([sys.executable, "-c", "pass"], b"")[1] or 0.0 for _ in range(rounds)]
    return percentile(found, 0.5)


def report(sessions: int, seed: int) -> dict[str, Any]:
    """Replay a week and compare; what `faults` lists must not be."""
    with tempfile.TemporaryDirectory() as temporary:
        done = Week(Path(temporary), seed)
        planned = week(seed, sessions)
        bare = bare_interpreter(done)
        done.replay(planned)
        faults = [*done.wrong, *faults_of(done.palace, planned, done.injected)]
    return {
        "sessions": len(planned),
        "turns": sum(len(session.expected) for session in planned),
        "hooks": len(done.calls),
        "hooks killed": done.killed_hooks,
        "resident processes killed": done.killed_residents,
        "bare interpreter CPU-ms": round(bare * 1000, 1),
        "CPU-ms above it": {
            kind: _cost([call.seconds - bare for call in done.calls if call.kind == kind])
            for kind in ("saving", "warm", "cold", "changing")
        },
        "answered about the first day": f"{sum(ok for _, ok in done.recalled)} of {len(done.recalled)}",
        "not answered": [question for question, ok in done.recalled if not ok],
        "other prompts that got memories": f"{done.answered} of {done.prompts}",
        "faults": faults,
    }


def _cost(seconds: list[float]) -> dict[str, float]:
    if not seconds:
        return {"calls": 0}
    return {
        "calls": len(seconds),
        "median": round(percentile(seconds, 0.5) * 1000, 1),
        "p95": round(percentile(seconds, 0.95) * 1000, 1),
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    given = parser.parse_args()
    found = report(given.sessions, given.seed)
    if given.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for name, value in found.items():
            print(f"{name}: {value}")
    sys.exit(1 if found["faults"] else 0)


if __name__ == "__main__":
    main()
