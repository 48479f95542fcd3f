"""A resident inside another process: the MCP server's, or one that waits for its place."""

import json
import subprocess
import sys
import time

import pytest

from camillo.app.resident import resident as module
from camillo.app.resident.resident import Resident


def waited_for(holds, seconds=20.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


def listening(ask):
    try:
        return ask("ping")["text"] == "camillo"
    except (OSError, ValueError):
        return False


def test_the_next_resident_takes_over_when_the_first_stops(settings, state, ask, monkeypatch):
    monkeypatch.setattr(module, "_TAKE_OVER_SECONDS", 0.05)
    first, second = Resident(settings), Resident(settings)
    first.start()
    assert waited_for(lambda: listening(ask))
    address = json.loads(state.address.read_text())["token"]
    second.start()
    first.stop()
    assert waited_for(lambda: listening(ask))
    assert json.loads(state.address.read_text())["token"] != address
    second.stop()
    second.stop()
    assert not state.address.exists()


def test_why_nothing_can_be_filed_is_logged_once(settings, state, spooled, monkeypatch):
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    settings.palace.mkdir()
    spooled("s1", None, input={"last_assistant_message": "Done."})
    one = Resident(settings)
    one.start()
    assert waited_for(lambda: state.log.exists())
    time.sleep(0.2)
    one.stop()
    assert len(state.log.read_text().splitlines()) == 1


@pytest.mark.slow
def test_the_mcp_server_answers_hooks_too(settings, state, ask):
    pytest.importorskip("mcp")
    command = [sys.executable, "-m", "camillo.surfaces.cli.main", "mcp", "--owner", "kai"]
    with subprocess.Popen(
        [*command, "--palace", str(settings.palace)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as server:
        assert waited_for(lambda: listening(ask))
        assert json.loads(state.address.read_text())["pid"] == server.pid
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(20) == 0
    assert not state.address.exists()
