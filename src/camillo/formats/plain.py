"""Plain files: one document each, exactly as it stands."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.formats.encodings import Decoded, is_binary, read_text
from camillo.ports.reader import SourceFile, Unknown

#: The largest file that is kept as one document.
DOCUMENT_LIMIT = 64 * 1024 * 1024

_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:-(\d\d)-(\d\d)|_(\d\d)_(\d\d)|\.(\d\d)\.(\d\d)|(\d\d)(\d\d))(?!\d)"
)


class TextReader:
    """Any file that is text and that no other reader knows."""

    name = "text"

    def sniff(self, file: SourceFile) -> bool:
        """Whether the head is text."""
        return bool(file.head) and not is_binary(file.head)

    def read(self, file: SourceFile) -> Iterator[Turn | Problem | Unknown]:
        """The file as one turn; a problem first where something is wrong with its bytes."""
        for item in read_document(file):
            if isinstance(item, Problem):
                yield item
            else:
                content, decoded = item
                yield document(self.name, file, content, decoded.encoding)


def document(
    kind: str,
    file: SourceFile,
    content: bytes,
    encoding: str,
    *,
    media_type: str = "text/plain",
    title: str = "",
    at: Moment | None = None,
    meta: dict[str, object] | None = None,
) -> Turn:
    """A whole file as a turn. Its time is what the source says, else a date in its name, else none."""
    base = file.name.rpartition("/")[2]
    return Turn(
        kind=kind,
        conversation=file.uri,
        turn=file.uri,
        content=content,
        encoding=encoding,
        media_type=media_type,
        role=DOCUMENT_ROLE,
        at=at or date_in(base),
        title=title or base,
        meta=meta or {},
    )


def read_document(
    file: SourceFile, limit: int = DOCUMENT_LIMIT
) -> Iterator[Problem | tuple[bytes, Decoded]]:
    """The bytes of a file and how they read, after any problem with them."""
    try:
        with file.open() as stream:
            content = _read_up_to(stream, limit + 1)
    except OSError as error:
        what = f"cannot be read ({error.strerror or error})"
        yield Problem(file.name, what, "see that it is there and readable, and mine again")
        return
    if len(content) > limit:
        what = f"is larger than {limit >> 20} MiB, the most that is kept as one document"
        yield Problem(file.name, what, "split it, or leave it out with .camilloignore")
        return
    decoded = read_text(content)
    if decoded is None:
        mend = "leave it out with .camilloignore"
        yield Problem(file.name, "starts as text but holds binary data", mend)
        return
    if decoded.problem:
        yield Problem(file.name, decoded.problem, "it is kept byte for byte; save it as UTF-8")
    yield content, decoded


def date_in(name: str) -> Moment | None:
    """The one date that a file's name holds, or None.

    >>> date_in("2025-06-01 standup.md").text
    '2025-06-01'
    >>> date_in("from 2025-06-01 to 2025-07-01.md") is None
    True
    """
    found = set()
    for match in _DATE.finditer(name):
        year, month, day = (part for part in match.groups() if part)
        try:
            found.add(Moment.parse(f"{year}-{month}-{day}"))
        except InvalidInput:
            continue
    return found.pop() if len(found) == 1 else None


def _read_up_to(stream: BinaryIO, limit: int) -> bytes:
    parts = []
    while limit > 0 and (part := stream.read(limit)):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


READER = TextReader()
