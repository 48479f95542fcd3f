import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from camillo.surfaces.cli.main import main


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Nothing of the user's own settings, palaces or logs is read or written."""
    home = tmp_path / "home"
    home.mkdir()
    for name in [name for name in os.environ if name.startswith(("CAMILLO_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "palace.camillo"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.delenv("CODEX_HOME", raising=False)
    return home


@pytest.fixture
def camillo(capsysbinary):
    """Run a command in this process: exit code, stdout and stderr as text."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        written = capsysbinary.readouterr()
        return code, written.out.decode(), written.err.decode()

    return run


@pytest.fixture
def as_json(camillo):
    """Run a command with --json that must succeed, and read its one object."""

    def run(*arguments: str) -> dict:
        code, out, err = camillo(*arguments, "--json")
        assert code == 0, err
        assert out.count("\n") == 1
        return json.loads(out)

    return run


@pytest.fixture
def process():
    """Run a command in a process of its own, as a shell does."""

    def run(*arguments: str, **rest: object) -> subprocess.CompletedProcess:
        program = [sys.executable, "-m", "camillo.surfaces.cli.main", *map(str, arguments)]
        return subprocess.run(program, capture_output=True, timeout=120, check=False, **rest)

    return run


@pytest.fixture
def conversation(tmp_path) -> Path:
    """A small conversation in the interchange format."""
    file = tmp_path / "talk" / "orion.jsonl"
    file.parent.mkdir()
    said = [
        ("Kai", "Why did we switch the mobile app to GraphQL?"),
        ("Mira", "Because the REST endpoints needed seven round trips for one screen."),
        ("Kai", "Right, and the battery suffered. Let us keep that decision."),
    ]
    turns = [
        {
            "conversation": "orion-1",
            "turn": str(number),
            "speaker": speaker,
            "role": "user",
            "at": f"2025-06-01T10:0{number}:00Z",
            "text": text,
        }
        for number, (speaker, text) in enumerate(said)
    ]
    file.write_text("".join(json.dumps(turn) + "\n" for turn in turns), encoding="utf-8")
    return file
