"""`camillo ui` in a live process, and all that another site, or who listens in, could try against it."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from camillo import Palace

pytestmark = pytest.mark.slow

WORD = "quagga"


class Page:
    """The process, its address, and the key that it told its person."""

    def __init__(self, folder) -> None:
        with Palace.open(folder / "palace.camillo", light=True) as palace:
            palace.add(f"The {WORD} is in the barn.", wing="farm")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))}
        self.told = folder / "told"
        asked = ["ui", "--no-browser", "--json", "--palace", str(folder / "palace.camillo")]
        with self.told.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "camillo.surfaces.cli.main", *asked],
                env={**kept, "HOME": str(folder)}, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        told = json.loads(self.process.stdout.readline())
        self.url = told["address"].rstrip("/")
        self.key = told["open"].partition("#key=")[2]
        self.port = int(self.url.rpartition(":")[2])

    def raw(self, *lines: str, body: bytes = b"") -> tuple[int, str]:
        """Send exactly these lines: the status, and all that was answered."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as made:
            made.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode() + body)
            told = b""
            while piece := made.recv(1 << 16):
                told += piece
        return int(told.split()[1]), told.decode("utf-8", "replace")


@pytest.fixture
def page(tmp_path):
    made = Page(tmp_path)
    yield made
    made.process.terminate()
    made.process.communicate(timeout=30)


@pytest.fixture
def signed(page):
    """A browser that was let in: it sends its cookie by itself, and knows its proof."""
    with httpx2.Client(base_url=page.url, timeout=30) as browser:
        answer = browser.post("/session", json={"key": page.key}, headers={"Origin": page.url})
        assert answer.status_code == 200
        proof = {"X-Camillo-Page": answer.json()["proof"]}
        assert browser.get("/api/palace/search?q=barn", headers=proof).json()["results"]
        yield browser, proof


def test_the_page_answers_under_its_own_name_alone(page, signed):
    browser, proof = signed
    cookie = f"Cookie: camillo={browser.cookies['camillo']}"
    held = f"X-Camillo-Page: {proof['X-Camillo-Page']}"
    # A name that was pointed at this machine after the page of another site was loaded.
    names = (
        "evil.test", f"evil.test:{page.port}", f"127.0.0.1:{page.port}.evil.test",
        f"localhost.evil.test:{page.port}", "127.0.0.1", "localhost:80", f"[::1]:{page.port}",
        f"0.0.0.0:{page.port}", f"127.1:{page.port}", f"evil@127.0.0.1:{page.port}", "",
    )  # fmt: skip
    for name in names:
        for path in ("/", "/session", "/api/palace/stats", "/api/palace/search?q=barn", "/health"):
            status, told = page.raw(f"GET {path} HTTP/1.1", f"Host: {name}", cookie, held)
            assert status in (400, 421), (name, path)
            assert WORD not in told
    for lines in (
        [f"Host: 127.0.0.1:{page.port}", "Host: evil.test"],
        [],
    ):
        status, _ = page.raw("GET /api/palace/stats HTTP/1.1", *lines, cookie, held)
        assert status in (400, 421)
    # What a proxy would say of a name counts for nothing.
    forwarded = [
        f"X-Forwarded-Host: 127.0.0.1:{page.port}",
        f"Forwarded: host=127.0.0.1:{page.port}",
    ]
    assert page.raw("GET / HTTP/1.1", "Host: evil.test", *forwarded)[0] == 421
    own = f"Host: 127.0.0.1:{page.port}"
    status, told = page.raw("GET /api/palace/search?q=barn HTTP/1.1", own, cookie, held)
    assert status == 200
    assert WORD in told


def test_the_key_lets_one_browser_in_once(page, signed):
    origin = {"Origin": page.url}
    again = httpx2.post(f"{page.url}/session", json={"key": page.key}, headers=origin)
    assert again.status_code == 401
    assert "set-cookie" not in again.headers


def test_the_key_opens_nothing_but_the_door_it_is_for(page):
    shown = {"Authorization": f"Bearer {page.key}"}
    assert httpx2.get(f"{page.url}/api/palace/stats", headers=shown).status_code == 401
    assert httpx2.get(f"{page.url}/api/palace/stats?key={page.key}").status_code == 401
    for how in (
        {"params": {"key": page.key}},
        {"headers": {"Referer": f"{page.url}/#key={page.key}"}, "json": {}},
        {"data": {"key": page.key}},
        {"files": {"key": page.key}},
    ):
        answer = httpx2.post(f"{page.url}/session", **how)
        assert answer.status_code == 422
        assert "set-cookie" not in answer.headers
    # None of these has used it up.
    answer = httpx2.post(f"{page.url}/session", json={"key": page.key})
    assert answer.status_code == 200


def test_no_key_leaves_by_a_referer_an_answer_or_a_log(page, signed):
    browser, proof = signed
    secrets = [page.key, proof["X-Camillo-Page"], browser.cookies["camillo"]]
    told = []
    for path in ("/", "/health", "/api/palace/stats", "/nothing", f"/{page.key}", "/session"):
        answer = browser.get(path, headers={**proof, "Referer": f"{page.url}/#key={page.key}"})
        assert answer.headers["referrer-policy"] == "no-referrer", path
        told += [answer.text if page.key not in path else "", str(dict(answer.headers))]
    # The key stands behind the #, which no browser sends; and the page's files lead nowhere else.
    assert not re.search(r"""(?:src|href|action)="https?:""", browser.get("/").text)
    page.process.terminate()
    page.process.wait(30)
    told.append(page.told.read_text())
    assert not [one for one in secrets if any(one in text for text in told)]


def test_a_form_of_another_site_does_nothing(page, signed):
    browser, proof = signed
    memory = '{"wingId": "w", "roomId": "r", "hall": "events", "content": "planted"}'
    for media in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain"):
        for sent in (
            {"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"},
            {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
            {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"},
            {"Origin": f"http://localhost:{page.port}"},
            {"Sec-Fetch-Site": "cross-site"},
            {},
        ):
            headers = {**sent, "Content-Type": media}
            for path, body in (
                ("/api/palace/memories", memory),
                ("/api/palace/keys", '{"name": "x", "scopes": ["admin"]}'),
                ("/session", '{"key": "x"}'),
            ):
                answer = browser.post(path, content=body, headers=headers)
                assert answer.status_code in (401, 403, 422), (path, sent)
            assert browser.post("/api/palace/prune", headers=headers).status_code in (401, 403)
            if sent:
                assert browser.delete("/session", headers=headers).status_code == 403
    assert browser.get("/api/palace/stats", headers=proof).json()["memories"] == 1


def test_nothing_is_changed_by_another_site_that_knows_a_proof(page, signed):
    browser, proof = signed
    sent = {**proof, "Origin": "https://evil.test"}
    told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "planted"}
    assert browser.post("/api/palace/memories", json=told, headers=sent).status_code == 403
    assert browser.get("/api/palace/stats", headers=sent).status_code == 403
    assert browser.get("/api/palace/stats", headers=proof).json()["memories"] == 1


def test_no_other_origin_is_ever_allowed_to_read(page, signed):
    browser, _ = signed
    for path in ("/session", "/api/palace/stats", "/api/palace/memories", "/", "/health", "/mcp"):
        for origin in ("https://evil.test", "null", f"http://localhost:{page.port}"):
            asked = {
                "Origin": origin, "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "x-camillo-page, content-type, authorization",
                "Access-Control-Request-Private-Network": "true",
            }  # fmt: skip
            for answer in (
                browser.options(path, headers=asked),
                browser.get(path, headers={"Origin": origin}),
            ):
                assert not [one for one in answer.headers if one.startswith("access-control")]
            assert browser.options(path, headers=asked).status_code >= 400


def test_no_connection_becomes_a_websocket(page, signed):
    browser, _ = signed
    for path in ("/", "/session", "/api/palace/ui/events", "/api/palace/stats", "/mcp"):
        for origin in ("https://evil.test", page.url):
            status, told = page.raw(
                f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{page.port}", "Upgrade: websocket",
                "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Origin: {origin}",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Cookie: camillo={browser.cookies['camillo']}",
            )  # fmt: skip
            assert status != 101
            assert "upgrade: websocket" not in told.lower()
            assert WORD not in told
            assert path == "/" or status >= 400


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the system does not tell")
def test_it_listens_to_this_machine_alone_and_ends_at_once(page):
    listening = "".join(Path(f"/proc/net/{one}").read_text() for one in ("tcp", "tcp6"))
    assert f"0100007F:{page.port:04X}" in listening
    assert f"00000000:{page.port:04X}" not in listening
    began = time.monotonic()
    page.process.terminate()
    assert page.process.wait(30) == 0
    assert time.monotonic() - began < 10
