"""What files looked like when they were read last, so that an unchanged one is not read again."""

import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

#: The coarsest clock of a file system (FAT) tells even seconds alone.
_GRAIN = 2_000_000_000

#: Device, inode, size and the times of change of contents and entry, in nanoseconds.
Looks = tuple[int, int, int, int, int]


def looks_of(stat: os.stat_result) -> Looks:
    """What of a file's entry changes whenever its contents do."""
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


class Seen:
    """The digests of files by path, kept in a file of its own that may be lost at any time.

    As in Git's index, an entry that was changed so shortly before it was read that a later change could bear the same
    time ("racy") is not believed: the file is read again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known = self._read()
        self._found: dict[str, tuple[Looks, str]] = {}

    def digest(self, path: str, looks: Looks) -> str | None:
        """The digest of a file that looks as it did when it was read."""
        known = self._known.get(path)
        if known is None or known[0] != looks:
            return None
        self._found[path] = known
        return known[1]

    def put(self, path: str, looks: Looks, at: int, digest: str) -> None:
        """Note the digest of a file that looked so before it was read at a time, in nanoseconds."""
        if max(looks[3:]) + _GRAIN < at:
            self._found[path] = looks, digest

    def done(self) -> None:
        """End one look at the folder: what was not found there is not known any more."""
        changed = self._found != self._known
        self._known, self._found = self._found, {}
        if changed:
            self._write()

    def _read(self) -> dict[str, tuple[Looks, str]]:
        try:
            told = json.loads(self._file.read_bytes()) if not self._file.is_symlink() else {}
            return {
                str(path): ((dev, ino, size, mtime, ctime), str(digest))
                for path, (dev, ino, size, mtime, ctime, digest) in told.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _write(self) -> None:
        """Best effort: without the file, files are read again."""
        fresh = self._file.with_name(f"{self._file.name}.{secrets.token_hex(4)}")
        content = json.dumps({path: [*looks, told] for path, (looks, told) in self._known.items()})
        with suppress(OSError):
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                stream.write(content)
            fresh.replace(self._file)
