"""The real process: REST and the Model Context Protocol over a socket, and a graceful end."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

pytestmark = pytest.mark.slow


class Process:
    """`camillo serve` on a free port, with an issuer's secret."""

    def __init__(self, folder: Path, secret: str) -> None:
        (folder / "secret").write_text(secret)
        (folder / "server.toml").write_text(
            'issuer = "https://issuer.test"\nsecret_file = "secret"\nproduct_claim = "product"\n'
            'data = "data"\nport = 0\n'
        )
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))}
        self.log: list[dict] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "camillo.surfaces.cli.main", "serve", "--config", "server.toml"],
            cwd=folder, env=kept | {"HOME": str(folder)}, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self._listening()

    def _read(self) -> None:
        with self.process.stderr as lines:
            for line in lines:
                self.log.append(json.loads(line))

    def _listening(self) -> str:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for row in list(self.log):
                if row["what"].startswith("Uvicorn running on"):
                    return row["what"].split()[3]
            assert self.process.poll() is None, self.log
            time.sleep(0.05)
        raise AssertionError(self.log)

    def end(self, number: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(30)
        self._reader.join(10)


@pytest.fixture
def process(tmp_path):
    made = Process(tmp_path, "s" * 48)
    yield made
    made.end(signal.SIGKILL)


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

    # A request under way when the end is told is answered still.
    answers = []

    def export():
        lines = "".join(
            json.dumps({"conversation": "c", "turn": n, "text": f"Word {n} of many."}) + "\n"
            for n in range(3000)
        )
        url = f"{process.url}/api/palace/import"
        answers.append(httpx2.post(url, content=lines.encode(), headers=bo, timeout=60))

    thread = threading.Thread(target=export)
    thread.start()
    time.sleep(0.4)
    process.end()
    thread.join()
    assert answers[0].status_code == 200, answers[0].text
    assert answers[0].json()["turns"] == 3000
    assert "Application shutdown complete." in [row["what"] for row in process.log]
    assert not list((tmp_path / "data").rglob("palace.camillo-wal"))
    assert "dawn" not in json.dumps(process.log)


def test_what_was_acknowledged_survives_a_kill(process, sign, tmp_path):
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
    again = Process(tmp_path, "s" * 48)
    try:
        stats = httpx2.get(f"{again.url}/api/palace/stats", headers=ana).json()
        assert stats["memories"] == 20
    finally:
        again.end()
