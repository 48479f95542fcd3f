"""Transcripts, spool entries and a resident's client, all of them real."""

import json
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from camillo.app.resident.state import State
from camillo.app.settings import Settings

Said = Sequence[tuple[str, str]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(palace=tmp_path / "palace.camillo", refine=False, busy_seconds=5)


@pytest.fixture
def state(settings: Settings) -> State:
    made = State.of(settings.palace)
    made.make()
    return made


@pytest.fixture
def transcript(tmp_path: Path) -> Callable[..., Path]:
    """Writes a transcript in the Claude Code shape; called again with more turns it has grown."""

    def write(session: str, said: Said, *, cwd: str = "/home/kai/orion", name: str = "") -> Path:
        path = tmp_path / f"{name or session}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = [_row(session, cwd, number, *one) for number, one in enumerate(said)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write


def _row(session: str, cwd: str, number: int, role: str, text: str) -> dict[str, Any]:
    return {
        "type": role,
        "uuid": f"{session}-{number}",
        "parentUuid": f"{session}-{number - 1}" if number else None,
        "sessionId": session,
        "timestamp": f"2026-11-20T{10 + number // 3600}:{number // 60 % 60:02d}:{number % 60:02d}Z",
        "cwd": cwd,
        "message": {"role": role, "content": text},
    }


@pytest.fixture
def spooled(state: State) -> Callable[..., Path]:
    """Puts an entry into the spool, as a hook does: whole or not at all."""

    def write(session: str, transcript: Path | None, **rest: Any) -> Path:
        number = len(list(state.spool.glob("*.json")))
        path = state.spool / f"{time.time_ns()}-{number}.json"
        entry = {
            "version": 1,
            "host": "claude-code",
            "event": "Stop",
            "at": "2026-11-20T10:30:00Z",
            "session": session,
            "transcript": None if transcript is None else str(transcript),
            "cwd": "/home/kai/orion",
            "input": {},
            **rest,
        }
        beside = path.with_name(f".{path.name}")
        beside.write_text(json.dumps(entry))
        beside.replace(path)
        return path

    return write


@pytest.fixture
def ask(state: State) -> Callable[..., dict[str, str]]:
    """One question to the resident that ``resident.json`` names, over its socket."""

    def exchange(verb: str, **rest: Any) -> dict[str, str]:
        told = json.loads(state.address.read_text())
        line = json.dumps({"token": told["token"], "verb": verb, **rest}).encode() + b"\n"
        return json.loads(raw(told["address"], line))

    return exchange


def raw(address: str, line: bytes, seconds: float = 60.0) -> bytes:
    """The bytes that come back for a line, until the resident closes the connection."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(seconds)
        client.connect(address)
        client.sendall(line)
        answer = b""
        while chunk := client.recv(1 << 16):
            answer += chunk
    return answer
