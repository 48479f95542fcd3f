"""The generated clients: as the server's OpenAPI is now, and in use against a running server."""

import importlib.util
import subprocess
import sys
import threading
import time
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


def test_the_python_client_does_what_a_product_needs(url, sign):
    client = load(ROOT / "clients" / "python" / "camillo_client.py")
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
    archive = ana.export_archive()
    assert bo.import_archive(archive)["turns"] == 1
    confirm = ana.erase(dry_run=True)["confirm"]
    assert ana.erase(confirm=confirm)["counts"]["turns"] == 1
    assert ana.list_wings()["wings"] == []
    with pytest.raises(client.Failed) as refused:
        client.Camillo(url, "nothing").list_wings()
    assert refused.value.status == 401
