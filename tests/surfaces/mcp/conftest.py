"""A server over a palace of its own: in this process, or as a host starts it."""

import json
import os
import subprocess
import sys
from functools import cache, partial

import anyio
import pytest
from mcp.client import Client

from camillo.app.settings import load
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.server import Server

OWNER = "kai"


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Nothing of the user's own settings, palaces or logs is read or written."""
    for name in [name for name in os.environ if name.startswith(("CAMILLO_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "palace.camillo"))


@pytest.fixture
def keeper(own_home):
    made = Keeper(load(), OWNER)
    yield made
    made.close()


@pytest.fixture
def server(keeper):
    """The server of a profile, made once in a test: to make one is to describe each of its tools."""
    return cache(partial(Server, keeper))


@pytest.fixture
def talk(server):
    """Run a conversation with a server in this process: ``talk(async def(client))``."""

    def run(conversation, mode="auto"):
        async def whole():
            async with Client(server(), mode=mode) as client:
                return await conversation(client)

        return anyio.run(whole)

    return run


@pytest.fixture
def call(talk):
    """Call one tool that must succeed: its structure."""

    def run(tool, **arguments):
        async def once(client):
            return await client.call_tool(tool, arguments)

        result = talk(once)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    return run


@pytest.fixture
def refused(talk):
    """Call one tool that must fail: what it says."""

    def run(tool, **arguments):
        async def once(client):
            return await client.call_tool(tool, arguments)

        result = talk(once)
        assert result.is_error
        assert result.structured_content is None
        return result.content[0].text

    return run


class Wire:
    """A server in a process of its own, spoken to in bare lines."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.asked = 0

    def tell(self, method, **params):
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, **params):
        self.asked += 1
        self._write({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        answer = json.loads(self.process.stdout.readline())
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == self.asked
        return answer["result"]

    def hello(self, version):
        client = {"name": "test", "version": "1"}
        got = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        self.tell("notifications/initialized")
        return got

    def end(self):
        """What it wrote to stdout and stderr after the last answer."""
        rest = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, rest[1][-2000:]
        return rest

    def _write(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()


@pytest.fixture
def wire():
    """Starts `camillo mcp`, or another program that speaks like it."""
    started = []

    def start(*program):
        given = program or ("-m", "camillo.surfaces.cli.main", "mcp", "--owner", OWNER)
        started.append(Wire([sys.executable, *given]))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()
