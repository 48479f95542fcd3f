"""How the real process ends: readiness goes first, what has begun is answered, and nothing acknowledged is lost."""

import contextlib
import json
import signal
import socket
import threading
import time

import httpx2
import pytest
from tests.waiting import until

pytestmark = pytest.mark.slow


class Begun:
    """A request whose body is sent in halves."""

    def __init__(self, process, path: str, token: str, told: object) -> None:
        body = json.dumps(told).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._rest = body[-5:]
        self._socket = socket.create_connection(("127.0.0.1", process.port), timeout=60)
        self._socket.sendall(head.encode() + body[:-5])

    def close(self) -> None:
        """Leave without an end."""
        self._socket.close()

    def answered(self) -> str:
        """What is answered although the rest was never sent."""
        told = b""
        with self._socket:
            while piece := self._socket.recv(1 << 16):
                told += piece
        return told.decode()

    def finish(self) -> tuple[int, str]:
        """Send the rest: the status, and all that was answered."""
        self._socket.sendall(self._rest)
        told = b""
        with self._socket:
            while piece := self._socket.recv(1 << 16):
                told += piece
        return int(told.split()[1]), told.decode()


def memory(text: str) -> dict[str, str]:
    return {"wingId": "w", "roomId": "r", "hall": "events", "content": text}


def call(text: str) -> dict[str, object]:
    params = {"name": "memory_add", "arguments": {"message": text, "wing": "w"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


class Writer(threading.Thread):
    """Stores one memory after another until nobody answers; what was acknowledged is kept."""

    def __init__(self, process, token: str, name: str) -> None:
        super().__init__()
        self.acknowledged: list[str] = []
        self.refused = 0
        self._url, self._own = process.url, name
        self._headers = {"Authorization": f"Bearer {token}"}

    def run(self) -> None:
        with httpx2.Client(headers=self._headers, timeout=60) as client:
            for number in range(10_000):
                told = memory(f"Thought {number} of {self._own}.")
                try:
                    answer = client.post(f"{self._url}/api/palace/memories", json=told)
                except httpx2.HTTPError:
                    self.refused += 1
                    return
                assert answer.status_code in (201, 429), answer.text
                if answer.status_code == 201:
                    self.acknowledged += answer.json()["ids"]


def kept(process, token: str, ids: list[str]) -> bool:
    """Whether every one of them is there."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(headers=headers, timeout=60) as client:
        for id in ids:
            if client.get(f"{process.url}/api/palace/memories/{id}").status_code != 200:
                return False
    return True


def test_what_has_begun_is_answered_and_what_is_new_is_refused(launch, sign):
    limits = {"rate": 1000, "burst": 1000}
    process = launch(notice=8, **limits)
    users = ("bo", "cleo")
    writers = [Writer(process, sign(user), user) for user in users]
    for one in writers:
        one.start()
    until(lambda: all(len(one.acknowledged) > 2 for one in writers))
    rest = Begun(process, "/api/palace/memories", sign("ana"), memory("Begun over REST."))
    tool = Begun(process, "/mcp", sign("ana"), call("Begun by an agent."))
    page = httpx2.Client(headers={"Authorization": f"Bearer {sign('ana')}"}, timeout=60)
    with page, page.stream("GET", f"{process.url}/api/palace/ui/events") as stream:
        assert stream.status_code == 200
        assert httpx2.get(f"{process.url}/ready").status_code == 200
        process.tell(signal.SIGTERM)
        # Whoever asks for readiness sees it go while others are answered still.
        until(lambda: httpx2.get(f"{process.url}/ready").status_code == 503)
        assert httpx2.get(f"{process.url}/health").status_code == 200
        assert b"".join(stream.iter_raw()) is not None  # it comes to an end
    until(lambda: _is_refused(process.port))
    assert process.process.poll() is None
    status, told = tool.finish()
    assert status == 200
    assert '"isError":false' in told.replace(" ", "")
    assert rest.finish()[0] == 201
    assert process.ended() == 0
    for one in writers:
        one.join()
        assert one.refused == 1
    assert "Application shutdown complete." in [row["what"] for row in process.log]
    assert not [row for row in process.log if row["level"] == "error"]

    again = launch(**limits)
    for one, user in zip(writers, users, strict=True):
        assert kept(again, sign(user), one.acknowledged)
    headers = {"Authorization": f"Bearer {sign('ana')}"}
    listed = httpx2.get(f"{again.url}/api/palace/memories", headers=headers, timeout=60).text
    assert "Begun over REST." in listed
    assert "Begun by an agent." in listed


def _is_refused(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


def test_who_never_ends_a_request_holds_the_server_for_its_grace_and_no_longer(launch, sign):
    process = launch(notice=0, grace=2)
    begun = Begun(process, "/api/palace/memories", sign("ana"), memory("Never ended."))
    until(lambda: httpx2.get(f"{process.url}/health").status_code == 200)
    began = time.monotonic()
    process.tell(signal.SIGTERM)
    assert process.ended() == 0
    assert 1.5 < time.monotonic() - began < 20
    with contextlib.suppress(OSError, IndexError):
        assert begun.finish()[0] != 201


def test_told_twice_the_server_ends_at_once_and_loses_nothing(launch, sign):
    limits = {"rate": 1000, "burst": 1000}
    process = launch(notice=0, grace=60, **limits)
    writer = Writer(process, sign("bo"), "bo")
    writer.start()
    until(lambda: len(writer.acknowledged) > 5)
    begun = Begun(process, "/api/palace/memories", sign("ana"), memory("Never ended."))
    process.tell(signal.SIGTERM)
    until(lambda: _is_refused(process.port))
    assert process.process.poll() is None
    began = time.monotonic()
    process.tell(signal.SIGTERM)
    assert process.ended() == 128 + signal.SIGTERM
    assert time.monotonic() - began < 30
    begun.close()
    writer.join()
    assert kept(launch(**limits), sign("bo"), writer.acknowledged)


def test_ctrl_c_ends_it_in_order_and_at_once_where_nothing_is_under_way(launch):
    process = launch(notice=30)
    process.tell(signal.SIGINT)
    assert process.ended() == 0
    assert "Application shutdown complete." in [row["what"] for row in process.log]


def test_what_cannot_end_in_time_is_told_so_in_the_shape_of_every_error(launch, sign):
    process = launch(notice=0.1, grace=1)
    begun = Begun(process, "/api/palace/memories", sign("ana"), memory("Never sent whole."))
    until(lambda: httpx2.get(f"{process.url}/health").status_code == 200)
    process.tell(signal.SIGTERM)
    head, _, body = begun.answered().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 503 "), head
    assert "application/problem+json" in head.lower() and "retry-after" in head.lower()
    assert json.loads(body)["detail"] == "the server is ending"
    assert process.ended() == 0
    assert not [row for row in process.log if row.get("what", "").startswith("Exception")]
