"""A server in this process over palaces of its own, and tokens of an issuer that exists for the test."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jwt
import pytest
from starlette.testclient import TestClient

from camillo.app.serving.serving import Serving, open_serving
from camillo.app.serving.settings import load
from camillo.app.settings import Settings
from camillo.app.settings import load as load_settings
from camillo.surfaces.http.api import api
from camillo.surfaces.http.app import Mounted, create
from camillo.surfaces.http.connections import Server, configured
from camillo.surfaces.http.metrics import Metrics
from camillo.surfaces.mcp.streaming import Streaming

ISSUER, AUDIENCE, SECRET = "https://issuer.test", "camillo", "s" * 48


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Nothing of the user's own settings, palaces or logs is read or written."""
    for name in [name for name in os.environ if name.startswith(("CAMILLO_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


def token(sub: str, product: str = "notes", key: Any = SECRET, algorithm: str = "HS256", **claims):
    """A token as the issuer signs it; claims that are None are left out."""
    told = {
        "sub": sub,
        "iss": ISSUER,
        "aud": AUDIENCE,
        "exp": int(time.time()) + 300,
        "product": product,
        **claims,
    }
    headers = claims.pop("headers", None)
    told.pop("headers", None)
    kept = {name: value for name, value in told.items() if value is not None}
    return jwt.encode(kept, key, algorithm, headers=headers)


@dataclass
class User:
    """One user of the server, by a token or a key."""

    client: TestClient
    credential: str

    def ask(self, method: str, path: str, **rest: Any):
        headers = {"Authorization": f"Bearer {self.credential}", **rest.pop("headers", {})}
        return self.client.request(method, f"/api/palace{path}", headers=headers, **rest)

    def get(self, path: str, **rest: Any):
        return self.ask("GET", path, **rest)

    def post(self, path: str, json: Any = None, **rest: Any):
        return self.ask("POST", path, json=json, **rest)

    def delete(self, path: str, **rest: Any):
        return self.ask("DELETE", path, **rest)

    def store(self, content: str, wing: str = "orion", room: str = "api", hall: str = "decisions"):
        told = {"wingId": wing, "roomId": room, "hall": hall, "content": content}
        answer = self.post("/memories", told)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def share(self, taker: "User", wing: str = "orion", role: str = "reader", **more: Any) -> str:
        """Share a wing with another user, who accepts it: its id."""
        made = self.post("/shares", {"wingId": wing, "role": role, **more})
        assert made.status_code == 201, made.text
        taken = taker.post("/shares/accept", {"code": made.json()["code"]})
        assert taken.status_code == 201, taken.text
        return made.json()["id"]

    def tool(self, name: str, **arguments: Any):
        """Call one tool over the Model Context Protocol: its result."""
        told = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        answer = self.client.post(
            "/mcp",
            json={**told, "params": {"name": name, "arguments": arguments}},
            headers={
                "Authorization": f"Bearer {self.credential}",
                "Accept": "application/json, text/event-stream",
            },
        )
        assert answer.status_code == 200, answer.text
        return answer.json()["result"]


Serve = Callable[..., Serving]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Opens a server's parts with an issuer's shared secret; the application closes them."""
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    secret.chmod(0o600)

    def opened(**flags: Any) -> Serving:
        told = {
            "data": tmp_path / "data",
            "issuer": ISSUER,
            "secret_file": secret,
            "product_claim": "product",
            "backfill": False,
            "idle": False,
            "rate": 10_000,
            "burst": 10_000,
        }
        return open_serving(load(None, {}, **{**told, **flags}), load_settings())

    return opened


def whole(serving: Serving):
    """The application as `camillo serve` puts it together."""
    streaming = Streaming(
        load_settings(), serving.palaces.lease, serving.noted, serving.through, 1 << 20
    )
    return create(serving, {"/mcp": Mounted(streaming, streaming.running())})


@pytest.fixture
def serving(serve: Serve) -> Serving:
    return serve()


@pytest.fixture(params=["files", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """The database of a server, none where palaces are files; a test that asks runs on both."""
    return None if request.param == "files" else request.getfixturevalue("postgres_admin")


@pytest.fixture(scope="session")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The OpenAPI, put together once: every server of this process has the same."""
    place = tmp_path_factory.mktemp("document")
    told = load(None, {}, data=place, token_file=place / "token", backfill=False, idle=False)
    serving = open_serving(told, Settings())
    made: dict[str, Any] = api(serving, Metrics()).openapi()
    serving.close()
    return made


@pytest.fixture
def client(serving: Serving) -> Iterator[TestClient]:
    with TestClient(whole(serving), raise_server_exceptions=False) as made:
        yield made


@pytest.fixture
def run(request: pytest.FixtureRequest) -> str:
    """What sets products of this test apart, where tests share a database."""
    shared = {"database", "postgres_admin"} & {*request.fixturenames}
    return f" {uuid.uuid4().hex}" if shared else ""


@pytest.fixture
def user(client: TestClient, run: str) -> Callable[..., User]:
    """A user of a product."""

    def made(sub: str = "ana", product: str = "notes", **claims: Any) -> User:
        return User(client, token(sub, product + run, **claims))

    return made


@pytest.fixture
def ana(user) -> User:
    return user("ana")


@pytest.fixture
def bo(user) -> User:
    return user("bo")


@pytest.fixture
def app_of() -> Callable[[Serving], Any]:
    """The application over parts that a test has opened."""
    return whole


@pytest.fixture
def sign() -> Callable[..., str]:
    """Signs a token as the issuer does, or otherwise."""
    return token


@pytest.fixture
def as_user() -> Callable[[TestClient, str], User]:
    """A user of a client, by what they show."""
    return User


class Process:
    """`camillo serve` on a free port, with an issuer's secret; ``told`` are further settings.

    ``files`` is how many files it may have open, none: as many as this process.
    """

    def __init__(self, folder: Path, files: int | None = None, **told: Any) -> None:
        (folder / "secret").write_text(SECRET)
        (folder / "secret").chmod(0o600)
        settings = {
            "issuer": ISSUER,
            "secret_file": "secret",
            "product_claim": "product",
            "data": "data",
            "port": 0,
            **told,
        }
        written = (f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
        (folder / "server.toml").write_text("".join(written))
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))}
        self.log: list[dict[str, Any]] = []
        few = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"] if files else []
        serve = [sys.executable, "-m", "camillo.surfaces.cli.main", "serve"]
        self.process = subprocess.Popen(
            [*few, *serve, "--config", "server.toml"],
            cwd=folder, env=kept | {"HOME": str(folder)}, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self._listening()
        self.port = int(self.url.rpartition(":")[2])

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                self.log.append(json.loads(line))

    def _listening(self) -> str:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            for row in list(self.log):
                if row["what"].startswith("Uvicorn running on"):
                    return str(row["what"].split()[3])
            assert self.process.poll() is None, self.log
            time.sleep(0.05)
        raise AssertionError(self.log)

    def tell(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def ended(self) -> int:
        """Its exit code, once it has ended."""
        code = self.process.wait(60)
        self._reader.join(10)
        return code

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it: its exit code."""
        if self.process.poll() is None:
            self.tell(number)
        return self.ended()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts the real process, as often as wanted, over the same folder."""
    made: list[Process] = []

    def launched(**told: Any) -> Process:
        made.append(Process(tmp_path, **told))
        return made[-1]

    yield launched
    for one in made:
        one.end(signal.SIGKILL)


@contextmanager
def _listening(app: Any) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(configured(app), threading.Event())
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.02)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)


@pytest.fixture
def listen() -> Callable[[Any], AbstractContextManager[str]]:
    """An application at a port of this machine, in a thread of this process: its address."""
    return _listening
