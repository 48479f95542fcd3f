"""Which paths there are is no secret: who asks for another is told so, with a token or without."""

import pytest


def problem(answer, status: int) -> dict:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (told["status"], told["request"]) == (status, answer.headers["x-request-id"])
    assert told["detail"]
    return told


@pytest.fixture(params=["nobody", "forged", "ana"])
def headers(request, sign):
    """Those of who shows nothing, something that proves nothing, or a token."""
    if request.param == "nobody":
        return {}
    return {"Authorization": f"Bearer {sign('ana') if request.param == 'ana' else 'forged'}"}


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api",
        "/api/palace/",
        "/api/palace/nothing/here",
        "/api/palace/wings/",
        "/api/palace/wings/orion/nothing",
        "/api/other/wings",
        "/mcp/",
        "/mcp/nothing",
        "/session/nothing",
        "/assets/nothing.js",
        "/health/nothing",
        "/.well-known/oauth-protected-resource",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_path_is_told_to_anybody(client, headers, method, path):
    problem(client.request(method, path, headers=headers), 404)


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("PUT", "/api/palace/wings", "GET, HEAD"),
        ("TRACE", "/api/palace/wings", "GET, HEAD"),
        ("PUT", "/api/palace/memories/x", "DELETE, GET, HEAD"),
        ("POST", "/api/palace/notes/stack", "DELETE, GET, HEAD, PATCH, PUT"),
        ("GET", "/api/palace", "DELETE"),
        ("POST", "/api/palace/ui/events", "GET"),
        ("GET", "/mcp", "POST"),
        ("DELETE", "/mcp", "POST"),
        ("POST", "/health", "GET, HEAD"),
        ("POST", "/", "GET, HEAD"),
        ("GET", "/session", "POST, DELETE"),
    ],
)
def test_a_method_that_a_path_does_not_take_is_told_with_all_it_takes(
    client, headers, method, path, allow
):
    answer = client.request(method, path, headers=headers)
    problem(answer, 405)
    assert answer.headers["allow"] == allow


@pytest.mark.parametrize("path", ["/api/palace/wings", "/api/palace/wings/orion", "/api/palace/x"])
def test_what_may_be_somebodys_is_told_to_who_has_proven_who_they_are(client, path, ana, bo):
    ana.store("One.")
    if path.endswith("/x"):
        problem(client.get(path), 404)
        return
    for credential in (None, "forged"):
        told = {"Authorization": f"Bearer {credential}"} if credential else {}
        answer = client.get(path, headers=told)
        problem(answer, 401)
        assert answer.headers["www-authenticate"].startswith("Bearer")
    if path.endswith("orion"):
        foreign, unknown = bo.get("/wings/orion"), bo.get("/wings/orion2")
        same = {"detail", "mend", "type", "title", "status"}
        first, second = problem(foreign, 404), problem(unknown, 404)
        assert {k: str(first[k]) for k in same} == {
            k: str(second[k]).replace("orion2", "orion") for k in same
        }


def test_every_route_of_the_openapi_is_one_that_is_known(client):
    document = client.get("/openapi.json").json()
    for path, operations in document["paths"].items():
        for method in operations:
            url = path.replace("{", "").replace("}", "")
            answer = client.request(method, url)
            expected = 401 if path.startswith("/api/") else answer.status_code
            assert answer.status_code == expected not in (404, 405) or path == "/metrics", path


@pytest.mark.parametrize("path", ["/health", "/ready", "/openapi.json", "/", "/api/palace/wings"])
def test_a_head_is_answered_as_a_get_without_its_body(client, sign, path):
    headers = {"Authorization": f"Bearer {sign('ana')}"}
    got, head = (client.request(method, path, headers=headers) for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (got.status_code, b"") == (200, b"")
    for name in ("content-type", "content-length", "etag"):
        assert head.headers.get(name) == got.headers.get(name)
