"""Numbered migrations: a second one is applied through the same door, with a copy made before."""

import pytest

from camillo.storage.sqlite import migrations
from camillo.storage.sqlite.connection import connect, every
from camillo.storage.sqlite.store import SqliteStore


def second(connection):
    connection.execute("alter table wings add column about text")
    connection.execute("update wings set about = 'known'")


def broken(connection):
    connection.execute("create table half(x)")
    raise ValueError("cannot go on")


@pytest.fixture
def with_second(monkeypatch):
    def use(apply):
        steps = (*migrations.MIGRATIONS, migrations.Migration(2, apply))
        monkeypatch.setattr(migrations, "MIGRATIONS", steps)

    return use


def test_a_new_palace_is_made_without_a_copy(path):
    SqliteStore.open(path).close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_second_migration_changes_the_schema_and_leaves_a_copy_of_the_old(
    path, source, filed, with_second
):
    store = SqliteStore.open(path)
    store.file("mine", source, [filed("word")])
    store.close()
    with_second(second)
    store = SqliteStore.open(path)
    with store.snapshot() as snapshot:
        assert snapshot.counts()["schema"] == 2 and snapshot.counts()["turns"] == 1
    assert store.check() == []
    store.close()
    db = connect(path, 1, writer=False)
    assert every(db, "select about from wings") == [("known",)]
    (copy,) = [each for each in path.parent.iterdir() if ".before-m002-" in each.name]
    assert every(db, "select path from backups") == [(str(copy),)]
    db.close()
    old = connect(copy, 1, writer=False)
    assert every(old, "pragma user_version") == [(1,)]
    assert every(old, "select count(*) from turns") == [(1,)]
    old.close()
    SqliteStore.open(path).close()
    assert len([each for each in path.parent.iterdir() if "before" in each.name]) == 1


def test_forgetting_names_the_copy_a_migration_made(path, source, filed, with_second):
    store = SqliteStore.open(path)
    store.file("mine", source, [filed("word")])
    store.close()
    with_second(second)
    store = SqliteStore.open(path)
    (note,) = store.delete_wing("orion").notes
    assert ".before-m002-" in note
    store.close()


def test_a_migration_that_fails_leaves_everything_as_it_was(path, source, filed, with_second):
    store = SqliteStore.open(path)
    store.file("mine", source, [filed("word")])
    store.close()
    with pytest.MonkeyPatch.context() as patch:
        steps = (*migrations.MIGRATIONS, migrations.Migration(2, broken))
        patch.setattr(migrations, "MIGRATIONS", steps)
        with pytest.raises(ValueError, match="cannot go on"):
            SqliteStore.open(path)
    store = SqliteStore.open(path)
    with store.snapshot() as snapshot:
        assert snapshot.counts()["schema"] == 1 and snapshot.counts()["turns"] == 1
    assert store.check() == []
    store.close()


def test_migrations_are_numbered_in_order_from_one():
    assert [step.number for step in migrations.MIGRATIONS] == list(
        range(1, len(migrations.MIGRATIONS) + 1)
    )
