"""The real process against clients that send and take as slowly as they can: others are answered all the while."""

import contextlib
import json
import resource
import socket
import threading
import time
from pathlib import Path

import httpx2
import pytest
from tests.waiting import until

from camillo.surfaces.http import connections

pytestmark = pytest.mark.slow

#: A machine with much to do is slow by itself; who waits behind a slow client waits for ever.
_PATIENCE = 15.0
_MEMORY = {"wingId": "w", "roomId": "r", "hall": "events"}


class Crowd:
    """Connections of slow clients; each sends one more byte a second, until the server has had enough."""

    def __init__(self, port: int, count: int, head: bytes) -> None:
        self.sockets = [self._opened(port, head) for _ in range(count)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._trickle)
        self._thread.start()

    @staticmethod
    def _opened(port: int, head: bytes) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", port))
        made.sendall(head)
        return made

    def _trickle(self) -> None:
        while not self._over.wait(1):
            for one in self.sockets:
                with contextlib.suppress(OSError):
                    one.send(b"x")

    def statuses(self) -> list[int]:
        """What each was answered so far, 0 where nothing was."""
        found = []
        for one in self.sockets:
            one.setblocking(False)
            try:
                told = one.recv(64, socket.MSG_PEEK)
            except OSError:
                told = b""
            found.append(int(told.split()[1]) if told.startswith(b"HTTP") else 0)
        return found

    def ended(self) -> int:
        """How many the server has ended."""
        return sum(_is_over(one) for one in self.sockets)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        for one in self.sockets:
            one.close()


def _is_over(one: socket.socket) -> bool:
    """Whether the other side has gone; what it sent before is passed over."""
    one.setblocking(False)
    try:
        while one.recv(1 << 16):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


@pytest.fixture
def crowd():
    made: list[Crowd] = []

    def gathered(port: int, count: int, head: bytes) -> Crowd:
        made.append(Crowd(port, count, head))
        return made[-1]

    yield gathered
    for one in made:
        one.close()


@pytest.fixture
def tokens(sign):
    return {user: {"Authorization": f"Bearer {sign(user)}"} for user in ("ana", "eve")}


def memory_of(process) -> int:
    """Bytes that the process has in memory."""
    pages = int(Path(f"/proc/{process.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def answered(process, tokens, seconds: float, user: str = "ana") -> float:
    """Ask as another user for so long, on new connections; the longest that one answer took."""
    longest, until = 0.0, time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        told = httpx2.get(f"{process.url}/api/palace/wings", headers=tokens[user], timeout=60)
        assert told.status_code == 200
        longest = max(longest, time.monotonic() - began)
        time.sleep(0.2)
    return longest


def test_five_hundred_slow_heads_keep_nobody_waiting_and_are_ended(launch, tokens, crowd):
    process = launch()
    answered(process, tokens, 1)
    before = memory_of(process)
    slow = crowd(process.port, 500, b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    assert answered(process, tokens, 5) < _PATIENCE
    assert memory_of(process) - before < 40 << 20
    until(lambda: slow.ended() == 500)
    assert answered(process, tokens, 1) < _PATIENCE
    assert memory_of(process) - before < 40 << 20
    assert sum(row.get("connections", 0) for row in process.log) >= 450


def test_more_connections_than_there_may_be_lock_nobody_out(launch, tokens, crowd):
    process = launch(files=700)
    slow = crowd(process.port, 400, b"GET /health HTTP/1.1\r\n")
    assert answered(process, tokens, 4) < _PATIENCE
    until(lambda: slow.ended() >= 400 - (700 - 512))
    assert not [row for row in process.log if row["level"] == "error"]


def test_slow_bodies_are_answered_or_ended_and_cost_no_memory(launch, tokens, crowd):
    process = launch()
    answered(process, tokens, 1)
    before = memory_of(process)
    post = b"POST /api/palace/memories HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n"
    nobody = crowd(process.port, 200, post + b"\r\n")
    token = tokens["eve"]["Authorization"].encode()
    eve = crowd(process.port, 30, post + b"Authorization: " + token + b"\r\n\r\n")
    assert answered(process, tokens, 5) < _PATIENCE
    # One user's slow bodies take that user's own places.
    until(lambda: eve.statuses().count(429) == 22)
    until(lambda: set(nobody.statuses()) == {401})
    until(lambda: nobody.ended() == 200)
    assert memory_of(process) - before < 40 << 20


def test_who_takes_an_answer_slowly_is_ended_and_holds_up_nobody_else(launch, tokens, crowd):
    process = launch(rate=1000, burst=1000, backfill=False, idle=False)
    turns = "".join(
        json.dumps({"conversation": "c", "turn": n, "text": f"{n} " + "whisper " * 7_000}) + "\n"
        for n in range(160)
    )
    url = f"{process.url}/api/palace"
    told = httpx2.post(f"{url}/import", content=turns, headers=tokens["eve"], timeout=300)
    assert told.json()["turns"] == 160, told.text
    before = memory_of(process)
    token = tokens["eve"]["Authorization"].encode()
    ask = b"GET /api/palace/export HTTP/1.1\r\nHost: x\r\nAuthorization: " + token + b"\r\n\r\n"
    few = crowd(process.port, 4, ask)
    until(lambda: few.statuses() == [200] * 4)
    # Nor their own next requests: what they are slow to take was read before.
    assert answered(process, tokens, 2, "eve") < _PATIENCE
    slow = crowd(process.port, 30, ask)
    assert answered(process, tokens, 5) < _PATIENCE
    # Eight answers of nine megabytes would be more.
    assert memory_of(process) - before < 60 << 20
    until(lambda: few.ended() == 4 and 0 not in slow.statuses())
    assert slow.statuses().count(429) > 0

    def again() -> bool:
        return httpx2.get(f"{url}/wings", headers=tokens["eve"], timeout=60).status_code == 200

    until(again)


def test_streams_of_one_user_are_few_and_none_is_open_without_end(launch, tokens, crowd):
    process = launch()
    token = tokens["eve"]["Authorization"].encode()
    ask = b"GET /api/palace/ui/events HTTP/1.1\r\nHost: x\r\nAuthorization: " + token + b"\r\n\r\n"
    pages = crowd(process.port, 40, ask)
    until(lambda: 0 not in pages.statuses())
    assert pages.statuses().count(200) == 16
    assert pages.statuses().count(429) == 24
    for version, method in (
        ("2026-07-28", "subscriptions/listen"), ("2025-06-18", "resources/subscribe"),
    ):  # fmt: skip
        headers = {
            **tokens["eve"], "MCP-Protocol-Version": version, "Mcp-Method": method,
            "Accept": "application/json, text/event-stream",
        }  # fmt: skip
        asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"uri": "camillo://x"}}
        told = httpx2.post(f"{process.url}/mcp", json=asked, headers=headers, timeout=60)
        assert "error" in told.json()
    assert httpx2.get(f"{process.url}/mcp", headers=tokens["eve"]).status_code == 405
    assert answered(process, tokens, 2) < _PATIENCE


def test_a_process_with_few_files_takes_few_connections(monkeypatch):
    for files, most in ((1024, 512), (256, 64), (1 << 20, 2_000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert connections.most_connections() == most
