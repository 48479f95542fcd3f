"""Where a source file lies on disk, and small files its host put near it."""

import os
from pathlib import Path, PurePosixPath
from urllib.parse import unquote_to_bytes, urlsplit

from camillo.formats.reading import close_folder, open_beneath, open_folder
from camillo.ports.reader import SourceFile


def path_of(file: SourceFile) -> PurePosixPath:
    """The whole path of a source file, the same whichever folder above it is mined.

    >>> path_of(SourceFile("file:///tmp/a%20b/c.json", "c.json", 0, b"", open)).parent.name
    'a b'
    """
    return PurePosixPath(os.fsdecode(unquote_to_bytes(urlsplit(file.uri).path)))


def near(file: SourceFile, up: int, *parts: str, limit: int = 1 << 16) -> bytes:
    """The first bytes of the regular file at this place, so many folders up; empty where none is.

    No link below that folder is followed, and what lies in an archive has nothing near it.
    """
    parents = path_of(file).parents
    if up >= len(parents):
        return b""
    try:
        with open_beneath(Path(parents[up]), parts) as stream:
            return stream.read(limit)
    except (OSError, ValueError):
        return b""


def names(file: SourceFile, up: int, *parts: str) -> list[str]:
    """The names in the folder at this place, so many folders up, in order; none where none is."""
    parents = path_of(file).parents
    if up >= len(parents):
        return []
    try:
        folder = open_folder(Path(parents[up]), parts)
        try:
            with os.scandir(Path(parents[up], *parts) if folder is None else folder) as entries:
                return sorted(entry.name for entry in entries)
        finally:
            close_folder(folder)
    except (OSError, ValueError):
        return []
