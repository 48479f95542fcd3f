"""What a hook may import: a host waits for every module."""

import json
import os
import subprocess
import sys

import pytest
from benchmarks.hooks import Kinds, above_bare

#: What a saving hook must do without; each of these costs milliseconds or a hundred of them.
BANNED = {
    "argparse",
    "asyncio",
    "dataclasses",
    "datetime",
    "hashlib",
    "inspect",
    "logging",
    "pathlib",
    "platformdirs",
    "shutil",
    "subprocess",
    "tempfile",
    "threading",
    "tomllib",
    "urllib",
    "apsw",
    "numpy",
    "onnxruntime",
    "tokenizers",
    "mcp",
    "pydantic",
    "typer",
    "rich",
    "camillo.app",
    "camillo.surfaces.cli.edge",
    "camillo.surfaces.cli.commands",
}
REPORT = """
import sys
from camillo.surfaces.cli.main import main
code = main(sys.argv[1:])
sys.stderr.write(" ".join(sorted(sys.modules)))
sys.exit(code)
"""


def imported(host, event: str, given: dict) -> set[str]:
    """The modules a hook needed beyond those of the interpreter itself."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT, "hook", event, "--host", "claude-code"],
        input=json.dumps(given).encode(),
        capture_output=True,
        timeout=30,
        check=True,
        env=host.whole_environ,
    )
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(' '.join(sys.modules))"],
        capture_output=True,
        check=True,
        env=host.whole_environ,
    )
    return set(done.stderr.decode().split()) - set(bare.stdout.decode().split())


@pytest.mark.parametrize("event", ["Stop", "PreCompact", "SessionEnd", "SubagentStop"])
def test_saving_imports_next_to_nothing(host, given, event):
    modules = imported(host, event, given(event))
    assert len(host.entries()) == 1
    assert not modules & BANNED
    assert {name for name in modules if name.startswith("camillo.")} == {
        "camillo.domain",
        "camillo.domain.errors",
        "camillo.surfaces",
        "camillo.surfaces.cli",
        "camillo.surfaces.cli.main",
        "camillo.surfaces.hooks",
        "camillo.surfaces.hooks.asking",
        "camillo.surfaces.hooks.calls",
        "camillo.surfaces.hooks.intake",
        "camillo.surfaces.hooks.main",
        "camillo.surfaces.hooks.places",
        "camillo.surfaces.hooks.saving",
        "camillo.surfaces.hooks.sealing",
        "camillo.surfaces.hooks.spool",
    } | ({"camillo.surfaces.hooks.starting"} & modules)


def test_saving_imports_a_reader_of_settings_only_where_there_are_some(host, given):
    folder = host.folder.parent / "home" / ".config" / "camillo"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f'palace = "{host.palace}"\n')
    host.environ["CAMILLO_PALACE"] = ""
    modules = imported(host, "Stop", given("Stop"))
    assert "tomllib" in modules
    assert len(host.entries()) == 1


def test_a_prompt_that_a_running_process_answers_imports_no_search(host, given, resident):
    resident(lambda _: "<memory>\n| x\n</memory>")
    modules = imported(host, "UserPromptSubmit", given("UserPromptSubmit", prompt="why?"))
    assert "socket" in modules
    assert not modules & BANNED


def test_a_session_start_that_a_running_process_answers_imports_no_search(host, given, resident):
    resident(lambda _: "<memory>\n| x\n</memory>")
    modules = imported(host, "SessionStart", given("SessionStart"))
    # The lock that lets one session tell is the resident process's own.
    assert not modules & (BANNED - {"pathlib", "urllib", "camillo.app"})
    ours = {name for name in modules if name.startswith("camillo.app")}
    assert ours == {"camillo.app", "camillo.app.resident", "camillo.app.resident.locks"}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="CPU of children is counted on POSIX alone")
def test_hooks_stay_within_their_bounds_of_cpu():
    taken = above_bare(rounds=7, kinds=Kinds.light())
    assert taken["Stop"] <= 0.050
    assert taken["SessionStart, answered"] <= 0.100
    assert taken["UserPromptSubmit, answered"] <= 0.100
