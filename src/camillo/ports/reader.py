"""The port of source readers: how a format is recognised and read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol, runtime_checkable

from camillo.domain.report import Problem
from camillo.domain.turn import Turn


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to read, opened only through ``open`` (which refuses links and special files).

    ``uri`` names it for good (``file:///...``, or ``file:///x.zip!/member``); ``name`` is its path
    inside what is mined, with ``/``; ``head`` is its first 64 KiB; ``size`` its length in bytes;
    ``root`` the folder being mined (empty for a single file). ``digest``, where given, is what
    tells two versions apart instead of a SHA-256 of what ``open`` reads.
    """

    uri: str
    name: str
    size: int
    head: bytes
    open: Callable[[], BinaryIO]
    root: str = ""
    digest: Callable[[], bytes] | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was left out on purpose; counted by reason."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A record whose type no reader knows; counted in the census, never an error."""

    type: str


class SourceReader(Protocol):
    """One source format. Built-in readers register in the entry-point group ``camillo.formats``.

    ``name`` becomes the ``kind`` of its turns and sources.
    """

    name: str

    def sniff(self, file: SourceFile) -> bool:
        """Whether the content (not the name) is of this format. Cheap: looks at ``head`` first."""
        ...

    def read(self, file: SourceFile) -> Iterator[Turn | Problem | Unknown]:
        """Yield turns in order, a problem for each bad record, and go on. Never raises for bad data."""
        ...


@runtime_checkable
class AppendedReader(SourceReader, Protocol):
    """A reader of files of lines that only grow at their end: new lines are read without most old ones.

    ``needed`` are bytes that mark the lines which later ones are understood by (headers, titles,
    names of tools). ``awaited`` are bytes without which a file that still grows is left for later,
    since what is missing would change how the rest is read; empty where there is no such thing.
    """

    needed: tuple[bytes, ...]
    awaited: bytes
