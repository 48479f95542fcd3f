import os
from pathlib import Path

import pytest

from camillo.formats import markdown, plain
from camillo.formats.reading import NotRegular, pick, printable, problem_of, source_file, uri_of


def test_a_source_file_names_shows_and_opens_its_file(tmp_path: Path):
    path = tmp_path / "a b" / "é.md"
    path.parent.mkdir()
    path.write_bytes(b"x" * 70_000)
    file = source_file(path, tmp_path)
    assert file.uri == path.as_uri() and "a%20b/%C3%A9.md" in file.uri
    assert (file.name, file.size, len(file.head)) == ("a b/é.md", 70_000, 65_536)
    assert file.root == str(tmp_path)
    with file.open() as stream:
        assert stream.read() == path.read_bytes()


def test_a_file_by_itself_has_no_root(tmp_path: Path):
    (tmp_path / "n.txt").write_text("n")
    file = source_file(tmp_path / "n.txt")
    assert (file.name, file.root) == ("n.txt", "")


def test_a_link_is_refused_even_when_it_takes_the_place_of_the_file(tmp_path: Path):
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret").write_text("secret")
    (root / "n.txt").write_text("n")
    file = source_file(root / "n.txt", root)
    (root / "n.txt").unlink()
    (root / "n.txt").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError):
        file.open()
    with pytest.raises(OSError):
        source_file(root / "n.txt", root)


def test_a_link_that_takes_the_place_of_a_folder_leads_nowhere(tmp_path: Path):
    outside, root = tmp_path / "outside", tmp_path / "root"
    for folder in (outside, root / "inner"):
        folder.mkdir(parents=True)
        (folder / "n.txt").write_text(folder.name)
    file = source_file(root / "inner" / "n.txt", root)
    (root / "inner" / "n.txt").unlink()
    (root / "inner").rmdir()
    (root / "inner").symlink_to(outside)
    with pytest.raises(OSError):
        file.open()


def test_a_path_outside_the_root_is_refused(tmp_path: Path):
    (tmp_path / "n.txt").write_text("n")
    with pytest.raises(ValueError):
        source_file(tmp_path / "n.txt", tmp_path / "root")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotRegular):
        source_file(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_refused():
    with pytest.raises(NotRegular):
        source_file(Path("/dev/zero"))


def open_descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="descriptors cannot be counted here")
def test_no_descriptor_stays_open(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "n.txt").write_text("n")
    before = open_descriptors()
    for _ in range(20):
        with source_file(tmp_path / "a" / "n.txt", tmp_path).open():
            pass
        with pytest.raises(OSError):
            source_file(tmp_path / "b" / "n.txt", tmp_path)
        with pytest.raises(NotRegular):
            source_file(tmp_path / "a", tmp_path)
    assert open_descriptors() == before


def test_the_first_reader_that_knows_the_content_is_picked(tmp_path: Path):
    readers = (markdown.READER, plain.READER)
    for name, content, kind in (
        ("a.md", b"# a", "markdown"),
        ("a.txt", b"# a", "text"),
        ("a.md", b"\x00" * 9, None),
    ):
        (tmp_path / name).write_bytes(content)
        found = pick(source_file(tmp_path / name), readers)
        assert (found.name if found else None) == kind


def test_names_that_are_no_utf8_are_shown_and_named_for_good():
    name = os.fsdecode(b"caf\xe9\n.md")
    assert printable(name) == "caf\\xe9\n.md"
    assert uri_of(Path("/x"), (name,)) == "file:///x/caf%E9%0A.md"


def test_every_failure_names_its_mend():
    for error in (
        PermissionError(13, "Permission denied"),
        OSError(5, "Input/output error"),
        NotRegular(22, "is no regular file"),
    ):
        problem = problem_of("a.txt", error)
        assert problem.where == "a.txt" and problem.what and problem.mend
