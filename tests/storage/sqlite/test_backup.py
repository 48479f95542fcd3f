"""Copies of a palace: whole, usable, never over another file."""

import pytest

from camillo.domain.errors import InvalidInput
from camillo.storage.sqlite.connection import connect, every
from camillo.storage.sqlite.store import SqliteStore


def test_a_backup_opens_as_a_palace_of_its_own(store, source, filed, tmp_path):
    store.file("mine", source, [filed("word", turn="1")])
    receipt = store.backup(tmp_path / "copy")
    store.file("mine", source, [filed("later", turn="2")])
    assert (
        receipt.verb == "backup" and receipt.counts["bytes"] == (tmp_path / "copy").stat().st_size
    )
    copy = SqliteStore.open(tmp_path / "copy", create=False)
    with copy.snapshot() as snapshot:
        assert set(snapshot.postings(["word", "later"])) == {"word"}
    assert copy.check() == []
    assert copy.file("mine", source, [filed("own", turn="3")]).counts["turns"] == 1
    copy.close()


def test_a_backup_is_never_written_over_another_file(store, path, tmp_path):
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(InvalidInput):
        store.backup(tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "precious"
    with pytest.raises(InvalidInput):
        store.backup(path)


def test_a_backup_that_fails_is_not_remembered(store, path, tmp_path):
    with pytest.raises(InvalidInput):
        store.backup(tmp_path / "no" / "such" / "folder")
    db = connect(path, 1, writer=False)
    assert every(db, "select * from backups") == []
    db.close()
