"""``server.json`` against the published schema of 2025-12-11, its rules written out."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENTRY = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
_RANGE = re.compile(r"[\^~<>=*]|\.x\b|latest")

#: The fields of each object that the schema knows, those that must be there marked with a star.
_SERVER = (
    "$schema name* description* version* title repository websiteUrl icons packages remotes _meta"
)
_PACKAGE = (
    "registryType* identifier* transport* version registryBaseUrl fileSha256 runtimeHint "
    "runtimeArguments packageArguments environmentVariables"
)
_INPUT = "description format isRequired isSecret default placeholder choices value variables"
_KINDS = {
    "named": f"{_INPUT} type* name* isRepeated",
    "positional": f"{_INPUT} type* valueHint isRepeated",
}


def problems(entry):
    """What the schema would object to."""
    yield from _fields(entry, _SERVER)
    if not re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry.get("name", "")):
        yield "name"
    if not 1 <= len(entry.get("description", "")) <= 100:
        yield "description"
    if not 1 <= len(entry.get("title", "x")) <= 100:
        yield "title"
    if _RANGE.search(entry.get("version", "")):
        yield "version"
    for package in entry.get("packages", []):
        yield from _package(package)


def _package(package):
    yield from _fields(package, _PACKAGE)
    if _RANGE.search(package.get("version", "")):
        yield "package version"
    if package.get("transport", {}).get("type") not in ("stdio", "streamable-http", "sse"):
        yield "transport"
    if package.get("runtimeArguments") and not package.get("runtimeHint"):
        yield "runtimeHint"
    for one in [*package.get("runtimeArguments", []), *package.get("packageArguments", [])]:
        yield from _fields(one, _KINDS.get(one.get("type"), "none*"))
        if one.get("type") == "positional" and not {"value", "valueHint"} & one.keys():
            yield "positional argument"
    for one in package.get("environmentVariables", []):
        yield from _fields(one, f"{_INPUT} name*")
    for one in [
        *package.get("packageArguments", []),
        *package.get("environmentVariables", []),
    ]:
        if one.get("format", "string") not in ("string", "number", "boolean", "filepath"):
            yield "format"


def _fields(found, known):
    needed = {one.rstrip("*") for one in known.split() if one.endswith("*")}
    yield from (f"missing {one}" for one in needed - found.keys())
    yield from (f"unknown {one}" for one in found.keys() - set(known.replace("*", "").split()))


def test_the_entry_is_one_that_the_registry_takes():
    assert ENTRY["$schema"] == (
        "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
    )
    assert list(problems(ENTRY)) == []


@pytest.mark.parametrize(
    "broken",
    [
        {"name": "camillo"}, {"description": "x" * 101}, {"version": "^1.0"}, {"extra": 1},
        {"packages": [{"registryType": "pypi", "identifier": "camillo"}]},
        {"packages": [{**ENTRY["packages"][0], "version": "latest"}]},
        {"packages": [{**ENTRY["packages"][0], "runtimeHint": ""}]},
        {"packages": [{**ENTRY["packages"][0], "packageArguments": [{"type": "positional"}]}]},
    ],
)  # fmt: skip
def test_the_check_itself_objects_to_what_is_wrong(broken):
    assert list(problems({**ENTRY, **broken}))


def test_the_readme_names_the_entry_so_that_the_registry_believes_the_package():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"mcp-name: (\S+)", readme) == [ENTRY["name"]]
