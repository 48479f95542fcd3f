"""Deleting a user's whole palace: shown first, confirmed, for good, and of nobody else."""

import pytest

from camillo.domain.errors import NotFound, Outdated
from camillo.domain.knowledge import Act


@pytest.fixture
def serving(database, serve):
    return serve(database=database)


def test_everything_of_one_user_goes_and_nothing_of_another(user, client, as_user, tmp_path):
    ana, bo = user("ana"), user("bo")
    ana.store("We chose GraphQL.")
    ana.post("/kg/facts", {"subject": "Vault", "predicate": "opens with", "object": "a whisper"})
    bo.store("GraphQL is new to me.")
    agent = as_user(client, ana.post("/keys", {"name": "a", "scopes": ["read"]}).json()["key"])
    code = ana.post("/shares", {"wingId": "orion", "role": "reader"}).json()["code"]
    share = bo.post("/shares/accept", {"code": code}).json()["id"]

    assert ana.delete("").status_code == 422
    assert ana.delete("?confirm=x").status_code == 409
    shown = ana.delete("?dryRun=true").json()
    assert (shown["counts"]["turns"], shown["counts"]["keys"], shown["counts"]["shares"]) == (
        1,
        1,
        1,
    )
    assert bo.delete(f"?confirm={shown['confirm']}").status_code == 409
    assert agent.delete("?dryRun=true").status_code == 403

    ana.store("Something more.")
    assert ana.delete(f"?confirm={shown['confirm']}").status_code == 409
    done = ana.delete(f"?confirm={ana.delete('?dryRun=true').json()['confirm']}")
    assert done.status_code == 200, done.text
    assert done.json()["counts"]["turns"] == 2
    assert agent.get("/wings").status_code == 401
    assert bo.get(f"/shares/{share}/rooms").status_code == 404
    assert [hit["text"] for hit in bo.get("/search?q=GraphQL").json()["results"]] == [
        "GraphQL is new to me."
    ]
    for path in (tmp_path / "data").rglob("*"):
        if path.is_file():
            assert b"chose GraphQL" not in path.read_bytes(), path

    assert ana.get("/search?q=GraphQL").json()["results"] == []
    assert ana.get("/kg/entity/Vault").json()["facts"] == []
    ana.store("We chose GraphQL.")
    assert ana.get("/stats").json()["memories"] == 1


def test_the_dry_run_counts_what_the_deletion_counts_shares_that_ended_included(user):
    ana, bo = user("ana"), user("bo")
    ana.store("We chose GraphQL.")
    bo.store("GraphQL is new to me.")
    code = ana.post("/shares", {"wingId": "orion", "role": "reader"}).json()["code"]
    share = bo.post("/shares/accept", {"code": code}).json()["id"]
    assert ana.delete(f"/shares/{share}").status_code == 200
    for one in (bo, ana):
        shown = one.delete("?dryRun=true").json()
        assert one.delete(f"?confirm={shown['confirm']}").json()["counts"] == shown["counts"]


def test_a_write_that_is_sent_again_after_the_deletion_is_done_and_not_said_to_be(user):
    ana = user("ana")
    told = {"wingId": "orion", "roomId": "api", "hall": "decisions", "content": "We chose GraphQL."}
    key = {"Idempotency-Key": "a-key-of-one-write"}
    assert ana.ask("POST", "/memories", json=told, headers=key).status_code == 201
    erase = f"?confirm={ana.delete('?dryRun=true').json()['confirm']}"
    again = {"Idempotency-Key": "a-key-of-the-deletion"}
    first = ana.ask("DELETE", erase, headers=again)
    second = ana.ask("DELETE", erase, headers=again)
    assert (first.status_code, second.json()) == (200, first.json())
    answer = ana.ask("POST", "/memories", json=told, headers=key)
    assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (201, False)
    assert ana.get("/stats").json()["memories"] == 1


def test_a_palace_in_postgres_is_empty_of_an_owner_who_was_erased(postgres_admin):
    import psycopg

    from camillo.storage.postgres.schema import TABLES
    from camillo.storage.postgres.store import PostgresStore

    with psycopg.connect(postgres_admin, autocommit=True) as admin:
        stores = [PostgresStore.open(postgres_admin, "erased", user) for user in ("ana", "bo")]
        owners = [store._session.owner for store in stores]
        for store in stores:
            store.record("said", [Act("said", "Vault", "a whisper", {})])
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
            admin.execute("delete from camillo.receipts where owner = %s", (owners[1],))
        stores[0].erase()
        for table in TABLES:
            sql = f"select count(*) from camillo.{table} where owner = %s"
            assert admin.execute(sql, (owners[0],)).fetchone() == (0,), table
        assert admin.execute(
            "select count(*) from camillo.receipts where owner = %s", (owners[1],)
        ).fetchone() == (1,)
        stores[1].close()


def test_what_was_confirmed_for_a_palace_does_not_delete_the_one_that_was_made_after_it(user):
    ana = user("ana")
    ana.store("We chose GraphQL.")
    confirm = f"?confirm={ana.delete('?dryRun=true').json()['confirm']}"
    assert ana.delete(confirm).status_code == 200
    # The new palace has as many writes as the old one had.
    ana.store("We chose REST.")
    assert ana.delete(confirm).status_code == 409
    assert ana.get("/stats").json()["memories"] == 1


def test_what_was_written_since_it_was_looked_at_is_not_deleted_with_the_rest(user, serving):
    ana = user("ana")
    last = ana.store("We chose GraphQL.")["number"]
    ana.store("We chose it again.")
    owner = serving.identity.caller(ana.credential).owner
    with pytest.raises(Outdated):
        serving.palaces.erase(owner, last)
    assert ana.get("/stats").json()["memories"] == 2
    serving.palaces.erase(owner, last + 1)
    assert ana.get("/stats").json()["memories"] == 0


def test_who_looks_through_a_share_begins_no_palace_for_who_deleted_theirs(user, serving):
    ana, bo = user("ana"), user("bo")
    ana.store("We chose GraphQL.")
    code = ana.post("/shares", {"wingId": "orion", "role": "reader"}).json()["code"]
    share = bo.post("/shares/accept", {"code": code}).json()["id"]
    # As a server that was killed before it ended the shares leaves it.
    owner = serving.identity.caller(ana.credential).owner
    serving.palaces.erase(owner)
    assert bo.get("/search?q=GraphQL&shared=true").status_code == 200
    answer = bo.get(f"/shares/{share}/rooms")
    assert (answer.status_code, answer.json()["detail"]) == (404, f"you have no share {share!r}")
    assert bo.get("/shares").json()["taken"] == []
    with pytest.raises(NotFound), serving.palaces.lease(owner, create=False):
        pass
