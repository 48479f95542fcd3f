"""What lies in a vault: Markdown files with their digests, and what is left alone."""

import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from camillo.app.given import ADD_LIMIT
from camillo.app.vault.files import OWN, digest_of
from camillo.app.vault.names import is_markdown
from camillo.app.vault.seen import Looks, Seen, looks_of
from camillo.domain.report import Problem
from camillo.formats.folder import UNREAD, walk
from camillo.ports.reader import Skipped, SourceFile

#: What iCloud leaves in the place of a file that is not on this disk.
_AWAY = re.compile(r"\.(.+)\.icloud")
_REASONS = {
    "empty": "is empty; a note needs a text",
    "binary": "is no text",
    "symlink": "is a link, which is never followed",
}


@dataclass(frozen=True, slots=True)
class Scan:
    """``files`` are digests by path. What is in ``held`` is there, but neither read nor written."""

    files: Mapping[str, str]
    held: frozenset[str]
    problems: tuple[Problem, ...]

    def is_held(self, path: str) -> bool:
        """Whether something that is left alone lies at this path, or the path leads through it."""
        parts = path.split("/")
        return any("/".join(parts[:depth]) in self.held for depth in range(1, len(parts) + 1))

    def without(self, files: Mapping[str, str]) -> "Scan":
        """The same with those of these files that are still so left alone."""
        alike = {file for file, digest in files.items() if self.files.get(file) == digest}
        rest = {file: digest for file, digest in self.files.items() if file not in alike}
        return Scan(rest, self.held | alike, self.problems)


def scan(root: Path, seen: Seen) -> Scan:
    """Read a vault: hidden, ignored and special files are left alone, links are not followed.

    Files that look as they did when they were ``seen`` are not read again.
    """
    files: dict[str, str] = {}
    held: set[str] = {OWN}
    problems = []
    looks: dict[str, Looks] = {}

    def unread(name: str, stat: os.stat_result) -> bool:
        if not is_markdown(name):
            return True
        looks[name] = looks_of(stat)
        digest = seen.digest(name, looks[name])
        if digest is not None:
            files[name] = digest
        return digest is not None

    at = time.time_ns()
    for found in walk(root, unread=unread):
        name = found.where if isinstance(found, Problem) else found.name
        folder, slash, last = name.rpartition("/")
        if away := _AWAY.fullmatch(last):
            held.add(f"{folder}{slash}{away[1]}")
        if isinstance(found, SourceFile):
            problem = _take(root, found, files)
            if name in files:
                seen.put(name, looks[name], at, files[name])
        elif isinstance(found, Skipped) and found.reason == UNREAD:
            continue
        else:
            held.add(name)
            problem = found if isinstance(found, Problem) else _left(found)
        if problem is not None:
            held.add(name)
            problems.append(problem)
    seen.done()
    return Scan(files, frozenset(held), tuple(problems))


def _left(skipped: Skipped) -> Problem | None:
    """Why a Markdown file is not synced, where its owner would expect it to be."""
    if not is_markdown(skipped.name) or skipped.reason not in _REASONS:
        return None
    return Problem(skipped.name, _REASONS[skipped.reason])


def _take(root: Path, file: SourceFile, files: dict[str, str]) -> Problem | None:
    if file.size > ADD_LIMIT:
        return Problem(file.name, f"has {file.size:,} bytes, more than {ADD_LIMIT:,}", "split it")
    try:
        with file.open() as stream:
            content = stream.read(ADD_LIMIT + 1)
    except OSError as error:
        return Problem(file.name, error.strerror or "cannot be read", "it is tried again")
    there = False
    with suppress(OSError, ValueError):
        there = (root / file.name).is_file()
    if not there:
        return Problem(file.name, "has a name that is no UTF-8", "rename it")
    return _text(file.name, content) or files.update({file.name: digest_of(content)})


def _text(name: str, content: bytes) -> Problem | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        where = f"has a byte that is no UTF-8 at offset {error.start:,}"
        return Problem(name, where, "save it as UTF-8")
    return None if text.strip() else Problem(name, _REASONS["empty"])
