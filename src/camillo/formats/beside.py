"""Where a source file lies on disk, and small files its host put near it."""

import os
from pathlib import Path, PurePosixPath
from urllib.parse import unquote_to_bytes, urlsplit

from camillo.formats.reading import open_beneath
from camillo.ports.reader import SourceFile

_LIMIT = 1 << 16


def path_of(file: SourceFile) -> PurePosixPath:
    """The whole path of a source file, the same whichever folder above it is mined.

    >>> path_of(SourceFile("file:///tmp/a%20b/c.json", "c.json", 0, b"", open)).parent.name
    'a b'
    """
    return PurePosixPath(os.fsdecode(unquote_to_bytes(urlsplit(file.uri).path)))


def near(file: SourceFile, up: int, name: str) -> bytes:
    """The first 64 KiB of the regular file of this name, so many folders up; empty where none is.

    A link is not followed, and what lies in an archive has nothing near it.
    """
    parents = path_of(file).parents
    if up >= len(parents):
        return b""
    try:
        with open_beneath(Path(parents[up]), (name,)) as stream:
            return stream.read(_LIMIT)
    except (OSError, ValueError):
        return b""
