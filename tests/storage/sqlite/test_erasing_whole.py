"""Deleting a palace file while others come to it: what is acknowledged is never overwritten."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from camillo.app.care import erasing as care
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound, Outdated, PalaceBusy, PalaceGone
from camillo.domain.owner import Owner
from camillo.storage.sqlite import erasing, shredding
from camillo.storage.sqlite.opening import file_of
from camillo.storage.sqlite.store import SqliteStore

#: Another process, which tells whether its write was acknowledged.
WRITES = """
import pathlib, sys
from camillo.domain.errors import CamilloError
from camillo.storage.sqlite.store import SqliteStore
try:
    store = SqliteStore.open(pathlib.Path(sys.argv[1]), create=False, busy_seconds=0.2)
    print(store.note("looked", {}).number)
    store.close()
except CamilloError:
    pass
"""


def written(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WRITES, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def palace(tmp_path, source, filed) -> Path:
    """One with a text, and a file of the program's own beside it."""
    path = tmp_path / "palace.camillo"
    store = SqliteStore.open(path)
    store.file("add", source, [filed("the nest is behind the mill")])
    store.close()
    path.with_name(path.name + ".notes.json").write_text("{}")
    return path


@pytest.fixture
def acknowledged(palace, monkeypatch) -> list[str]:
    """What another process was acknowledged before a file goes, each time that one does, and when a store closes."""
    heard: list[str] = []

    def before(owner: object, name: str) -> None:
        whole = getattr(owner, name)

        def first(*given):
            if palace.exists():
                heard.append(written(palace))
            return whole(*given)

        monkeypatch.setattr(owner, name, first)

    before(shredding, "_overwrite")
    before(Path, "replace")
    before(SqliteStore, "close")
    return heard


def test_nobody_is_acknowledged_a_write_to_a_palace_that_its_store_erases(palace, acknowledged):
    SqliteStore.open(palace).erase()
    assert acknowledged and not any(acknowledged)
    assert not palace.exists()


def test_nobody_is_acknowledged_a_write_to_a_palace_that_the_command_erases(palace, acknowledged):
    care.erase(Settings(palace=palace, busy_seconds=5))
    assert acknowledged and not any(acknowledged)
    assert not palace.exists()


def test_a_store_erases_its_palace_and_nothing_of_others_beside_it(palace):
    other = palace.with_name("letter.txt")
    other.write_text("my own")
    SqliteStore.open(palace).erase()
    assert other.read_text() == "my own" and not palace.exists()


def test_in_an_owners_folder_what_lies_beside_goes_with_the_palace(tmp_path):
    path = file_of(tmp_path, Owner("notes", "ana"))
    store = SqliteStore.open(path)
    (path.parent / "beside").write_text("heron")
    store.erase()
    assert not path.parent.exists()


def test_a_palace_with_a_newer_write_than_was_seen_stays_and_opens(palace):
    store = SqliteStore.open(palace)
    with pytest.raises(Outdated):
        store.erase(0)
    assert store.note("looked", {}).number
    store.close()


def test_an_erasure_that_others_hold_up_is_completed_by_who_opens_it_next(palace):
    reader, store = (SqliteStore.open(palace, busy_seconds=0.2) for _ in range(2))
    with pytest.raises(PalaceBusy, match="still has the palace's file open"):
        store.erase()
    with pytest.raises(PalaceGone):
        reader.note("looked", {})
    reader.close()
    again = SqliteStore.open(palace)
    with again.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 0
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")
@pytest.mark.parametrize(
    ("told", "goes"),
    [(errno.ENOTSUP, True), (errno.ENOLCK, True), (errno.EAGAIN, False), (errno.EACCES, False)],
)
def test_a_file_system_without_locks_is_not_taken_for_another_process(
    palace, monkeypatch, told, goes
):
    import fcntl

    def refused(*_):
        raise OSError(told, "refused")

    monkeypatch.setattr(fcntl, "flock", refused)
    erasing.mark(palace, None, 1)
    if goes:
        assert erasing.finish(palace, None, 0.2)[0] > 0
    else:
        with pytest.raises(PalaceBusy):
            erasing.finish(palace, None, 0.2)
    assert palace.exists() is not goes


def test_what_went_before_it_could_be_marked_needs_no_mark(palace, monkeypatch):
    from camillo.storage.sqlite import ciphering

    key_of = ciphering.key_of

    def late(*given):
        palace.unlink(missing_ok=True)
        return key_of(*given)

    monkeypatch.setattr(ciphering, "key_of", late)
    erasing.mark(palace, None, 1)
    assert not shredding.is_marked(palace)


def test_a_palace_that_is_made_anew_meanwhile_is_marked_while_nobody_writes_to_it(
    palace, monkeypatch
):
    connect = erasing.connect
    writing = []

    def late(*given, **named):
        if not writing:
            db = connect(*given, **named)
            palace.unlink()
            store = SqliteStore.open(palace)
            writing.append(store._session.writing())
            writing[0].__enter__()
            return db
        return connect(*given, **named)

    monkeypatch.setattr(erasing, "connect", late)
    with pytest.raises(PalaceBusy):
        erasing.mark(palace, None, 0.2)
    writing[0].__exit__(None, None, None)
    assert not shredding.is_marked(palace)


@pytest.mark.parametrize("step", ["_files", "_known"])
def test_of_two_commands_at_once_the_later_is_told_that_there_is_no_palace(
    palace, monkeypatch, step
):
    whole = getattr(care, step)

    def late(*given):
        found = whole(*given)
        palace.unlink()
        return found

    monkeypatch.setattr(care, step, late)
    with pytest.raises(NotFound, match="no palace"):
        care.erase(Settings(palace=palace, busy_seconds=1))


def test_of_two_who_remove_a_palace_at_once_the_later_is_told_that_there_is_none(palace):
    palace.unlink()
    with pytest.raises(NotFound, match="no palace"):
        erasing.erase(palace, None, 1, [])


@pytest.mark.slow
def test_of_several_commands_at_once_one_deletes_and_the_others_are_told(palace):
    code = (
        "import sys, pathlib; from camillo.app.care.erasing import erase;"
        "from camillo.app.settings import Settings; from camillo.domain.errors import NotFound\n"
        "try: erase(Settings(palace=pathlib.Path(sys.argv[1]), busy_seconds=20)); print('deleted')\n"
        "except NotFound: print('told')"
    )
    several = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(palace)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    told = [each.communicate(timeout=60)[0].strip() for each in several]
    assert sorted(told) == ["deleted", "told", "told", "told"]
    assert not palace.exists()


def test_a_dry_run_leaves_a_palace_of_an_older_version_as_it_is(palace, monkeypatch):
    from camillo.storage.sqlite import migrations

    def second(db):
        db.execute("alter table wings add column about text")

    steps = (*migrations.MIGRATIONS, migrations.Migration(2, second))
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    before = {each: each.read_bytes() for each in palace.parent.iterdir() if each.is_file()}
    assert care.erase(Settings(palace=palace), dry_run=True).turns == 1
    after = {each: each.read_bytes() for each in palace.parent.iterdir() if each.is_file()}
    assert before == after
