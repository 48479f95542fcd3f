"""Shared by the tests of the SQLite store: a file, and a way to make what goes into it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from camillo.domain.drawer import Cut, Filed
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.sqlite.store import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "palace.camillo"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore.open(path)
    yield opened
    opened.close()


@pytest.fixture
def source() -> Source:
    return Source("note", "note:1", b"print")


@pytest.fixture
def filed() -> Callable[..., Filed]:
    """One turn with a drawer for its whole text, and its words as terms."""

    def make(text: str, turn: str = "1", wing: str = "orion", **rest: object) -> Filed:
        made = Turn.of_text(text, kind="note", conversation="c", turn=turn, **rest)
        words = text.split()
        terms = {word: words.count(word) for word in words}
        cut = Cut(0, len(made.content), terms, len(words), b"\1\0", bytes(48))
        return Filed(made, Place(wing), (cut,) if words else ())

    return make
