"""The real process: REST and the Model Context Protocol over a socket, and a graceful end."""

import json
import signal

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

pytestmark = pytest.mark.slow


@pytest.fixture
def process(launch):
    return launch()


def test_products_and_agents_use_one_server_and_it_ends_gracefully(process, sign, tmp_path):
    ana, bo = ({"Authorization": f"Bearer {sign(user)}"} for user in ("ana", "bo"))
    told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "The vault opens at dawn."}
    stored = httpx2.post(f"{process.url}/api/palace/memories", json=told, headers=ana)
    assert stored.status_code == 201

    async def agent(headers):
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(f"{process.url}/mcp", http_client=http)
            async with Client(transport) as client:
                tools = await client.list_tools()
                found = await client.call_tool("memory_search", {"query": "when opens the vault?"})
                return len(tools.tools), found.content[0].text

    count, text = anyio.run(agent, ana)
    assert count >= 12
    assert "dawn" in text
    assert "dawn" not in anyio.run(agent, bo)[1]

    assert process.end() == 0
    assert "Application shutdown complete." in [row["what"] for row in process.log]
    assert not list((tmp_path / "data").rglob("palace.camillo-wal"))
    assert "dawn" not in json.dumps(process.log)


def test_what_was_acknowledged_survives_a_kill(process, sign, launch):
    ana = {"Authorization": f"Bearer {sign('ana')}"}
    told = {"wingId": "w", "roomId": "r", "hall": "events"}
    for number in range(20):
        answer = httpx2.post(
            f"{process.url}/api/palace/memories",
            json={**told, "content": f"Thought {number}."},
            headers=ana,
        )
        assert answer.status_code == 201
    process.end(signal.SIGKILL)
    stats = httpx2.get(f"{launch().url}/api/palace/stats", headers=ana).json()
    assert stats["memories"] == 20
