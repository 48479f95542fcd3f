"""Whatever a tool assembles comes without secrets; the exact text is behind its id."""

import json

import anyio
import pytest
from benchmarks.secrets_cases import Maker
from mcp.client import Client

KEY = Maker(5).filled("glpat-<20u>")
SAID = f"Orion is deployed with GitLab; the deploy token is {KEY} and it never expires."


@pytest.fixture
def held(keeper):
    """A palace with the secret in each of its forms; the id of the text."""
    with keeper.lent() as palace:
        given = {"wing": "orion", "room": "ops", "source": "chat:1", "title": f"token {KEY}"}
        (id,) = palace.add(SAID, speaker="Ana", role="user", at="2025-01-01", **given).ids
        (other,) = palace.add("Orion moved to another runner.", wing="orion", room="ci").ids
        palace.diaries.write("ops", SAID, wing="orion")
        palace.memories.store("memory/orion.md", f"- {SAID}\n", wing="orion")
        palace.facts.add("Orion", "has deploy token", KEY, cite=id)
        palace.facts.add("Orion", "has deploy token", f"{KEY}b", cite=id)
        palace.links.make(id, other, "references", reason=f"both use {KEY}")
        palace.links.tunnel(("orion", "ops"), ("orion", "ci"), reason=f"share {KEY}")
        palace.notes.create("The runner of Orion.", title="Runner")
        palace.notes.create(f"It runs on the [[runner]], with {KEY}.", title="Deploying")
        palace.refine()
    return id, other


def everything(id, other):
    """Every tool that reads, with arguments by which it comes upon the secret."""
    about = {"entity": "Orion"}
    room = {"wing": "orion", "room": "ops"}
    return {
        "memory_search": [{"query": "deploy token of Orion"}],
        "memory_get": [{"id": other}],
        "list_wings": [{}, {"wing": "orion"}],
        "wake_up": [{"wing": "orion"}, {"wing": "orion", "task": "deploy with GitLab"}],
        "diary_read": [{}, {"role": "ops"}],
        "note_read": [{"note": "runner"}],
        "fact_query": [about, {**about, "hops": 2}],
        "fact_timeline": [about],
        "mempalace_status": [{}],
        "mempalace_list_wings": [{}],
        "mempalace_search": [{"query": "deploy token of Orion"}],
        "mempalace_wake_up": [{"wing": "orion"}],
        "mempalace_kg_query": [about],
        "mempalace_query_entity": [about],
        "mempalace_kg_timeline": [about],
        "mempalace_timeline": [about],
        "mempalace_follow_tunnels": [room],
        "mempalace_list_tunnels": [{}],
        "mempalace_traverse": [{"start_room": "ops"}],
    }


@pytest.fixture
def talk(server):
    def run(conversation):
        async def whole():
            async with Client(server("mempalace")) as client:
                return await conversation(client)

        return anyio.run(whole)

    return run


def shown(result):
    assert not result.is_error, result.content[0].text
    return json.dumps(result.structured_content) + result.content[0].text


def test_no_tool_that_reads_tells_a_secret_it_was_not_asked_for(talk, held):
    asked = everything(*held)

    async def all_of_them(client):
        listed = (await client.list_tools()).tools
        told = {
            (name, str(arguments)): shown(await client.call_tool(name, arguments))
            for name, calls in asked.items()
            for arguments in calls
        }
        return {one.name for one in listed if one.annotations.read_only_hint}, told

    reading, told = talk(all_of_them)
    assert reading == set(asked)
    assert [call for call, text in told.items() if KEY in text] == []
    assert "[secret" in told["diary_read", "{}"] and "GitLab" in told["diary_read", "{}"]
    assert "[secret]" in told["fact_timeline", str({"entity": "Orion"})]


def test_dry_runs_statements_and_prompts_tell_none_either(talk, held):
    id, _ = held

    async def others(client):
        calls = (
            ("memory_forget", {"ids": [id]}),
            ("fact_add", {"subject": "Orion", "predicate": "has deploy token", "object": "none"}),
        )
        told = [shown(await client.call_tool(*one)) for one in calls]
        prompt = await client.get_prompt("recall", {"query": "deploy token of Orion"})
        return [*told, prompt.messages[0].content.text]

    told = talk(others)
    assert [KEY in one for one in told] == [False] * 3
    assert "GitLab" in told[0] and "GitLab" in told[2]


def test_who_names_the_id_is_given_the_exact_text(talk, held):
    async def exact(client):
        return await client.call_tool("memory_get", {"id": held[0]})

    assert talk(exact).structured_content["text"] == SAID
