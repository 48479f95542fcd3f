"""Walking a folder: which of its files are worth reading, and why the others are not."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.formats.database import MAGIC as SQLITE
from camillo.formats.encodings import is_binary
from camillo.formats.ignoring import (
    ENVIRONMENT,
    IgnoreFile,
    is_generated,
    parse_ignores,
    reason_for_folder,
    reason_for_name,
)
from camillo.formats.reading import (
    NotRegular,
    close_folder,
    entry_file,
    open_beneath,
    open_folder,
    printable,
    problem_of,
)
from camillo.ports.reader import Skipped, SourceFile

OWN_IGNORES = ".camilloignore"
GIT_IGNORES = ".gitignore"
_EXCLUDES = (".git", "info", "exclude")
_IGNORE_BYTES = 1 << 20
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")

Found = SourceFile | Skipped | Problem
#: Whether a file, by its name and entry, need not be opened.
Unread = Callable[[str, os.stat_result], bool]
UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class _Rules:
    """The ignore files that hold at one level, the weightiest first."""

    own: tuple[IgnoreFile, ...] = ()
    git: tuple[IgnoreFile, ...] = ()
    excludes: tuple[IgnoreFile, ...] = ()


@dataclass(slots=True)
class _Level:
    """A folder that is still to be listed."""

    parts: tuple[str, ...]
    rules: _Rules = field(default_factory=_Rules)


def walk(
    path: Path, *, extra_ignores: Sequence[str] = (), unread: Unread | None = None
) -> Iterator[Found]:
    """The files of a tree in a fixed order, with what was left out and what went wrong.

    A single file is taken whatever its name. In a folder nothing is followed out of it: links are
    left out, and pipes, sockets and devices are never opened. ``extra_ignores`` are patterns in
    ``.gitignore`` syntax that win over every ignore file. The path itself may be a link. What is
    ``unread`` of a folder's files is skipped for that reason, after all rules about names.

    Raises:
        InvalidInput: the path is no file or folder that can be reached.
    """
    try:
        root = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise InvalidInput(f"{printable(str(path))} cannot be reached", "check the path") from error
    if root.is_dir():
        extra = parse_ignores("\n".join(extra_ignores))
        return _Walk(root, _Rules(own=(extra,)), unread).run()
    return iter((_single(root),))


def _single(path: Path) -> SourceFile | Problem:
    where = printable(str(path))
    try:
        file = entry_file(None, path.parent, (path.name,), within=False)
    except NotRegular:
        return Problem(where, "is no regular file", "name a file or a folder")
    except OSError as error:
        return problem_of(where, error)
    if not file.head:
        return Problem(where, "is empty", "there is nothing in it to keep")
    if _is_unreadable(file):
        return Problem(where, "is binary", "name a text file, a transcript or an export")
    return file


class _Walk:
    def __init__(self, root: Path, rules: _Rules, unread: Unread | None) -> None:
        self._root = root
        self._unread = unread
        self._first = _Level((), rules)

    def run(self) -> Iterator[Found]:
        waiting = [self._first]
        while waiting:
            level = waiting.pop()
            inner: list[_Level] = []
            yield from self._list(level, inner)
            waiting.extend(reversed(inner))

    def _list(self, level: _Level, inner: list[_Level]) -> Iterator[Found]:
        try:
            folder = open_folder(self._root, level.parts)
        except OSError as error:
            yield problem_of(self._name(level.parts), error)
            return
        try:
            yield from self._entries(folder, level, inner)
        except OSError as error:
            yield problem_of(self._name(level.parts), error)
        finally:
            close_folder(folder)

    def _entries(self, folder: int | None, level: _Level, inner: list[_Level]) -> Iterator[Found]:
        where = self._root.joinpath(*level.parts) if folder is None else folder
        with os.scandir(where) as listing:
            entries = sorted(listing, key=lambda entry: os.fsencode(entry.name))
        names = {entry.name for entry in entries}
        if level.parts and "pyvenv.cfg" in names:
            yield Skipped(self._name(level.parts), ENVIRONMENT)
            return
        rules = self._with_own(level, names)
        for entry in entries:
            parts = (*level.parts, entry.name)
            if entry.is_symlink():
                yield Skipped(self._name(parts), "symlink")
            elif entry.is_dir(follow_symlinks=False):
                reason = _reason(rules, parts, True, reason_for_folder(entry.name, names))
                if reason:
                    yield Skipped(self._name(parts), reason)
                else:
                    inner.append(_Level(parts, rules))
            elif entry.is_file(follow_symlinks=False):
                yield self._file(folder, rules, parts, entry)
            else:
                yield Skipped(self._name(parts), "special file")

    def _file(
        self,
        folder: int | None,
        rules: _Rules,
        parts: tuple[str, ...],
        entry: "os.DirEntry[str]",
    ) -> Found:
        name = self._name(parts)
        asked = _asked(rules.own, parts, False)
        reason = _reason(rules, parts, False, reason_for_name(parts[-1]))
        if reason:
            return Skipped(name, reason)
        try:
            if self._unread and self._unread(name, entry.stat(follow_symlinks=False)):
                return Skipped(name, UNREAD)
            file = entry_file(folder, self._root, parts)
        except NotRegular:
            return Skipped(name, "special file")
        except OSError as error:
            return problem_of(name, error)
        if not file.head:
            return Skipped(name, "empty")
        if _is_unreadable(file):
            return Skipped(name, "binary")
        if asked is None and is_generated(parts[-1], file.head):
            return Skipped(name, "generated")
        return file

    def _with_own(self, level: _Level, names: set[str]) -> _Rules:
        rules = level.rules
        own, git, excludes = rules.own, rules.git, rules.excludes
        if OWN_IGNORES in names:
            read = self._ignores(level.parts, (OWN_IGNORES,))
            # The first of all is what the caller gave; it stays the weightiest.
            own = (*own[:1], *read, *own[1:])
        if GIT_IGNORES in names:
            git = (*self._ignores(level.parts, (GIT_IGNORES,)), *git)
        if _EXCLUDES[0] in names:
            excludes = (*self._ignores(level.parts, _EXCLUDES), *excludes)
        return _Rules(own, git, excludes)

    def _ignores(self, folder: tuple[str, ...], file: tuple[str, ...]) -> tuple[IgnoreFile, ...]:
        # An ignore file that cannot be read ignores nothing, as in Git.
        with suppress(OSError), open_beneath(self._root, (*folder, *file)) as stream:
            text = os.fsdecode(stream.read(_IGNORE_BYTES))
            return (parse_ignores(text, folder),)
        return ()

    def _name(self, parts: tuple[str, ...]) -> str:
        return "/".join(printable(part) for part in parts) or printable(str(self._root))


def _reason(
    rules: _Rules, parts: tuple[str, ...], is_folder: bool, by_name: str | None
) -> str | None:
    """Why an entry is left out, or None: `.camilloignore` first, then names, then Git's rules."""
    if by_name == "version control":
        return by_name
    asked = _asked(rules.own, parts, is_folder)
    if asked is not None:
        return "ignored by .camilloignore" if asked else None
    if by_name:
        return by_name
    ignored = _asked((*rules.git, *rules.excludes), parts, is_folder)
    return "ignored by .gitignore" if ignored else None


def _asked(files: Sequence[IgnoreFile], parts: tuple[str, ...], is_folder: bool) -> bool | None:
    for file in files:
        verdict = file.verdict(parts, is_folder)
        if verdict is not None:
            return verdict
    return None


def _is_unreadable(file: SourceFile) -> bool:
    """Whether no reader takes such bytes: binary, but no archive or database that may hold chats."""
    return is_binary(file.head) and not file.head.startswith((*_ZIP, SQLITE))
