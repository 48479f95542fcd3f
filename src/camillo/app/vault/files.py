"""Files of a vault: read and written so that no text is lost and no link leads out of it."""

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from camillo.app.vault.names import beside
from camillo.app.vault.plan import folded
from camillo.app.vault.rename import Entry, exchange, rename_new
from camillo.domain.errors import InvalidInput
from camillo.formats.reading import BY_FOLDER, close_folder, open_beneath, open_folder

#: The folder in a vault that is Camillo's own: hidden, so that no note application shows it.
OWN = ".camillo"
_TEMPORARY = (OWN, "tmp")
_PARTLY, _WHOLE = "w-", "d-"
_NOTHING = "0"


def digest_of(content: bytes) -> str:
    """What tells two contents apart: their SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


class Files:
    """The files below one folder. A file is taken away or replaced only where it still holds what was read.

    What another program wrote in the last moment stays at its place, or lies beside it under another name.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def prepare(self) -> None:
        """Make the own folder.

        Raises:
            InvalidInput: the vault or its own folder is no folder.
        """
        for parts in ((), (OWN,), _TEMPORARY):
            path = self.root.joinpath(*parts)
            if parts:
                with suppress(FileExistsError):
                    path.mkdir(mode=0o700)
            if (parts and path.is_symlink()) or not path.is_dir():
                raise InvalidInput(f"{path} is no folder", "name the folder of a vault")
        ignores = self.root / OWN / ".gitignore"
        if not ignores.is_symlink() and not ignores.exists():
            ignores.write_text("*\n", encoding="ascii")

    def read(self, path: str) -> bytes:
        """A file's bytes.

        Raises:
            OSError: it cannot be read, or is no regular file.
        """
        with open_beneath(self.root, tuple(path.split("/"))) as stream:
            return stream.read()

    def exists(self, path: str) -> bool:
        """Whether anything has this name, a link included."""
        return os.path.lexists(self.root / path)

    def create(self, path: str, content: bytes) -> None:
        """Write a new file, whole or not at all.

        Raises:
            FileExistsError: something has this name. OSError: it cannot be written, or a folder is a link.
        """
        with self._entry(path, make=True) as target, self._written(content, _NOTHING) as fresh:
            rename_new(fresh, target)
            _kept(target.folder)

    def replace(self, path: str, expected: str, content: bytes) -> bool:
        """Write a file anew where it still holds what ``expected`` is the digest of; its mode stays.

        Returns whether it did.

        Raises:
            OSError: it is gone or cannot be written.
        """
        if digest_of(self.read(path)) != expected:
            return False
        with self._entry(path) as target, self._written(content, expected, target) as fresh:
            exchange(fresh, target)
            if self._holds(fresh, expected):
                self._discard(fresh)
                _kept(target.folder)
                return True
            exchange(fresh, target)
            self._put_aside(fresh, digest_of(content), path)
            return False

    def remove(self, path: str, expected: str) -> bool:
        """Remove a file where it still holds what ``expected`` is the digest of; whether it did.

        Raises:
            OSError: it is gone or cannot be removed.
        """
        with self._entry(path) as target, self._entry(self._spare(_NOTHING, expected)) as held:
            rename_new(target, held)
            if self._holds(held, expected):
                self._discard(held)
                _kept(target.folder)
                return True
            try:
                rename_new(held, target)
            except FileExistsError:
                self._put_aside(held, "", path)
            return False

    def move(self, path: str, to: str) -> None:
        """Give a file another path.

        Raises:
            FileExistsError: something has it. OSError: the file is gone or cannot be moved.
        """
        with self._entry(path) as source, self._entry(to, make=True) as target:
            try:
                rename_new(source, target)
            except FileExistsError:
                if folded(path) != folded(to) or not self._is_one(path, to):
                    raise
                # Another way to write the same name, where the file system does not tell them apart.
                os.rename(
                    source.name, target.name, src_dir_fd=source.folder, dst_dir_fd=target.folder
                )
            _kept(source.folder)
            _kept(target.folder)

    def _is_one(self, path: str, other: str) -> bool:
        return os.path.samestat((self.root / path).lstat(), (self.root / other).lstat())

    def recover(self) -> list[str]:
        """Clear what a killed run left behind; files that hold a text of nobody else get a name again.

        Returns their names.
        """
        rescued = []
        folder = self.root.joinpath(*_TEMPORARY)
        for name in sorted(os.listdir(folder)):  # noqa: PTH208
            path = "/".join((*_TEMPORARY, name))
            with self._entry(path) as entry:
                if name.startswith(_WHOLE) and not self._is_known(entry, name):
                    rescued.append(self._put_aside(entry, "", "rescued.md"))
                else:
                    self._discard(entry)
        return rescued

    def _is_known(self, entry: Entry, name: str) -> bool:
        """Whether a file of the own folder holds what its name says: the new text, or the one it replaced."""
        return any(self._holds(entry, told) for told in name.split(".")[0].split("-")[1:3])

    @contextmanager
    def _entry(self, path: str, *, make: bool = False) -> Iterator[Entry]:
        parts = tuple(path.split("/"))
        if make:
            self._make_folders(parts[:-1])
        folder = open_folder(self.root, parts[:-1])
        try:
            if folder is None:
                self._check_folders(parts[:-1])
            yield Entry(folder, parts[-1] if folder is not None else str(self.root / path))
        finally:
            close_folder(folder)

    def _make_folders(self, parts: tuple[str, ...]) -> None:
        for depth, part in enumerate(parts):
            folder = open_folder(self.root, parts[:depth])
            try:
                with suppress(FileExistsError):
                    if folder is None:
                        self.root.joinpath(*parts[: depth + 1]).mkdir()
                    else:
                        os.mkdir(part, dir_fd=folder)
            finally:
                close_folder(folder)

    def _check_folders(self, parts: tuple[str, ...]) -> None:
        for depth in range(len(parts)):
            if self.root.joinpath(*parts[: depth + 1]).is_symlink():
                raise OSError(errno.ELOOP, "leads out of the vault", parts[depth])

    def _spare(self, new: str, old: str, stage: str = _WHOLE) -> str:
        return "/".join((*_TEMPORARY, f"{stage}{new}-{old}-{secrets.token_hex(8)}"))

    @contextmanager
    def _written(self, content: bytes, expected: str, like: Entry | None = None) -> Iterator[Entry]:
        """A file of this content in the own folder; where this fails it goes again."""
        digest = digest_of(content)
        with (
            self._entry(self._spare(digest, expected, _PARTLY)) as partly,
            self._entry(self._spare(digest, expected)) as fresh,
        ):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            descriptor = os.open(partly.name, flags, 0o666, dir_fd=partly.folder)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
                stream.flush()
                _give_mode(stream.fileno(), like)
                os.fsync(stream.fileno())
            rename_new(partly, fresh)
            try:
                yield fresh
            except OSError:
                self._discard_written(fresh, content)
                raise

    def _discard_written(self, fresh: Entry, content: bytes) -> None:
        with suppress(OSError):
            if self._holds(fresh, digest_of(content)):
                self._discard(fresh)

    def _holds(self, entry: Entry, expected: str) -> bool:
        """Whether a file holds this content; where it is gone, nothing else of it is left to keep."""
        try:
            flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
            flags |= getattr(os, "O_NONBLOCK", 0)
            descriptor = os.open(entry.name, flags, dir_fd=entry.folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False  # a link, or nothing that can be read
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return False
            with os.fdopen(os.dup(descriptor), "rb") as stream:
                return digest_of(stream.read()) == expected
        finally:
            os.close(descriptor)

    def _discard(self, entry: Entry) -> None:
        with suppress(FileNotFoundError):
            os.unlink(entry.name, dir_fd=entry.folder)

    def _put_aside(self, entry: Entry, known: str, path: str) -> str:
        """Give a file a name beside a path, unless it holds what is known; its name, or ""."""
        if known and self._holds(entry, known):
            self._discard(entry)
            return ""
        while True:
            name = beside(path, f"(kept {secrets.token_hex(4)})")
            with suppress(FileExistsError), self._entry(name, make=True) as target:
                rename_new(entry, target)
                return name


def _give_mode(descriptor: int, like: Entry | None) -> None:
    if like is not None and hasattr(os, "fchmod"):
        mode = os.stat(like.name, dir_fd=like.folder, follow_symlinks=False).st_mode
        os.fchmod(descriptor, stat.S_IMODE(mode))


def _kept(folder: int | None) -> None:
    """Make a rename last, where the system lets a folder be told so."""
    if folder is not None and BY_FOLDER:
        with suppress(OSError):
            os.fsync(folder)
