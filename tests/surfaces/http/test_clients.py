"""The generated clients: as the server's OpenAPI is now, and in use against a running server."""

import importlib.util
import io
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow


def load(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def python():
    """The Python client."""
    return load(ROOT / "clients" / "python" / "camillo_client.py")


@pytest.fixture
def url(serve, app_of):
    """A server at a socket of its own."""
    config = uvicorn.Config(app_of(serve()), port=0, log_level="error", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    until = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < until
        time.sleep(0.02)
    (port,) = [one.getsockname()[1] for each in server.servers for one in each.sockets]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)


def test_the_clients_in_the_repository_are_what_the_openapi_makes():
    words = [sys.executable, str(ROOT / "clients" / "generate.py"), "--check"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr or "run python clients/generate.py"


def test_the_python_client_does_what_a_product_needs(url, sign, python):
    client = python
    ana, bo = (client.Camillo(url, sign(who)) for who in ("ana", "bo"))
    told = {"wingId": "a/b", "roomId": "api", "hall": "decisions", "content": "We chose GraphQL."}
    first = ana.store_memory(told, key="0123456789")
    assert ana.store_memory(told, key="0123456789") == first
    (hit,) = ana.search("why GraphQL?", limit=5, wing_id="a/b")["results"]
    assert ana.get_memory(hit["id"])["content"] == told["content"]
    assert ana.get_content(hit["id"]) == told["content"].encode()
    assert ana.get_wing("a/b")["memories"] == 1
    assert bo.search("why GraphQL?")["results"] == []
    with pytest.raises(client.Failed) as failed:
        bo.get_memory(hit["id"])
    assert failed.value.status == 404
    assert failed.value.mend
    made = ana.make_share({"wingId": "a/b", "role": "reader"})
    assert bo.accept_share({"code": made["code"]})["role"] == "reader"
    (shared,) = bo.search("why GraphQL?", shared=True)["results"]
    assert shared["origin"]["share"] == made["id"]
    texts = io.BytesIO()
    assert ana.export_archive(texts) == len(texts.getvalue()) > 0
    assert bo.import_archive(texts.getvalue())["turns"] == 1
    confirm = ana.erase(dry_run=True)["confirm"]
    assert ana.erase(confirm=confirm)["counts"]["turns"] == 1
    assert ana.list_wings()["wings"] == []
    with pytest.raises(client.Failed) as refused:
        client.Camillo(url, "nothing").list_wings()
    assert refused.value.status == 401


def test_the_python_client_tells_tags_and_writes_over_nothing_it_has_not_read(url, sign, python):
    ana, seen = python.Camillo(url, sign("ana")), python.Seen()
    ana.create_note({"text": "# OAuth\n\nOne.", "slug": "oauth"})
    note = ana.get_note("oauth", seen=seen)
    assert seen.etag and seen.request
    with pytest.raises(python.Unchanged):
        ana.get_note("oauth", if_none_match=seen.etag)
    edit = {"text": "# OAuth\n\nTwo.", "version": note["version"]}
    ana.edit_note("oauth", edit, if_match=seen.etag, key="0123456789")
    ana.edit_note("oauth", edit, if_match=seen.etag, key="0123456789", seen=seen)
    assert seen.replayed and not seen.etag
    with pytest.raises(python.Failed) as stale:
        ana.delete_note("oauth", if_match='"other"')
    assert (stale.value.status, bool(stale.value.mend)) == (412, True)
    with pytest.raises(python.Failed, match=r"body\.name") as wrong:
        ana.rename_wing("orion", {})
    assert wrong.value.status == 422


def test_a_palace_goes_through_the_python_client_in_little_memory(launch, sign, python, tmp_path):
    process = launch(backfill=False, idle=False, rate=1000, burst=1000)
    ana, bo, eve = (python.Camillo(process.url, sign(who)) for who in ("ana", "bo", "eve"))
    given = tmp_path / "given.jsonl"
    long = "whisper " * 7_000
    rows = ({"conversation": "c", "turn": n, "text": f"{n} {long}"} for n in range(30))
    given.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    tracemalloc.start()
    try:
        assert ana.import_archive(given)["turns"] == 30
        size = ana.export_archive(tmp_path / "texts.jsonl")
        with (tmp_path / "texts.jsonl").open("rb") as texts:
            assert bo.import_archive(texts)["turns"] == 30
        assert ana.export_archive(tmp_path / "all.gz", format="archive") > 1000
        assert eve.import_archive(tmp_path / "all.gz")["turns"] == 30
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (tmp_path / "texts.jsonl").stat().st_size == size > 1_600_000
    assert peak < 800_000
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("texts.jsonl", "all.gz")} == {
        0o600
    }


@contextmanager
def answering(*pieces: bytes):
    """A server that answers one connection with these bytes and ends it: its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            one, _ = listening.accept()
            with one:
                one.recv(1 << 16)
                for piece in pieces:
                    one.sendall(piece)

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join(30)


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_an_export_that_breaks_off_leaves_no_file(python, tmp_path):
    target = tmp_path / "all.gz"
    cut = answering(_HEAD, b"5\r\nhello\r\n", b"ff\r\ncut")
    with cut as url, pytest.raises(python.Failed, match="broke off") as failed:
        python.Camillo(url, "token").export_archive(target)
    assert failed.value.status == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [b"text/plain", b"application/json"])
def test_an_answer_that_is_shorter_than_it_said_is_not_taken_for_whole(python, kind):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: " + kind + b"\r\nContent-Length: 99\r\n\r\n"
    with answering(head, b'"hello') as url, pytest.raises(python.Failed, match="broke off"):
        python.Camillo(url, "token").get_content("id")


def test_an_error_whose_words_break_off_is_told_by_its_status(python):
    head = b"HTTP/1.1 404 Not Found\r\nContent-Length: 99\r\n\r\n"
    with answering(head, b'{"detail":') as url, pytest.raises(python.Failed) as failed:
        python.Camillo(url, "token").list_wings()
    assert (failed.value.status, str(failed.value)) == (404, "404: Not Found")


def test_a_body_that_is_refused_before_it_was_taken_is_told_as_it_was(url, sign, python, tmp_path):
    large = tmp_path / "large.jsonl"
    large.write_bytes(b"x" * (12 << 20))
    for credential, status in (("forged", 401), (sign("ana"), 413)):
        with pytest.raises(python.Failed) as failed:
            python.Camillo(url, credential).import_archive(large)
        assert failed.value.status == status
        assert failed.value.mend


def test_the_credential_follows_no_redirection(python):
    elsewhere = "http://127.0.0.1:9/api/palace/wings"
    told = f"HTTP/1.1 302 Found\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n"
    with answering(told.encode()) as url, pytest.raises(python.Failed) as failed:
        python.Camillo(url, "token").list_wings()
    assert (failed.value.status, failed.value.mend) == (302, f"use {elsewhere}")


def test_nothing_is_asked_for_where_there_is_nowhere_to_put_it(python, tmp_path):
    with pytest.raises(FileNotFoundError):
        python.Camillo("http://127.0.0.1:9", "token").export_archive(tmp_path / "no" / "all.gz")


@pytest.fixture
def node(tmp_path):
    """Runs a program beside the TypeScript client: what it prints."""
    compiler = ROOT / "web" / "node_modules" / ".bin" / "tsc"
    program = shutil.which("node")
    if program is None or not compiler.exists():
        pytest.skip("needs node, and `make web` once")
    made = tmp_path / "made"
    project = ROOT / "clients" / "typescript"
    subprocess.run([compiler, "-p", project, "--outDir", made], check=True, timeout=120)
    (made / "package.json").write_text('{"type": "module"}')

    def run(source: str, *words: str) -> dict:
        (made / "program.js").write_text(source)
        done = subprocess.run(
            [program, "program.js", *words], cwd=made, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


_PRODUCT = """
import { openAsBlob, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Camillo, Failed } from "./client.js";
const [url, ...tokens] = process.argv.slice(2);
const [ana, bo, eve] = tokens.map((token) => new Camillo(url, token));
const told = (error) => [error instanceof Failed, error.status, !!error.mend, !!error.request];
const failed = (one) => one.then(() => null, told);
const body = { wingId: "a/b", roomId: "api", hall: "decisions", content: "We chose GraphQL." };
const key = { "Idempotency-Key": "0123456789" };
await ana.ask("POST /memories", { body, header: key });
const again = await ana.told("POST /memories", { body, header: key });
const found = await ana.ask("GET /search", { query: { q: "why GraphQL?", wingId: "a/b" } });
const id = found.results[0].id;
const content = await ana.ask("GET /memories/{id}/content", { path: { id } });
const wing = await ana.told("GET /wings/{wingId}", { path: { wingId: "a/b" } });
const header = { "If-None-Match": wing.etag };
const same = await failed(ana.ask("GET /wings/{wingId}", { path: { wingId: "a/b" }, header }));
const other = { path: { wingId: "a/b" }, header: { "If-Match": '"x"' } };
const stale = await failed(ana.ask("DELETE /wings/{wingId}", other));
const foreign = await failed(bo.ask("GET /memories/{id}", { path: { id } }));
await pipeline(await ana.ask("GET /export"), createWriteStream("texts.jsonl"));
const blob = await bo.ask("POST /import", { body: await openAsBlob("texts.jsonl") });
const archive = await ana.ask("GET /export", { query: { format: "archive" } });
await ana.ask("DELETE /wings/{wingId}", { path: { wingId: "a/b" }, header: { "If-Match": wing.etag } });
const texts = await bo.ask("GET /export");
const streamed = await eve.ask("POST /import", { body: texts });
await archive.cancel();
const large = new Blob(["x".repeat(12 << 20)]);
const refused = [];
for (const one of [new Camillo(url, "forged"), ana]) {
  refused.push((await failed(one.ask("POST /import", { body: large })))?.[1]);
}
console.log(JSON.stringify({
  replayed: again.replayed, content: await content.text(), same, stale, foreign,
  blob: blob.turns, streamed: streamed.turns, kind: archive.constructor.name,
  refused,
}));
"""


def test_the_typescript_client_does_what_a_product_needs(url, sign, node):
    told = node(_PRODUCT, url, *(sign(who) for who in ("ana", "bo", "eve")))
    assert told == {
        "replayed": True, "content": "We chose GraphQL.", "kind": "ReadableStream", "blob": 1, "streamed": 1,
        "refused": [401, 413],
        "same": [True, 304, False, True], "stale": [True, 412, True, True], "foreign": [True, 404, True, True],
    }  # fmt: skip


_ELSEWHERE = """
import { Camillo, Failed } from "./client.js";
const body = { wingId: "a", roomId: "b", hall: "decisions", content: "We chose GraphQL." };
const told = await new Camillo(process.argv[2], "token").ask("POST /memories", { body }).catch((error) => error);
console.log(JSON.stringify([told instanceof Failed, told.status]));
"""


def test_what_the_typescript_client_sends_follows_no_redirection(node):
    elsewhere = "Location: http://127.0.0.1:9/api/palace/memories"
    told = f"HTTP/1.1 307 Temporary Redirect\r\n{elsewhere}\r\nContent-Length: 0\r\n\r\n"
    with answering(told.encode()) as url:
        assert node(_ELSEWHERE, url) == [True, 307]


_LARGE = """
import { Camillo } from "./client.js";
let size = 0, most = 0;
for await (const piece of await new Camillo(process.argv[2], "token").ask("GET /export")) {
  size += piece.length;
  most = Math.max(most, process.memoryUsage().rss);
}
console.log(JSON.stringify({ size, most }));
"""


def test_a_large_export_goes_through_the_typescript_client_in_little_memory(node):
    piece, count = b"x" * (1 << 20), 400
    chunk = b"100000\r\n" + piece + b"\r\n"
    with answering(_HEAD, *([chunk] * count), b"0\r\n\r\n") as url:
        told = node(_LARGE, url)
    assert told["size"] == count << 20
    assert told["most"] < 200 << 20
