"""The commands and programs of the pages are run as they are written, in a home with the samples."""

import io
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "recipes").glob("*.md"))
_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.M | re.S)
#: Installing what these tests already run on, with extras.
_INSTALL = re.compile(r"(?:pip|pipx) install '?camillo\[([\w,-]+)\]'?")
#: A command that goes on until it is told to end.
_ENDLESS = "camillo watch"
#: The port of pages, which others may use where the tests run.
_PORT = "8420"
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")

Run = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Run]:
    """A shell whose home has the samples where people have such things, and `camillo` on its path."""
    home = tmp_path / "home"
    shutil.copytree(ROOT / "samples" / "claude-code", home / ".claude/projects/-home-kai-orion")
    shutil.copytree(ROOT / "samples" / "notes", home / "code" / "orion" / "docs")
    (home / "Downloads").mkdir()
    shutil.copy(ROOT / "clients" / "python" / "camillo_client.py", home)
    with zipfile.ZipFile(home / "Downloads" / "chatgpt.zip", "w") as archive:
        archive.write(ROOT / "samples" / "chatgpt" / "conversations.json", "conversations.json")
    exported(home)
    programs = tmp_path / "bin"
    programs.mkdir()
    camillo = programs / "camillo"
    camillo.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m camillo.surfaces.cli.main "$@"\n'
    )
    camillo.chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CAMILLO_", "XDG_", "CLAUDE_", "CODEX_"))
    }
    environ = kept | {"HOME": str(home), "PATH": f"{programs}:{os.environ['PATH']}"}

    def run(command: str) -> subprocess.CompletedProcess[str]:
        with subprocess.Popen(
            ["/bin/sh", "-c", f"exec {command}" if command.startswith(_ENDLESS) else command],
            env=environ, cwd=home, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as process:  # fmt: skip
            if command.startswith(_ENDLESS):
                ended_once_it_listens(process, home)
            try:
                out, err = process.communicate(timeout=120)
            finally:
                process.kill()
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    return run


def exported(home: Path) -> None:
    """A vault, and what note applications export."""
    (home / "Notes").mkdir()
    (home / "Notes" / "Plan B.md").write_text("Move to GraphQL, see [[Orion]].\n")
    (home / "Exports" / "Apple Notes").mkdir(parents=True)
    (home / "Exports" / "Apple Notes" / "Tea.md").write_text("Oolong, 90 degrees.\n")
    with tarfile.open(home / "Downloads" / "Notebook.jex", "w") as archive:
        content = f"A trip\n\nTo Lyon.\n\nid: {'a' * 32}\ntype_: 1".encode()
        member = tarfile.TarInfo(f"{'a' * 32}.md")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    (home / "Downloads" / "MyNotes.enex").write_text(
        "<en-export><note><title>Soup</title><content>&lt;en-note>Leeks&lt;/en-note></content></note></en-export>"
    )


def ended_once_it_listens(process: subprocess.Popen[str], home: Path) -> None:
    """End it as Ctrl-C does, a while after hooks could ask it."""
    until = time.monotonic() + 30
    while not list(home.rglob("resident.json")) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(1)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def extras() -> set[str]:
    """The extras of the package."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return set(told["project"]["optional-dependencies"])


def steps(page: Path) -> Iterator[str]:
    """Each command of a page, and each program as one command."""
    for kind, body in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            yield from (line[2:] for line in body.splitlines() if line.startswith("$ "))
        else:
            yield f"{shlex.quote(sys.executable)} -c {shlex.quote(body)}"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the pages are written for a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_recipe_works_as_it_is_written(page: Path, shell: Run) -> None:
    commands = list(steps(page))
    assert len(commands) >= 5
    port = str(free_port())
    for command in (one.replace(_PORT, port) for one in commands):
        if installed := _INSTALL.fullmatch(command):
            assert set(installed[1].split(",")) <= extras()
            continue
        done = shell(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        told = done.stdout.strip() or command.startswith(_ENDLESS)
        assert told and not done.stderr, f"{command}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the pages are written for a POSIX shell")
def test_the_program_of_the_readme_finds_what_it_added(shell: Run) -> None:
    (program,) = (one for one in steps(ROOT / "README.md") if " -c " in one)
    assert "We chose GraphQL" in shell(program).stdout


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name
)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    words = _CODE.sub("", page.read_text(encoding="utf-8"))
    targets = [target for target, _ in _LINK.findall(words)]
    here = [one for one in targets if "://" not in one]
    assert [one for one in here if not (page.parent / one).exists()] == []


def test_every_extra_that_is_named_anywhere_is_one_of_the_package() -> None:
    places = [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    places += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    named = {
        extra
        for page in places
        for one in re.findall(r"camillo\[([\w,-]+)\]", page.read_text(encoding="utf-8"))
        for extra in one.split(",")
    }
    assert {"mcp", "watch"} <= named <= extras()


def test_every_page_is_in_the_table_of_contents() -> None:
    docs = ROOT / "docs"
    listed = {(docs / one).resolve() for one, _ in _LINK.findall((docs / "README.md").read_text())}
    listed |= {
        (docs / "decisions" / one).resolve()
        for one, _ in _LINK.findall((docs / "decisions" / "README.md").read_text())
    }
    assert {page.resolve() for page in docs.rglob("*.md")} - listed == {docs / "README.md"}
