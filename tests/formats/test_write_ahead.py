"""Write-ahead logs of other programs: what is read is what SQLite itself would read."""

from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.formats import database
from camillo.formats.reading import source_file
from camillo.formats.write_ahead import overlay


def rows_of(path):
    with database.opened(source_file(path)) as connection:
        return database.rows(connection, "select n, said from talk order by n")


def by_sqlite(folder, content, log):
    """What SQLite reads from a copy of both files."""
    folder.mkdir()
    (folder / "x.db").write_bytes(content)
    (folder / "x.db-wal").write_bytes(log)
    with apsw.Connection(str(folder / "x.db")) as connection:
        rows = connection.execute("select n, said from talk order by n").fetchall()
    return rows


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A database and its log after a start and five transactions, the log begun anew in between."""
    path = tmp_path_factory.mktemp("wal") / "x.db"
    host = apsw.Connection(str(path))
    host.execute("pragma page_size=1024; pragma journal_mode=wal; pragma wal_autocheckpoint=0")
    host.execute("create table talk(n integer primary key, said text)")
    for number in range(5):
        host.execute("insert into talk values (?, ?)", (number, f"早 {number}" * 300))
    host.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
    for number in range(5, 10):
        with host:
            host.execute("insert into talk values (?, ?)", (number, "tarde" * 200 * (number % 3)))
            host.execute("update talk set said = said || '!' where n = ?", (number - 5,))
    content, log = path.read_bytes(), path.with_name("x.db-wal").read_bytes()
    yield content, log
    host.close()


def test_what_is_only_in_the_log_is_read_and_nothing_is_written(recorded, tmp_path):
    content, log = recorded
    path = tmp_path / "x.db"
    path.write_bytes(content)
    before = rows_of(path)
    path.with_name("x.db-wal").write_bytes(log)
    after = rows_of(path)
    assert (len(before), len(after)) == (5, 10)
    assert after == by_sqlite(tmp_path / "copy", content, log)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy", "x.db", "x.db-wal"]
    assert (path.read_bytes(), path.with_name("x.db-wal").read_bytes()) == (content, log)


@given(share=st.floats(0, 1))
def test_a_log_cut_anywhere_is_read_as_sqlite_reads_it(recorded, tmp_path_factory, share):
    content, log = recorded
    log = log[: int(share * len(log))]
    folder = tmp_path_factory.mktemp("cut")
    (folder / "x.db").write_bytes(content)
    (folder / "x.db-wal").write_bytes(log)
    assert rows_of(folder / "x.db") == by_sqlite(folder / "copy", content, log)


def test_a_transaction_whose_pages_are_not_yet_written_is_left_out(recorded, tmp_path):
    content, log = recorded
    found = overlay(log)
    last = max(found.pages.values())
    torn = log[:last] + bytes(1024) + log[last + 1024 :]
    assert overlay(torn) is not None
    (tmp_path / "x.db").write_bytes(content)
    (tmp_path / "x.db-wal").write_bytes(torn)
    assert len(rows_of(tmp_path / "x.db")) < 10
    assert rows_of(tmp_path / "x.db") == by_sqlite(tmp_path / "copy", content, torn)


@given(st.binary(max_size=200))
def test_what_is_no_log_changes_nothing(raw):
    assert overlay(raw) is None
    assert overlay(b"\x37\x7f\x06\x82" + raw) is None


def test_a_log_that_grew_is_another_state_of_the_source(recorded, tmp_path):
    content, log = recorded
    path = Path(tmp_path / "x.db")
    path.write_bytes(content)
    alone = source_file(path).digest()
    path.with_name("x.db-wal").write_bytes(log)
    assert source_file(path).digest() != alone
