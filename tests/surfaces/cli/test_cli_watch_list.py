"""camillo watch looks at the watch list, and a killed one is taken up where it ended."""

import json
import re
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from camillo import Palace

ITEMS = 12


@pytest.fixture
def site():
    """A feed whose items' pages take their time."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            content, media = b"", "text/html"
            if self.path == "/feed":
                items = "".join(
                    f"<item><guid>{n}</guid><title>Item {n}</title><link>{site.url}/{n}</link>"
                    f"<description>Words of {n}.</description></item>"
                    for n in range(ITEMS)
                )
                content, media = (
                    f"<rss version='2.0'><channel>{items}</channel></rss>".encode(),
                    "text/xml",
                )
            elif self.path != "/robots.txt":
                time.sleep(0.05)
            self.send_response(200 if content else 404)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Say nothing."""

    site = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{site.server_port}"
    threading.Thread(target=site.serve_forever, args=(0.02,), daemon=True).start()
    yield site
    site.shutdown()
    site.server_close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as POSIX does")
def test_a_watch_that_is_killed_again_and_again_loses_and_doubles_nothing(
    site, as_json, tmp_path, monkeypatch
):
    monkeypatch.setenv("CAMILLO_CAPTURE_HOSTS", site.url.removeprefix("http://"))
    as_json("note", "watch", "add", f"{site.url}/feed", "--wing", "reading")
    program = [sys.executable, "-m", "camillo.surfaces.cli.main", "watch", "--json"]

    def sources():
        with Palace.open(tmp_path / "palace.camillo") as palace:
            return [one.slug for one in palace.notes.all(layer="source")]

    for wanted in (1, 3, 5):
        with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as watch:
            until = time.monotonic() + 60
            while len(sources()) < wanted and time.monotonic() < until:
                time.sleep(0.05)
            watch.kill()
    assert len(sources()) < ITEMS
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as watch:
        told = json.loads(watch.stdout.readline())
        watch.terminate()
        assert watch.wait(timeout=30) == 0, watch.stderr.read()
    assert (told["looked"], told["problems"], len(told["briefs"])) == (1, [], 1)
    with Palace.open(tmp_path / "palace.camillo") as palace:
        kept = {one.slug for one in palace.notes.all(layer="source", deleted=False)}
        texts = [palace.notes.read(one.slug).text for one in palace.notes.all(layer="page")]
        assert {one.wing for one in palace.notes.all(layer="source")} == {"reading"}
        assert palace.doctor() == []
    lines = re.findall(r"^- \[\[([^|]+)\|", "\n".join(texts), re.M)
    assert kept == {f"item-{n}" for n in range(ITEMS)} == set(lines)
    assert len(lines) == ITEMS
