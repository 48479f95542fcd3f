"""Whole palaces over REST: taken out, taken in elsewhere, the same row by row on every store."""

import gzip
import json
import os

import pytest
from starlette.testclient import TestClient

from camillo import Palace
from camillo.app.archive import carrying
from camillo.app.settings import Settings
from camillo.ports.archive import KINDS

#: What the arrival itself, and looking, add to.
_GROWN = ("receipt", "use")


@pytest.fixture
def serving(database, serve):
    return serve(database=database)


def fill(user) -> None:
    """Something of every kind, by the routes alone."""
    first = user.store("We chose GraphQL for the mobile app.")["ids"][0]
    second = user.store("Kai lives in Torbole since 2019.", wing="lake", room="birds")["ids"][0]
    user.store("Odd \u0000 and \u00e9\u6728.", wing="lake")
    gone = user.store("The nest is behind the mill.", wing="lake")["ids"][0]
    assert user.delete(f"/memories/{gone}").status_code == 200
    user.post("/kg/facts", {"subject": "Kai", "predicate": "lives in", "object": "Torbole"})
    page = user.post("/notes", {"title": "Herons", "text": "All about [[Reeds]].\n"})
    assert page.status_code == 201, page.text
    user.post("/notes", {"title": "Reeds", "text": "Where they stand.\n"})
    entry = user.post("/diaries/scout", {"text": "I saw the reeds today."})
    assert entry.status_code in (200, 201), entry.text
    for id in (first, second):
        assert user.get(f"/memories/{id}").status_code == 200


def archive(user) -> bytes:
    answer = user.get("/export?format=archive")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/gzip"
    return answer.content


def send(user, content: bytes, **headers):
    return user.ask("POST", "/import", content=content, headers=headers)


def rows(content: bytes) -> dict[str, list]:
    found: dict[str, list] = {kind: [] for kind in KINDS}
    for line in gzip.decompress(content).splitlines():
        row = json.loads(line)
        if row.get("row") in found:
            found[row["row"]].append(row)
    return found


def same(before: bytes, after: bytes) -> None:
    old, new = rows(before), rows(after)
    assert new["receipt"][: len(old["receipt"])] == old["receipt"]
    for kind in KINDS:
        if kind not in _GROWN:
            assert new[kind] == old[kind], kind


def test_a_palace_goes_over_rest_and_is_the_same_row_by_row(user):
    ana, bo = user("ana"), user("bo")
    fill(ana)
    given = archive(ana)
    assert archive(ana)[10:] == given[10:] or rows(archive(ana)) == rows(given)
    answer = send(bo, given)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["turns"] == len(rows(given)["turn"]) and told["receipt"]["verb"] == "import"
    same(given, archive(bo))
    for found in (ana, bo):
        hit = found.get("/search?q=GraphQL").json()["results"][0]
        assert "GraphQL" in hit["text"]
    assert [n["slug"] for n in bo.get("/notes").json()["notes"]] == [
        n["slug"] for n in ana.get("/notes").json()["notes"]
    ]


def test_an_import_that_is_sent_again_adds_nothing_and_is_answered_alike(user):
    ana, bo = user("ana"), user("bo")
    fill(ana)
    given = archive(ana)
    first = send(bo, given).json()
    again = send(bo, given)
    assert again.status_code == 200, again.text
    assert (again.json()["turns"], again.json()["known"]) == (0, first["turns"])
    assert again.json()["receipt"] == first["receipt"]
    bo.store("Mine since.")
    assert send(bo, given).json()["known"] == first["turns"]
    key = {"Idempotency-Key": "the-key-of-one-import"}
    cy = user("cy")
    one, two = send(cy, given, **key), send(cy, given, **key)
    assert one.json() == two.json() and two.headers["Idempotent-Replayed"] == "true"
    assert send(cy, given + b"x", **key).status_code == 422


def test_a_palace_that_is_not_empty_is_left_as_it_is(user):
    ana, bo = user("ana"), user("bo")
    fill(ana)
    bo.store("I was here first.")
    before = archive(bo)
    answer = send(bo, archive(ana))
    assert answer.status_code == 409, answer.text
    assert "not empty" in answer.json()["detail"] and "DELETE /api/palace" in answer.json()["mend"]
    assert rows(archive(bo)) == rows(before)


def test_who_may_only_read_or_write_takes_no_palace_out_or_in(user, client, as_user):
    ana = user("ana")
    fill(ana)
    given = archive(ana)
    for scope in ("read", "write"):
        key = ana.post("/keys", {"name": scope, "scopes": ["read", scope]}).json()["key"]
        agent = as_user(client, key)
        assert agent.get("/export?format=archive").status_code == 403
        assert agent.get("/export").status_code == 200
        assert send(agent, given).status_code == 403


def test_an_unknown_format_and_a_sealed_archive_are_told_so(user, tmp_path, monkeypatch):
    ana = user("ana")
    assert ana.get("/export?format=zip").status_code == 422
    assert send(ana, b"").status_code == 422
    monkeypatch.setenv("OWN_KEY", "ab" * 32)
    settings = Settings(palace=tmp_path / "own.camillo", palace_key="OWN_KEY", refine=False)
    with Palace.open(settings=settings) as palace:
        palace.add("We chose GraphQL.", wing="orion")
        palace.export(tmp_path / "sealed")
        palace.export(tmp_path / "plain", plain=True)
    answer = send(ana, (tmp_path / "sealed").read_bytes())
    assert answer.status_code == 422, answer.text
    assert "sealed" in answer.json()["detail"] and "--plain" in answer.json()["mend"]
    assert send(ana, (tmp_path / "plain").read_bytes()).status_code == 200


def test_what_is_exported_over_rest_is_imported_by_the_command_and_the_other_way(user, tmp_path):
    ana, bo = user("ana"), user("bo")
    fill(ana)
    (tmp_path / "rest.gz").write_bytes(archive(ana))
    settings = Settings(palace=tmp_path / "home.camillo", refine=False)
    Palace.take(tmp_path / "rest.gz", settings=settings)
    with Palace.open(settings=settings) as palace:
        assert palace.doctor() == []
        palace.export(tmp_path / "home.gz")
        with carrying.archived(palace._store).archiving() as read:
            home = {kind: [dict(row) for row in read(kind)] for kind in KINDS}
    assert send(bo, (tmp_path / "home.gz").read_bytes()).status_code == 200
    same((tmp_path / "rest.gz").read_bytes(), archive(bo))
    assert len(home["turn"]) == len(rows(archive(bo))["turn"])


def test_bodies_are_bounded_archives_by_their_own_limit(
    serve, app_of, database, as_user, sign, run
):
    served = serve(database=database, body_limit=20_000, archive_limit=30_000)
    with TestClient(app_of(served), raise_server_exceptions=False) as client:
        ana = as_user(client, sign("ana", "notes" + run))
        assert send(ana, b"{" + b"a" * 20_000).status_code == 413
        noise = b"\x1f\x8b" + os.urandom(28_000)
        refused = send(ana, noise)
        assert refused.status_code == 422 and "line" in refused.json()["detail"]
        large = send(ana, noise * 2)
        assert large.status_code == 413 and "30,000" in large.json()["detail"]
        assert list((served.settings.data / "spool").iterdir()) == []


def test_what_lies_on_the_disk_on_the_way_is_sealed(user, monkeypatch):
    from camillo.app.archive import spool

    seen = []
    close = spool.Spool.close

    def kept(one):
        if not one._file.closed:
            one._file.seek(0)
            seen.append(one._file.read())
        close(one)

    monkeypatch.setattr(spool.Spool, "close", kept)
    ana, bo = user("ana"), user("bo")
    ana.store("The password is swordfish.")
    given = archive(ana)
    assert send(bo, gzip.decompress(given)).status_code == 200
    assert len(seen) >= 2 and not any(b"swordfish" in one for one in seen)
    assert all(one.startswith(b"CAMARC01") for one in seen)


@pytest.mark.slow
@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "encrypted"])
def test_a_palace_goes_from_files_to_postgres_and_back_over_rest(
    serve, app_of, as_user, sign, run, tmp_path, start_postgres, monkeypatch, sealed
):
    from camillo.storage.postgres.upgrading import migrate

    if sealed:
        monkeypatch.setenv("OWN_KEY", "cd" * 32)
        monkeypatch.setenv("CAMILLO_PALACE_KEY", "OWN_KEY")
    with start_postgres() as server:
        migrate(server.get_uri())
        places = [
            {"data": tmp_path / "files"},
            {"data": tmp_path / "rows", "database": server.get_uri()},
            {"data": tmp_path / "home"},
        ]
        go(places, serve, app_of, lambda client: as_user(client, sign("ana", f"{sealed}{run}")))
    for path in (tmp_path / "home").rglob("*"):
        if path.is_file() and sealed:
            assert b"Torbole" not in path.read_bytes(), path


def go(places, serve, app_of, ana_of) -> None:
    """Fill the first of some servers, and carry what is in it from one to the next."""
    given = b""
    for number, place in enumerate(places):
        served = serve(**place)
        with TestClient(app_of(served), raise_server_exceptions=False) as client:
            ana = ana_of(client)
            if number == 0:
                fill(ana)
                given = archive(ana)
                found = ana.get("/search?q=where does Kai live").json()["results"]
                continue
            answer = send(ana, given)
            assert answer.status_code == 200, answer.text
            same(given, archive(ana))
            again = ana.get("/search?q=where does Kai live").json()["results"]
            assert [(one["id"], one["text"]) for one in again] == [
                (one["id"], one["text"]) for one in found
            ]
            given = archive(ana)
