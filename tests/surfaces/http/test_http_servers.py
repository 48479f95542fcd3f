"""Two real servers before one database: who is let in, who sees whose wing and what was answered is known to both."""

import uuid
from dataclasses import dataclass

import httpx2
import pytest

pytestmark = pytest.mark.slow


@dataclass
class Who:
    """One caller, who asks whichever server."""

    credential: str

    def ask(self, server, method, path, json=None, **headers):
        sent = {"Authorization": f"Bearer {self.credential}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        url = f"{server.url}/api/palace{path}"
        return httpx2.request(method, url, json=json, headers=sent, timeout=60)


@pytest.fixture
def pair(launch, postgres_admin):
    told = {"database": postgres_admin, "backfill": False, "idle": False}
    return [launch(data=name, **told) for name in ("one", "two")]


@pytest.fixture
def who(sign):
    """Callers of a product of this test's own."""
    product = f"notes {uuid.uuid4().hex}"
    return lambda sub: Who(sign(sub, product, jti=uuid.uuid4().hex))


def memory(text, wing="orion"):
    return {"wingId": wing, "roomId": "api", "hall": "decisions", "content": text}


def test_servers_before_one_database_know_each_others_records(pair, who, tmp_path):
    one, two = pair
    ana, bo = who("ana"), who("bo")
    a_key_is_good_at_both_and_revoked_at_both(one, two, ana)
    a_token_is_ended_at_both(one, two, who("ana"))
    a_share_opens_at_both_and_ends_at_both(one, two, ana, bo)
    a_write_is_answered_alike_by_both(one, two, ana)
    a_page_begun_at_one_goes_on_at_the_other(one, two, ana)
    all_of_a_user_is_deleted_at_both(one, two, ana)
    for server in pair:
        assert server.end() == 0
    assert not list(tmp_path.rglob("server.db*"))
    # The audit log is each server's own.
    for name in ("one", "two"):
        assert (tmp_path / name / "audit.jsonl").read_text()


def a_key_is_good_at_both_and_revoked_at_both(one, two, ana):
    made = ana.ask(one, "POST", "/keys", {"name": "ci", "scopes": ["write"]})
    assert made.status_code == 201, made.text
    agent, id = Who(made.json()["key"]), made.json()["id"]
    assert agent.ask(two, "GET", "/stats").status_code == 200
    assert [key["id"] for key in ana.ask(two, "GET", "/keys").json()["keys"]] == [id]
    assert agent.ask(one, "GET", "/stats").status_code == 200
    assert ana.ask(two, "DELETE", f"/keys/{id}").status_code in (200, 204)
    assert [agent.ask(each, "GET", "/stats").status_code for each in (one, two)] == [401, 401]


def a_token_is_ended_at_both(one, two, ana):
    assert ana.ask(two, "GET", "/stats").status_code == 200
    assert ana.ask(one, "DELETE", "/token").status_code in (200, 204)
    assert [ana.ask(each, "GET", "/stats").status_code for each in (one, two)] == [401, 401]


def a_share_opens_at_both_and_ends_at_both(one, two, ana, bo):
    assert ana.ask(one, "POST", "/memories", memory("We chose GraphQL.")).status_code == 201
    made = ana.ask(one, "POST", "/shares", {"wingId": "orion", "role": "reader"}).json()
    taken = bo.ask(two, "POST", "/shares/accept", {"code": made["code"]})
    assert taken.status_code == 201, taken.text
    asked = f"/shares/{taken.json()['id']}/search?q=GraphQL"
    for server in (one, two):
        found = bo.ask(server, "GET", asked)
        assert [hit["text"] for hit in found.json()["results"]] == ["We chose GraphQL."]
    assert ana.ask(two, "DELETE", f"/shares/{taken.json()['id']}").status_code in (200, 204)
    assert [bo.ask(each, "GET", asked).status_code for each in (one, two)] == [404, 404]


def a_write_is_answered_alike_by_both(one, two, ana):
    key = str(uuid.uuid4())
    told = {"name": "once", "scopes": ["read"]}
    first = ana.ask(one, "POST", "/keys", told, Idempotency_Key=key)
    again = ana.ask(two, "POST", "/keys", told, Idempotency_Key=key)
    assert (first.status_code, first.json()) == (201, again.json())
    assert again.status_code == 201 and again.headers["Idempotent-Replayed"] == "true"
    other = ana.ask(two, "POST", "/keys", told | {"name": "else"}, Idempotency_Key=key)
    assert other.status_code == 422
    names = [each["name"] for each in ana.ask(two, "GET", "/keys").json()["keys"]]
    assert names.count("once") == 1


def a_page_begun_at_one_goes_on_at_the_other(one, two, ana):
    for number in range(3):
        ana.ask(two, "POST", "/memories", memory(f"Line {number}.", "paged"))
    seen, path = [], "/memories?wingId=paged&limit=1"
    servers = [one, two, one]
    cursor = ""
    for server in servers:
        page = ana.ask(server, "GET", path + cursor).json()
        seen += [each["content"] for each in page["memories"]]
        cursor = f"&cursor={page['next']}"
    assert sorted(seen) == ["Line 0.", "Line 1.", "Line 2."]


def all_of_a_user_is_deleted_at_both(one, two, ana):
    agent = Who(ana.ask(one, "POST", "/keys", {"name": "last", "scopes": ["read"]}).json()["key"])
    shown = ana.ask(one, "DELETE", "?dryRun=true").json()
    assert shown["counts"]["keys"] == 3 and shown["counts"]["shares"] == 1
    gone = ana.ask(two, "DELETE", f"?confirm={shown['confirm']}")
    assert gone.status_code == 200, gone.text
    assert gone.json()["counts"]["keys"] == 3
    assert [agent.ask(each, "GET", "/stats").status_code for each in (one, two)] == [401, 401]
    assert ana.ask(one, "GET", "/keys").json()["keys"] == []
    # What the first server had open is gone: it opens what is there now.
    left = ana.ask(one, "GET", "/shares")
    assert left.status_code == 200, left.text
    assert left.json()["given"] == []
