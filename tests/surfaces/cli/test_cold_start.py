"""What each command may import: a cold start pays for every module."""

import os
import resource
import statistics
import subprocess
import sys

import pytest

#: Never needed to answer a question or to say a version.
HEAVY = {
    "huggingface_hub",
    "httpx",
    "httpx2",
    "requests",
    "pathspec",
    "ijson",
    "charset_normalizer",
    "rich",
    "pydantic",
    "pydantic_settings",
    "click",
    "typer",
    "dotenv",
    "asyncio",
    "camillo.formats",
    "camillo.ingest.mine",
    "camillo.ingest.place",
    "camillo.app.mining.mining",
    "camillo.app.care.doomed",
    "camillo.app.care.rebuilding",
    "camillo.app.mining.hosts",
    "camillo.surfaces.cli.mine",
    "camillo.surfaces.cli.progress",
}
REPORT = """
import sys
from camillo.surfaces.cli.main import main
code = main(sys.argv[1:])
sys.stderr.write(" ".join(sorted(sys.modules)))
sys.exit(code)
"""


def imported(*arguments: str, code: int = 0) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == code, done.stderr[-500:]
    return set(done.stderr.decode().split())


def test_the_version_imports_next_to_nothing():
    modules = imported("--version")
    ours = {name for name in modules if name.startswith("camillo")}
    assert ours == {
        "camillo",
        "camillo.surfaces",
        "camillo.surfaces.cli",
        "camillo.surfaces.cli.main",
    }
    assert not modules & {"argparse", "dataclasses", "json", "numpy", "pathlib"}


def test_help_of_one_command_imports_that_command_alone():
    modules = imported("search", "--help")
    assert not modules & (HEAVY | {"numpy", "apsw", "camillo.app.palace", "camillo.app.settings"})
    assert "camillo.surfaces.cli.wings" not in modules


@pytest.mark.parametrize("command", [("status",), ("search", "why GraphQL"), ("wings",)])
def test_reading_imports_no_mining_and_no_libraries_it_does_not_use(as_json, command):
    as_json("add", "We chose GraphQL for the mobile app.", "--wing", "orion")
    modules = imported(*command)
    assert "camillo.app.palace" in modules
    assert not modules & HEAVY


def cpu(*arguments: str) -> float:
    """CPU-seconds of a process: the median of five."""
    taken = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(taken)


@pytest.mark.skipif(os.name == "nt", reason="the resource module counts children on POSIX alone")
def test_the_version_costs_little_more_than_the_interpreter():
    bare = cpu("-c", "pass")
    assert cpu("-m", "camillo.surfaces.cli.main", "--version") <= bare + 0.12
