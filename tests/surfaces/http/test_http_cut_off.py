"""Answers that do not come to their end, over real connections: whose doing it was, told in one line."""

import json
import signal
import socket
import struct

import httpx2
import pytest
from tests.waiting import until

from camillo.app.archive.spool import Spool
from camillo.domain.errors import PalaceDamaged

_LONG = "whisper " * 7_000


def _turns(count: int) -> str:
    rows = ({"conversation": "c", "turn": n, "text": f"{n} {_LONG}"} for n in range(count))
    return "".join(json.dumps(row) + "\n" for row in rows)


def _asked(port: int, token: str, path: str) -> socket.socket:
    """A connection that has asked, and takes next to nothing at a time."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    head = f"GET /api/palace/{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
    made.sendall(head.encode())
    return made


def _rows(process, route: str) -> list[dict]:
    return [row for row in list(process.log) if row.get("route") == route]


@pytest.mark.slow
def test_who_hangs_up_amid_an_export_is_told_in_one_line_that_is_no_error(launch, sign):
    process, token = launch(backfill=False, idle=False, grace=2), sign("ana")
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{process.url}/api/palace"
    told = httpx2.post(f"{url}/import", content=_turns(60), headers=headers, timeout=300)
    assert told.json()["turns"] == 60, told.text
    for many, (taken, lingers) in enumerate(((0, True), (4096, True), (100_000, False)), 1):
        one = _asked(process.port, token, "export")
        while taken > 0:
            taken -= len(one.recv(4096))
        if not lingers:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        one.close()
        until(lambda: len(_rows(process, "/api/palace/export")) == many)  # noqa: B023
    cut = _rows(process, "/api/palace/export")
    assert [(row["what"], row["level"], row["status"]) for row in cut] == [
        ("cut off", "info", 200)
    ] * 3
    assert {row["cut"] for row in cut} == {"the client hung up"}
    whole = httpx2.get(f"{url}/export", headers=headers, timeout=60)
    assert len(whole.text.splitlines()) == 60
    until(lambda: _rows(process, "/api/palace/export")[-1]["what"] == "answered")
    assert not [row for row in process.log if row["level"] == "error"]


@pytest.mark.slow
def test_what_the_end_of_the_server_cuts_off_is_told_in_one_line_that_is_no_error(launch, sign):
    process, token = launch(backfill=False, idle=False, grace=1), sign("ana")
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{process.url}/api/palace"
    httpx2.post(f"{url}/import", content=_turns(60), headers=headers, timeout=300)
    with _asked(process.port, token, "export") as one:
        assert one.recv(15) == b"HTTP/1.1 200 OK"
        assert process.end(signal.SIGTERM) == 0
    (cut,) = _rows(process, "/api/palace/export")
    assert (cut["what"], cut["level"], cut["cut"]) == ("cut off", "info", "the server ended")
    assert not [row for row in process.log if "CancelledError" in json.dumps(row)]


def test_a_fault_amid_an_answer_is_told_by_its_own_kind(serve, app_of, listen, sign, monkeypatch, caplog):  # fmt: skip
    def broken(self):
        self.close()
        yield b"{}\n"
        raise PalaceDamaged("the spool is damaged", "export again")

    monkeypatch.setattr(Spool, "pieces", broken)
    caplog.set_level("INFO", "camillo.http")
    with listen(app_of(serve())) as url:
        headers = {"Authorization": f"Bearer {sign('ana')}"}
        with pytest.raises(httpx2.RemoteProtocolError):
            httpx2.get(f"{url}/api/palace/export", headers=headers)
        until(lambda: any(row.getMessage() == "cut off" for row in caplog.records))
    told = {row.getMessage(): row.told for row in caplog.records if hasattr(row, "told")}
    assert told["fault"]["error"] == "PalaceDamaged"
    assert told["cut off"]["cut"] == "a fault"
