"""kill -9 of PostgreSQL under servers that write their records: nothing acknowledged is lost, and they go on."""

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.waiting import until

from camillo.domain.errors import CamilloError
from camillo.domain.owner import Owner
from camillo.ports.server import Answered, ApiKey, Share
from camillo.storage.postgres.serving.store import PostgresServerStore
from camillo.storage.postgres.upgrading import migrate

from .conftest import kill, restart

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
KEY = bytes(range(32))


@dataclass
class Server:
    """Writes until the database is gone, and remembers what was acknowledged."""

    store: PostgresServerStore
    name: str
    keys: set[str] = field(default_factory=set)
    revoked: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)
    answers: set[bytes] = field(default_factory=set)
    count: int = 0
    thread: threading.Thread | None = None

    def start(self):
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self):
        try:
            while True:
                self.count += 1
                self._write(f"{self.name} {self.count}")
        except CamilloError:
            return

    def _write(self, id):
        self.store.add_key(ApiKey(id, ANA, id, ("read",), "digest", 1.0))
        self.keys.add(id)
        if self.count % 2:
            self.store.revoke_key(ANA, id, 2.0)
            self.revoked.add(id)
        self.store.add_share(Share(id, ANA, 7, "reader", id, "digest", 1.0, 9.0))
        if self.store.take_share(id, BO, 2.0):
            self.taken.add(id)
        self.store.revoke_token(id, 9.0)
        self.tokens.add(id)
        answer = id.encode()
        self.store.take_answer(ANA, answer, b"asked", b"holder", 1.0, 60.0)
        self.store.put_answer(answer, b"holder", 201, answer)
        self.answers.add(answer)


def check(server, other):
    """All that one server was told is done is there at the other."""
    keys = {key.id: key for key in other.keys(ANA)}
    assert server.keys <= keys.keys()
    assert server.revoked <= {id for id, key in keys.items() if key.revoked}
    assert server.taken <= {share.id for share in other.shares_taken(BO)}
    assert all(other.is_revoked(id) for id in server.tokens)
    for id in server.answers:
        known = other.take_answer(ANA, id, b"asked", b"another", 1.0, 60.0).answered
        assert known == Answered(b"asked", 201, id)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the server's processes are found in /proc")
@pytest.mark.parametrize("keys", [None, lambda: [KEY]], ids=["plain", "sealed"])
def test_nothing_that_servers_acknowledged_is_lost_when_the_database_is_killed(
    start_postgres, keys
):
    rng = random.Random(7)
    with start_postgres() as database:
        database.psql("alter system set recovery_init_sync_method = syncfs;")
        migrate(database.get_uri())
        stores = [
            PostgresServerStore.open(database.get_uri(), busy_seconds=5, keys=keys)
            for _ in range(2)
        ]
        servers = [Server(store, name) for store, name in zip(stores, "ab", strict=True)]
        secret = stores[0].secret()
        for _ in range(3):
            before = [len(server.keys) for server in servers]
            for server in servers:
                server.start()
            until(
                lambda before=before: all(
                    len(server.keys) > count for server, count in zip(servers, before, strict=True)
                )
            )
            time.sleep(rng.uniform(0, 0.7))
            kill(Path(database.pgdata))
            for server in servers:
                server.thread.join(30)
                assert not server.thread.is_alive()
            restart(database)
            for server, other in zip(servers, reversed(stores), strict=True):
                check(server, other)
        again = PostgresServerStore.open(database.get_uri(), keys=keys)
        assert again.secret() == secret
        for store in (*stores, again):
            store.close()
