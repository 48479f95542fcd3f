"""Palaces that a running server cannot open, since they are being encrypted: who is told what meanwhile."""

import json

import pytest

from camillo.surfaces.cli.main import main

pytestmark = pytest.mark.slow


@pytest.fixture
def serving(serve, postgres_admin):
    return serve(database=postgres_admin)


@pytest.fixture
def shared(user, run, postgres_admin, tmp_path, monkeypatch):
    """Two users, of whom one shares a wing with the other, and is encrypted then under the server without a key."""
    ana, bo = user("ana"), user("bo")
    ana.store("The heron stands in the reeds.", wing="lake")
    bo.store("The heron flew over the mill.", wing="mill")
    code = ana.post("/shares", {"wingId": "lake", "role": "reader"}).json()["code"]
    share = bo.post("/shares/accept", {"code": code}).json()["id"]
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(tmp_path / "server.key"))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "p.camillo"))
    owner = ("--product", f"notes{run}", "--user", "ana")
    assert main(["encrypt", "--database", postgres_admin, *owner, "--json"]) == 0
    return ana, bo, share


def test_a_palace_that_a_server_has_no_key_for_is_away_and_no_fault(shared):
    ana, bo, share = shared
    for answer in (
        ana.get("/stats"),
        ana.get("/search?q=heron"),
        ana.get("/export"),
        ana.get("/export?format=archive"),
        ana.post("/import", json=None, content=bo.get("/export?format=archive").content),
        bo.get(f"/shares/{share}/search?q=heron"),
    ):
        assert answer.status_code == 503, (answer.request.url, answer.text)
        assert answer.headers["retry-after"]
        told = answer.json()
        assert "key" not in told["mend"] and "archive" not in told["detail"]
    told = ana.tool("memory_search", query="heron")
    assert told["isError"] and "fault" not in json.dumps(told)


def test_a_shared_wing_that_cannot_be_opened_takes_nothing_from_the_own_palace(shared):
    _, bo, share = shared
    answer = bo.get("/search?q=heron&shared=true")
    assert answer.status_code == 200, answer.text
    assert f"share-left-out:{share}" in answer.json()["flags"]
    assert [hit["wingId"] for hit in answer.json()["results"]] == ["mill"]
    for told in (bo.tool("memory_search", query="heron"), bo.tool("list_wings")):
        assert not told.get("isError"), told
        assert "mill" in json.dumps(told)
