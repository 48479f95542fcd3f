"""The headers that the OpenAPI tells of, against those that the server reads and sends."""

import re
from pathlib import Path

import pytest

from camillo.surfaces.http import watch

SOURCES = Path(watch.__file__).parent
#: What all answers have from the wire, and what keeps browsers safe: told in words, in docs/reference/server.md.
PLAIN = {
    "cache-control",
    "content-length",
    "content-security-policy",
    "content-type",
    "referrer-policy",
    "x-content-type-options",
    "x-frame-options",
}
NOTE = "# OAuth\n\nCodes are kept safe by PKCE."
MEMORY = {"wingId": "orion", "roomId": "api", "hall": "decisions", "content": "We chose GraphQL."}


def operations(document):
    for path, several in document["paths"].items():
        for method, one in several.items():
            yield path, method.upper(), one


def taken(document, operation) -> set[str]:
    """Headers of requests that an operation is documented to read."""
    named = document["components"]["parameters"]
    given = [
        named[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for one in operation["parameters"]
    ]
    return {one["name"] for one in given if one["in"] == "header"}


def undocumented(document, path: str, method: str, answer) -> set[str]:
    """Headers of an answer that the OpenAPI does not have for its status."""
    responses = document["paths"][path][method.lower()]["responses"]
    told = {name.lower() for name in responses[str(answer.status_code)]["headers"]}
    return set(answer.headers) - PLAIN - told


@pytest.fixture
def here(ana):
    """A palace in which there is something at each path: a path's names, by what stands for them."""
    done = ana.store(MEMORY["content"])
    assert ana.post("/notes", {"text": NOTE, "slug": "oauth"}).status_code == 201
    assert ana.post("/diaries/reviewer", {"text": "One."}).status_code == 201
    share = ana.post("/shares", {"wingId": "orion", "role": "reader"}).json()["id"]
    return {
        "wingId": "orion", "roomId": "api", "note": "oauth", "id": done["ids"][0], "role": "reviewer",
        "entity": "Ana", "version": "1", "share": share,
    }  # fmt: skip


def url_of(path: str, here: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: here.get(name[1], "nothing"), path)


def test_each_route_that_is_read_has_a_tag_where_it_says_so_and_nowhere_else(ana, here, document):
    seen = set()
    for path, method, one in operations(document):
        if method != "GET":
            continue
        query = {"q": "GraphQL", "old": 1, "new": 1} if "search" in path or "diff" in path else {}
        known = {p["name"] for p in one["parameters"] if p.get("in") == "query"}
        asked = {"params": {k: v for k, v in query.items() if k in known}}
        url = url_of(path, here)
        headers = {"Authorization": f"Bearer {ana.credential}"}
        answer = ana.client.get(url, headers=headers, **asked)
        if answer.status_code != 200:
            continue
        seen.add(path)
        assert undocumented(document, path, method, answer) == set(), path
        assert ("etag" in answer.headers) == ("ETag" in one["responses"]["200"]["headers"]), path
        again = ana.client.get(url, headers={**headers, "If-None-Match": "*"}, **asked)
        assert (again.status_code == 304) == ("If-None-Match" in taken(document, one)), path
        if again.status_code == 304:
            assert undocumented(document, path, method, again) == set(), path
    assert len(seen) > 30


def test_each_write_reads_its_key_where_it_says_so_and_nowhere_else(ana, here, document):
    for path, method, one in operations(document):
        headers = {"Authorization": f"Bearer {ana.credential}", "Idempotency-Key": "short"}
        answer = ana.client.request(method, url_of(path, here), headers=headers, json={})
        is_read = answer.status_code == 422 and "Idempotency-Key" in answer.text
        assert is_read == ("Idempotency-Key" in taken(document, one)), (method, path)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/wings/{wingId}", {"name": "vela"}),
        ("DELETE", "/wings/{wingId}", None),
        ("DELETE", "/memories/{id}", None),
        ("PUT", "/notes/{note}", {"text": NOTE + " So.", "version": 1}),
        ("PATCH", "/notes/{note}", {"title": "OAuth 2"}),
        ("DELETE", "/notes/{note}", None),
    ],
)
def test_what_names_a_tag_is_done_to_nothing_else(ana, here, document, method, path, body):
    asked = document["paths"][f"/api/palace{path}"][method.lower()]
    assert "If-Match" in taken(document, asked)
    url = url_of(path, here)
    stale = ana.ask(method, url, json=body, headers={"If-Match": '"other"'})
    assert stale.status_code == 412, stale.text
    tag = ana.get(url).headers["etag"]
    assert ana.ask(method, url, json=body, headers={"If-Match": tag}).status_code == 200


def test_no_other_route_says_that_it_reads_if_match(document):
    known = [path for path, _, one in operations(document) if "If-Match" in taken(document, one)]
    assert len(known) == 6


def test_routes_read_no_header_that_they_do_not_say():
    for path in (SOURCES / "routes").glob("*.py"):
        # What opens the metrics is a token, as the OpenAPI has it for all: no parameter.
        if path.name != "system.py":
            assert ".headers" not in path.read_text("utf-8"), path.name


def test_answers_have_the_headers_of_their_status(ana, bo, here, client, document):
    wings = "/api/palace/wings"
    answers = [(wings, "GET", client.get(wings)), (wings, "GET", bo.get("/wings"))]
    note = {"text": NOTE, "slug": "oauth"}
    for _ in range(2):
        for path, body in (("/memories", MEMORY), ("/notes", note)):
            told = ana.post(path, body, headers={"Idempotency-Key": f"0123456{path}"})
            answers.append((f"/api/palace{path}", "POST", told))
    archive = ana.get("/export?format=archive")
    answers.append(("/api/palace/export", "GET", archive))
    answers.append(("/api/palace/wings/{wingId}", "GET", ana.get("/wings/nothing")))
    for path, method, answer in answers:
        assert undocumented(document, path, method, answer) == set(), (path, answer.status_code)
    assert "content-disposition" in archive.headers
    assert answers[0][2].headers["www-authenticate"]
    assert [answer.headers.get("idempotent-replayed") for _, _, answer in answers[2:6]] == [
        None, None, "true", "true",
    ]  # fmt: skip


def test_who_asks_too_often_is_told_when_to_come_back(serve, app_of, as_user, sign, document):
    from starlette.testclient import TestClient

    with TestClient(app_of(serve(rate=1, burst=1))) as hurried:
        ana = as_user(hurried, sign("ana"))
        answer = next(one for one in (ana.get("/wings") for _ in range(20)) if one.status_code == 429)  # fmt: skip
    assert answer.headers["retry-after"].isdigit()
    assert undocumented(document, "/api/palace/wings", "GET", answer) == set()


def test_the_id_of_a_request_is_taken_and_told(ana, document):
    told = ana.get("/wings", headers={"X-Request-Id": "mine-7"})
    assert told.headers["x-request-id"] == "mine-7"
    assert all("X-Request-Id" in taken(document, one) for _, _, one in operations(document))


def test_shapes_and_routes_have_names_that_people_can_say(document):
    names = [*document["components"]["schemas"]]
    routes = [one["operationId"] for path, _, one in operations(document) if "/api/" in path]
    assert [name for name in names + routes if "__" in name or "api" in name] == []
    assert len(set(routes)) == len(routes) > 70
