"""A server as a host starts it: a process of its own, the protocol on stdin and stdout."""

import json
import os
import subprocess
import sys

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

HOST = StdioServerParameters(
    command=sys.executable, args=["-m", "camillo.surfaces.cli.main", "mcp", "--owner", "kai"]
)
#: Nothing of these may be imported before the first call.
HEAVY = (
    "numpy",
    "onnxruntime",
    "tokenizers",
    "apsw",
    "camillo.recall",
    "camillo.ingest",
    "camillo.storage",
    "camillo.models",
    "camillo.formats",
    "camillo.app.palace",
)
REPORT = """
import sys
from camillo.surfaces.cli.main import main
code = main(["mcp"])
sys.stderr.write("MODULES " + " ".join(sorted(sys.modules)))
sys.exit(code)
"""


def process(conversation, mode="auto"):
    """Run a conversation with a server in a process of its own, through the SDK's client."""

    async def whole():
        host = HOST.model_copy(update={"env": dict(os.environ)})
        async with Client(stdio_client(host), mode=mode) as client:
            return await conversation(client)

    return anyio.run(whole)


async def done(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content


@pytest.fixture(params=["2024-11-05", "2025-11-25", "2026-07-28"])
def session(request, wire):
    """Runs calls one after another in a server process of their own, in one revision's words.

    The SDK's client speaks the newest of each era; the oldest is spoken in bare lines.
    """

    def bare(*calls):
        server = wire()
        assert server.hello(request.param)["protocolVersion"] == request.param
        made = [server.ask("tools/call", name=tool, arguments=given) for tool, given in calls]
        server.end()
        assert not [one for one in made if one.get("isError")]
        return [one["structuredContent"] for one in made]

    def through_the_client(*calls):
        async def talk(client):
            assert client.protocol_version == request.param
            return [await done(client, tool, **given) for tool, given in calls]

        return process(talk, mode="auto" if request.param == "2026-07-28" else "legacy")

    return bare if request.param == "2024-11-05" else through_the_client


@pytest.mark.slow
def test_what_one_session_keeps_the_next_ones_find_wake_up_to_and_forget(session):
    text = "We chose GraphQL because the mobile app polled — 轮询."
    _, stored, written = session(
        ("memory_add", {"message": "Kai: the mobile app polls.", "wing": "orion"}),
        ("memory_store", {"text": text, "wing": "orion", "hall": "decisions", "at": "2025-06-01"}),
        ("diary_write", {"role": "reviewer", "text": "Reviewed the schema.", "wing": "orion"}),
    )
    found, got = session(
        ("memory_search", {"query": "why GraphQL?", "userId": "kai"}),
        ("memory_get", {"id": stored["ids"][0], "neighbours": 1}),
    )
    assert found["results"][0]["id"] == stored["ids"][0]
    assert (got["text"], got["at"]) == (text, "2025-06-01")
    woken, read, listed = session(
        ("wake_up", {"wing": "orion", "task": "change the mobile app's queries"}),
        ("diary_read", {"role": "Reviewer"}),
        ("list_wings", {}),
    )
    assert stored["ids"][0] in woken["cites"]
    assert 0 < woken["total_tokens"] <= 600
    assert [one["id"] for one in read["entries"]] == written["ids"]
    assert [(one["wing"], one["turns"]) for one in listed["wings"]] == [("orion", 4)]
    named = stored["ids"] + written["ids"]
    plan, still, gone = session(
        ("memory_forget", {"ids": named}),
        ("memory_search", {"query": "why GraphQL?"}),
        ("memory_forget", {"ids": named, "confirm": True}),
    )
    assert (plan["dry_run"], len(plan["would_forget"])) == (True, 2)
    assert still["results"][0]["text"] == text
    assert gone["receipt"]["counts"]["documents"] == 2
    after, woken, read = session(
        ("memory_search", {"query": "why GraphQL?"}),
        ("wake_up", {"wing": "orion"}),
        ("diary_read", {}),
    )
    assert "GraphQL" not in json.dumps([after, woken], ensure_ascii=False)
    assert read["entries"] == []


@pytest.mark.slow
def test_the_profile_is_served_over_stdio_and_a_wrong_one_is_refused(wire):
    base = ("-m", "camillo.surfaces.cli.main", "mcp")
    server = wire(*base, "--profile", "mempalace", "--owner", "kai")
    server.hello("2025-11-25")
    names = [one["name"] for one in server.ask("tools/list")["tools"]]
    assert {"mempalace_delete_drawer", "mempalace_traverse"} <= set(names)
    given = {"wing": "orion", "room": "api", "content": "We chose GraphQL.", "userId": "kai"}
    added = server.ask("tools/call", name="mempalace_add_drawer", arguments=given)
    found = server.ask("tools/call", name="mempalace_search", arguments={"query": "GraphQL"})
    kept = added["structuredContent"]["ids"][0]
    assert [one["id"] for one in found["structuredContent"]["results"]] == [kept]
    wrong = subprocess.run(
        [HOST.command, *base, "--profile", "x"], capture_output=True, timeout=60, check=False
    )
    assert (wrong.returncode, wrong.stdout) == (2, b"")


@pytest.mark.slow
def test_a_resource_is_read_through_the_client():
    async def talk(client):
        kept = await done(client, "memory_store", text="We chose GraphQL.", wing="orion")
        return (await client.read_resource(f"camillo://drawer/{kept['ids'][0]}")).contents[0].text

    assert process(talk).endswith("\n| We chose GraphQL.\n</memory>")


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_old_revisions_are_spoken_and_stdout_holds_nothing_else(wire, version):
    server = wire()
    hello = server.hello(version)
    assert hello["protocolVersion"] == version
    assert hello["serverInfo"]["name"] == "camillo"
    assert len(server.ask("tools/list")["tools"]) == 14
    secret = "the kettle is \x1b[31mbroken"
    kept = server.ask("tools/call", name="memory_add", arguments={"message": secret})
    assert not kept.get("isError")
    wrong = server.ask("tools/call", name="memory_get", arguments={"id": "x"})
    assert wrong["isError"]
    out, err = server.end()
    assert out == b""
    assert b"kettle" not in err


@pytest.mark.slow
def test_a_revision_nobody_knows_is_answered_with_one_that_is(wire):
    assert wire().hello("1999-01-01")["protocolVersion"] == "2025-11-25"


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_the_first_call_and_no_palace_is_made(wire, tmp_path):
    server = wire("-c", REPORT)
    server.hello("2025-11-25")
    for method in ("tools/list", "prompts/list", "resources/templates/list"):
        server.ask(method)
    assert not (tmp_path / "palace.camillo").exists()
    modules = set(server.end()[1].decode().partition("MODULES ")[2].split())
    assert "mcp.server" in modules
    assert not [one for one in modules if one.startswith(HEAVY)]


@pytest.mark.slow
def test_lines_that_are_no_messages_do_not_end_a_session(wire):
    server = wire()
    server.hello("2025-11-25")
    for line in (b"\xff\xfe\n", b"not json\n", b'{"jsonrpc":"2.0"}\n', b"[]\n"):
        server.process.stdin.write(line)
    server.process.stdin.flush()
    assert server.ask("tools/list")["tools"]


def test_wrong_settings_are_told_before_the_protocol_begins(monkeypatch):
    monkeypatch.setenv("CAMILLO_BUSY_SECONDS", "soon")
    done = subprocess.run(
        [HOST.command, *HOST.args], capture_output=True, input=b"", timeout=60, check=False
    )
    assert done.returncode == 2
    assert b"busy_seconds" in done.stderr
    assert done.stdout == b""


@pytest.mark.slow
def test_two_servers_of_one_palace_see_each_others_writes(wire):
    one, two = wire(), wire()
    for server in (one, two):
        server.hello("2025-11-25")
        server.ask("tools/call", name="list_wings", arguments={})
    for n in range(5):
        for name, server in (("one", one), ("two", two)):
            arguments = {"text": f"{name} says hello {n}", "wing": name}
            kept = server.ask("tools/call", name="memory_store", arguments=arguments)
            assert not kept.get("isError")
    for server in (one, two):
        listed = server.ask("tools/call", name="list_wings", arguments={})
        turns = {row["wing"]: row["turns"] for row in listed["structuredContent"]["wings"]}
        assert turns == {"one": 5, "two": 5}
        assert json.dumps(listed).count("says hello") == 0
