"""The page's files, signing in, and what another site cannot do; without a browser."""

import gzip
import re
import threading

import anyio
import anyio.to_thread
import pytest

from camillo.app.looking.looking import Beat
from camillo.domain.owner import Owner
from camillo.surfaces.http.page.files import page_files
from camillo.surfaces.http.page.sessions import Sessions

HERE = "http://testserver"


@pytest.fixture
def signed(client, sign):
    """A client that has signed in with ana's token, and the proof that its page holds."""
    answer = client.post("/session", json={"key": sign("ana")}, headers={"Origin": HERE})
    assert answer.status_code == 200, answer.text
    return client, {"X-Camillo-Page": answer.json()["proof"]}


def test_the_page_trusts_its_own_files_alone_and_stands_in_no_frame(client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=|https?://", answer.text)


def test_every_file_that_the_page_names_is_there_and_names_no_other_place(client):
    named = re.findall(r'(?:src|href)="\./([^"]+)"', client.get("/").text)
    assert len(named) >= 3
    for name in named:
        assert client.get(f"/{name}").status_code == 200
    for path, file in page_files().items():
        # Namespaces and licences are names, not addresses that anything asks.
        fetched = re.findall(
            rb"""(?:src|href|url\(|fetch\(|import\()\s*[=:]?\s*["']?https?://""", file.content
        )
        assert fetched == [], path


def test_files_are_sent_compressed_and_not_sent_again(client):
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    packed = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == gzip.decompress(page_files()["/"].packed)
    again = client.get("/", headers={"If-None-Match": plain.headers["etag"]})
    assert again.status_code == 304 and not again.content


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/assets/..%2f..%2ffiles.py", "/assets/", "/index.html"]
)
def test_nothing_but_the_pages_files_is_served(client, path):
    assert client.get(path).status_code in (401, 404)


def test_a_session_needs_the_cookie_and_the_proof(signed):
    client, proof = signed
    assert client.get("/api/palace/stats", headers=proof).status_code == 200
    assert client.get("/api/palace/stats").status_code == 401
    assert client.get("/api/palace/stats", headers={"X-Camillo-Page": "x" * 43}).status_code == 401
    client.cookies.clear()
    assert client.get("/api/palace/stats", headers=proof).status_code == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client, sign):
    answer = client.post("/session", json={"key": sign("ana")}, headers={"Origin": HERE})
    told = answer.headers["set-cookie"]
    assert "HttpOnly" in told and "SameSite=Strict" in told and "Path=/" in told
    assert "Secure" not in told
    secure = client.post(
        "/session", json={"key": sign("ana")}, headers={"Origin": "https://testserver"}
    )
    assert "Secure" in secure.headers["set-cookie"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.test"},
        {"Origin": "http://testserver:81"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_is_refused_even_with_cookie_and_proof(signed, sign, headers):
    client, proof = signed
    told = {**proof, **headers}
    assert client.get("/api/palace/stats", headers=told).status_code == 403
    body = {"wingId": "w", "roomId": "r", "hall": "events", "content": "x"}
    assert client.post("/api/palace/memories", json=body, headers=told).status_code == 403
    assert client.post("/session", json={"key": sign("bo")}, headers=headers).status_code == 403
    assert client.delete("/session", headers=told).status_code == 403
    assert client.get("/api/palace/stats", headers=proof).json()["memories"] == 0


def test_a_form_cannot_sign_anybody_in(client, sign):
    body = '{"key":"' + sign("ana") + '"}'
    answer = client.post("/session", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"key": 7}', b'{"key": "  "}', '{"key": "ü"}'.encode()]
)
def test_what_is_no_key_signs_nobody_in(client, body):
    answer = client.post("/session", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


def test_a_wrong_key_signs_nobody_in(client, sign):
    for key in ("nonsense", sign("ana", key="w" * 48), sign("ana", exp=1)):
        answer = client.post("/session", json={"key": key}, headers={"Origin": HERE})
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers


def test_signing_out_ends_the_session_on_the_server(signed):
    client, proof = signed
    cookie = client.cookies["camillo"]
    assert client.delete("/session", headers={**proof, "Origin": HERE}).status_code == 200
    client.cookies.clear()
    client.cookies.set("camillo", cookie)
    assert client.get("/api/palace/stats", headers=proof).status_code == 401


def test_a_session_ends_with_its_token(client, sign):
    answer = client.post("/session", json={"key": sign("ana", jti="t1")}, headers={"Origin": HERE})
    proof = {"X-Camillo-Page": answer.json()["proof"]}
    assert client.delete("/api/palace/token", headers=proof).is_success
    assert client.get("/api/palace/stats", headers=proof).status_code == 401


def test_two_users_at_one_server_see_their_own_palaces(client, sign):
    proofs = {}
    cookies = {}
    for name in ("ana", "bo"):
        client.cookies.clear()
        answer = client.post("/session", json={"key": sign(name)}, headers={"Origin": HERE})
        proofs[name] = {"X-Camillo-Page": answer.json()["proof"]}
        cookies[name] = client.cookies["camillo"]
        body = {"wingId": "w", "roomId": "r", "hall": "events", "content": f"{name} was here"}
        assert (
            client.post("/api/palace/memories", json=body, headers=proofs[name]).status_code == 201
        )
    client.cookies.clear()
    client.cookies.set("camillo", cookies["ana"])
    told = client.get(
        "/api/palace/ui/search", params={"q": "was here"}, headers=proofs["ana"]
    ).json()
    assert [one["best"]["text"] for one in told["talks"]] == ["ana was here"]
    assert client.get("/api/palace/stats", headers=proofs["bo"]).status_code == 401


def test_sessions_end_when_nobody_uses_them_and_invitations_are_for_one():
    now = [0.0]
    sessions = Sessions(clock=lambda: now[0], idle=100)
    key = sessions.invite("secret", seconds=10)
    assert sessions.accept(key) == "secret"
    assert sessions.accept(key) is None
    late = sessions.invite("secret", seconds=10)
    id, proof = sessions.begin("secret")
    now[0] = 60
    assert sessions.accept(late) is None
    assert sessions.credential(id, proof) == "secret"
    now[0] = 150
    assert sessions.credential(id, proof) == "secret"
    now[0] = 251
    assert sessions.credential(id, proof) is None


def test_the_plan_tells_what_stats_tell(ana):
    ana.store("We chose GraphQL.")
    ana.store("Rate limits are 40 for partners.", room="limits", hall="discoveries")
    ana.store("Bread needs time.", wing="kitchen", room="bread", hall="insights")
    plan, stats = ana.get("/ui/plan").json(), ana.get("/stats").json()
    assert {name: plan[name] for name in ("memories", "drawers", "documents", "sources")} == {
        name: stats[name] for name in ("memories", "drawers", "documents", "sources")
    }
    assert sum(len(wing["rooms"]) for wing in plan["wings"]) == stats["rooms"]
    orion = next(one for one in plan["wings"] if one["id"] == "orion")
    assert {one["id"]: one["halls"] for one in orion["rooms"]} == {
        "api": {"decisions": 1},
        "limits": {"discoveries": 1},
    }
    newest = ana.get("/ui/wings/orion/newest", params={"limit": 1}).json()["memories"]
    assert [one["text"] for one in newest] == ["Rate limits are 40 for partners."]
    assert (
        ana.get("/ui/wings/orion/newest", params={"roomId": "api"}).json()["memories"][0]["hall"]
        == "decisions"
    )


def test_a_conversation_is_read_around_a_passage(ana):
    id = ana.store("We chose GraphQL. It was Monday.")["ids"][0]
    key = id.partition(":")[0]
    told = ana.get(f"/ui/conversation/{key}:3-8").json()
    (turn,) = told["turns"]
    assert turn["passage"] == {
        "before": "We ",
        "text": "chose",
        "after": " GraphQL. It was Monday.",
    }
    assert told["total"] == 1 and told["current"]
    assert ana.get("/ui/conversation/000000000000000000000000:0-1").status_code == 404


def test_status_tells_no_path_and_no_text(ana, tmp_path):
    ana.store("the quagga is hidden")
    answer = ana.get("/ui/status")
    assert answer.status_code == 200
    assert str(tmp_path) not in answer.text and "quagga" not in answer.text
    told = answer.json()
    assert told["leaves"] == "nothing"
    assert told["sources"][0]["state"] == "present"
    assert told["hooks"] == {"used": False, "waiting": 0, "failed": 0, "troubles": []}


def test_events_are_for_who_is_signed_in(client):
    assert client.get("/api/palace/ui/events").status_code == 401


def test_a_beat_says_how_the_palace_stands(tmp_path):
    from camillo import Palace

    with Palace.open(tmp_path / "palace.camillo") as palace:
        before = palace.looking.beat()
        palace.add("We chose Go.", wing="orion")
        after = palace.looking.beat()
    assert before == Beat(before.seq, 0, 0, 0)
    assert (after.memories, after.drawers) == (1, 1) and after.seq > before.seq


def test_streams_that_wait_for_a_palace_at_work_take_no_thread_from_others(serve, app_of, sign):
    serving = serve()
    app = app_of(serving)

    async def asked(path: str, sub: str, began: anyio.Event | None = None) -> int:
        status = 0

        async def receive():
            await anyio.sleep_forever()

        async def send(message):
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if began is not None:
                    began.set()

        headers = [(b"host", b"here"), (b"authorization", f"Bearer {sign(sub)}".encode())]
        await app(
            {
                "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
                "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers,
            },
            receive,
            send,
        )  # fmt: skip
        return status

    async def attacked() -> int:
        anyio.to_thread.current_default_thread_limiter().total_tokens = 4
        started = [anyio.Event() for _ in range(8)]
        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                for one in started:
                    tasks.start_soon(asked, "/api/palace/ui/events", "ana", one)
                for one in started:
                    await one.wait()
                await anyio.sleep(2.5)  # each of them has looked again by now
                with anyio.fail_after(10):
                    status = await asked("/api/palace/wings", "bo")
                leave.set()
                tasks.cancel_scope.cancel()
        return status

    held, leave = threading.Event(), threading.Event()

    def works():
        with serving.palaces.lease(Owner("notes", "ana")):
            held.set()
            leave.wait(30)

    worker = threading.Thread(target=works)
    worker.start()
    try:
        assert held.wait(10)
        assert anyio.run(attacked) == 200
    finally:
        leave.set()
        worker.join()
        serving.close()
