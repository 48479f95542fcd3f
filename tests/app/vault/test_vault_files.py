"""Files of a vault are taken, written, moved and removed without losing what others wrote meanwhile."""

import os
from pathlib import Path

import pytest

from camillo.app.vault import files as module
from camillo.app.vault.files import OWN, Files, digest_of
from camillo.app.vault.rename import Entry, exchange, rename_new
from camillo.domain.errors import InvalidInput

posix = pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")


@pytest.fixture
def files(tmp_path: Path) -> Files:
    made = Files(tmp_path)
    made.prepare()
    return made


def spare(files: Files) -> list[str]:
    return [one.name for one in (files.root / OWN / "tmp").iterdir()]


def test_a_file_is_created_whole_and_never_over_another(files: Files) -> None:
    files.create("a/b/c.md", b"one")
    with pytest.raises(FileExistsError):
        files.create("a/b/c.md", b"two")
    assert files.read("a/b/c.md") == b"one" and spare(files) == []


def test_a_file_is_replaced_only_where_it_holds_what_was_read(files: Files) -> None:
    files.create("a.md", b"one")
    assert files.replace("a.md", digest_of(b"one"), b"two")
    assert not files.replace("a.md", digest_of(b"one"), b"three")
    assert files.read("a.md") == b"two" and spare(files) == []


@posix
def test_a_replaced_file_keeps_its_mode(files: Files) -> None:
    files.create("a.md", b"one")
    (files.root / "a.md").chmod(0o640)
    files.replace("a.md", digest_of(b"one"), b"two")
    assert (files.root / "a.md").stat().st_mode & 0o777 == 0o640


def test_what_is_written_in_the_last_moment_stays(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other program comes between the look at the file and the change of names."""
    files.create("a.md", b"one")

    def late(source: Entry, target: Entry) -> None:
        monkeypatch.setattr(module, "exchange", exchange)
        (files.root / "a.md").write_bytes(b"late")
        exchange(source, target)

    monkeypatch.setattr(module, "exchange", late)
    assert not files.replace("a.md", digest_of(b"one"), b"two")
    assert files.read("a.md") == b"late" and spare(files) == []


def test_a_file_changed_in_the_last_moment_is_not_removed(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.create("a.md", b"late")
    assert not files.remove("a.md", digest_of(b"one"))
    assert files.read("a.md") == b"late"
    assert files.remove("a.md", digest_of(b"late"))
    assert not files.exists("a.md") and spare(files) == []


def test_a_file_that_cannot_go_back_to_its_place_lies_beside_it(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.create("a.md", b"late")

    def late(source: Entry, target: Entry) -> None:
        monkeypatch.setattr(module, "rename_new", rename_new)
        rename_new(source, target)
        (files.root / "a.md").write_bytes(b"newest")

    monkeypatch.setattr(module, "rename_new", late)
    assert not files.remove("a.md", digest_of(b"one"))
    texts = {one.read_bytes() for one in files.root.glob("*.md")}
    assert texts == {b"late", b"newest"} and spare(files) == []


def test_moving_never_replaces_a_file(files: Files) -> None:
    files.create("a.md", b"one")
    files.create("b.md", b"two")
    with pytest.raises(FileExistsError):
        files.move("a.md", "b.md")
    files.move("a.md", "new/a.md")
    assert files.read("new/a.md") == b"one" and files.read("b.md") == b"two"


def test_what_a_killed_run_left_is_cleared_and_a_text_of_nobody_else_is_rescued(
    files: Files,
) -> None:
    own = files.root / OWN / "tmp"
    new, old = digest_of(b"new"), digest_of(b"old")
    (own / f"w-{new}-{old}-0").write_bytes(b"ne")
    (own / f"d-{new}-{old}-1").write_bytes(b"new")
    (own / f"d-{new}-{old}-2").write_bytes(b"old")
    (own / f"d-{new}-{old}-3").write_bytes(b"of somebody")
    (name,) = files.recover()
    assert files.read(name) == b"of somebody" and spare(files) == []


@posix
def test_no_link_leads_out_of_the_vault(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "vault"
    outside.mkdir()
    root.mkdir()
    (outside / "a.md").write_bytes(b"one")
    files = Files(root)
    files.prepare()
    (root / "out").symlink_to(outside, target_is_directory=True)
    (root / "a.md").symlink_to(outside / "a.md")
    for attempt in (
        lambda: files.create("out/new.md", b"x"),
        lambda: files.replace("out/a.md", digest_of(b"one"), b"x"),
        lambda: files.replace("a.md", digest_of(b"one"), b"x"),
        lambda: files.remove("out/a.md", digest_of(b"one")),
        lambda: files.move("out/a.md", "in.md"),
        lambda: files.read("out/a.md"),
    ):
        with pytest.raises(OSError, match=r"levels|irectory|regular|link"):
            attempt()
    assert {one.name: one.read_bytes() for one in outside.iterdir()} == {"a.md": b"one"}


@posix
def test_a_link_that_took_a_files_place_is_put_back(files: Files) -> None:
    (files.root / "a.md").symlink_to("/etc/hostname")
    assert not files.remove("a.md", digest_of(b"one"))
    assert (files.root / "a.md").is_symlink() and spare(files) == []


@posix
def test_an_own_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / OWN).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidInput, match="no folder"):
        Files(tmp_path / "vault").prepare()


@pytest.mark.parametrize("by_system", [True, False])
def test_names_change_places_with_and_without_the_means_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_system: bool
) -> None:
    from camillo.app.vault import rename

    if not by_system:
        monkeypatch.setattr(rename, "_system_call", lambda platform: None)
    a, b, c = (Entry(None, str(tmp_path / name)) for name in "abc")
    Path(a.name).write_text("a")
    Path(b.name).write_text("b")
    exchange(a, b)
    assert (Path(a.name).read_text(), Path(b.name).read_text()) == ("b", "a")
    with pytest.raises(FileExistsError):
        rename_new(a, b)
    rename_new(a, c)
    assert Path(c.name).read_text() == "b" and not a.exists() and len(list(tmp_path.iterdir())) == 2
