import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.formats.plain import READER, date_in, read_document
from camillo.formats.reading import source_file
from camillo.ports.reader import SourceFile


def held(content: bytes, name: str = "notes.txt") -> SourceFile:
    return SourceFile(
        f"file:///x/{name}", name, len(content), content[:65_536], lambda: io.BytesIO(content)
    )


def test_a_file_is_one_turn_whose_content_is_its_bytes(tmp_path):
    path = tmp_path / "why.txt"
    path.write_bytes(b"We switched.\r\nBecause.\r\n")
    file = source_file(path)
    (turn,) = READER.read(file)
    assert turn.content == path.read_bytes()
    assert (turn.kind, turn.role, turn.media_type) == ("text", "document", "text/plain")
    assert turn.conversation == turn.turn == path.as_uri()
    assert turn.title == "why.txt"
    assert turn.at is None


@given(st.binary(max_size=500))
def test_every_file_is_read_exactly_or_named_as_a_problem(content):
    items = list(READER.read(held(content)))
    turns = [item for item in items if not isinstance(item, Problem)]
    assert all(turn.content == content for turn in turns)
    assert len(turns) == 1 or any(isinstance(item, Problem) for item in items)


@given(st.text(min_size=1, max_size=300))
def test_any_text_written_as_utf8_is_read_back(text):
    content = text.encode()
    file = held(content)
    if READER.sniff(file):
        (turn,) = READER.read(file)
        assert turn.text == text or turn.encoding != "utf-8"
        assert turn.content == content


def test_a_file_over_the_limit_is_a_problem_that_says_so():
    (problem,) = read_document(held(b"x" * 11), limit=10)
    assert isinstance(problem, Problem)
    assert "larger than" in problem.what and problem.mend
    assert len(list(read_document(held(b"x" * 10), limit=10))) == 1


def test_a_stream_that_gives_little_at_a_time_is_read_whole():
    class Slow(io.RawIOBase):
        def __init__(self) -> None:
            self.left = [b"one ", b"two ", b"three"]

        def read(self, size: int = -1) -> bytes:
            return self.left.pop(0) if self.left else b""

    file = SourceFile("file:///s", "s.txt", 13, b"one ", Slow)
    (turn,) = READER.read(file)
    assert turn.content == b"one two three"


def test_wrong_bytes_are_kept_and_told():
    content = "Grüße, schöne Grüße".encode() + b"\xff"
    problem, turn = READER.read(held(content))
    assert isinstance(problem, Problem) and "0xff" in problem.what
    assert turn.content == content and turn.encoding == "utf-8-escaped"


def test_what_turns_binary_after_its_head_is_a_problem():
    content = b"text\n" * 14_000 + b"\x00" * 100
    (turn,) = READER.read(held(content))
    assert turn.content == content
    (problem,) = READER.read(SourceFile("file:///b", "b", 9, b"text", lambda: io.BytesIO(bytes(9))))
    assert isinstance(problem, Problem) and "binary" in problem.what


def test_a_file_that_vanished_is_a_problem(tmp_path):
    path = tmp_path / "gone.txt"
    path.write_text("here")
    file = source_file(path)
    path.unlink()
    (problem,) = READER.read(file)
    assert isinstance(problem, Problem) and problem.where == "gone.txt"


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("2025-06-01 standup.md", "2025-06-01"),
        ("standup_20250601.txt", "2025-06-01"),
        ("2025_06_01.md", "2025-06-01"),
        ("notes.2025.06.01.txt", "2025-06-01"),
        ("2025-06-01T10-00-00.txt", "2025-06-01"),
        ("2025-06-01 and 2025-06-01.txt", "2025-06-01"),
        ("2025-02-30.txt", None),
        ("2025-06.txt", None),
        ("2025-06-01 to 2025-07-01.md", None),
        ("120250601.txt", None),
        ("18990101.txt", None),
        ("report.txt", None),
    ],
)
def test_a_date_in_the_name_is_the_time_and_nothing_else_is(name, date):
    found = date_in(name)
    assert (found.text if found else None) == date


def test_the_date_of_a_folder_is_not_the_date_of_its_files(tmp_path: Path):
    (tmp_path / "2025-06-01").mkdir()
    path = tmp_path / "2025-06-01" / "list.txt"
    path.write_text("milk")
    (turn,) = READER.read(source_file(path, tmp_path))
    assert turn.at is None
