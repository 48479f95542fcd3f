"""Hooks run as a host runs them: a process of their own, the host's JSON on stdin."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from camillo.app.resident.listener import Listener
from camillo.app.resident.state import State
from camillo.app.resident.wire import Request


@dataclass
class Done:
    """What a host sees of a hook."""

    out: bytes
    err: bytes

    @property
    def reply(self) -> dict:
        return json.loads(self.out)


@dataclass
class Host:
    """A host with one palace; nothing of this machine's is read or written."""

    folder: Path
    palace: Path
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def program(self) -> list[str]:
        return [sys.executable, "-m", "camillo.surfaces.cli.main", "hook"]

    @property
    def whole_environ(self) -> dict[str, str]:
        return {**os.environ, **self.environ}

    @property
    def state(self) -> State:
        return State.of(self.palace)

    def call(self, event: str, given: object = None, host: str = "claude-code", **more) -> Done:
        """Run a hook; whatever happens in it, the host must see exit code 0 and nothing on stderr."""
        raw = given if isinstance(given, bytes) else json.dumps(given or {}).encode()
        arguments = more.pop("arguments", [event, "--host", host])
        done = subprocess.run(
            [*self.program, *arguments],
            input=raw,
            capture_output=True,
            timeout=30,
            check=False,
            env={**self.whole_environ, **more.pop("environ", {})},
            cwd=more.pop("cwd", self.folder),
            **more,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stderr.decode() == ""
        return Done(done.stdout, done.stderr)

    def entries(self) -> list[dict]:
        return [json.loads(path.read_bytes()) for path in self.state.entries()]

    def log(self) -> str:
        return self.state.log.read_text() if self.state.log.exists() else ""


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    # The path of a socket is short: the test's own name has no room in it.
    tmp_path = tmp_path_factory.mktemp("host")
    for name in ("home", "runtime", "project"):
        (tmp_path / name).mkdir(mode=0o700)
    environ = {
        "HOME": str(tmp_path / "home"),
        "CAMILLO_PALACE": str(tmp_path / "data" / "palace.camillo"),
        "CAMILLO_CONFIG": "",
        "CAMILLO_RESIDENT": "off",
        "XDG_RUNTIME_DIR": str(tmp_path / "runtime"),
        "XDG_CONFIG_HOME": "",
        "XDG_DATA_HOME": "",
        "CURSOR_TRANSCRIPT_PATH": "",
    }
    return Host(tmp_path / "project", tmp_path / "data" / "palace.camillo", environ)


@pytest.fixture
def resident(host: Host) -> Iterator[Callable[[Callable[[Request], str]], list[Request]]]:
    """Starts the real listener of the palace with a given answer; returns the requests it gets."""
    opened: list[tuple[Listener, threading.Thread]] = []

    def begin(answer: Callable[[Request], str]) -> list[Request]:
        got: list[Request] = []

        def kept(request: Request) -> str:
            got.append(request)
            return answer(request)

        host.state.make()
        host.palace.touch()
        listener = Listener(host.state, kept)
        listener.open()
        thread = threading.Thread(target=listener.serve, daemon=True)
        thread.start()
        opened.append((listener, thread))
        return got

    yield begin
    for listener, thread in opened:
        listener.close()
        thread.join(5)


@pytest.fixture
def given() -> Callable[..., dict]:
    """An input in Claude Code's shape."""

    def make(event: str, **more) -> dict:
        common = {
            "session_id": "5f1c",
            "transcript_path": "/home/kai/.claude/projects/-orion/5f1c.jsonl",
            "cwd": "/home/kai/orion",
            "permission_mode": "default",
            "hook_event_name": event,
        }
        return {**common, **more}

    return make


@pytest.fixture
def open_pipe(host: Host) -> Callable[[str, bytes], subprocess.Popen[bytes]]:
    """Starts a hook, writes to it and leaves its stdin open."""

    def begin(event: str, raw: bytes) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*host.program, event, "--host", "claude-code"],
            stdin=subprocess.PIPE,
            env=host.whole_environ,
        )
        assert process.stdin is not None
        process.stdin.write(raw)
        process.stdin.flush()
        return process

    return begin
