"""A database whose administrator is no superuser, as services that run PostgreSQL give one."""

import psycopg
import pytest

from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner
from camillo.ports.server import ApiKey
from camillo.storage.postgres import owners, recrypting, rekeying
from camillo.storage.postgres.serving.store import PostgresServerStore
from camillo.storage.postgres.store import PostgresStore
from camillo.storage.postgres.upgrading import migrate

from .conftest import LOGIN, SOURCE, filed

pytestmark = pytest.mark.slow
ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")
KEY = bytes(range(32))


@pytest.fixture
def managed(start_postgres):
    """The addresses of an administrator who is no superuser, and of a server's login."""
    with start_postgres() as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as admin:
            admin.execute("create role keeper login createrole")
            admin.execute(f"create role {LOGIN} login".encode())
            admin.execute("create database camillo owner keeper")
        socket = server.pgdata
        yield (
            f"postgresql://keeper@/camillo?host={socket}",
            f"postgresql://{LOGIN}@/camillo?host={socket}",
        )


def test_an_administrator_who_is_no_superuser_migrates_lists_encrypts_and_deletes(managed):
    keeper, web = managed
    migrate(keeper, login=LOGIN)
    for owner in (ANA, BO):
        store = PostgresStore.open(web, owner.product, owner.user)
        store.file("add", SOURCE, [filed(f"the words of {owner.user}")])
        store.close()
    records = PostgresServerStore.open(web)
    records.add_key(ApiKey("k", ANA, "agent", ("read",), "digest", 1.0))
    records.close()
    assert [(owner, turns) for owner, turns, _, _ in owners.listed(keeper)] == [(ANA, 1), (BO, 1)]
    done = recrypting.recrypt(keeper, "encrypt", lambda _: [KEY], BO, sealed=True)
    assert (done.palaces, done.unchanged) == (1, 0)
    assert rekeying.rekey(keeper, lambda _: [bytes(32), KEY], [bytes(32)]) == (1, 0)
    counts, _ = owners.look(keeper, ANA)
    assert (counts["turns"], counts["keys"]) == (1, 1)
    assert dict(owners.erase(keeper, ANA)) == dict(counts)
    assert not any(owners.look(keeper, ANA)[0].values())
    with pytest.raises(NotFound):
        PostgresStore.open(web, ANA.product, ANA.user, create=False)
    store = PostgresStore.open(web, BO.product, BO.user, create=False, keys=lambda: [bytes(32)])
    assert store.check() == [] and len(store.log(9)) == 2
    store.close()
