"""A resident inside another process: the MCP server's, or one that waits for its place."""

import json
import struct
import subprocess
import sys
import threading
import time

import pytest

from camillo.app.resident import resident as module
from camillo.app.resident.filing import Filer
from camillo.app.resident.listener import Listener
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


@pytest.mark.parametrize("fault", [KeyError("x"), MemoryError(), struct.error("x"), SystemError()])
def test_a_fault_is_logged_and_filing_goes_on(
    settings, state, spooled, transcript, monkeypatch, ask, fault
):
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    run, faults = Filer.run, [fault] * 3

    def faulty(self, patience=0.0):
        if faults:
            raise faults.pop()
        return run(self, patience)

    monkeypatch.setattr(Filer, "run", faulty)
    spooled("s1", transcript("s1", [("user", "Where is the buoy?")]))
    one = Resident(settings)
    one.start()
    assert waited_for(lambda: not state.entries())
    assert listening(ask)
    one.stop()
    (line,) = state.log.read_text().splitlines()
    assert f" resident {type(fault).__name__}" in line


def test_a_fault_while_it_waits_for_its_place_does_not_keep_it_from_it(
    settings, state, ask, monkeypatch
):
    monkeypatch.setattr(module, "_TAKE_OVER_SECONDS", 0.01)
    opened, faults = Listener.open, [RuntimeError("no thread"), OSError("no socket")]

    def faulty(self):
        if faults:
            raise faults.pop()
        opened(self)

    monkeypatch.setattr(Listener, "open", faulty)
    one = Resident(settings)
    one.start()
    assert waited_for(lambda: listening(ask))
    one.stop()
    assert "no thread" in state.log.read_text()


def test_where_the_system_has_no_thread_left_the_next_client_is_answered(
    settings, state, ask, monkeypatch
):
    one = Resident(settings)
    assert one.claim()
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", refused)
    assert not listening(ask)
    monkeypatch.setattr(threading.Thread, "start", start)
    assert listening(ask)
    one.stop()


def refused(thread):
    raise RuntimeError("can't start new thread")


def test_a_fault_in_an_answer_is_told_to_who_asked(settings, state, ask):
    def lend():
        raise struct.error("a page of four bytes")

    settings.palace.touch()
    one = Resident(settings, lend)
    assert one.claim()
    assert ask("start", cwd="/x")["error"] == "error: a page of four bytes"
    assert listening(ask)
    one.stop()


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
