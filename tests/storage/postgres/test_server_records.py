"""Servers' records: who may touch their rows, what a key seals, what is refused, and what a rotation does."""

import threading
import uuid

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceLocked
from camillo.domain.owner import Owner
from camillo.ports.server import ApiKey, Share
from camillo.storage.postgres import upgrading
from camillo.storage.postgres.rekeying import rekey
from camillo.storage.postgres.serving.recrypting import recrypt
from camillo.storage.postgres.serving.store import PostgresServerStore

DENIED = psycopg.errors.InsufficientPrivilege
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
ANA, BO, EVE = Owner("notes", "ana"), Owner("notes", "bo"), Owner("notes", "eve")
TABLES = ("answers", "keys", "own", "revoked", "shares", "watching")
ID = b"i" * 32


@pytest.fixture
def swept(postgres_web, as_admin):
    """The address of a server's login, without records before and after."""

    def sweep():
        for table in TABLES:
            as_admin.execute(f"delete from camillo_server.{table}".encode())

    sweep()
    yield postgres_web
    sweep()


@pytest.fixture
def opened(swept):
    stores = []

    def make(*keys):
        given = (lambda: list(keys)) if keys else None
        stores.append(PostgresServerStore.open(swept, busy_seconds=5, keys=given))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


def begun(store):
    return store.take_answer(ANA, ID, b"asked", b"holder", 1.0, 60.0)


def fill(store):
    """A key, a share that was taken, one that was not, and an answer."""
    store.add_key(ApiKey("k", ANA, "heron", ("read",), "$argon2id$", 1.0))
    store.add_key(ApiKey("l", BO, "crane", ("read",), "$argon2id$", 1.0))
    for id in ("s", "t"):
        store.add_share(Share(id, ANA, 7, "reader", "egret", "d" * 64, 1.0, 9.0))
    store.take_share("s", BO, 2.0)
    begun(store)
    store.put_answer(ID, b"holder", 200, b"stork")
    return held(store)


def held(store):
    """All that :func:`fill` kept, as a store tells it."""
    answer = begun(store).answered
    return store.keys(ANA), store.keys(BO), store.shares_given(ANA), store.shares_taken(BO), answer


def rows(as_admin):
    found = []
    for table in TABLES:
        found += as_admin.execute(f"select t.*::text from camillo_server.{table} t".encode())
    return repr(found)


def test_the_application_reads_and_writes_the_tables_and_nobody_else_does(as_admin):
    found = as_admin.execute(
        "select c.relname, pg_get_userbyid(a.grantee), array_agg(a.privilege_type::text order by a.privilege_type)"
        " from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'camillo_server'::regnamespace"
        " and c.relkind = 'r' and a.grantee <> c.relowner group by 1, 2 order by 1"
    ).fetchall()
    rights = ["DELETE", "INSERT", "SELECT", "UPDATE"]
    assert found == [(table, "camillo_app", rights) for table in TABLES]
    (acl,) = as_admin.execute(
        "select array_agg(pg_get_userbyid(a.grantee) || ' ' || a.privilege_type) from pg_namespace n,"
        " aclexplode(n.nspacl) a where n.nspname = 'camillo_server' and a.grantee <> n.nspowner"
    ).fetchone()
    assert acl == ["camillo_app USAGE"]


@pytest.mark.parametrize(
    "sql",
    [
        "create table camillo_server.mine(x int)",
        "drop table camillo_server.keys",
        "truncate camillo_server.keys",
        "alter table camillo_server.keys add column x int",
        "create index on camillo_server.keys(name)",
        "drop schema camillo_server cascade",
    ],
)
def test_the_application_does_not_change_the_tables(as_application, sql):
    with pytest.raises(DENIED):
        as_application.execute(sql.encode())


def test_another_role_sees_nothing_of_them(as_admin, postgres_admin):
    as_admin.execute("create role stranger login")
    with psycopg.connect(make_conninfo(postgres_admin, user="stranger"), autocommit=True) as other:
        for table in TABLES:
            with pytest.raises(DENIED):
                other.execute(f"select * from camillo_server.{table}".encode())
    as_admin.execute("drop role stranger")


@pytest.mark.slow
def test_a_database_without_the_tables_is_refused_with_what_to_do(
    as_admin, postgres_admin, monkeypatch
):
    name = f"before_{uuid.uuid4().hex}"
    as_admin.execute(f"create database {name}".encode())
    url = f"postgresql://postgres@/{name}?host={conninfo_to_dict(postgres_admin)['host']}"
    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "MIGRATIONS", upgrading.MIGRATIONS[:2])
        upgrading.migrate(url)
    with pytest.raises(CamilloError, match="migrate-database"):
        PostgresServerStore.open(url)
    upgrading.migrate(url)
    store = PostgresServerStore.open(url)
    assert len(store.secret()) == 32
    store.close()
    as_admin.execute(f"drop database {name} with (force)".encode())


@pytest.mark.parametrize("keys", [[], [KEY]], ids=["plain", "sealed"])
def test_what_a_server_is_told_lies_open_only_where_there_is_no_key(opened, as_admin, keys):
    store = opened(*keys)
    fill(store)
    lies = [
        word
        for word in (b"heron", b"egret", b"stork", b"asked", ID)
        if word.hex() in rows(as_admin)
    ]
    assert store.is_encrypted is bool(keys)
    assert lies == ([] if keys else [b"heron", b"egret", b"stork", b"asked", ID])
    assert (store.secret().hex() in rows(as_admin)) is not bool(keys)


def test_a_missing_and_a_wrong_key_are_said_to_be_so_and_open_nothing(opened):
    kept = fill(opened(KEY))
    with pytest.raises(PalaceLocked, match="palace_key"):
        opened()
    with pytest.raises(PalaceLocked, match="another key"):
        opened(OTHER)
    assert held(opened(OTHER, KEY)) == kept


@pytest.mark.parametrize(
    ("sql", "ask"),
    [
        ("update keys set sub = 'eve' where id = 'k'", lambda s: s.keys(EVE)),
        ("update keys set sub = 'eve' where id = 'k'", lambda s: s.key("k")),
        ("update keys set digest = 'mine' where id = 'k'", lambda s: s.key("k")),
        ("update keys set scopes = '[\"admin\"]' where id = 'k'", lambda s: s.key("k")),
        ("update keys set scopes = '[' where id = 'k'", lambda s: s.key("k")),
        ("update keys set expires = 5 where id = 'k'", lambda s: s.key("k")),
        (
            "update keys set name = (select name from keys where id = 'k') where id = 'l'",
            lambda s: s.key("l"),
        ),
        ("insert into keys select 'm', product, sub, name, scopes, 'mine', 1, 0, 0 from keys limit 1",
         lambda s: s.key("m")),
        ("update shares set wing = 8 where id = 's'", lambda s: s.share("s")),
        ("update shares set role = 'admin' where id = 's'", lambda s: s.shares_taken(BO)),
        ("update shares set taker = 'eve' where id = 's'", lambda s: s.shares_taken(EVE)),
        (
            "update shares set taker_product = 'notes', taker = 'eve' where id = 't'",
            lambda s: s.shares_taken(EVE),
        ),
        ("update shares set digest = 'mine' where id = 't'", lambda s: s.take_share("t", EVE, 3.0)),
        ("update answers set sealed = asked", begun),
    ],
)  # fmt: skip
def test_a_row_that_no_server_wrote_lets_nobody_in(opened, as_admin, sql, ask):
    store = opened(KEY)
    fill(store)
    as_admin.execute("set search_path = camillo_server")
    as_admin.execute(sql.encode())
    with pytest.raises(PalaceDamaged):
        ask(store)


def test_the_wrapped_key_taken_away_makes_no_server_write_openly(opened, as_admin):
    running = opened(KEY)
    fill(running)
    as_admin.execute("update camillo_server.own set envelope = null, secret = 'x'")
    for ask in (lambda: opened(KEY), lambda: running.key("k"), lambda: fill(running)):
        with pytest.raises(PalaceLocked, match="not encrypted"):
            ask()


def test_a_rotation_wraps_the_key_anew_while_servers_run(opened, postgres_admin):
    running = opened(KEY)
    kept = fill(running)
    rotated = lambda: rekey(postgres_admin, lambda _: [OTHER, KEY], [OTHER, KEY])  # noqa: E731
    assert rotated()[0] >= 1
    assert rotated()[0] == 0
    assert held(running) == held(opened(OTHER)) == kept
    with pytest.raises(PalaceLocked, match="another key"):
        opened(KEY)


def test_records_that_are_there_are_encrypted_and_made_plain_with_all_that_is_in_them(
    opened, as_admin
):
    given = lambda: [KEY]  # noqa: E731
    assert recrypt(as_admin, given, sealed=True) is None
    first = opened()
    kept, secret = fill(first), first.secret()
    assert recrypt(as_admin, given, sealed=False) == 0
    assert recrypt(as_admin, given, sealed=True) == 6
    assert recrypt(as_admin, given, sealed=True) == 0
    assert b"heron".hex() not in rows(as_admin)
    with pytest.raises(PalaceLocked):
        first.key("k")
    sealed = opened(KEY)
    assert held(sealed) == kept and sealed.secret() == secret
    assert recrypt(as_admin, given, sealed=False) == 6
    assert held(first) == kept and opened().secret() == secret
    with pytest.raises(PalaceLocked):
        sealed.key("k")


def test_records_of_which_one_is_damaged_stay_as_they_were(opened, as_admin):
    fill(opened(KEY))
    as_admin.execute("update camillo_server.keys set digest = 'mine' where id = 'k'")
    before = rows(as_admin)
    with pytest.raises(PalaceDamaged):
        recrypt(as_admin, lambda: [KEY], sealed=False)
    assert rows(as_admin) == before


def test_servers_that_write_while_records_are_encrypted_lose_nothing(opened, as_admin):
    store, ids = opened(), [f"{number}" for number in range(60)]
    halfway = threading.Event()

    def write():
        for id in ids:
            try:
                store.add_key(ApiKey(id, ANA, f"key {id}", ("read",), "d", 1.0))
            except PalaceLocked:
                return
            if id == "20":
                halfway.set()
            kept.append(id)

    kept = []
    thread = threading.Thread(target=write)
    thread.start()
    assert halfway.wait(20)
    recrypt(as_admin, lambda: [KEY], sealed=True)
    thread.join()
    assert {key.name for key in opened(KEY).keys(ANA)} == {f"key {id}" for id in kept}


def test_a_connection_that_the_database_ends_is_replaced(opened, as_admin):
    store = opened()
    kept = fill(store)
    as_admin.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'camillo_web' and state = 'idle'"
    )
    assert held(store) == kept


def test_closed_records_answer_nothing_more(opened):
    store = opened()
    store.close()
    store.close()
    with pytest.raises(CamilloError, match="closed"):
        store.is_revoked("proof")
