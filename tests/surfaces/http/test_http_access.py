"""Who is let in, what they may do, and that none reaches another's palace by any way there is."""

import itertools
import json
import threading
import uuid

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from starlette.testclient import TestClient

USERS = [("notes", "ana"), ("tasks", "ana"), ("notes", "bo"), ("notes", "cleo"), ("tasks", "dan")]


@pytest.mark.parametrize(
    "header",
    [
        None, "", "Bearer", "Bearer ", "Basic YW5hOmFuYQ==", "Bearer x.y.z", "Bearer camillo_x",
        "Bearer " + "x" * 20_000, "Bearer \xff\xfe", "bearer a b c",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/api/palace/wings", "/mcp", "/nothing"])
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


class FiveUsers(RuleBasedStateMachine):
    """Random operations of five users, two of them the same `sub` under two products, over REST and tools.

    Each user's texts carry a word of their own, and one of the wing they were filed in; no answer to another ever
    holds it, but for what is asked through a share that stands: then those of that wing, and no others.
    """

    make = None

    def __init__(self) -> None:
        super().__init__()
        # Users of this run alone, and no text twice: what was forgotten for good is not kept again.
        run = uuid.uuid4().hex
        self.users = {pair: self.make(f"{pair[1]} {run}", pair[0]) for pair in USERS}
        self.count = itertools.count()
        self.wings: dict = {pair: set() for pair in USERS}
        self.ids: list[str] = []
        # By id: who gave which wing to whom.
        self.shares: dict[str, tuple] = {}

    def mark(self, who) -> str:
        return f"zq{USERS.index(who)}mark"

    def seen(self, who, told: str) -> None:
        for other in USERS:
            if other != who:
                assert self.mark(other) not in told, (who, other, told)

    def text(self, who, wing) -> str:
        return f"{self.mark(who)} zq{USERS.index(who)}{wing}x thought {next(self.count)}"

    def seen_through(self, who, told: str, shares) -> None:
        open_to = {(giver, wing) for giver, wing, taker in shares if taker == who}
        for other in USERS:
            for wing in ("orion", "vega"):
                if other != who and (other, wing) not in open_to:
                    assert f"zq{USERS.index(other)}{wing}x" not in told, (who, other, wing, told)
            if other != who and other not in {giver for giver, _ in open_to}:
                assert self.mark(other) not in told, (who, other, told)

    who = st.sampled_from(USERS)
    wing = st.sampled_from(["orion", "vega"])

    @rule(who=who, wing=wing)
    def store(self, who, wing) -> None:
        mark = self.mark(who)
        told = self.users[who].store(self.text(who, wing), wing=wing, room=f"{mark} room")
        self.ids += told["ids"]
        self.wings[who].add(wing)

    @rule(who=who, wing=wing)
    def add_by_tool(self, who, wing) -> None:
        told = self.users[who].tool("memory_add", message=self.text(who, wing), wing=wing)
        assert not told["isError"]
        self.seen(who, json.dumps(told))
        self.wings[who].add(wing)

    @rule(who=who)
    def state(self, who) -> None:
        mark = self.mark(who)
        told = {"subject": "Vault", "predicate": "opens with", "object": f"{mark} key"}
        self.seen(who, self.users[who].post("/kg/facts", told).text)

    @rule(who=who, path=st.sampled_from([
        "/search?q=thought", "/wings", "/memories", "/stats", "/health", "/kg/entity/Vault", "/export",
        "/kg/timeline/Vault", "/kg/contradictions", "/wake-up/orion", "/episodes", "/diaries", "/keys",
    ]))  # fmt: skip
    def look(self, who, path) -> None:
        answer = self.users[who].get(path)
        assert answer.status_code == 200
        self.seen(who, answer.text + str(answer.headers))

    @rule(who=who)
    def search_by_tool(self, who) -> None:
        told = self.users[who].tool("memory_search", query="thought by tool")
        self.seen(who, json.dumps(told))

    @rule(who=who, data=st.data())
    def reach_for_an_id(self, who, data) -> None:
        if self.ids:
            id = data.draw(st.sampled_from(self.ids))
            self.seen(who, self.users[who].get(f"/memories/{id}").text)
            self.seen(who, self.users[who].delete(f"/memories/{id}?dryRun=true").text)

    @rule(who=who, wing=wing)
    def delete_wing(self, who, wing) -> None:
        answer = self.users[who].delete(f"/wings/{wing}")
        assert (answer.status_code == 200) == (wing in self.wings[who])
        self.seen(who, answer.text)
        self.wings[who].discard(wing)
        if answer.status_code == 200:
            self.shares = {id: told for id, told in self.shares.items() if told[:2] != (who, wing)}

    @rule(who=who, taker=who, wing=wing)
    def share(self, who, taker, wing) -> None:
        made = self.users[who].post("/shares", {"wingId": wing, "role": "reader"})
        assert (made.status_code == 201) == (wing in self.wings[who])
        if made.status_code != 201:
            return
        taken = self.users[taker].post("/shares/accept", {"code": made.json()["code"]})
        fits = who != taker and who[0] == taker[0]
        assert (taken.status_code == 201) == fits
        if fits:
            self.shares[made.json()["id"]] = (who, wing, taker)

    @rule(who=who, data=st.data())
    def end_a_share(self, who, data) -> None:
        if self.shares:
            id = data.draw(st.sampled_from(sorted(self.shares)))
            giver, _, taker = self.shares[id]
            answer = self.users[who].delete(f"/shares/{id}")
            assert (answer.status_code == 200) == (who in (giver, taker))
            if answer.status_code == 200:
                del self.shares[id]

    @rule(who=who, data=st.data())
    def look_through_shares(self, who, data) -> None:
        answer = self.users[who].get("/search?q=thought&shared=true&limit=50")
        assert answer.status_code == 200
        self.seen_through(who, answer.text, self.shares.values())
        for hit in answer.json()["results"]:
            origin = hit["origin"]
            giver = who if origin is None else self.shares[origin["share"]][0]
            assert self.mark(giver) in hit["text"]
        if self.shares:
            id = data.draw(st.sampled_from(sorted(self.shares)))
            answer = self.users[who].get(f"/shares/{id}/search?q=thought")
            mine = self.shares[id][2] == who
            assert answer.status_code == (200 if mine else 404)
            self.seen_through(who, answer.text, [self.shares[id]])
            if self.ids and mine:
                memory = data.draw(st.sampled_from(self.ids))
                told = self.users[who].get(f"/shares/{id}/memories/{memory}").text
                self.seen_through(who, told, [self.shares[id]])

    def teardown(self) -> None:
        for who, one in self.users.items():
            listed = {row["id"] for row in one.get("/wings").json()["wings"]}
            assert listed == self.wings[who]


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["files", "postgres"])
def test_five_users_never_see_each_other(backend, request, serve, app_of, sign, as_user):
    from hypothesis.stateful import run_state_machine_as_test

    database = request.getfixturevalue("postgres_admin") if backend == "postgres" else None
    with TestClient(app_of(serve(database=database))) as client:
        FiveUsers.make = staticmethod(lambda *who: as_user(client, sign(*who)))
        _run(run_state_machine_as_test)


def _run(run_state_machine_as_test) -> None:
    run_state_machine_as_test(
        FiveUsers,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


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
