"""Whoever runs a server lists its owners and deletes one by name, while the real server runs and holds him open."""

import json
import os
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import psycopg
import pytest

from camillo.domain.owner import Owner
from camillo.storage.postgres.schema import TABLES

pytestmark = pytest.mark.slow
WORDS = (b"heron of ana", b"key of the heron")


@dataclass
class Server:
    """A running server, and whoever runs it."""

    url: str
    data: Path
    database: str | None
    product: str
    sign: object
    env: dict[str, str] = field(default_factory=dict)

    def ask(self, sub, method, path, body=None, credential=None):
        shown = credential or self.sign(sub, self.product)
        headers = {"Authorization": f"Bearer {shown}"}
        url = f"{self.url}/api/palace{path}"
        return httpx2.request(method, url, json=body, headers=headers, timeout=60)

    def store(self, sub, text):
        told = {"wingId": "lake", "roomId": "reeds", "hall": "events", "content": text}
        return self.ask(sub, "POST", "/memories", told)

    def run(self, *told, code=0):
        """One command of whoever runs it: what it printed as JSON."""
        where = ["--server", str(self.data)]
        if self.database and told[0] == "erase":
            where += ["--database", self.database]
        elif self.database:
            where = ["--database", self.database]
        done = subprocess.run(
            [sys.executable, "-m", "camillo.surfaces.cli.main", *told, *where, "--json"],
            env=os.environ | {"HOME": str(self.data.parent)} | self.env,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout) if done.stdout else done.stderr

    def erase(self, sub, *told, code=0):
        return self.run("erase", "--product", self.product, "--user", sub, *told, code=code)


@pytest.fixture
def server(launch, database, sign, tmp_path):
    told = {"database": database} if database else {}
    process = launch(backfill=False, rate=10_000, burst=10_000, **told)
    product = f"notes {uuid.uuid4().hex[:8]}"
    return Server(process.url, tmp_path / "data", database, product, sign)


def lying(server) -> set[bytes]:
    """The words that lie in any file of the folder."""
    held = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    return {word for word in WORDS if word in held}


def test_one_user_is_deleted_by_name_while_the_server_has_his_palace_open(server):
    assert server.store("ana", "The heron of ana stands.").status_code == 201
    assert server.store("bo", "The heron of bo stands.").status_code == 201
    made = server.ask("ana", "POST", "/keys", {"name": "key of the heron", "scopes": ["write"]})
    agent = made.json()["key"]
    shares = []
    for giver, taker in (("ana", "bo"), ("bo", "ana")):
        told = {"wingId": "lake", "role": "reader"}
        code = server.ask(giver, "POST", "/shares", told).json()["code"]
        shares.append(server.ask(taker, "POST", "/shares/accept", {"code": code}).json()["id"])

    listed = {
        one["user"]: one
        for one in server.run("owners")["owners"]
        if one["product"] == server.product
    }
    assert set(listed) == {"ana", "bo"}
    assert all(one["bytes"] > 0 and one["last_write"] for one in listed.values())
    assert "heron" not in json.dumps(listed)

    shown = server.erase("ana")
    assert shown["dry_run"] and shown["erased"]["counts"]["turns"] == 1
    assert server.ask("ana", "GET", "/stats").json()["memories"] == 1

    gone = server.erase("ana", "--yes")
    counts = gone["erased"]["counts"]
    assert (counts["turns"], counts["keys"], counts["shares"]) == (1, 1, 2)
    assert any("audit log" in one for one in gone["erased"]["left"])
    assert lying(server) == set()
    folder = server.data / "palaces" / (name := Owner(server.product, "ana").name)[:2] / name
    assert not list(folder.rglob("palace.camillo*"))

    assert server.ask("", "GET", "/stats", credential=agent).status_code == 401
    assert server.ask("ana", "GET", "/stats").json()["memories"] == 0
    assert server.ask("ana", "GET", "/shares").json() == {"given": [], "taken": []}
    assert server.ask("bo", "GET", f"/shares/{shares[0]}/rooms").status_code == 404
    assert server.ask("bo", "GET", "/stats").json()["memories"] == 1
    assert server.store("ana", "The heron of ana is back.").status_code == 201
    assert server.ask("ana", "GET", "/stats").json()["memories"] == 1

    audit = (server.data / "audit.jsonl").read_text().splitlines()
    lines = [row for row in map(json.loads, audit) if row["by"] == "operator"]
    assert [(row["user"], row["did"], row["status"]) for row in lines] == [
        ("ana", "camillo erase", 202),
        ("ana", "camillo erase", 200),
    ]
    assert "nothing is kept" in server.erase("nobody", "--yes", code=1)


def test_what_is_stored_while_its_owner_is_deleted_is_there_or_was_never_acknowledged(server):
    """Three writers go on meanwhile: whatever was begun after the deletion and acknowledged is there."""
    stop, stored, odd = threading.Event(), [], []

    def write(writer: int) -> None:
        for number in range(10_000):
            if stop.is_set():
                return
            text, after = f"Thought {number} of {writer}.", deleted.is_set()
            answer = server.store("ana", text)
            if answer.status_code == 201:
                stored.append((text, after))
            elif answer.status_code != 503:
                odd.append(answer.text)

    deleted = threading.Event()
    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        reach(stored, 10)
        server.erase("ana", "--yes")
        deleted.set()
        reach(stored, len(stored) + 15)
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    assert odd == []
    kept, cursor = set(), ""
    while cursor is not None:
        page = server.ask("ana", "GET", f"/memories?wingId=lake&limit=50{cursor}").json()
        kept |= {one["content"] for one in page["memories"]}
        cursor = f"&cursor={page['next']}" if page.get("next") else None
    assert {text for text, after in stored if after} <= kept
    assert {text for text, _ in stored} > kept


def reach(stored: list[object], number: int) -> None:
    until = time.monotonic() + 60
    while len(stored) < number:
        assert time.monotonic() < until, stored
        time.sleep(0.02)


def test_nothing_is_left_of_the_owner_in_the_database(server):
    if server.database is None:
        pytest.skip("palaces are files")
    server.store("ana", "The heron of ana stands.")
    number = numbers(server)["ana"]
    server.erase("ana", "--yes")
    assert "ana" not in numbers(server)
    with psycopg.connect(server.database, autocommit=True) as admin:
        for table in TABLES:
            sql = f"select count(*) from camillo.{table} where owner = %s".encode()
            assert admin.execute(sql, (number,)).fetchone() == (0,), table
        for table in ("keys", "shares", "answers", "watching"):
            sql = f"select count(*) from camillo_server.{table} where product = %s".encode()
            assert admin.execute(sql, (server.product.encode(),)).fetchone() == (0,), table
    # The server knows the old number still, and writes nothing under it.
    server.store("ana", "The heron of ana is back.")
    assert numbers(server)["ana"] > number
    with psycopg.connect(server.database, autocommit=True) as admin:
        sql = "select count(*) from camillo.palaces where owner = %s"
        assert admin.execute(sql, (number,)).fetchone() == (0,)


def numbers(server) -> dict[str, int]:
    with psycopg.connect(server.database, autocommit=True) as admin:
        sql = "select sub, owner from camillo.owners where product = %s"
        rows = admin.execute(sql, (server.product.encode(),)).fetchall()
    return {bytes(sub).decode(): owner for sub, owner in rows}


def test_a_deletion_that_nothing_would_record_is_refused(server):
    if server.database is None:
        pytest.skip("palaces are files")
    server.store("ana", "The heron of ana stands.")
    told = ["erase", "--database", server.database, "--product", server.product, "--user", "ana"]
    run = [sys.executable, "-m", "camillo.surfaces.cli.main", *told]
    shown = subprocess.run(run, capture_output=True, text=True, check=True)
    assert "add --yes, and --server" in shown.stdout
    done = subprocess.run([*run, "--yes"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "audit log" in done.stderr
    assert server.ask("ana", "GET", "/stats").json()["memories"] == 1
