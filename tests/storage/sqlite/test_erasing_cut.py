"""An erasure that ends half-way: the palace is gone or whole, never half, and its bytes go with the next opening."""

import pytest

from camillo.app.care.erasing import erase
from camillo.app.settings import Settings
from camillo.domain.errors import CamilloError, PalaceGone
from camillo.storage.sqlite import session, shredding
from camillo.storage.sqlite.store import SqliteStore


class Stop(Exception):
    """Stands for the end of the process."""


def stop_at(patch: pytest.MonkeyPatch, call: int) -> None:
    """End at so many files overwritten, the last of them half."""
    calls = []

    def cut(path) -> None:
        calls.append(path)
        if len(calls) >= call:
            with path.open("r+b") as file:
                file.write(bytes(2_000))
            raise Stop
        overwrite(path)

    overwrite = shredding._overwrite
    patch.setattr(shredding, "_overwrite", cut)


def test_a_palace_whose_erasure_was_cut_off_opens_empty_and_its_bytes_are_gone(
    tmp_path, filed, source
):
    path = tmp_path / "palace.camillo"
    store = SqliteStore.open(path)
    store.file("add", source, [filed("the nest is behind the mill")])
    with pytest.MonkeyPatch.context() as patch:
        stop_at(patch, 1)
        with pytest.raises(Stop):
            store.erase()
    again = SqliteStore.open(path)
    with again.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 0
    assert again.check() == []
    again.close()
    for left in tmp_path.iterdir():
        assert b"behind the mill" not in left.read_bytes(), left


@pytest.mark.parametrize("step", ["upgrade", "_tombstone_key"])
def test_who_opens_a_palace_while_it_is_erased_is_told_so(tmp_path, step):
    path = tmp_path / "palace.camillo"
    SqliteStore.open(path).close()
    within = session.upgrading if step == "upgrade" else session
    whole = getattr(within, step)

    def erased(*given):
        for each in tmp_path.iterdir():
            each.unlink()
        return whole(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(within, step, erased)
        with pytest.raises(PalaceGone):
            SqliteStore.open(path, create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_the_command_that_erases_can_be_given_again(tmp_path, filed, source, call):
    settings = Settings(palace=tmp_path / "palace.camillo")
    store = SqliteStore.open(settings.palace)
    store.file("add", source, [filed("the nest is behind the mill")])
    store.close()
    (tmp_path / "palace.camillo.notes.json").write_text("behind the mill")
    with pytest.MonkeyPatch.context() as patch:
        stop_at(patch, call)
        with pytest.raises((Stop, CamilloError)):
            erase(settings)
    assert settings.palace.exists() is (call < 4)
    if call == 4:
        assert b"mill" in settings.palace.with_name(".palace.camillo.erasing").read_bytes()
    erase(settings)
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []
