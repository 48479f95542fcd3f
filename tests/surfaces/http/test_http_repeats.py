"""One write that comes to two real servers at once, or whose server is killed over it: what is done, and what is told.

Two servers stand before one database; where palaces are files there is one, and another in its place after a kill.
"""

import signal
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw
import httpx2
import psycopg
import pytest

pytestmark = pytest.mark.slow
ROUNDS = 8
#: A lease, and what a slow machine needs beside.
LEASED = 40.0


def memory(text):
    return {"wingId": "orion", "roomId": "api", "hall": "decisions", "content": text}


def waited(ready: Callable[[], object]) -> None:
    """Until something is so."""
    until = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < until
        time.sleep(0.05)


@dataclass
class Files:
    """What stands between a server and its files."""

    data: Path

    @property
    def palace(self):
        (found,) = (self.data / "palaces").rglob("palace.camillo")
        return found

    def palace_held(self):
        """Nobody writes to the palace until this is freed."""
        return self._held(self.palace)

    def answers_held(self):
        """No answer is kept until this is freed."""
        return self._held(self.data / "server.db")

    @contextmanager
    def _held(self, path):
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
            db.set_busy_timeout(30_000)
            db.execute("begin immediate")
            yield lambda: db.in_transaction and db.execute("rollback")

    def under_way(self):
        """How many writes somebody holds."""
        return self._count(self.data / "server.db", "repeats where status is null")

    def written(self):
        """How many writes there were."""
        return self._count(self.palace, "receipts")

    def _count(self, path, what):
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
            return db.execute(f"select count(*) from {what}").get


@dataclass
class Database:
    """What stands between servers and their database."""

    address: str

    def palace_held(self):
        """Nobody writes to a palace until this is freed."""
        return self._held("camillo.palaces")

    def answers_held(self):
        """No answer is kept until this is freed."""
        return self._held("camillo_server.answers")

    @contextmanager
    def _held(self, table):
        with psycopg.connect(self.address) as connection:
            connection.execute(f"select from {table} for update")
            yield connection.rollback
            connection.rollback()

    def under_way(self):
        """How many writes somebody holds."""
        return self._count("camillo_server.answers where status is null")

    def written(self):
        """How many writes there were."""
        return self._count("camillo.receipts")

    def _count(self, what):
        with psycopg.connect(self.address) as connection:
            return connection.execute(f"select count(*) from {what}").fetchone()[0]


@dataclass
class Scene:
    """The servers, what lies behind them, and a caller of the test's own."""

    servers: list
    behind: Files | Database
    credential: str
    again: Callable[[], object]

    def ask(self, server, method, path, json=None, key=None):
        sent = {"Authorization": f"Bearer {self.credential}"}
        sent |= {"Idempotency-Key": key} if key else {}
        url = f"{server.url}/api/palace{path}"
        return httpx2.request(method, url, json=json, headers=sent, timeout=90)

    @contextmanager
    def asking(self, server, *asked):
        """A request under way: what holds its answer."""
        told = []

        def run():
            try:
                told.append(self.ask(server, *asked))
            except httpx2.HTTPError:
                told.append(None)

        thread = threading.Thread(target=run)
        before = self.behind.under_way()
        thread.start()
        waited(lambda: self.behind.under_way() == before + 1)
        yield told
        thread.join(90)
        assert told

    def entries(self, server):
        roles = self.ask(server, "GET", "/diaries").json()["diaries"]
        return sum(one["entries"] for one in roles)

    def holds(self, server):
        """What is in the palace."""
        memories = self.ask(server, "GET", "/memories?limit=50").json()["memories"]
        return self.entries(server), sorted((one["content"], one["wingId"]) for one in memories)

    def until_done(self, server, *asked):
        """The answer once nobody is said to do it any more."""
        until = time.monotonic() + LEASED
        while True:
            answer = self.ask(server, *asked)
            if "under way" not in answer.text:
                return answer
            assert answer.status_code == 409 and time.monotonic() < until
            time.sleep(min(int(answer.headers["Retry-After"]), 2))


@pytest.fixture(params=["files", "postgres"])
def scene(request, launch, sign, tmp_path):
    quiet = {"backfill": False, "idle": False, "rate": 1_000, "burst": 1_000}
    credential = sign("ana", f"notes {uuid.uuid4().hex}")
    if request.param == "files":
        servers = [launch(**quiet)]
        made = Scene(servers, Files(tmp_path / "data"), credential, lambda: launch(**quiet))
    else:
        address = request.getfixturevalue("postgres_admin")
        servers = [launch(data=name, database=address, **quiet) for name in ("one", "two")]
        made = Scene(servers, Database(address), credential, lambda: servers[1])
    kept = made.ask(servers[0], "POST", "/memories", memory("We chose GraphQL."))
    assert kept.status_code == 201, kept.text
    return made


def test_a_write_that_comes_to_two_servers_at_once_is_done_once(scene):
    one, two = (scene.servers * 2)[:2]
    for number in range(ROUNDS):
        key, start = uuid.uuid4().hex, threading.Barrier(4)
        kind, told = (
            ("/keys", {"name": "ci", "scopes": ["read"]}),
            ("/diaries/coder", {"text": f"Round {number}."}),
        )[number % 2]

        def ask(server, key=key, start=start, kind=kind, told=told):
            start.wait()
            return scene.ask(server, "POST", kind, told, key)

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(ask, (one, two, one, two)))
        assert [answer.status_code for answer in answers] == [201] * 4, answers[0].text
        assert all(answer.json() == answers[0].json() for answer in answers)
        assert sum("Idempotent-Replayed" in answer.headers for answer in answers) == 3
    assert len(scene.ask(one, "GET", "/keys").json()["keys"]) == ROUNDS // 2
    assert scene.entries(two) == ROUNDS // 2


def test_who_waits_too_long_for_the_first_is_told_so_and_later_what_it_was_answered(scene):
    first, second = (scene.servers * 2)[:2]
    asked = ("POST", "/diaries/coder", {"text": "Slowly."}, uuid.uuid4().hex)
    with scene.behind.palace_held() as free, scene.asking(first, *asked) as told:
        began = time.monotonic()
        waits = scene.ask(second, *asked)
        assert (waits.status_code, 4 < time.monotonic() - began < 30) == (409, True)
        assert 1 <= int(waits.headers["Retry-After"]) <= 10 and "under way" in waits.text
        # What is under way is held beyond its first lease.
        time.sleep(10)
        assert scene.ask(second, *asked).status_code == 409 and not told
        free()
    assert told[0].status_code == 201
    later = scene.ask(second, *asked)
    assert (later.status_code, later.json()) == (201, told[0].json())
    assert scene.entries(second) == 1


def test_a_write_whose_server_is_killed_before_it_is_done_by_another(scene):
    asked = ("POST", "/diaries/coder", {"text": "Once."}, uuid.uuid4().hex)
    with scene.behind.palace_held(), scene.asking(scene.servers[0], *asked):
        scene.servers[0].end(signal.SIGKILL)
    left = scene.again()
    answer = scene.until_done(left, *asked)
    assert answer.status_code == 201, answer.text
    assert scene.entries(left) == 1
    assert scene.ask(left, *asked).headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("what", ["a diary's entry", "a wing's new name", "a memory"])
def test_a_write_whose_server_is_killed_before_it_answers_is_not_done_again(scene, what):
    method, path, told = {
        "a diary's entry": ("POST", "/diaries/coder", {"text": "Once."}),
        "a wing's new name": ("PATCH", "/wings/orion", {"name": "lyra"}),
        "a memory": ("POST", "/memories", memory("Once more.")),
    }[what]
    asked = (method, path, told, uuid.uuid4().hex)
    before = scene.behind.written()
    with (
        scene.behind.palace_held() as free,
        scene.asking(scene.servers[0], *asked),
        scene.behind.answers_held(),
    ):
        free()
        waited(lambda: scene.behind.written() > before)
        scene.servers[0].end(signal.SIGKILL)
    left = scene.again()
    if what == "a wing's new name":
        # What has its old name by now is another wing.
        assert scene.ask(left, "POST", "/memories", memory("Another.")).status_code == 201
    done = scene.holds(left)
    answer = scene.until_done(left, *asked)
    assert scene.holds(left) == done
    if what == "a memory":
        assert answer.status_code == 201 and answer.json()["counts"]["known"] == 1
        return
    assert (answer.status_code, "is in the palace" in answer.text) == (409, True), answer.text
    replayed = scene.ask(left, *asked)
    assert replayed.json() == answer.json() and replayed.headers["Idempotent-Replayed"] == "true"
