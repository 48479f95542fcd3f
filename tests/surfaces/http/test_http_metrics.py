"""Counts for Prometheus: who may read them, and that nobody can make them many or name anyone in them."""

import re

import pytest
from starlette.testclient import TestClient


@pytest.fixture
def counted(serve, app_of, as_user, sign, tmp_path):
    """A client of a server that counts, ana, and what reads the counts."""
    serving = serve(metrics_token_file=tmp_path / "own" / "metrics")
    token = (tmp_path / "own" / "metrics").read_text().strip()

    def read(shown: str = token):
        return client.get("/metrics", headers={"Authorization": f"Bearer {shown}"})

    with TestClient(app_of(serving), raise_server_exceptions=False) as client:
        yield client, as_user(client, sign("ana")), read


def test_counts_tell_routes_and_no_owner(counted):
    _, ana, read = counted
    ana.store("Something.", wing="secret wing")
    ana.get("/wings/secret%20wing")
    ana.get("/no/such/route")
    told = read()
    assert told.headers["content-type"].startswith("text/plain")
    line = 'camillo_requests_total{method="GET",route="/api/palace/wings/{wingId}",status="200"} 1'
    assert line in told.text.splitlines()
    assert 'route="none",status="404"' in told.text
    assert "secret" not in told.text
    assert "ana" not in told.text


def test_counts_are_off_until_they_have_a_token_of_their_own(client, sign):
    for headers in ({}, {"Authorization": f"Bearer {sign('ana')}"}, {"X-Forwarded-For": "::1"}):
        answer = client.get("/metrics", headers=headers)
        assert answer.status_code == 404
        assert "camillo_" not in answer.text


def test_counts_are_read_with_their_own_token_alone(counted, sign, tmp_path):
    client, _, read = counted
    assert (tmp_path / "own" / "metrics").stat().st_mode & 0o077 == 0
    assert read().status_code == 200
    token = read.__defaults__[0]
    for shown in (sign("ana"), token[:-1], token + "x", token.upper(), "", "camillo_x"):
        answer = read(shown)
        assert answer.status_code == 401, shown
        assert "camillo_requests" not in answer.text
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", params={"token": token}).status_code == 401
    # It counts, and opens nothing else.
    told = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/palace/wings", headers=told).status_code == 401
    assert client.post("/mcp", json={}, headers=told).status_code == 401


def test_nobody_can_make_counts_many(counted):
    client, ana, read = counted
    ana.get("/wings")
    before = _series(read().text)
    for number in range(40):
        client.get(f"/path/of/{number}")
        client.get(f"/api/palace/wings/w{number}")
        ana.get(f"/wings/w{number}")
        ana.get(f"/no/{number}")
        ana.get("/search", params={"q": "x", f"filter{number}": "1"})
        client.request(f"ODD{number}", "/health")
        client.post("/mcp", json={"method": f"m{number}"})
        client.get(f"/assets/{number}.js")
    told = read().text
    labels = set(re.findall(r'(?:method|route)="([^"]*)"', told))
    assert not [one for one in labels if re.search(r"\d", one)]
    routes = set(re.findall(r'route="([^"]*)"', told))
    assert len(_series(told)) - len(before) < 20 * len(routes)
    assert len(routes) < 10


def _series(text: str) -> set[str]:
    return {line.rpartition(" ")[0] for line in text.splitlines() if not line.startswith("#")}
