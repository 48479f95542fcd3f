"""Files that look as they did are not read again, and no change is missed for it."""

import json
import os
import time

import pytest

from camillo.app.vault import scanning
from camillo.app.vault.files import digest_of
from camillo.app.vault.scanning import scan
from camillo.app.vault.seen import Seen, looks_of

_REAL = time.time_ns


@pytest.fixture
def later(monkeypatch):
    """The clock stands ten seconds on, so that what was just written is no longer fresh."""
    monkeypatch.setattr(scanning.time, "time_ns", lambda: _REAL() + 10_000_000_000)


@pytest.fixture
def vault(tmp_path):
    root = tmp_path / "vault"
    (root / "sub").mkdir(parents=True)
    for name in ("a.md", "sub/b.md"):
        (root / name).write_text(f"the text of {name}")
    (root / "picture.png").write_bytes(b"\x89PNG")
    return root


def expected(root):
    return {
        path.relative_to(root).as_posix(): digest_of(path.read_bytes())
        for path in root.rglob("*.md")
    }


def test_what_looks_the_same_is_not_read_again_in_another_process_either(vault, tmp_path, later):
    file = tmp_path / "seen.json"
    assert scan(vault, Seen(file)).files == expected(vault)
    told = json.loads(file.read_text())
    told["a.md"][-1] = "as it was noted"
    file.write_text(json.dumps(told))
    assert scan(vault, Seen(file)).files["a.md"] == "as it was noted"
    assert file.stat().st_mode & 0o077 == 0 or os.name != "posix"


def test_an_edit_of_the_same_length_and_time_is_seen(vault, tmp_path, later):
    seen = Seen(tmp_path / "seen.json")
    scan(vault, seen)
    before = (vault / "a.md").stat()
    time.sleep(0.02)
    (vault / "a.md").write_text("the TEXT of a.md")
    os.utime(vault / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert scan(vault, seen).files == expected(vault)


def test_a_file_that_took_anothers_place_is_seen(vault, tmp_path, later):
    seen = Seen(tmp_path / "seen.json")
    other = tmp_path / "other.md"
    other.write_text("the TEXT of a.md")
    before = (vault / "a.md").stat()
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    scan(vault, seen)
    other.replace(vault / "a.md")
    assert scan(vault, seen).files == expected(vault)


def test_what_was_written_just_before_it_was_read_is_read_again(vault, tmp_path):
    seen = Seen(tmp_path / "seen.json")
    for number in range(200):
        (vault / "a.md").write_text(f"{number:08}")
        assert scan(vault, seen).files == expected(vault)


@pytest.mark.parametrize("ahead", [0, 1_000_000_000, 3_600_000_000_000])
def test_a_time_that_a_later_change_could_bear_too_is_not_believed(vault, tmp_path, ahead):
    seen = Seen(tmp_path / "seen.json")
    looks = looks_of((vault / "a.md").stat())
    at = max(looks[3:]) - ahead
    seen.put("a.md", looks, at, "racy")
    seen.put("b.md", looks, at + 3_000_000_000 + ahead, "old enough")
    seen.done()
    assert (seen.digest("a.md", looks), seen.digest("b.md", looks)) == (None, "old enough")


@pytest.mark.parametrize(
    "torn", [b"", b"{", b"[1]", b'{"a.md": 3}', b'{"a.md": [1, 2]}', b'"x"', b"\xff"]
)
def test_a_torn_list_costs_a_reading_and_no_text(vault, tmp_path, torn, later):
    file = tmp_path / "seen.json"
    file.write_bytes(torn)
    assert scan(vault, Seen(file)).files == expected(vault)
    assert len(json.loads(file.read_text())) == 2


def test_what_is_gone_is_not_kept_in_the_list(vault, tmp_path, later):
    file = tmp_path / "seen.json"
    scan(vault, Seen(file))
    (vault / "a.md").unlink()
    (vault / "sub/b.md").rename(vault / "c.md")
    assert scan(vault, Seen(file)).files == expected(vault)
    assert [*json.loads(file.read_text())] == ["c.md"]


def test_a_file_that_is_ignored_by_now_is_left_out_though_it_was_seen(vault, tmp_path, later):
    seen = Seen(tmp_path / "seen.json")
    scan(vault, seen)
    (vault / ".camilloignore").write_text("sub/\n")
    found = scan(vault, seen)
    assert [*found.files] == ["a.md"] and found.is_held("sub/b.md")
