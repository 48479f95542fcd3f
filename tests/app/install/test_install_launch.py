import subprocess
import sys

import pytest

from camillo.app.install import launch


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """An environment with a `camillo` in it, and an empty search path."""
    own = tmp_path / "venv" / "bin"
    linked = tmp_path / "local" / "bin"
    for folder in (own, linked):
        folder.mkdir(parents=True)
    script = own / "camillo"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(own / "python"))
    monkeypatch.setattr(sys, "prefix", str(own.parent))
    monkeypatch.setenv("PATH", str(linked))
    return own, linked


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are POSIX ones")


def test_the_script_of_the_environment_is_named_by_its_path(programs):
    own, _ = programs
    assert launch.program() == launch.program(shared=True) == (str(own / "camillo"),)


def test_an_active_environment_does_not_count_as_a_link(programs, monkeypatch):
    own, _ = programs
    monkeypatch.setenv("PATH", str(own))
    assert launch.program(shared=True) == (str(own / "camillo"),)


def test_a_link_on_the_path_is_named_since_it_stays_through_upgrades(programs):
    own, linked = programs
    (linked / "camillo").symlink_to(own / "camillo")
    assert launch.program() == (str(linked / "camillo"),)
    assert launch.program(shared=True) == ("camillo",)


def test_another_camillo_on_the_path_is_not_taken_for_this_one(programs):
    own, linked = programs
    (linked / "camillo").write_text("#!/bin/sh\n")
    (linked / "camillo").chmod(0o755)
    assert launch.program() == (str(own / "camillo"),)


def test_without_a_script_the_module_is_run(programs):
    own, _ = programs
    (own / "camillo").unlink()
    assert launch.program() == (str(own / "python"), "-m", "camillo.surfaces.cli.main")


def test_what_uvx_runs_from_its_cache_is_run_by_uvx_again(programs, monkeypatch):
    _, linked = programs
    (linked / "uvx").write_text("#!/bin/sh\n")
    (linked / "uvx").chmod(0o755)
    monkeypatch.setattr(sys, "prefix", "/home/kai/.cache/uv/archive-v0/x1")
    assert launch.program() == (str(linked / "uvx"), "--from", "camillo[mcp]", "camillo")
    assert launch.program(shared=True)[0] == "uvx"


@pytest.mark.parametrize(
    "folder", ["plain", "with space", "quo'te", 'dou"ble', "do$llar", "back`tick"]
)
def test_a_shell_runs_the_program_whatever_its_path_holds(tmp_path, folder):
    program = tmp_path / folder / "camillo"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    program.chmod(0o755)
    line = launch.quoted((str(program), "hook", "Stop", "--host", "codex"), "posix")
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout == "hook|Stop|--host|codex|"


@pytest.mark.parametrize(
    "words",
    [
        ("/usr/bin/camillo",),
        ("camillo",),
        ("C:\\Users\\x y\\Scripts\\camillo.exe",),
        ("/usr/bin/uvx", "--from", "camillo[mcp]", "camillo"),
        ("/opt/it's/python3", "-m", "camillo.surfaces.cli.main"),
        ("/a b/bin/camillo",),
    ],
)
@pytest.mark.parametrize("shell", ["posix", "cmd", "powershell"])
def test_every_way_it_was_ever_started_is_recognised(words, shell):
    start = launch.Launch(words)
    hook, server = start.hook("Stop", "codex"), start.server()
    assert launch.is_hook(hook[0], hook[1:])
    assert launch.is_hook(launch.quoted(hook, shell))
    assert launch.is_server(server[0], server[1:])
    assert not launch.is_hook(server[0], server[1:])
    assert not launch.is_server(hook[0], hook[1:])


@pytest.mark.parametrize(
    "line",
    [
        "notcamillo hook Stop --host codex", "camillo mine .", "echo hook Stop --host codex",
        "camillo-like mcp", "/x/camillo/run.sh hook Stop", "camillo hook Stop", "",
    ],
)  # fmt: skip
def test_what_others_wrote_is_not(line):
    assert not launch.is_hook(line)
    assert not launch.is_server(line)


def test_a_palace_is_named_by_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    start = launch.Launch(("camillo",), launch.Path("work.camillo"))
    place = str(tmp_path / "work.camillo")
    assert start.server() == ("camillo", "mcp", "--palace", place)
    assert start.hook("Stop", "codex")[-2:] == ("--palace", place)
