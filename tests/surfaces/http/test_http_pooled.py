"""The real server behind pgbouncer in transaction mode: many users at once over few connections, each his own alone."""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

pytestmark = pytest.mark.slow
USERS, WRITES = 12, 6


@pytest.fixture
def ask(launch, start_pgbouncer, postgres_admin, sign):
    """Asks a server whose database is reached through four connections, as a user of this test's own product."""
    product = f"notes {uuid.uuid4().hex}"
    with start_pgbouncer(postgres_admin) as pooled:
        server = launch(database=pooled, backfill=False, rate=10_000, burst=10_000)

        def asked(sub, method, path, json=None, **headers):
            sent = {"Authorization": f"Bearer {sign(sub, product)}"}
            sent |= {name.replace("_", "-"): value for name, value in headers.items()}
            url = f"{server.url}/api/palace{path}"
            return httpx2.request(method, url, json=json, headers=sent, timeout=120)

        yield asked
        assert server.end() == 0
        assert [row for row in server.log if row.get("level") == "error"] == []


def test_many_users_at_once_over_few_connections_see_each_his_own_alone(ask):
    together = threading.Barrier(USERS)

    def work(number: int) -> list[str]:
        user, wrong = f"user {number}", []
        together.wait(60)
        for turn in range(WRITES):
            text = f"Heron {turn} of {user}, in the reeds."
            told = {"wingId": "lake", "roomId": "reeds", "hall": "events", "content": text}
            stored = ask(user, "POST", "/memories", told, Idempotency_Key=f"{user} writes {turn}")
            found = ask(user, "GET", "/search?q=heron+reeds&limit=50")
            if (stored.status_code, found.status_code) != (201, 200):
                wrong.append(f"{stored.text} {found.text}")
                continue
            texts = [hit["text"] for hit in found.json()["results"]]
            if text not in texts or any(f"of {user}," not in each for each in texts):
                wrong.append(str(texts))
        return wrong

    with ThreadPoolExecutor(USERS) as threads:
        assert [wrong for each in threads.map(work, range(USERS)) for wrong in each] == []
    for number in range(USERS):
        stats = ask(f"user {number}", "GET", "/stats").json()
        assert stats["memories"] == WRITES
