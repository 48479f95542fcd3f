"""What an agent pays before its first call, and what it is told."""

import json
import re
import tomllib
from pathlib import Path

import camillo
from camillo.surfaces.mcp import answers, wording

ROOT = Path(__file__).parents[3]
TOOLS = [
    "memory_search",
    "memory_add",
    "memory_store",
    "memory_get",
    "memory_forget",
    "list_wings",
    "wake_up",
    "diary_write",
    "diary_read",
    "fact_query",
    "fact_add",
    "fact_timeline",
    "note_read",
    "note_write",
]
MODELS = (
    answers.Found,
    answers.Remembered,
    answers.Kept,
    answers.Text,
    answers.Forgotten,
    answers.Wings,
    answers.WakeUp,
    answers.Kept,
    answers.Diary,
    answers.Facts,
    answers.Stated,
    answers.Facts,
    answers.Note,
    answers.NoteKept,
)
#: The whole listing may have so many bytes and so many tools.
ROOM, MOST = 9216, 14


async def listing(client):
    return await client.list_tools()


def plain(listed):
    return listed.model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]


def size(tools):
    return len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False).encode())


def test_the_whole_listing_stays_small_and_in_order(talk):
    tools = plain(talk(listing))
    assert [one["name"] for one in tools] == TOOLS
    assert size(tools) <= ROOM and len(tools) <= MOST
    assert tools == plain(talk(listing))
    assert all(len(one["description"]) <= 120 for one in tools)


def test_every_tool_says_what_it_may_change(talk):
    hints = {one["name"]: one["annotations"] for one in plain(talk(listing))}
    reads = {name for name, hint in hints.items() if hint["readOnlyHint"]}
    assert reads == {
        *("memory_search", "memory_get", "list_wings", "wake_up", "diary_read"),
        *("fact_query", "fact_timeline", "note_read"),
    }
    writes = {name: hint["destructiveHint"] for name, hint in hints.items() if name not in reads}
    assert {name for name, destroys in writes.items() if destroys} == {"memory_forget"}
    assert not any(hint["openWorldHint"] for hint in hints.values())
    once = {name: hint.get("idempotentHint") for name, hint in hints.items()}
    assert {name for name, hint in once.items() if hint is None} == reads
    assert {name for name, hint in once.items() if hint is False} == {"diary_write"}


def test_listed_answers_name_fields_that_the_structures_always_have(talk):
    for tool, model in zip(plain(talk(listing)), MODELS, strict=True):
        always = {name for name, one in model.model_fields.items() if one.is_required()}
        assert set(tool["outputSchema"]["properties"]) == always


def test_instructions_fit_what_hosts_show_and_name_tools_that_exist(talk):
    async def read(client):
        return client.instructions

    told = talk(read)
    assert told == wording.INSTRUCTIONS
    assert len(told.encode()) <= 2048
    assert set(re.findall(r"\b[a-z]+_[a-z_]+\b", told)) == set(TOOLS)


def test_both_eras_of_the_protocol_list_the_same_tools(talk):
    async def version(client):
        return client.protocol_version, plain(await client.list_tools())

    new, old = talk(version), talk(version, mode="legacy")
    assert (new[0], old[0]) == ("2026-07-28", "2025-11-25")
    assert new[1] == old[1]


def test_the_registry_entry_agrees_with_the_package():
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package = entry["packages"][0]
    assert entry["version"] == package["version"] == project["version"] == camillo.__version__
    assert package["identifier"] == project["name"]
    assert len(entry["description"]) <= 100
    assert [f"--with={one['value']}" for one in package["runtimeArguments"]] == [
        f"--with={project['optional-dependencies']['mcp'][0]}"
    ]


def test_the_reference_tells_every_tool_argument_and_field(talk):
    page = (ROOT / "docs/reference/mcp.md").read_text(encoding="utf-8")
    for tool in plain(talk(listing)):
        section = page.partition(f"\n## {tool['name']}\n")[2].partition("\n## ")[0]
        assert section, tool["name"]
        assert all(f"`{name}`" in section for name in tool["inputSchema"]["properties"])
    for model in (
        *MODELS,
        answers.Hit,
        answers.Entry,
        answers.Doomed,
        answers.Status,
        answers.Fact,
        answers.Backlink,
        answers.NoteLinks,
        answers.Watching,
    ):
        assert all(f"`{name}`" in page for name in model.model_fields)
