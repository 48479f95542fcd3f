"""The plugin folders against what their hosts publish about the format, and against the product."""

import json
import re
import runpy
import tomllib
from pathlib import Path

import anyio
import pytest
from mcp.client import Client

import camillo
from camillo.app.install import launch
from camillo.app.settings import load
from camillo.surfaces.cli.commands import NAMES
from camillo.surfaces.hooks import calls
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.server import Server

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "plugins"
CLAUDE, GEMINI, PORTABLE = (PLUGINS / name for name in ("claude-code", "gemini", "agent-plugin"))
SKILLS = sorted(PLUGINS.glob("*/skills/*/SKILL.md"))
COMMANDS = sorted([*CLAUDE.glob("commands/*.md"), *GEMINI.glob("commands/*/*.toml")])
GENERATED = runpy.run_path(str(PLUGINS / "generate.py"))["files"]()
_FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.S)
_QUOTED = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def front(path):
    """The front matter of a page, of plain ``name: value`` lines, and the body."""
    head, body = _FRONT.match(path.read_text(encoding="utf-8")).groups()
    return dict(line.split(": ", 1) for line in head.splitlines()), body


def name_of(path):
    return str(path.relative_to(PLUGINS))


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """The names of the tools that the server really lists."""
    palace = tmp_path_factory.mktemp("plugin") / "palace.camillo"
    keeper = Keeper(load(environ={}, palace=palace), "kai")

    async def listed():
        async with Client(Server(keeper)) as client:
            return {one.name for one in (await client.list_tools()).tools}

    yield anyio.run(listed)
    keeper.close()


@pytest.mark.parametrize("path", GENERATED, ids=name_of)
def test_copies_are_up_to_date(path):
    assert path.read_text(encoding="utf-8") == GENERATED[path], "run `python plugins/generate.py`"


def test_no_copy_is_left_that_nothing_writes():
    made = {one for one in GENERATED if one.name == "SKILL.md"}
    assert {one for one in SKILLS if PORTABLE not in one.parents} == made


@pytest.mark.parametrize("path", SKILLS, ids=name_of)
def test_a_skill_says_what_it_is_and_when_to_use_it(path):
    head, body = front(path)
    assert head.keys() <= {"name", "description", "license", "compatibility", "metadata"}
    assert head["name"] == path.parent.name
    assert _NAME.fullmatch(head["name"])
    assert len(head["name"]) <= 64
    assert len(head["description"]) <= 1024
    assert "Use when" in head["description"]
    assert ": " not in head["description"], "YAML would read it as a table"
    assert len(body.splitlines()) < 500


@pytest.mark.parametrize("path", COMMANDS, ids=name_of)
def test_a_command_has_a_description_and_takes_what_it_is_given(path):
    if path.suffix == ".md":
        head, body = front(path)
        assert head.keys() <= {"description", "argument-hint", "allowed-tools", "model"}
        assert "{{args}}" not in body
        takes = "$ARGUMENTS" in body
        assert takes == ("argument-hint" in head)
    else:
        head = tomllib.loads(path.read_text(encoding="utf-8"))
        assert head.keys() == {"description", "prompt"}
        assert "$ARGUMENTS" not in head["prompt"]
        takes = "{{args}}" in head["prompt"]
    assert 10 <= len(head["description"]) <= 100
    assert takes == (path.stem != "status")


def test_both_hosts_have_the_same_commands():
    stems = [{one.stem for one in COMMANDS if one.suffix == kind} for kind in (".md", ".toml")]
    assert stems == [{"search", "save", "status"}] * 2


@pytest.mark.parametrize("path", [*SKILLS, *COMMANDS], ids=name_of)
def test_every_tool_and_command_that_is_named_exists(path, tools):
    text = path.read_text(encoding="utf-8")
    named = [one.split() for one in _QUOTED.findall(text)]
    named += [one.split() for one in re.findall(r"!\{([^}]+)\}", text)]
    ours = [one[1] for one in named if one[0] == "camillo"]
    assert set(ours) <= set(NAMES)
    words = {word for one in named for word in one if "_" in word}
    assert words <= tools
    assert ours or words


@pytest.mark.parametrize(("folder", "host"), [(CLAUDE, "claude-code"), (GEMINI, "gemini")])
def test_hooks_call_what_the_product_answers_by_its_name_alone(folder, host):
    hooks = read(folder / "hooks" / "hooks.json")
    assert hooks.keys() == {"hooks"}
    for groups in hooks["hooks"].values():
        for one in (one for group in groups for one in group["hooks"]):
            line = " ".join([one["command"], *one.get("args", [])])
            assert launch.is_hook(line)
            words = line.split()
            assert words[:2] == ["camillo", "hook"]
            assert calls.read_arguments(words[2:]).host == host


def test_every_server_entry_starts_the_server():
    entries = [
        read(CLAUDE / ".mcp.json"), read(PORTABLE / "mcp.json"), read(GEMINI / "gemini-extension.json")
    ]  # fmt: skip
    for entry in entries:
        (server,) = entry["mcpServers"].items()
        assert server[0] == "camillo"
        assert (server[1]["command"], server[1]["args"]) == ("camillo", ["mcp"])
        assert server[1].get("type", "stdio") == "stdio"


def test_the_portable_manifest_has_the_fields_of_its_schema_and_no_others():
    manifest = read(PORTABLE / "plugin.json")
    assert manifest["$schema"] == "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"
    allowed = {
        "$schema", "name", "version", "description", "author", "homepage", "repository", "license",
        "keywords", "extensions",
    }  # fmt: skip
    assert manifest.keys() <= allowed
    assert _NAME.fullmatch(manifest["name"])
    servers = read(PORTABLE / "mcp.json")
    assert servers.keys() == {"$schema", "mcpServers"}
    assert servers["$schema"] == "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"
    assert servers["mcpServers"]["camillo"].keys() <= {"type", "command", "args", "env", "cwd"}


def test_the_marketplace_leads_to_the_plugin():
    market = read(ROOT / ".claude-plugin" / "marketplace.json")
    assert {"name", "owner", "plugins"} <= market.keys()
    assert market["owner"]["name"]
    (plugin,) = market["plugins"]
    assert plugin["source"].startswith("./")
    manifest = read(ROOT / plugin["source"] / ".claude-plugin" / "plugin.json")
    assert plugin["name"] == manifest["name"]
    assert _NAME.fullmatch(manifest["name"])
    assert {one.name for one in (CLAUDE / ".claude-plugin").iterdir()} == {"plugin.json"}


def test_every_manifest_has_the_version_and_words_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    server = read(ROOT / "server.json")
    manifests = [
        server,
        server["packages"][0],
        read(CLAUDE / ".claude-plugin" / "plugin.json"),
        read(PORTABLE / "plugin.json"),
        read(GEMINI / "gemini-extension.json"),
    ]
    assert {one["version"] for one in manifests} == {project["version"], camillo.__version__}
    described = [one["description"] for one in manifests if "description" in one]
    assert set(described) == {server["description"]}
    licences = {one["license"] for one in manifests if "license" in one}
    assert licences == {project["license"]}
