"""The real server when its database goes away: the primary killed and a standby promoted, a pooler killed and back."""

import threading
import time
import uuid
from pathlib import Path

import httpx2
import psycopg
import pytest
from tests.servers import kill, standby_of
from tests.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="the server's processes are found in /proc"),
]  # fmt: skip
USERS = 4


class Load:
    """Users who store one memory after the other, each again under its repeat key until it is acknowledged."""

    def __init__(self, url, sign):
        self.url, self.stored, self.odd = url, {f"user {n}": [] for n in range(USERS)}, []
        self._heads = {user: {"Authorization": f"Bearer {sign(user)}"} for user in self.stored}
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(user,)) for user in self.stored]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join(90)

    def _write(self, user):
        number, key = 0, uuid.uuid4().hex
        while not self._stop.is_set():
            text = f"Heron {number} of {user}."
            told = {"wingId": "lake", "roomId": "reeds", "hall": "events", "content": text}
            heads = self._heads[user] | {"Idempotency-Key": key}
            answer = httpx2.post(
                f"{self.url}/api/palace/memories", json=told, headers=heads, timeout=120
            )
            if answer.status_code == 201:
                self.stored[user].append(text)
                number, key = number + 1, uuid.uuid4().hex
            elif answer.status_code in (503, 409):
                time.sleep(0.2)
            else:
                self.odd.append(answer.text)
                return

    def goes_on(self):
        """Each user has stored a few more."""
        before = {user: len(texts) for user, texts in self.stored.items()}
        until(lambda: self.odd or all(len(self.stored[u]) > n + 2 for u, n in before.items()))
        assert self.odd == []

    def check(self, url):
        """Each finds all that was acknowledged, once."""
        for user, texts in self.stored.items():
            found, cursor = [], ""
            while cursor is not None:
                page = httpx2.get(
                    f"{url}/api/palace/memories?wingId=lake&limit=50{cursor}",
                    headers=self._heads[user], timeout=60,
                ).json()  # fmt: skip
                found += [one["content"] for one in page["memories"]]
                cursor = f"&cursor={page['next']}" if page.get("next") else None
            assert set(found) >= set(texts) and len(found) == len(set(found)) <= len(texts) + 1


def test_a_server_goes_on_when_a_standby_took_over_and_so_does_one_that_is_started_anew(
    start_postgres, launch, sign
):
    with start_postgres() as primary, standby_of(primary) as pair:
        pair.synchronous()
        told = {"database": pair.both, "backfill": False, "rate": 10_000, "burst": 10_000}
        server = launch(**told)
        with Load(server.url, sign) as load:
            load.goes_on()
            kill(Path(primary.pgdata))
            time.sleep(1)
            pair.promote()
            load.goes_on()
        load.check(server.url)
        assert server.end() == 0
        load.check(launch(**told).url)


def test_a_server_goes_on_when_its_pooler_was_away(start_pgbouncer, postgres_admin, launch, sign):
    product = uuid.uuid4().hex
    with start_pgbouncer(postgres_admin) as pooled:
        server = launch(database=pooled, backfill=False, rate=10_000, burst=10_000)
        console = pooled.replace("/postgres?", "/pgbouncer?")
        with Load(server.url, lambda sub: sign(sub, product)) as load:
            load.goes_on()
            with psycopg.connect(console, autocommit=True, prepare_threshold=None) as pooler:
                pooler.execute("kill postgres")
                time.sleep(1)
                pooler.execute("resume postgres")
            load.goes_on()
        load.check(server.url)
