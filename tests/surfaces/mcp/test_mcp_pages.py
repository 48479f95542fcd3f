"""Resources and prompts, through the SDK's client in this process."""

import base64
import json

import pytest
from mcp.shared.exceptions import MCPError


def test_a_drawer_resource_is_the_exact_text(call, talk):
    text = "Zeile eins\nline two 雨\r\n"
    id = call("memory_store", text=text, wing="w")["ids"][0]

    async def read(client):
        return (await client.read_resource(f"camillo://drawer/{id}")).contents[0]

    assert talk(read).text == text


def test_a_drawer_that_would_steer_a_terminal_comes_as_exact_bytes(call, talk):
    text = "red \x1b[31m and \u202e reversed"
    id = call("memory_store", text=text, wing="w")["ids"][0]

    async def read(client):
        return (await client.read_resource(f"camillo://drawer/{id}")).contents[0]

    assert base64.b64decode(talk(read).blob) == text.encode()


@pytest.mark.parametrize("name", ["orion", "Projekt Ω / 2", "..", "/etc/passwd", "a%20b"])
def test_a_wing_resource_is_found_by_any_name(call, talk, name):
    from urllib.parse import quote

    call("memory_store", text="hello there", wing=name, room="api")

    async def read(client):
        uri = f"camillo://wing/{quote(name, safe='')}"
        return (await client.read_resource(uri)).contents[0]

    wing = json.loads(talk(read).text)
    assert (wing["wing"], wing["turns"], wing["rooms"][0]["room"]) == (name, 1, "api")


@pytest.mark.parametrize("uri", ["camillo://wing/none", "camillo://drawer/x", "camillo://no/such"])
def test_an_unknown_resource_is_an_error_of_the_caller(talk, uri):
    async def read(client):
        with pytest.raises(MCPError) as refused:
            await client.read_resource(uri)
        return refused.value

    assert talk(read).error.code == -32602


def test_the_recall_prompt_carries_fenced_passages(call, talk):
    id = call("memory_store", text="We chose GraphQL.", wing="orion")["ids"][0]

    async def ask(client):
        return await client.get_prompt("recall", {"query": "why GraphQL?", "wing": "orion"})

    text = talk(ask).messages[0].content.text
    assert f'<memory id="{id}"' in text
    assert "\n| We chose GraphQL.\n</memory>" in text


def test_a_recall_without_a_question_is_refused(talk):
    async def ask(client):
        with pytest.raises(MCPError) as refused:
            await client.get_prompt("recall", {"query": " "})
        return refused.value

    assert "ask in at least one word" in str(talk(ask))


@pytest.mark.parametrize("name", ["save", "review"])
def test_the_other_prompts_name_the_wing_and_tools_that_exist(talk, name):
    async def ask(client):
        prompt = await client.get_prompt(name, {"wing": 'o"rion'})
        return prompt.messages[0].content.text, await client.list_tools()

    text, listed = talk(ask)
    assert 'in the wing "o\'rion"' in text
    named = {word.strip("(),.") for word in text.split() if word.startswith(("memory_", "list_"))}
    assert named
    assert named <= {one.name for one in listed.tools}
