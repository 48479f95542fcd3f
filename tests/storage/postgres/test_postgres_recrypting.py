"""Palaces that are there, encrypted and made plain: the same rows afterwards, also for whoever has them open."""

import threading
import traceback
import uuid

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from camillo.domain.errors import CamilloError, NotFound, PalaceDamaged, PalaceLocked
from camillo.domain.owner import Owner
from camillo.ports.archive import KINDS
from camillo.storage.postgres import recrypting, schema
from camillo.storage.postgres.enveloping import Envelope, unwrap
from camillo.storage.postgres.recrypting import recrypt
from camillo.storage.postgres.rekeying import rekey
from camillo.storage.postgres.store import PostgresStore

from .conftest import SOURCE, filed

KEY = bytes(range(32))


@pytest.fixture
def owner():
    return Owner("there", uuid.uuid4().hex)


@pytest.fixture
def opened(postgres_web, owner):
    stores = []

    def make(*keys):
        given = (lambda: list(keys)) if keys else None
        stores.append(PostgresStore.open(postgres_web, owner.product, owner.user, keys=given))
        return stores[-1]

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def change(postgres_admin, owner):
    """Encrypts the owner's palace, or makes it plain."""

    def run(*, sealed, keys=(KEY,), only=owner):
        verb = "encrypt" if sealed else "decrypt"
        return recrypt(postgres_admin, verb, lambda _: list(keys), only, sealed=sealed)

    return run


def told(store):
    """All canonical rows but those of the log, as an archive tells them."""
    with store.archiving() as rows:
        return {kind: list(rows(kind)) for kind in KINDS if kind != "receipt"}


def test_rows_are_the_same_under_the_other_sealer_and_back(opened, change):
    store = opened()
    for number in range(4):
        turn = filed(f"the heron stands {number}", turn=f"{number}", title="Birds", speaker="Ana")
        store.file("add", SOURCE, [turn])
    store.compact(True)
    before = told(store)
    made = change(sealed=True)
    assert (made.palaces, made.unchanged) == (1, 0) and made.rows > 20
    assert change(sealed=True).unchanged == 1
    sealed = opened(KEY)
    assert sealed.is_encrypted and told(sealed) == before and sealed.check() == []
    newest = sealed.log(1)[0]
    assert newest.verb == "encrypt" and any("vacuum full" in note for note in newest.notes)
    with sealed.snapshot() as snapshot:
        assert snapshot.postings(["heron"]).keys() == {"heron"}
    assert change(sealed=False).palaces == 1
    plain = opened()
    assert not plain.is_encrypted and told(plain) == before and plain.check() == []


def test_a_handle_that_is_open_goes_by_what_stands_or_says_that_it_cannot(opened, change):
    plain = opened()
    plain.file("add", SOURCE, [filed("the heron stands")])
    change(sealed=True)
    for act in (told, lambda store: store.file("add", SOURCE, [filed("kept open", turn="2")])):
        with pytest.raises(PalaceLocked, match="palace_key"):
            act(plain)
    sealed = opened(KEY)
    before = told(sealed)
    # Another data key by now, and the handle finds it.
    change(sealed=False)
    with pytest.raises(PalaceLocked, match="although palace_key is set"):
        told(sealed)
    change(sealed=True)
    assert told(sealed) == before
    sealed.file("add", SOURCE, [filed("the crane dances", turn="2")])
    assert len(told(opened(KEY))["turn"]) == 2


def test_what_is_written_meanwhile_is_there_and_sealed(opened, change, as_admin, owner):
    number = opened()._session.owner
    acknowledged, stop, failed = [], threading.Event(), []

    def write(store, name):
        while not stop.is_set():
            try:
                store.file("add", SOURCE, [filed(f"{name} heronword", turn=f"{name} {len(acknowledged)}")])  # fmt: skip
                acknowledged.append(name)
            except PalaceLocked:
                failed.append(name)
                return

    threads = [threading.Thread(target=write, args=(opened(), name)) for name in "ab"]
    for thread in threads:
        thread.start()
    while len(acknowledged) < 10:
        pass
    change(sealed=True)
    stop.set()
    for thread in threads:
        thread.join()
    assert len(told(opened(KEY))["turn"]) == len(acknowledged)
    held = as_admin.execute(f"select content from documents where owner = {number}".encode())
    assert all(b"heronword" not in content for (content,) in held)


def test_a_value_that_is_not_what_was_sealed_stops_the_work_and_nothing_is_changed(
    opened, change, as_admin
):
    number = opened(KEY)._session.owner
    opened(KEY).file("add", SOURCE, [filed("the heron stands", speaker="Ana")])
    sql = f"update labels set word = set_byte(word, 13, get_byte(word, 13) # 1) where owner = {number}"
    as_admin.execute(sql.encode())
    count = f"select count(*), max(octet_length(content)) from documents where owner = {number}"
    before = as_admin.execute(count.encode()).fetchone()
    with pytest.raises(PalaceDamaged, match="labels"):
        change(sealed=False)
    assert as_admin.execute(count.encode()).fetchone() == before
    assert opened(KEY).is_encrypted


def test_an_owner_without_a_palace_is_not_found(change):
    with pytest.raises(NotFound):
        change(sealed=True, only=Owner("there", "nobody"))


def test_each_column_of_bytes_is_said_to_be_sealed_hidden_or_open(as_admin):
    found = as_admin.execute(
        "select table_name || '.' || column_name from information_schema.columns"
        " where table_schema = 'camillo' and data_type = 'bytea' and table_name = any(%s)",
        (list(schema.TABLES),),
    ).fetchall()
    known = {*recrypting.SEALED, *recrypting.HIDDEN, *recrypting.TERMS, *recrypting.OPEN}
    assert {name for (name,) in found} - {"palaces.tombstone_key", "palaces.envelope"} == known


def test_the_data_key_is_a_new_one_each_time(opened, change, as_admin, owner):
    number = opened()._session.owner
    seen = set()
    for _ in range(2):
        change(sealed=True)
        row = as_admin.execute(f"select envelope from palaces where owner = {number}".encode())
        seen.add(unwrap(number, bytes(row.fetchone()[0]), [KEY]))
        change(sealed=False)
    assert len(seen) == 2 and all(Envelope(number, key) for key in seen)


def test_other_owners_rows_are_left_as_they_are(opened, change, pair, as_admin):
    opened().file("add", SOURCE, [filed("the heron stands")])
    sql = f"select md5(string_agg(t::text, '' order by t::text)) from turns t where owner in {pair.numbers}"
    before = as_admin.execute(sql.encode()).fetchone()
    assert before[0]
    change(sealed=True)
    assert as_admin.execute(sql.encode()).fetchone() == before


def test_who_is_no_administrator_is_told_so_and_changes_nothing(opened, postgres_web, owner):
    opened().file("add", SOURCE, [filed("the heron stands")])
    for act in (
        lambda: recrypt(postgres_web, "encrypt", lambda _: [KEY], owner, sealed=True),
        lambda: rekey(postgres_web, lambda _: [KEY], [KEY]),
    ):
        with pytest.raises(CamilloError, match="may not see the owners"):
            act()
    assert not opened().is_encrypted


def test_a_database_without_the_schema_is_told_so(postgres_admin):
    with psycopg.connect(postgres_admin, autocommit=True) as connection:
        connection.execute(b"create database bare")
    bare = make_conninfo(postgres_admin, dbname="bare")
    try:
        with pytest.raises(CamilloError, match="no schema yet"):
            recrypt(bare, "encrypt", lambda _: [KEY], None, sealed=True)
    finally:
        with psycopg.connect(postgres_admin, autocommit=True) as connection:
            connection.execute(b"drop database bare")


@pytest.mark.parametrize("told", ["h/d?bad=1", "h/d?", "h:x/d", "[h/d"])
def test_an_address_that_cannot_be_read_is_refused_and_its_password_not_told(told):
    address = f"postgresql://ana:sekret@{told}"
    for act in (
        lambda: recrypt(address, "encrypt", lambda _: [KEY], None, sealed=True),
        lambda: rekey(address, lambda _: [KEY], [KEY]),
        lambda: PostgresStore.open(address, "there", "ana"),
    ):
        with pytest.raises(CamilloError) as error:
            act()
        told = "".join(traceback.format_exception(error.value))
        assert "sekret" not in told.replace(address, "")
