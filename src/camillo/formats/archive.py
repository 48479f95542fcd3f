"""Zip archives from strangers: members are listed and read in place, never unpacked to disk."""

import re
import stat
import struct
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from types import TracebackType
from typing import BinaryIO, Self

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.ports.reader import SourceFile

MAGIC = b"PK\x03\x04"

MEMBER_LIMIT = 100_000
DIRECTORY_LIMIT = 16 << 20
#: An archive this small when unpacked harms nobody, however well it is packed.
HARMLESS = 64 << 20
RATIO_LIMIT = 200
#: A member that is read whole into memory may be this long.
CONTENT_LIMIT = 256 << 20

_ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".jar")
_DRIVE = re.compile(r"[A-Za-z]:")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """One file in an archive that may be read: its name with ``/``, and its length unpacked."""

    name: str
    size: int
    info: zipfile.ZipInfo = field(repr=False)

    @property
    def base(self) -> str:
        """The last part of its name."""
        return self.name.rsplit("/", 1)[-1]


class Archive:
    """A zip archive, open for reading.

    ``members`` are those that are safe to read, in natural order of their names; ``problems`` say what was left out
    and why: names that escape, links, encrypted ones, archives in the archive. ``refused`` has their names.
    Nothing is written, and no member is read past the length its directory declares.

    Raises:
        InvalidInput: it is no readable zip, or unpacks to more than the limits allow.
    """

    def __init__(self, file: SourceFile) -> None:
        self.where = file.name
        self._stream = file.open()
        try:
            self._zip = zipfile.ZipFile(_Capped(self._stream))
            self._infos = self._zip.infolist()
            _check_limits(self._infos, file.size)
        except InvalidInput:
            self._stream.close()
            raise
        except (*_BROKEN, RecursionError) as error:
            self._stream.close()
            raise InvalidInput(
                f"the archive cannot be read: {error}", "download or export it again"
            ) from error
        self.members, self.problems, self.refused = _sort_out(self._infos, self.where)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()
        self._stream.close()

    def head(self, member: Member, length: int = 1 << 16) -> bytes:
        """The first bytes of a member; empty where it cannot be read."""
        try:
            with self.open(member) as stream:
                return stream.read(length)
        except InvalidInput:
            return b""

    def read(self, member: Member) -> bytes:
        """All bytes of a member.

        Raises:
            InvalidInput: it is longer than `CONTENT_LIMIT`, or damaged.
        """
        if member.size > CONTENT_LIMIT:
            raise InvalidInput(
                f"the member {member.name!r} has {member.size} bytes, more than {CONTENT_LIMIT}",
                "unpack the archive and mine the file itself",
            )
        with self.open(member) as stream:
            return stream.read(CONTENT_LIMIT + 1)

    def open(self, member: Member) -> BinaryIO:
        """A stream over a member; its ``read`` raises InvalidInput where the member is damaged."""
        try:
            return _MemberStream(self._zip.open(member.info), member.name)  # type: ignore[return-value]
        except (*_BROKEN, RuntimeError) as error:
            raise _damaged(member.name, error) from error


class _Capped:
    """A stream that refuses one huge read, such as a directory of gigabytes that is read at once."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def read(self, length: int = -1) -> bytes:
        if length < 0:
            length = DIRECTORY_LIMIT
        if length > DIRECTORY_LIMIT:
            raise InvalidInput(
                "the archive's directory is too long", "unpack it and mine the folder"
            )
        return self._stream.read(length)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True


class _MemberStream:
    """Turns every way in which a damaged member can fail into one error."""

    def __init__(self, stream: object, name: str) -> None:
        self._stream: BinaryIO = stream  # type: ignore[assignment]
        self._name = name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()

    def read(self, length: int = -1) -> bytes:
        try:
            return self._stream.read(length)
        except _BROKEN as error:
            raise _damaged(self._name, error) from error


def _damaged(name: str, error: Exception) -> InvalidInput:
    return InvalidInput(
        f"the member {name!r} cannot be read: {error}", "download or export the archive again"
    )


def _check_limits(infos: list[zipfile.ZipInfo], size: int) -> None:
    mend = "if you trust it, unpack it and mine the folder"
    if len(infos) > MEMBER_LIMIT:
        raise InvalidInput(f"the archive has {len(infos)} members, more than {MEMBER_LIMIT}", mend)
    unpacked = sum(info.file_size for info in infos)
    if unpacked > HARMLESS and unpacked > RATIO_LIMIT * max(size, 1):
        raise InvalidInput(
            f"the archive of {size} bytes would unpack to {unpacked}: it looks like a zip bomb",
            mend,
        )
    if sum(info.compress_size for info in infos) > size:
        raise InvalidInput("members of the archive overlap: it looks like a zip bomb", mend)


def _sort_out(
    infos: list[zipfile.ZipInfo], where: str
) -> tuple[list[Member], list[Problem], list[str]]:
    members, refused, names = [], Counter[str](), []
    examples: dict[str, str] = {}
    for info in infos:
        reason = _refused(info)
        if reason:
            refused[reason] += 1
            names.append(info.filename)
            examples.setdefault(reason, info.orig_filename[:200])
        elif not info.is_dir():
            members.append(Member(info.filename, info.file_size, info))
    problems = [
        Problem(f"{where}: {examples[reason]!r}", _counted(reason, count), _MENDS[reason])
        for reason, count in refused.items()
    ]
    return sorted(members, key=lambda member: _natural(member.name)), problems, names


_ESCAPES = "the member's name leads out of the archive"
_LINK = "the member is a link"
_ENCRYPTED = "the member is encrypted"
_NESTED = "the member is itself an archive"
_METHOD = "the member is packed in a way that is not read"
_MENDS = {
    _ESCAPES: "nothing outside is read; do not trust this archive",
    _LINK: "links are not followed",
    _ENCRYPTED: "unpack the archive with its password and mine the folder",
    _NESTED: "unpack it and mine it by itself",
    _METHOD: "pack it again with deflate",
}


def _refused(info: zipfile.ZipInfo) -> str:
    name = info.orig_filename.replace("\\", "/")
    parts = name.split("/")
    if name.startswith("/") or _DRIVE.match(name) or ".." in parts or "\0" in name or not name:
        return _ESCAPES
    if stat.S_ISLNK(info.external_attr >> 16):
        return _LINK
    if info.flag_bits & 1:
        return _ENCRYPTED
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return _METHOD
    return _NESTED if name.lower().endswith(_ARCHIVES) else ""


def _counted(reason: str, count: int) -> str:
    return reason if count == 1 else f"{reason} ({count} members)"


def _natural(name: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdecimal() and part.isascii() and len(part) < 20 else (-1, part)
        for part in re.split(r"(\d+)", name)
    ]
