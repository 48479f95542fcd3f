"""A palace that is deleted whole: what goes, what is named, and what is left alone."""

from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.care.erasing import erase
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound, PalaceBusy


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(palace=tmp_path / "data" / "p.camillo", busy_seconds=0.3, refine=False)
    with Palace.open(settings=made) as palace:
        palace.add("The heron stands in the reeds.", wing="lake")
        palace.backup(tmp_path / "copy.camillo")
        palace.export(tmp_path / "all.gz")
    return made


def test_a_dry_run_tells_what_would_go_and_changes_nothing(settings, tmp_path):
    would = erase(settings, dry_run=True)
    assert would.turns == 1
    assert str(settings.palace) in would.files
    assert any("copy.camillo" in one for one in would.left)
    assert any("all.gz" in one for one in would.left)
    with Palace.open(create=False, settings=settings) as palace:
        assert palace.search("heron").results


def test_what_is_erased_is_gone_with_all_beside_it_and_nothing_else(settings, tmp_path):
    mine = settings.palace.with_name(settings.palace.name + ".notes.txt")
    mine.write_text("my own")
    spool = settings.palace.with_name(settings.palace.name + ".run") / "spool"
    spool.mkdir(parents=True)
    (spool / "1.json").write_text("{}")
    done = erase(settings)
    assert [one.name for one in settings.palace.parent.iterdir()] == [mine.name]
    assert (tmp_path / "copy.camillo").exists()
    assert str(spool / "1.json") in done.files


def test_the_bytes_are_overwritten_before_the_file_goes(settings, tmp_path):
    link = tmp_path / "held"
    link.hardlink_to(settings.palace)
    assert b"heron stands" in link.read_bytes()
    erase(settings)
    assert set(link.read_bytes()) == {0}


def test_copies_and_the_key_go_when_asked(tmp_path):
    key = tmp_path / "key"
    key.write_text("ab" * 32)
    key.chmod(0o600)
    made = Settings(palace=tmp_path / "data" / "p.camillo", palace_key=str(key), refine=False)
    with Palace.open(settings=made) as palace:
        palace.backup(tmp_path / "copy.camillo")
    done = erase(made, with_copies=True, with_key=True)
    assert done.key_removed
    assert not key.exists()
    assert not (tmp_path / "copy.camillo").exists()
    assert done.left == ()


def test_a_palace_whose_key_is_lost_can_be_erased(tmp_path):
    key = tmp_path / "key"
    key.write_text("ab" * 32)
    key.chmod(0o600)
    made = Settings(palace=tmp_path / "data" / "p.camillo", palace_key=str(key), refine=False)
    Palace.open(settings=made).close()
    key.unlink()
    assert erase(made).turns is None
    assert not made.palace.exists()


def test_nothing_is_erased_while_others_have_it_open(settings):
    with Palace.open(create=False, settings=settings), pytest.raises(PalaceBusy):
        erase(settings)
    assert settings.palace.exists()


def test_what_is_not_there_is_not_erased(tmp_path):
    with pytest.raises(NotFound):
        erase(Settings(palace=tmp_path / "none.camillo"))
