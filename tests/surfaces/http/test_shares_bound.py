"""A share opens the wing it was made for, by whichever door the wing is renamed, deleted or made anew meanwhile."""

import subprocess
import sys
import uuid

import pytest
from starlette.testclient import TestClient

from camillo import Palace
from camillo.domain.owner import Owner

SECRET = "The vault opens with a whisper."


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data" / "palaces"


@pytest.fixture
def two(serve, app_of, sign, as_user, database):
    """Ana, who gave Bo a wing, Bo, and a way for Ana to open her palace outside the server."""
    serving = serve(database=database)
    owner = Owner("notes", f"ana {uuid.uuid4().hex}")
    with TestClient(app_of(serving)) as client:
        ana, bo = (as_user(client, sign(who)) for who in (owner.user, f"bo {owner.user}"))
        ana.store("We chose GraphQL.")
        yield ana, bo, owner


@pytest.fixture
def outside(two, database, folder):
    """The giver's palace, opened by Python beside the server."""
    address = database or f"sqlite://{folder}"
    return lambda: Palace.connect(address, two[2])


def share(giver, taker, role="writer"):
    made = giver.post("/shares", {"wingId": "orion", "role": role, "name": "hers"}).json()
    assert taker.post("/shares/accept", {"code": made["code"]}).status_code == 201
    return made["id"]


def sees(bo, id):
    """What Bo finds through the share by every way, or None where none opens it."""
    one, told = bo.get(f"/shares/{id}/search?q=GraphQL+vault"), bo.get(f"/shares/{id}/rooms")
    tool = bo.tool("memory_search", query="GraphQL vault", wing=f"share:{id}")
    both = bo.get("/search?q=GraphQL+vault&shared=true").text + str(
        bo.tool("memory_search", query="GraphQL vault")
    )
    assert (one.status_code == 200) == (told.status_code == 200) == (not tool["isError"])
    return one.text + told.text + str(tool) + both if one.status_code == 200 else both and None


def test_a_wing_that_python_renames_is_followed(two, outside):
    ana, bo, _ = two
    id = share(ana, bo)
    with outside() as palace:
        palace.rename_wing("orion", "lyra")
        palace.add(SECRET, wing="orion")
    seen = sees(bo, id)
    assert "GraphQL" in seen and "whisper" not in seen
    assert [one["wingId"] for one in ana.get("/shares").json()["given"]] == ["lyra"]
    body = {"roomId": "api", "hall": "events", "content": "Bo was here."}
    assert bo.post(f"/shares/{id}/memories", body).status_code == 201
    counts = {one["id"]: one["memories"] for one in ana.get("/wings").json()["wings"]}
    assert counts == {"lyra": 2, "orion": 1}


def test_a_wing_that_python_deleted_and_made_anew_is_not_opened(two, outside):
    ana, bo, _ = two
    id = share(ana, bo)
    with outside() as palace:
        palace.forget(wing="orion")
        palace.add(SECRET, wing="orion")
    told = bo.get(f"/shares/{id}/rooms").json()
    assert told["detail"] == "the wing is there no longer"
    assert "owner" in told["mend"]
    assert sees(bo, id) is None
    assert bo.get("/shares").json()["taken"] == []
    body = {"roomId": "api", "hall": "events", "content": "Bo was here."}
    assert bo.post(f"/shares/{id}/memories", body).status_code == 404
    assert [one["memories"] for one in ana.get("/wings").json()["wings"]] == [1]


def test_a_wing_that_python_merged_into_another_is_not_opened(two, outside):
    ana, bo, _ = two
    ana.store(SECRET, wing="private")
    id = share(ana, bo)
    with outside() as palace:
        palace.rename_wing("orion", "private")
    assert sees(bo, id) is None
    with outside() as palace:
        palace.rename_wing("private", "orion")
    assert sees(bo, id) is None


def test_of_a_wing_that_the_server_deletes_nothing_is_opened_when_it_is_mined_anew(two):
    ana, bo, _ = two
    id = share(ana, bo)
    assert ana.delete("/wings/orion").status_code == 200
    ana.store(SECRET)
    assert sees(bo, id) is None


@pytest.mark.slow
def test_a_wing_that_the_command_deletes_is_not_opened_when_it_is_made_anew(
    serve, app_of, sign, as_user, tmp_path
):
    with TestClient(app_of(serve())) as client:
        ana, bo = (as_user(client, sign(who)) for who in ("ana", "bo"))
        ana.store("We chose GraphQL.")
        (file,) = (tmp_path / "data" / "palaces").rglob("palace.camillo")

        def run(*words):
            called = [sys.executable, "-m", "camillo.surfaces.cli.main", *words]
            done = subprocess.run(
                [*called, "--palace", str(file)], capture_output=True, text=True, timeout=120
            )
            assert done.returncode == 0, done.stderr

        id = share(ana, bo)
        run("add", "GraphQL won.", "--wing", "orion")
        assert "GraphQL won." in sees(bo, id)
        run("forget", "--wing", "orion", "--yes")
        run("add", SECRET, "--wing", "orion")
        assert sees(bo, id) is None
