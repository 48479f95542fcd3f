"""Load: many users at once read and write over REST, then the server and the database are killed under it.

    python -m benchmarks.load [--users 50] [--seconds 300] [--kills 3] [--stores files postgres]

Each user has a palace and one connection, and sends the next request when the last is answered: three in ten store
a memory, half search, the rest list and read. At the end every acknowledged memory is read back and compared. An open
palace holds more in memory the more was stored, so whether memory is flat is looked at while all go on reading for a
fifth of the time and store nothing. It exits with 1 where there was an error, memory grew by more than 3 % then, or
something acknowledged is lost.
"""

import argparse
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from benchmarks.serving import Server, kill_postgres, postgres, revive_postgres

_WORDS = [
    "river",
    "stone",
    "lantern",
    "market",
    "winter",
    "garden",
    "letter",
    "copper",
    "engine",
    "harbour",
    "signal",
    "orchard",
]
_KILLED_AFTER = (2.0, 6.0)
#: How often each kind of request is made, while all work and while they only read.
_MIXED, _READING = (30, 50, 10, 10), (0, 60, 20, 20)
_MOST_GROWTH = 1.03


@dataclass
class User:
    """One user: what was acknowledged, how long answers took by kind, what went wrong."""

    name: str
    server: Server
    dice: random.Random
    kept: dict[str, str] = field(default_factory=dict)
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    count: int = 0
    wants: tuple[int, ...] = _MIXED

    def run(self, ending: threading.Event, *, killed: bool) -> None:
        """Go on until told to end, or, where the server is to be killed, until it is."""
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        try:
            while not ending.is_set():
                kind = self.dice.choices(("store", "search", "list", "read"), self.wants)[0]
                began = time.perf_counter()
                status = self._once(link, kind)
                self.took[kind].append(time.perf_counter() - began)
                if status not in (200, 201) and not (killed and status in (500, 503)):
                    self.wrong.append(f"{kind}: {status}")
        except (OSError, http.client.HTTPException) as error:
            if not killed:
                self.wrong.append(type(error).__name__)
        finally:
            link.close()

    def missing(self) -> list[str]:
        """Ids of acknowledged memories that are not there, word for word."""
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        lost = []
        for id, text in self.kept.items():
            status, told = self._ask(link, "GET", f"/memories/{quote(id, safe='')}")
            if status != 200 or told["content"] != text:
                lost.append(id)
        link.close()
        return lost

    def _once(self, link: http.client.HTTPConnection, kind: str) -> int:
        if kind == "store":
            self.count += 1
            text = f"{' '.join(self.dice.choices(_WORDS, k=12))} mark{self.name}x{self.count}"
            told = {"wingId": "load", "roomId": "r", "hall": "events", "content": text}
            status, made = self._ask(link, "POST", "/memories", told)
            if status == 201:
                self.kept[made["ids"][0]] = text
            return status
        if kind == "search":
            words = " ".join(self.dice.choices(_WORDS, k=3))
            return self._ask(link, "GET", f"/search?q={quote(words)}")[0]
        if kind == "read" and self.kept:
            id = self.dice.choice(list(self.kept))
            return self._ask(link, "GET", f"/memories/{quote(id, safe='')}")[0]
        return self._ask(link, "GET", "/wings")[0]

    def _ask(
        self, link: http.client.HTTPConnection, method: str, path: str, body: Any = None
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body)
        link.request(method, f"/api/palace{path}", content, headers)
        answer = link.getresponse()
        return answer.status, json.loads(answer.read())

    def __post_init__(self) -> None:
        self.token = self.server.token(self.name)


def load(server: Server, count: int, seconds: float) -> tuple[dict[str, Any], list[User]]:
    """Let so many users work for so long; the figures, and the users with what they know."""
    users = [User(f"u{n}", server, random.Random(n)) for n in range(count)]
    empty = _watched(server, users, 0.0)[0]
    memory = _watched(server, users, seconds)
    took: dict[str, list[float]] = defaultdict(list)
    for user in users:
        for kind, each in user.took.items():
            took[kind] += each
        user.wants = _READING
    reading = _watched(server, users, seconds / 5)
    for user in users:
        user.wants = _MIXED
    lost = sum(len(user.missing()) for user in users)
    quarter = len(reading) // 4
    return {
        "users": count,
        "seconds": seconds,
        "requests": sum(map(len, took.values())),
        "ms": {kind: _percentiles(each) for kind, each in sorted(took.items())},
        "errors": [one for user in users for one in user.wrong],
        "acknowledged": sum(len(user.kept) for user in users),
        "lost": lost,
        "memory_mib": {
            "begun": empty,
            "after the load": memory[-1],
            # What was stored last is read into the open palaces once.
            "reading, second quarter": _mean(reading[quarter : 2 * quarter]),
            "reading, last quarter": _mean(reading[-quarter:]),
        },
    }, users


def _watched(server: Server, users: list[User], seconds: float) -> list[float]:
    """Let users work for so long; MiB of the server meanwhile, at the end at least."""
    ending, memory = threading.Event(), []
    if seconds:
        with _working(users, ending, killed=False):
            began = time.monotonic()
            while time.monotonic() < began + seconds:
                time.sleep(min(1.0, seconds / 30))
                memory.append(round(server.memory(), 1))
            ending.set()
    return memory or [round(server.memory(), 1)]


def _mean(values: list[float]) -> float:
    return round(float(np.mean(values)), 1)


def killing(server: Server, users: list[User], rounds: int, database: Any) -> dict[str, Any]:
    """Kill the server, and the database in each other round, under load; what was acknowledged is read back."""
    before, lost, dice = sum(len(user.kept) for user in users), 0, random.Random(1)
    for number in range(rounds):
        ending = threading.Event()
        with _working(users, ending, killed=True):
            time.sleep(dice.uniform(*_KILLED_AFTER))
            if database is not None and number % 2:
                kill_postgres(database)
            server.kill()
            ending.set()
        if database is not None:
            revive_postgres(database)
        server.start()
        lost += sum(len(user.missing()) for user in users)
    return {
        "rounds": rounds,
        "acknowledged": sum(len(user.kept) for user in users) - before,
        "lost": lost,
        "errors": [one for user in users for one in user.wrong],
    }


@contextmanager
def _working(users: list[User], ending: threading.Event, *, killed: bool) -> Iterator[None]:
    threads = [
        threading.Thread(target=user.run, args=(ending,), kwargs={"killed": killed})
        for user in users
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ending.set()
        for thread in threads:
            thread.join()


def _percentiles(seconds: list[float]) -> dict[str, float]:
    values = np.percentile(np.array(seconds) * 1000, (50, 95, 99)).round(1).tolist()
    return {**dict(zip(("p50", "p95", "p99"), values, strict=True)), "count": len(seconds)}


def measured(store: str, users: int, seconds: float, kills: int) -> dict[str, Any]:
    """The figures of one store."""
    with tempfile.TemporaryDirectory() as folder:
        if store == "files":
            return _figures(Server(Path(folder)), users, seconds, kills, None)
        with postgres() as database:
            server = Server(Path(folder), database.get_uri())
            return _figures(server, users, seconds, kills, database)


def _figures(
    server: Server, count: int, seconds: float, kills: int, database: Any
) -> dict[str, Any]:
    try:
        told, users = load(server, count, seconds)
        return {"load": told, "kills": killing(server, users, kills, database)}
    finally:
        server.end()


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument(
        "--stores", nargs="+", choices=("files", "postgres"), default=["files", "postgres"]
    )
    given = parser.parse_args()
    failed = False
    for store in given.stores:
        told = measured(store, given.users, given.seconds, given.kills)
        print(json.dumps({"store": store, **told}, indent=1), flush=True)
        for part in told.values():
            failed = failed or bool(part["errors"]) or bool(part["lost"])
        memory = told["load"]["memory_mib"]
        grown = memory["reading, last quarter"] / memory["reading, second quarter"]
        failed = failed or grown > _MOST_GROWTH
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
