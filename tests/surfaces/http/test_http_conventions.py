"""What every route has in common: errors, tags, cursors, repeats, limits, headers, counts, the audit log."""

import json
import stat
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from camillo.app.care.pruning import Pruning
from camillo.domain.errors import PalaceAway, PalaceBusy, PalaceDamaged, PalaceLocked


def problem(answer, status: int) -> dict:
    """The problem of an answer, once its shape is seen to be the documented one."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert {"type", "title", "status", "detail", "request"} <= told.keys()
    assert told.keys() <= {"type", "title", "status", "detail", "mend", "request", "errors"}
    assert told["type"].startswith("urn:camillo:problem:")
    assert (told["status"], told["request"]) == (status, answer.headers["x-request-id"])
    return told


def test_every_error_has_one_shape(ana, client):
    problem(client.get("/api/palace/wings"), 401)
    problem(ana.get("/wings/nothing"), 404)
    problem(ana.get("/nothing/here"), 404)
    problem(ana.ask("PUT", "/wings"), 405)
    problem(ana.post("/memories", {"x": 1}), 422)
    headers = {"Content-Type": "application/json"}
    problem(ana.ask("POST", "/memories", content=b"{not json", headers=headers), 422)
    problem(ana.ask("POST", "/memories", content=b"\xff\xfe", headers=headers), 422)
    problem(client.request("TRACE", "/api/palace/wings"), 405)


def test_a_refused_value_is_not_told_back(ana):
    told = ana.post("/memories", {"wingId": 5, "content": "my secret plan", "hall": ["x"]}).text
    assert "secret" not in told


def test_a_fault_tells_neither_its_cause_nor_a_path(ana, serving, monkeypatch, caplog):
    def broken(self):
        raise RuntimeError("the text was: my secret plan")

    monkeypatch.setattr("camillo.app.palace.Palace.wings", broken)
    told = problem(ana.get("/wings"), 500)
    assert "secret" not in json.dumps(told)
    assert all("secret" not in str(vars(record)) for record in caplog.records)

    monkeypatch.setattr("camillo.app.palace.Palace.add", lambda *_, **__: broken(None))
    told = {"wingId": "orion", "roomId": "api", "hall": "decisions", "content": "One."}
    for headers in ({}, {"Idempotency-Key": "store-it-once"}):
        assert "secret" not in json.dumps(
            problem(ana.post("/memories", told, headers=headers), 500)
        )

    def damaged(self):
        raise PalaceDamaged("/srv/camillo/ab/cd is damaged", "restore")

    monkeypatch.setattr("camillo.app.palace.Palace.wings", damaged)
    assert "/srv" not in json.dumps(problem(ana.get("/wings"), 500))


def test_what_was_read_once_is_not_sent_again_until_it_changes(ana):
    ana.store("One.")
    first = ana.get("/wings/orion")
    tag = first.headers["etag"]
    again = ana.get("/wings/orion", headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    ana.store("Two.")
    assert ana.get("/wings/orion", headers={"If-None-Match": tag}).status_code == 200
    stale = ana.delete("/wings/orion", headers={"If-Match": tag})
    problem(stale, 412)
    fresh = ana.get("/wings/orion").headers["etag"]
    assert ana.delete("/wings/orion", headers={"If-Match": fresh}).status_code == 200


def test_a_write_that_is_sent_again_is_done_once(ana, user):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    told = {"text": "Done for today.", "at": None}
    first = ana.post("/diaries/coder", told, headers=key)
    again = ana.post("/diaries/coder", told, headers=key)
    assert (first.json(), first.status_code) == (again.json(), again.status_code)
    assert again.headers["idempotent-replayed"] == "true"
    assert ana.get("/diaries").json()["diaries"][0]["entries"] == 1

    problem(ana.post("/diaries/coder", {"text": "Another."}, headers=key), 422)
    problem(ana.post("/diaries/other", told, headers=key), 422)
    problem(ana.post("/diaries/coder", told, headers={"Idempotency-Key": "short"}), 422)
    other = user("bo").post("/diaries/coder", told, headers=key)
    assert "idempotent-replayed" not in other.headers
    assert user("bo").get("/diaries").json()["diaries"][0]["entries"] == 1


def test_an_answer_is_repeated_to_the_credential_it_was_given_to_alone(ana, client, as_user, user):
    def asked(by, told):
        return by.post("/keys", told, headers={"Idempotency-Key": "make-a-key-1"})

    reader = ana.post("/keys", {"name": "reader", "scopes": ["read"]}).json()["key"]
    told = {"name": "admin", "scopes": ["admin"]}
    made = asked(ana, told)
    assert asked(user("ana"), told).json() == made.json()  # a token that was got anew
    answer = asked(as_user(client, reader), told)
    assert answer.status_code == 422
    assert made.json()["key"] not in answer.text


def test_a_repeat_is_known_after_the_server_started_anew(serve, app_of, sign, as_user):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    answers = []
    for _ in range(2):
        with TestClient(app_of(serve())) as client:
            ana = as_user(client, sign("ana"))
            answers.append(ana.post("/diaries/coder", {"text": "Done."}, headers=key).json())
            assert ana.get("/diaries").json()["diaries"][0]["entries"] == 1
    assert answers[0] == answers[1]


def test_an_answer_that_is_kept_for_repeats_cannot_be_read_on_disk(ana, tmp_path):
    fact = {"subject": "Zanzibarius", "predicate": "works at", "object": "Quuxworks"}
    key = {"Idempotency-Key": str(uuid.uuid4())}
    assert "Zanzibarius" in ana.post("/kg/facts", fact, headers=key).text
    for path in (tmp_path / "data").glob("server.db*"):
        assert b"Zanzibarius" not in path.read_bytes()
        assert key["Idempotency-Key"].encode() not in path.read_bytes()


def test_a_failed_write_may_be_tried_again_under_its_key(ana, monkeypatch):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    with monkeypatch.context() as patch:
        patch.setattr("camillo.app.palace.Palace.add", lambda *_, **__: 1 / 0)
        told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "x y"}
        problem(ana.post("/memories", told, headers=key), 500)
    assert ana.post("/memories", told, headers=key).status_code == 201


def test_pages_follow_by_cursors_that_hold_for_one_owner_and_one_list(ana, user):
    for number in range(7):
        ana.store(f"Thought number {number}.", wing=f"wing {number}")
    seen, cursor = [], None
    while True:
        page = ana.get("/memories", params={"limit": 3} | ({"cursor": cursor} if cursor else {}))
        seen += [one["content"] for one in page.json()["memories"]]
        if (following := page.json()["next"]) is None:
            break
        cursor = following
    assert seen == [f"Thought number {number}." for number in reversed(range(7))]
    wings = ana.get("/wings", params={"limit": 4}).json()
    rest = ana.get("/wings", params={"limit": 4, "cursor": wings["next"]}).json()
    assert [one["id"] for one in wings["wings"] + rest["wings"]] == [f"wing {n}" for n in range(7)]

    problem(user("bo").get("/memories", params={"cursor": cursor}), 422)
    problem(user("ana", "tasks").get("/memories", params={"cursor": cursor}), 422)
    problem(ana.get("/wings", params={"cursor": cursor}), 422)
    problem(ana.get("/memories", params={"cursor": cursor, "wingId": "wing 1"}), 422)
    for forged in ("x", "é", cursor[:-2], cursor + "AAAA", "=" * 10):
        problem(ana.get("/memories", params={"cursor": forged}), 422)


def test_a_page_goes_on_where_it_was_though_something_was_stored_meanwhile(ana):
    for number in range(4):
        ana.store(f"Thought number {number}.")
    first = ana.get("/memories", params={"limit": 2}).json()
    ana.store("Thought number 4.")
    rest = ana.get("/memories", params={"limit": 2, "cursor": first["next"]}).json()
    assert [one["content"][-2] for one in first["memories"] + rest["memories"]] == list("3210")


def test_a_body_that_is_too_large_is_refused(serve, app_of, sign, as_user):
    with TestClient(app_of(serve(body_limit=2_000))) as client:
        ana = as_user(client, sign("ana"))
        told = {"wingId": "w", "roomId": "r", "hall": "events", "content": "x" * 3_000}
        problem(ana.post("/memories", told), 413)

        def pieces():
            for _ in range(30):
                yield b"x" * 100

        problem(ana.ask("POST", "/import", content=pieces()), 413)
        assert ana.get("/memories").json()["memories"] == []


def test_an_owner_who_asks_too_much_waits_and_others_do_not(serve, app_of, sign, as_user):
    with TestClient(app_of(serve(rate=1, burst=3))) as client:
        ana, bo = as_user(client, sign("ana")), as_user(client, sign("bo"))
        answers = [ana.get("/wings") for _ in range(4)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        assert problem(answers[3], 429)
        assert int(answers[3].headers["retry-after"]) >= 1
        assert as_user(client, sign("ana", jti="another")).get("/wings").status_code == 429
        assert bo.get("/wings").status_code == 200


@pytest.mark.parametrize("error", [PalaceAway, PalaceBusy, PalaceLocked])
def test_a_write_whose_answer_cannot_be_kept_is_done_and_answered(ana, serving, monkeypatch, error):
    def away(*_):
        raise error("the servers' records are away", "try again")

    told = {"wingId": "orion", "roomId": "api", "hall": "decisions", "content": "We chose GraphQL."}
    key = {"Idempotency-Key": str(uuid.uuid4())}
    with monkeypatch.context() as patch:
        patch.setattr(type(serving.store), "put_answer", away)
        patch.setattr(type(serving.store), "release_answer", away)
        first = ana.post("/memories", told, headers=key)
        assert first.status_code == 201, first.text
        refused = ana.post("/nothing", told, headers={"Idempotency-Key": str(uuid.uuid4())})
        assert refused.status_code == 404
    again = ana.post("/memories", told, headers=key)
    assert (again.status_code, again.json()["ids"]) == (201, first.json()["ids"])
    assert ana.get("/stats").json()["memories"] == 1


def test_answers_carry_a_request_id_and_safe_headers(ana, client):
    answer = ana.get("/wings", headers={"X-Request-Id": "trace-7.a_b"})
    assert answer.headers["x-request-id"] == "trace-7.a_b"
    for bad in ("x" * 65, "a b", "<script>"):
        assert ana.get("/wings", headers={"X-Request-Id": bad}).headers["x-request-id"] != bad
    for one in (answer, client.get("/health"), client.get("/api/palace/wings")):
        assert one.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in one.headers["content-security-policy"]
        assert one.headers["cache-control"] in ("no-store", "private, no-cache")


def test_who_read_what_is_written_down_without_a_remembered_word(ana, user, tmp_path):
    ana.store("The vault opens with a whisper.", wing="secret wing")
    ana.get("/search", params={"q": "what opens the vault?"})
    ana.get("/wings/secret%20wing")
    user("bo", "tasks").get("/wings/secret%20wing")
    ana.tool("list_wings")
    path = tmp_path / "data" / "audit.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(row["product"], row["user"], row["did"], row["status"]) for row in rows] == [
        ("notes", "ana", "POST /api/palace/memories", 201),
        ("notes", "ana", "GET /api/palace/search", 200),
        ("notes", "ana", "GET /api/palace/wings/{wingId}", 200),
        ("tasks", "bo", "GET /api/palace/wings/{wingId}", 404),
        ("notes", "ana", "tool list_wings", 200),
        ("notes", "ana", "POST /mcp", 200),
    ]
    for word in ("vault", "whisper", "secret"):
        assert word not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_is_read_that_cannot_be_written_down(ana, serving, monkeypatch):
    ana.store("The vault opens with a whisper.")

    def full(*_, **__):
        raise OSError("no space left")

    monkeypatch.setattr(type(serving.audit), "note", full)
    answer = ana.get("/memories")
    assert answer.status_code == 500
    assert "vault" not in answer.text


def test_logs_tell_routes_and_no_word(ana, caplog):
    caplog.set_level("INFO", "camillo.http")
    ana.store("The vault opens with a whisper.", wing="secret wing")
    ana.get("/search", params={"q": "whisper"})
    told = [record.told for record in caplog.records if hasattr(record, "told")]
    assert [one["route"] for one in told] == ["/api/palace/memories", "/api/palace/search"]
    assert "whisper" not in caplog.text + json.dumps(told)


def test_the_log_tells_why_somebody_was_refused_and_the_answer_does_not(
    client, ana, sign, as_user, caplog
):
    caplog.set_level("INFO", "camillo.http")
    made = ana.post("/keys", {"name": "a", "scopes": ["read"]}).json()
    ana.delete(f"/keys/{made['id']}")
    shown = (sign("ana", aud="elsewhere"), sign("ana", exp=1), made["key"], "camillo_x")
    told = [problem(as_user(client, one).get("/wings"), 401) for one in shown]
    whys = [one.told["why"] for one in caplog.records if "why" in getattr(one, "told", {})]
    assert whys == ["another aud", "expired", "revoked", "an unknown key"]
    assert len({one["detail"] for one in told}) == 2
    assert not any(why in json.dumps(told) for why in whys)


def test_the_server_tells_that_it_lives_and_is_ready_without_a_token(client, serving, monkeypatch):
    assert client.get("/health").json()["status"] == "ok"
    assert client.get("/ready").json()["status"] == "ready"
    monkeypatch.setattr(type(serving.palaces), "is_ready", lambda _: False)
    problem(client.get("/ready"), 503)


def test_every_operation_has_a_summary_a_security_and_documented_errors(client):
    document = client.get("/openapi.json").json()
    paths = {path: one for path, one in document["paths"].items() if path.startswith("/api")}
    assert len(paths) >= 25
    assert "Problem" in document["components"]["schemas"]
    for path, operations in paths.items():
        for method, told in operations.items():
            assert told["summary"], (method, path)
            assert told["security"], (method, path)
            assert {"401", "403", "404", "422", "429"} <= told["responses"].keys()


def test_every_operation_has_examples(client):
    document = client.get("/openapi.json").json()
    schemas = document["components"]["schemas"]

    def shown(told, seen=()) -> bool:
        if isinstance(told, list):
            return any(shown(one, seen) for one in told)
        if not isinstance(told, dict):
            return False
        if "$ref" in told:
            name = told["$ref"].rpartition("/")[2]
            return name not in seen and shown(schemas[name], (*seen, name))
        return bool({"example", "examples"} & told.keys()) or shown(list(told.values()), seen)

    for path, operations in document["paths"].items():
        for method, told in operations.items():
            if path.startswith("/api") and not path.startswith("/api/palace/ui/"):
                answers = [
                    one["content"] for code, one in told["responses"].items() if code < "300"
                ]
                asked = [one for one in told["parameters"] if one.get("in") in ("path", "query")]
                for part in (asked, told.get("requestBody"), answers):
                    assert not part or shown(part), (method, path, part)


@pytest.mark.parametrize(
    "path",
    [
        "/search", "/wings", "/wings/{wingId}", "/wings/{wingId}/rooms", "/memories", "/memories/{id}",
        "/kg/entity/{entity}", "/kg/timeline/{entity}", "/kg/contradictions", "/wake-up/{wingId}",
        "/backfill-embeddings", "/prune", "/health", "/stats",
    ],
)  # fmt: skip
def test_the_routes_that_products_know_are_there(document, path):
    assert f"/api/palace{path}" in document["paths"]


def test_what_is_told_of_the_routes_is_the_same_at_every_server(client, document):
    assert client.get("/openapi.json").json() == document


def test_many_at_once_lose_nothing_and_none_waits_for_anothers_long_work(
    serve, app_of, sign, as_user, monkeypatch
):
    with TestClient(app_of(serve(threads=4, together=100))) as client:
        users = [as_user(client, sign(name)) for name in ("ana", "bo", "cleo")]
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(lambda n: users[n % 3].store(f"Thought {n} of many."), range(60)))
        assert [one.get("/stats").json()["memories"] for one in users] == [20, 20, 20]

        entered, leave = threading.Event(), threading.Event()
        prune = Pruning.plan

        def long(self, *given, **named):
            entered.set()
            leave.wait(20)
            return prune(self, *given, **named)

        monkeypatch.setattr(Pruning, "plan", long)
        with ThreadPoolExecutor(12) as pool:
            waiting = [pool.submit(users[0].post, "/prune") for _ in range(8)]
            entered.wait(10)
            # Eight requests of one owner are there, with four threads: another's goes on nevertheless.
            assert users[1].get("/wings").status_code == 200
            assert not any(one.done() for one in waiting)
            leave.set()
            assert {one.result().status_code for one in waiting} == {200}


def test_what_is_wrong_with_a_body_is_told_as_it_is(ana):
    text = b'{"wingId": "orion", "secret": 1}'
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    told = problem(ana.ask("POST", "/memories", content=text, headers=headers), 415)
    assert "application/x-www-form-urlencoded" in told["detail"]
    assert "application/json" in told["mend"]
    told = problem(ana.ask("POST", "/memories", content=text), 415)
    assert "without a Content-Type" in told["detail"]
    headers = {"Content-Type": "application/json"}
    told = problem(ana.ask("POST", "/memories", content=text[:-1], headers=headers), 422)
    (wrong,) = told["errors"]
    assert wrong["where"] == "body" and "no valid JSON at character" in wrong["what"]
    told = problem(ana.ask("POST", "/memories", content=text, headers=headers), 422)
    wrong = {one["where"]: one["what"] for one in told["errors"]}
    assert wrong["body.hall"] == "it is missing"
    assert wrong["body.secret"] == "there is no such field"
    told = problem(ana.ask("POST", "/memories"), 422)
    assert told["errors"] == [{"where": "body", "what": "it is missing"}]
    assert told["type"] == "urn:camillo:problem:unprocessable-content"


def test_what_mends_an_error_is_a_route_and_no_command(ana):
    assert problem(ana.get("/notes/stack"), 404)["mend"].startswith(
        "list them with `GET /api/palace/notes`"
    )
    for method, path in (
        ("GET", "/episodes/nothing"), ("GET", "/memories/nothing"), ("POST", "/prune/7/undo"),
        ("PATCH", "/wings/nothing/rooms/none"), ("DELETE", "/watchlist?url=https://x.org/"),
    ):  # fmt: skip
        told = ana.ask(method, path, json={"name": "new"} if method == "PATCH" else None)
        assert told.status_code in (404, 422)
        assert "`camillo" not in told.text, path
