"""Who is let in, what they may do, and that none reaches another's palace with what they know of it."""

import json
import threading

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize(
    "header",
    [
        None, "", "Bearer", "Bearer ", "Basic YW5hOmFuYQ==", "Bearer x.y.z", "Bearer camillo_x",
        "Bearer " + "x" * 20_000, "Bearer \xff\xfe", "bearer a b c",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/api/palace/memories", "/mcp"])
def test_who_shows_nothing_that_counts_is_told_nothing(client, header, path):
    headers = {} if header is None else {"Authorization": header.encode("latin-1")}
    answer = client.post(path, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.json()["detail"] in (
        "no token or key was given",
        "the token is not valid here",
        "the key is not valid here",
    )


def test_two_credentials_in_one_request_are_none(client, sign):
    headers = [
        ("Authorization", f"Bearer {sign('ana')}"),
        ("Authorization", f"Bearer {sign('bo')}"),
    ]
    assert client.get("/api/palace/wings", headers=headers).status_code == 401


@pytest.mark.parametrize(
    "claims", [{"aud": "other"}, {"iss": "https://evil"}, {"exp": 1}, {"nbf": 1 << 40}], ids=str
)
def test_a_token_for_another_place_or_time_is_refused(user, claims):
    assert user("ana", **claims).get("/wings").status_code == 401


def test_a_forged_token_is_refused(user, sign, client, as_user):
    assert as_user(client, sign("ana", key="f" * 48)).get("/wings").status_code == 401
    head, body, _ = sign("ana").split(".")
    assert as_user(client, f"{head}.{body}.").get("/wings").status_code == 401


def test_a_token_that_its_holder_ended_is_refused_also_when_it_is_spelt_otherwise(
    user, client, as_user, sign
):
    ana = user("ana", jti="t1")
    other = user("ana", jti="t2")
    assert ana.get("/wings").status_code == 200
    assert ana.delete("/token").json() == {"revoked": True}
    assert ana.get("/wings").status_code == 401
    assert user("ana", jti="t1", extra=1).get("/wings").status_code == 401
    assert other.get("/wings").status_code == 200

    plain = as_user(client, sign("ana", nonce=1))
    plain.delete("/token")
    assert plain.get("/wings").status_code == 401
    assert as_user(client, plain.credential + "=").get("/wings").status_code == 401


def test_a_key_does_what_its_scope_says_for_its_owner_alone(ana, user, client, as_user):
    ana.store("We chose Go.")
    made = ana.post("/keys", {"name": "reader", "scopes": ["read"]}).json()
    agent = as_user(client, made["key"])
    assert agent.get("/search", params={"q": "Go"}).json()["results"]
    told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "x"}
    assert agent.post("/memories", told).status_code == 403
    assert agent.delete("/wings/orion").status_code == 403
    assert agent.get("/keys").status_code == 403
    assert agent.post("/keys", {"name": "x", "scopes": ["admin"]}).status_code == 403
    assert agent.tool("list_wings")["isError"] is False
    refused = agent.tool("memory_add", message="planted", wing="w")
    assert refused["isError"]
    assert "scope" in refused["content"][0]["text"]
    assert agent.tool("memory_forget", ids=["x"])["isError"]
    assert [one["id"] for one in ana.get("/wings").json()["wings"]] == ["orion"]

    assert user("bo").delete(f"/keys/{made['id']}").status_code == 404
    (listed,) = ana.get("/keys").json()["keys"]
    assert listed["id"] == made["id"]
    assert "key" not in listed
    assert ana.delete(f"/keys/{made['id']}").json() == {"revoked": True}
    assert agent.get("/wings").status_code == 401


def test_a_key_that_may_write_makes_no_keys(ana, client, as_user):
    made = ana.post("/keys", {"name": "writer", "scopes": ["write"]}).json()
    agent = as_user(client, made["key"])
    agent.store("The agent was here.")
    assert agent.post("/keys", {"name": "x", "scopes": ["read"]}).status_code == 403
    fact = {"subject": "Ana", "predicate": "works at", "object": "Acme"}
    assert agent.post("/kg/facts", fact).json()["fact"]["by"] == f"key:{made['id']}"


def test_a_laptops_token_opens_one_palace(serve, app_of, as_user, tmp_path):
    serving = serve(token_file=tmp_path / "own" / "token", secret_file=None, issuer=None)
    token = (tmp_path / "own" / "token").read_text().strip()
    assert (tmp_path / "own" / "token").stat().st_mode & 0o077 == 0
    with TestClient(app_of(serving)) as client:
        me = as_user(client, token)
        me.store("Mine alone.")
        assert as_user(client, token[:-1] + "x").get("/wings").status_code == 401
        assert me.delete("/token").status_code == 422


def test_the_tools_keep_to_the_callers_palace(user):
    ana, bo = user("ana"), user("bo")
    assert not ana.tool("memory_add", message="The vault opens with a whisper.", wing="w")[
        "isError"
    ]
    assert "whisper" in json.dumps(ana.tool("memory_search", query="vault"))
    assert "whisper" not in json.dumps(bo.tool("memory_search", query="vault"))
    assert not ana.tool("list_wings", userId="ana")["isError"]
    assert bo.tool("list_wings", userId="ana")["isError"]


def test_what_one_user_knows_of_another_opens_nothing(user):
    ana, bo = user("ana"), user("bo")
    (id,) = ana.store("The vault opens with a whisper.")["ids"]
    fact = {"subject": "Vault", "predicate": "opens with", "object": "a whisper"}
    ana.post("/kg/facts", fact)
    for path in (f"/memories/{id}", f"/memories/{id}/content", "/wings/orion", f"/episodes/{id}"):
        answer = bo.get(path)
        nobody = bo.get(path.replace("0", "1").replace("orion", "vega"))
        assert (answer.status_code, nobody.status_code) == (404, 404)
        assert "whisper" not in answer.text
    assert bo.delete(f"/memories/{id}").status_code == 404
    assert bo.post("/kg/facts", {**fact, "cite": id}).status_code in (404, 422)
    assert bo.get("/kg/entity/Vault").text == bo.get("/kg/entity/Nothing").text
    assert ana.get(f"/memories/{id}").status_code == 200


def test_many_who_prove_nothing_keep_nobody_else_waiting(serving, user, client, as_user):
    ana, slow = user("ana"), threading.Event()
    real = serving.identity.keys.caller

    def waiting(written):
        assert slow.wait(60)
        return real(written)

    serving.identity.keys.caller = waiting
    forged = as_user(client, "camillo_" + "0" * 16 + "_" + "0" * 64)
    codes: list[int] = []
    many = [
        threading.Thread(target=lambda: codes.append(forged.get("/wings").status_code))
        for _ in range(24)
    ]
    try:
        for one in many:
            one.start()
        ana.store("We chose Go.")
        assert ana.get("/search", params={"q": "Go"}).json()["results"]
        assert codes == []
    finally:
        slow.set()
        for one in many:
            one.join(60)
    assert codes == [401] * 24
