import multiprocessing
import os
import stat
import sys
from pathlib import Path

import pytest

from camillo.app.install import changes
from camillo.domain.errors import CamilloError, InvalidInput


def _shout(text):
    return (text or "").upper() or None


def _line(text, line):
    return (text or "") + line


def _append(path, number, ready):
    ready.wait(30)
    for step in range(5):
        line = f"{number}-{step}\n"
        changes.carry_out(Path(path), lambda text, line=line: _line(text, line))


def test_a_change_is_backed_up_and_told(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"one\r\n")
    planned = changes.plan(path, _shout)
    assert path.read_bytes() == b"one\r\n"
    assert planned.action == "changed"
    assert planned.diff()[-2:] == ["-one", "+ONE"]
    done, backup = changes.carry_out(path, _shout)
    assert (done, path.read_bytes(), backup.read_bytes()) == (planned, b"ONE\r\n", b"one\r\n")
    assert sorted(tmp_path.iterdir()) == [path, backup]


def test_what_is_right_already_is_left_alone(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("ONE")
    before = path.stat()
    done, backup = changes.carry_out(path, _shout)
    assert (done.action, backup) == ("unchanged", None)
    assert path.stat() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_and_its_folder_are_made_and_taken_away(tmp_path):
    path = tmp_path / "new" / "a.json"
    done, backup = changes.carry_out(path, lambda text: "x")
    assert (done.action, backup, path.read_text()) == ("created", None, "x")
    done, backup = changes.carry_out(path, lambda text: None)
    assert (done.action, backup.read_text(), path.exists()) == ("removed", "x", False)


def test_a_byte_order_mark_is_kept_and_not_shown_to_the_rewrite(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbfone")
    changes.carry_out(path, _shout)
    assert path.read_bytes() == b"\xef\xbb\xbfONE"


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links of POSIX")
def test_modes_and_links_stay(tmp_path):
    real, link = tmp_path / "dotfiles" / "real.json", tmp_path / "a.json"
    real.parent.mkdir()
    real.write_text("one")
    real.chmod(0o640)
    link.symlink_to(real)
    _, backup = changes.carry_out(link, _shout)
    assert link.is_symlink()
    assert real.read_text() == "ONE"
    assert {stat.S_IMODE(one.stat().st_mode) for one in (real, backup)} == {0o640}
    assert sorted(one.name for one in real.parent.iterdir()) == sorted([real.name, backup.name])


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_link_that_leads_nowhere_is_followed(tmp_path):
    link = tmp_path / "a.json"
    link.symlink_to(tmp_path / "later" / "real.json")
    changes.carry_out(link, lambda text: "x")
    assert (tmp_path / "later" / "real.json").read_text() == "x"
    assert link.is_symlink()


def test_what_is_no_text_file_is_refused_and_named(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes("ä".encode("utf-16"))
    with pytest.raises(InvalidInput, match=r"a\.json is no text in UTF-8"):
        changes.carry_out(path, _shout)
    with pytest.raises(InvalidInput, match="is no file"):
        changes.plan(tmp_path, _shout)
    assert path.read_bytes() == "ä".encode("utf-16")


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes of POSIX")
def test_a_pipe_in_the_files_place_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(InvalidInput, match="is no file"):
        changes.plan(tmp_path / "a.json", _shout)


def test_a_folder_that_cannot_be_made_is_an_error_that_names_the_file(tmp_path):
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "a.json"
    with pytest.raises(CamilloError, match=r"a\.json could not be"):
        changes.carry_out(path, lambda text: "x")


def test_a_failing_write_leaves_the_file_and_no_half_of_one(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("one")

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CamilloError, match="No space left"):
        changes.carry_out(path, _shout)
    assert path.read_text() == "one"
    assert [one for one in tmp_path.iterdir() if one.suffix == ".tmp"] == []


@pytest.mark.slow
def test_installers_at_the_same_time_lose_nothing_of_each_other(tmp_path):
    path = tmp_path / "a.txt"
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    workers = [context.Process(target=_append, args=(str(path), n, ready)) for n in range(4)]
    for one in workers:
        one.start()
    ready.set()
    for one in workers:
        one.join(60)
    assert [one.exitcode for one in workers] == [0] * 4
    lines = path.read_text().splitlines()
    assert sorted(lines) == sorted(f"{n}-{step}" for n in range(4) for step in range(5))
