"""A palace made out of a backup: the backup is only read, and the palace knows of it."""

import pytest

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, PalaceDamaged
from camillo.ports.rows import Redaction
from camillo.storage.sqlite.connection import connect, every
from camillo.storage.sqlite.store import SqliteStore


@pytest.fixture
def kept(store, source, filed, tmp_path):
    """A backup with one turn in it, and that turn."""
    given = filed("word")
    store.file("mine", source, [given])
    store.backup(tmp_path / "kept")
    return tmp_path / "kept", given


def forget(path, given):
    opened = SqliteStore.open(path, create=False)
    try:
        return opened.forget([Redaction(Span(given.turn.key, 0, 4), ())])
    finally:
        opened.close()


def test_restoring_leaves_the_backup_as_it_was(kept, tmp_path):
    backup, _ = kept
    before = backup.read_bytes()
    assert SqliteStore.restore(backup, tmp_path / "new").verb == "restore"
    assert backup.read_bytes() == before
    opened = SqliteStore.open(tmp_path / "new", create=False)
    assert [one.verb for one in opened.log(2)] == ["restore", "mine"]
    assert opened.check() == []
    opened.close()


def test_a_restored_palace_names_the_backup_it_came_from_and_not_itself(kept, tmp_path):
    backup, given = kept
    moved = backup.rename(tmp_path / "moved")
    SqliteStore.restore(moved, tmp_path / "new")
    assert forget(tmp_path / "new", given).notes == (
        f"the backup {moved} still holds what was forgotten",
    )


def test_a_backup_used_as_a_palace_is_no_backup_of_itself(kept):
    backup, given = kept
    assert forget(backup, given).notes == ()


@pytest.mark.parametrize("content", [b"", b"Dear Mira, " * 1000])
def test_a_file_that_is_no_backup_is_named_and_leaves_nothing_behind(tmp_path, content):
    (tmp_path / "letter").write_bytes(content)
    with pytest.raises(PalaceDamaged, match="letter"):
        SqliteStore.restore(tmp_path / "letter", tmp_path / "new")
    assert [one.name for one in tmp_path.iterdir()] == ["letter"]
    assert (tmp_path / "letter").read_bytes() == content


def test_a_backup_whose_parts_disagree_makes_no_palace(kept, tmp_path):
    backup, _ = kept
    db = connect(backup, 1, writer=True)
    every(db, "delete from waiting_1")
    db.close()
    with pytest.raises(PalaceDamaged, match="kept does not hold together"):
        SqliteStore.restore(backup, tmp_path / "new")
    assert not list(tmp_path.glob("new*"))


def test_restoring_never_replaces_a_file(kept, tmp_path):
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(InvalidInput):
        SqliteStore.restore(kept[0], tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "precious"
