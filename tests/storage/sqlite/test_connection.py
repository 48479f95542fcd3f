"""Opening a palace file: modes, foreign files, patience."""

import json
import os
import stat
import subprocess
import sys
import threading
import time

import apsw
import pytest

from camillo.domain.errors import CamilloError, NotFound, PalaceBusy, PalaceDamaged, PalaceTooNew
from camillo.storage.sqlite.connection import connect
from camillo.storage.sqlite.store import SqliteStore


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_file_and_folder_are_the_owners_alone_whatever_the_umask(path, source, filed):
    before = os.umask(0)
    try:
        store = SqliteStore.open(path)
        store.file("mine", source, [filed("x")])
        beside = {each.name: mode(each) for each in path.parent.iterdir()}
        store.backup(path.with_name("copy"))
        store.close()
    finally:
        os.umask(before)
    assert beside == {path.name: 0o600, f"{path.name}-wal": 0o600, f"{path.name}-shm": 0o600}
    assert mode(path.parent) == 0o700 and mode(path.with_name("copy")) == 0o600


def test_a_file_that_was_open_to_others_is_closed_to_them(path):
    SqliteStore.open(path).close()
    path.chmod(0o644)
    SqliteStore.open(path).close()
    assert mode(path) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_what_sqlite_left_beside_a_palace_that_was_read_only_is_mended_with_it(path):
    SqliteStore.open(path).close()
    beside = path.with_name(f"{path.name}-shm")
    beside.touch()
    beside.chmod(0o400)
    store = SqliteStore.open(path)
    assert mode(beside) == 0o600
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="limits are POSIX's")
def test_a_palace_that_cannot_be_made_for_want_of_room_says_so_and_is_made_later(path):
    path.parent.mkdir()
    program = """
import resource, sys
from pathlib import Path
from camillo.domain.errors import CamilloError
from camillo.storage.sqlite.store import SqliteStore
resource.setrlimit(resource.RLIMIT_FSIZE, (32 << 10, 32 << 10))
try:
    SqliteStore.open(Path(sys.argv[1]))
except CamilloError as error:
    print(error.mend)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() in ("check the disk", "free some disk space")
    SqliteStore.open(path).close()


def test_a_missing_palace_is_only_made_when_wanted(path):
    with pytest.raises(NotFound):
        SqliteStore.open(path, create=False)
    assert not path.exists()


@pytest.mark.parametrize(
    "content", [b"no database at all, " * 50, b"SQLite format 3\0" + b"x" * 500]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(PalaceDamaged):
        SqliteStore.open(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(path):
    path.parent.mkdir()
    other = apsw.Connection(str(path))
    other.execute("create table mail(body)")
    other.close()
    with pytest.raises(PalaceDamaged):
        SqliteStore.open(path)
    other = apsw.Connection(str(path))
    assert other.execute("select name from sqlite_schema").fetchall() == [("mail",)]
    other.close()


def test_a_folder_is_refused(path):
    path.mkdir(parents=True)
    with pytest.raises(PalaceDamaged):
        SqliteStore.open(path)


def test_a_palace_of_a_later_version_is_refused(path):
    SqliteStore.open(path).close()
    later = connect(path, 1, writer=True)
    later.execute("pragma user_version=999")
    later.close()
    with pytest.raises(PalaceTooNew):
        SqliteStore.open(path)


def test_the_pragmas_that_durability_and_forgetting_rest_on_are_set(path):
    SqliteStore.open(path).close()
    # A process of its own: in that of the tests nobody waits for a disk.
    code = (
        "import json, sys; from pathlib import Path; from camillo.storage.sqlite.connection import connect;"
        "db = connect(Path(sys.argv[1]), 1, writer=True);"
        "print(json.dumps({one: db.execute(f'pragma {one}').get for one in sys.argv[2:]}))"
    )
    expected = {
        "journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1,
        "page_size": 4096,
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code, path, *expected], capture_output=True, check=True
    )
    assert json.loads(done.stdout) == expected


def test_a_writer_that_waited_too_long_says_so_and_the_next_try_works(path, source, filed):
    store = SqliteStore.open(path, busy_seconds=0.2)
    other = connect(path, 1, writer=True)
    other.execute("begin immediate")
    began = time.monotonic()
    with pytest.raises(PalaceBusy):
        store.file("mine", source, [filed("x")])
    assert 0.15 < time.monotonic() - began < 5
    other.execute("rollback")
    other.close()
    assert store.file("mine", source, [filed("x")]).counts["turns"] == 1
    store.close()


def test_a_closed_store_says_so(store, source, filed):
    store.close()
    store.close()
    with pytest.raises(CamilloError, match="closed"):
        store.file("mine", source, [filed("x")])
    with pytest.raises(CamilloError, match="closed"), store.snapshot():
        pass


def test_threads_share_one_store(store, source, filed):
    failures = []

    def work(name):
        try:
            for number in range(20):
                store.file("mine", source, [filed(f"{name} says {number}", turn=f"{name}{number}")])
                with store.snapshot() as snapshot:
                    found = snapshot.postings([name])[name]
                    assert len(found.drawer) == number + 1
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("ann", "bob", "kai")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with store.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 60


def test_a_read_left_half_way_does_not_keep_the_log_from_being_emptied(store, path, source, filed):
    for number in range(3):
        store.file("mine", source, [filed(f"turn {number}", turn=str(number))])
    with store.snapshot() as snapshot:
        left = snapshot.turns()
        next(left)
    store.delete_wing("orion")
    assert path.with_name(f"{path.name}-wal").stat().st_size < 50_000


def test_canonical_rows_cannot_be_deleted_or_rewritten(store, path, source, filed):
    store.file("mine", source, [filed("for good")])
    db = connect(path, 1, writer=True)
    for sql in (
        "delete from documents",
        "delete from turns",
        "delete from receipts",
        "update documents set content = x'00'",
        "update turns set key = zeroblob(12)",
        "update receipts set verb = 'x'",
    ):
        with pytest.raises(apsw.ConstraintError):
            db.execute(sql)
    db.close()


@pytest.mark.parametrize("content", [b"x", b"a note\n", b"k" * 511, b"y" * 512, b"z" * 9_000])
def test_a_foreign_file_of_any_length_is_refused_and_left_as_it_is(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(PalaceDamaged):
        SqliteStore.open(path)
    assert path.read_bytes() == content
