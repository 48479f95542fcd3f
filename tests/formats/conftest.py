"""Files as readers get them, made from bytes, records or archive members."""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.ports.reader import SourceFile, SourceReader, Unknown

Item = Turn | Problem | Unknown


def _file(content: bytes, name: str = "made.jsonl") -> SourceFile:
    return SourceFile(
        f"file:///{name}", name, len(content), content[: 1 << 16], lambda: io.BytesIO(content)
    )


def _lines(records: Iterable[object], name: str = "made.jsonl") -> SourceFile:
    return _file(b"".join(json.dumps(one).encode() + b"\n" for one in records), name)


def _zip(members: Mapping[str, str | bytes], name: str = "export.zip") -> SourceFile:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return _file(packed.getvalue(), name)


@pytest.fixture(scope="session")
def of_bytes() -> Callable[..., SourceFile]:
    return _file


@pytest.fixture(scope="session")
def of_lines() -> Callable[..., SourceFile]:
    return _lines


@pytest.fixture(scope="session")
def of_members() -> Callable[..., SourceFile]:
    return _zip


@pytest.fixture(scope="session")
def withstands_damage() -> Callable[..., None]:
    """Cuts a file anywhere and writes over some bytes: a reader reads it or names a problem.

    A test that uses it is marked ``hypothesis``, so that thorough runs try more.
    """

    def run(reader: SourceReader, whole: bytes, name: str, *seen: tuple[int, list]) -> None:
        places = st.integers(0, 1 << 16)

        def read(kept: int, damage: list[tuple[int, int]]) -> None:
            content = bytearray(whole[: kept % (len(whole) + 1)])
            for at, byte in damage:
                at %= len(whole)
                content[at : at + 1] = bytes([byte])
            file = _file(bytes(content), name)
            reader.sniff(file)
            assert all(isinstance(item, Item) for item in reader.read(file))

        tried = given(places, st.lists(st.tuples(places, st.integers(0, 255)), max_size=12))(read)
        for one in seen:
            tried = example(*one)(tried)
        tried()

    return run


class Reading:
    """Everything one reader yields for one file, by what it is."""

    def __init__(self, reader: SourceReader, file: SourceFile) -> None:
        self.items: list[Item] = list(reader.read(file))
        self.turns = [item for item in self.items if isinstance(item, Turn)]
        self.problems = [item for item in self.items if isinstance(item, Problem)]
        self.unknown = [item.type for item in self.items if isinstance(item, Unknown)]

    def shown(self, *fields: str) -> list[tuple[object, ...]]:
        """The chosen fields of each turn; of one field, its bare value."""
        rows = [tuple(getattr(turn, field) for field in fields) for turn in self.turns]
        return rows if len(fields) > 1 else [row[0] for row in rows]  # type: ignore[misc]


@pytest.fixture(scope="session")
def reading() -> type[Reading]:
    return Reading
