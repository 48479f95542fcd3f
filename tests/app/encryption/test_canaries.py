"""Planted words: none is found in anything that lies on the disk of an encrypted palace."""

import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from camillo.app.encryption.keys import keys_at
from camillo.app.encryption.spool import opener
from camillo.app.resident.state import State

#: Words that nothing else holds, each for one place where words lie.
WORDS = [f"zqxvk{chr(97 + number)}wort" for number in range(20)]
(
    TEXT, TURN, TITLE, SPEAKER, WING, ROOM, META, FACT, OBJECT, ENTITY, NOTE, HEADING, LINK, FILE, FOLDER, DIARY,
    PROMPT, REPLY, LATE, ASKED,
) = WORDS  # fmt: skip


@dataclass
class Machine:
    """A user's folders of their own, and the program run in them as users do."""

    folder: Path

    def __post_init__(self) -> None:
        for name in ("data", "state", "cache", "config", "tmp", "run", "sources", "keys"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "config" / "camillo.toml").write_text(
            f'palace_key = "{self.key}"\nlog_level = "debug"\n'
        )

    @property
    def key(self) -> Path:
        return self.folder / "keys" / "palace.key"

    @property
    def palace(self) -> Path:
        return self.folder / "data" / "palace.camillo"

    @property
    def environ(self) -> dict[str, str]:
        given = {
            name: value for name, value in os.environ.items() if not name.startswith("CAMILLO")
        }
        xdg = {
            f"XDG_{name.upper()}_HOME": str(self.folder / name)
            for name in ("data", "state", "cache")
        }
        return {
            **given,
            **xdg,
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder / "tmp"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "CAMILLO_CONFIG": str(self.folder / "config" / "camillo.toml"),
            "CAMILLO_PALACE": str(self.palace),
            "CAMILLO_RESIDENT_IDLE": "0.2",
        }

    def run(self, *arguments: str, code: int = 0, given: str | None = None) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "camillo.surfaces.cli.main", *arguments],
            input=given, capture_output=True, text=True, env=self.environ, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    def hook(self, event: str, **given: object) -> None:
        told = {"session_id": "s1", "cwd": str(self.folder), "hook_event_name": event, **given}
        self.run("hook", event, "--host", "claude-code", given=json.dumps(told))

    def files(self) -> Iterator[Path]:
        for name in ("data", "state", "cache", "tmp", "run"):
            yield from (one for one in (self.folder / name).rglob("*") if one.is_file())

    def found(self) -> list[tuple[str, str]]:
        """Each planted word with the file that it is found in, its name included."""
        hits = []
        for path in self.files():
            content = path.read_bytes()
            name = str(path.relative_to(self.folder))
            for form in (*_forms(content), name.encode()):
                lowered = form.lower()
                hits += [(word, name) for word in WORDS if word.encode() in lowered]
                hits += [(word, name) for word in WORDS if word.encode("utf-16-le") in lowered]
                hits += [(word, name) for word in WORDS if word.encode("utf-16-be") in lowered]
        return hits


def _forms(content: bytes) -> Iterator[bytes]:
    """The content, and what it or any part of it was packed from."""
    yield content
    if content.startswith(b"\x1f\x8b"):
        yield gzip.decompress(content)
    for mark in (b"\x78\x01", b"\x78\x9c", b"\x78\xda"):
        at = content.find(mark)
        while at >= 0:
            with contextlib.suppress(zlib.error):
                yield zlib.decompressobj().decompress(content[at:], 1 << 20)
            at = content.find(mark, at + 1)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    address = State.of(made.palace).address
    with contextlib.suppress(OSError, ValueError, KeyError):
        os.kill(json.loads(address.read_bytes())["pid"], signal.SIGKILL)


def plant(machine: Machine) -> None:
    """Put a word everywhere where words lie."""
    project = machine.folder / "sources" / f"{FOLDER}-project"
    project.mkdir()
    (project / f"{FILE} plan.md").write_text(f"# Plan\n\nWe decided on {TEXT} for the lake.\n")
    machine.run("mine", str(project), "--wing", "lake", "--quick")
    machine.run(
        "add", f"Kai said: {TURN} is fine.", "--wing", WING, "--room", ROOM, "--title", f"About {TITLE}",
        "--speaker", f"{SPEAKER.capitalize()}", "--meta", f"tag={META}",
    )  # fmt: skip
    machine.run("fact", "add", ENTITY, "likes", f"{FACT} and {OBJECT}")
    machine.run(
        "note", "write", f"{HEADING}", "-", given=f"# {HEADING}\n\nAll of {NOTE}, see [[{LINK}]].\n"
    )
    machine.run("diary", "write", "scout", f"Today {DIARY} came by.")


def settled(machine: Machine) -> None:
    until = time.monotonic() + 40
    while State.of(machine.palace).entries() and time.monotonic() < until:
        time.sleep(0.2)


@pytest.mark.slow
def test_no_planted_word_lies_open_anywhere(machine):
    assert "no key" in machine.run("add", TEXT, code=7)
    machine.key.write_text(os.urandom(32).hex())
    machine.key.chmod(0o600)
    # A hook comes first: there is no palace yet, and nothing may be written open.
    machine.hook("UserPromptSubmit", prompt=f"Tell me of {PROMPT}.")
    machine.hook(
        "Stop", last_assistant_message=f"It is {REPLY}.",
        transcript_path=str(machine.folder / "sources" / f"no {FILE} here.jsonl"),
    )  # fmt: skip
    assert machine.found() == []
    plant(machine)
    for asked in (TEXT, ASKED, f'"{NOTE}"'):
        machine.run("search", asked)
    assert TEXT in machine.run("search", TEXT)
    machine.hook("SessionStart", source="startup")
    machine.hook("UserPromptSubmit", prompt=f"And {LATE}?")
    machine.run("refine")
    machine.run("wake-up")
    machine.run("backup", str(machine.folder / "data" / "copy.camillo"))
    machine.run("export", "all", str(machine.folder / "data" / "all.archive"))
    machine.run("get", f"no {ASKED} id", code=2)
    assert machine.found() == []
    settled(machine)
    assert machine.found() == []
    machine.run("restore", str(machine.folder / "data" / "copy.camillo"), "--palace",
                str(machine.folder / "data" / "again.camillo"))  # fmt: skip
    machine.run("import", str(machine.folder / "data" / "all.archive"), "--palace",
                str(machine.folder / "data" / "carried.camillo"))  # fmt: skip
    assert machine.found() == []
    # The words are there, for whoever has the key; the scan above sees them where they are open.
    for word in (TEXT, TURN, NOTE, DIARY):
        assert word in machine.run(
            "search", word, "--palace", str(machine.folder / "data" / "carried.camillo")
        )
    machine.run(
        "unseal",
        str(machine.folder / "data" / "all.archive"),
        str(machine.folder / "data" / "open"),
    )
    told = {word for word, _ in machine.found()}
    assert told >= set(WORDS) - {PROMPT, REPLY, LATE, ASKED}


WRITER = """
import sys
from camillo import Palace
with Palace.open() as palace:
    print("open", flush=True)
    number = 0
    while True:
        palace.add(f"Line {number}: " + sys.argv[1] * 3, wing="lake")
        palace.search(sys.argv[1])
        number += 1
"""


@pytest.mark.slow
def test_a_kill_leaves_no_word_in_the_wal_or_in_temporary_files(machine):
    machine.key.write_text(os.urandom(32).hex())
    machine.key.chmod(0o600)
    for round_ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, TEXT],
            env=machine.environ,
            stdout=subprocess.PIPE,
            text=True,
        )
        process.stdout.readline()
        time.sleep(0.6 + 0.3 * round_)
        process.kill()
        process.wait()
        process.stdout.close()
        assert machine.palace.with_name("palace.camillo-wal").stat().st_size > 0
        assert machine.found() == []
    assert TEXT in machine.run("search", TEXT)


@pytest.mark.slow
def test_hooks_of_a_locked_palace_keep_what_they_note_sealed(machine):
    key = os.urandom(32).hex()
    machine.key.write_text(key)
    machine.key.chmod(0o600)
    machine.run("add", "The heron stands.", "--wing", "lake")
    machine.key.rename(machine.key.with_suffix(".away"))
    environ = dict(machine.environ, CAMILLO_RESIDENT="off")
    told = {"session_id": "s1", "cwd": str(machine.folder), "prompt": f"Where is {PROMPT}?"}
    for event in ("UserPromptSubmit", "Stop"):
        given = {**told, "hook_event_name": event, "last_assistant_message": f"At {REPLY}."}
        done = subprocess.run(
            [sys.executable, "-m", "camillo.surfaces.cli.main", "hook", event, "--host", "claude-code"],
            input=json.dumps(given), capture_output=True, text=True, env=environ, check=False,
        )  # fmt: skip
        assert done.returncode == 0
    state = State.of(machine.palace)
    assert machine.found() == []
    assert len(state.entries()) >= 1
    machine.run("search", "heron", code=7)
    machine.key.with_suffix(".away").rename(machine.key)
    opened = opener(state, lambda: keys_at(str(machine.key)))
    words = b"".join(opened(path.read_bytes()) for path in state.entries()).decode()
    assert REPLY in words
