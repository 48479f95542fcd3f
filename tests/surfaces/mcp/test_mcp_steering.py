"""No tool's words for a model carry a character that turns, hides or steers what is shown."""

import json

import anyio
import pytest
from mcp.client import Client

from camillo.text.inert import inert

EVIL = "\u202egnp\u202c\x1b[2J\u2066x\u2069\x07\u200f\U000e0041\x85"
SAID = f"Orion{EVIL} is deployed with GitLab; the runner{EVIL} never sleeps."


@pytest.fixture
def held(keeper):
    with keeper.lent() as palace:
        given = {"wing": "orion", "room": "ops", "source": "chat:1", "title": f"t {EVIL}"}
        (id,) = palace.add(SAID, speaker="Ana", role="user", at="2025-01-01", **given).ids
        (other,) = palace.add(f"Orion moved{EVIL}.", wing="orion", room="ci").ids
        palace.diaries.write("ops", SAID, wing="orion")
        palace.remember(f"I live in Porto{EVIL}. {SAID}", wing="orion")
        palace.memories.store("memory/orion.md", f"- {SAID}\n", wing="orion")
        palace.facts.add("Orion", "has deploy token", "one", cite=id)
        palace.links.make(id, other, "references", reason="both run it")
        palace.links.tunnel(("orion", "ops"), ("orion", "ci"), reason="share it")
        palace.notes.create(f"The runner of Orion.{EVIL}", title="Runner")
        palace.notes.create(f"It runs on the [[runner]].{EVIL}", title="Deploying")
        palace.refine()
    return id, other


def calls(id, other):
    """Every tool that reads, and those that answer with what they found."""
    about, room = {"entity": "Orion"}, {"wing": "orion", "room": "ops"}
    asked = {
        "memory_search": [{"query": "runner of Orion"}],
        "memory_get": [{"id": id}, {"id": other}],
        "memory_forget": [{"ids": [id]}],
        "memory_add": [{"message": f"I like tea{EVIL} with milk"}],
        "list_wings": [{}, {"wing": "orion"}],
        "wake_up": [{"wing": "orion"}, {"wing": "orion", "task": "deploy with GitLab"}],
        "diary_read": [{}, {"role": "ops"}],
        "note_read": [{"note": "runner"}, {"note": "deploying"}],
        "fact_query": [about],
        "fact_timeline": [about],
        "mempalace_status": [{}],
        "mempalace_search": [{"query": "runner of Orion"}],
        "mempalace_wake_up": [{"wing": "orion"}],
        "mempalace_query_entity": [about],
        "mempalace_follow_tunnels": [room],
        "mempalace_traverse": [{"start_room": "ops"}],
    }
    return [(name, arguments) for name, each in asked.items() for arguments in each]


def test_what_tools_and_prompts_tell_a_model_steers_nothing(server, held):
    async def conversation():
        async with Client(server("mempalace")) as client:
            listed = {one.name for one in (await client.list_tools()).tools}
            told = {}
            for name, arguments in calls(*held):
                if name in listed:
                    given = await client.call_tool(name, arguments)
                    assert not given.is_error, given.content[0].text
                    structure = json.dumps(given.structured_content, ensure_ascii=False)
                    told[name, str(arguments)] = f"{structure}\n{given.content[0].text}"
            prompt = await client.get_prompt("recall", {"query": "runner of Orion"})
            told["prompt", ""] = prompt.messages[0].content.text
            return told

    told = anyio.run(conversation)
    assert len(told) > 15
    assert [call for call, text in told.items() if inert(text) != text] == []
    assert "GitLab" in told["wake_up", str({"wing": "orion"})]
