"""Where hosts write their transcripts: folders to follow, whether or not they are there yet."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from camillo.app.mining.hosts import editors
from camillo.formats.folder import walk
from camillo.formats.ignoring import reason_for_folder
from camillo.formats.reading import LOG
from camillo.ports.reader import SourceFile

_DEEPEST = 12

#: What tells a changed file: size, time of change and inode, of its log too.
Look = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A folder and which files below it are transcripts.

    ``patterns`` are matched against the path below ``root``, ``*`` standing for any characters,
    ``/`` too. Without patterns a folder holds whatever `camillo mine` would read in it.
    """

    name: str
    root: Path
    patterns: tuple[str, ...] = ()

    def holds(self, path: Path) -> bool:
        """Whether a path is that of a transcript of this spot; without patterns, any path below it."""
        try:
            below = path.relative_to(self.root).as_posix()
        except ValueError:
            return False
        return not self.patterns or any(fnmatchcase(below, one) for one in self.patterns)

    def admits(self, path: Path) -> bool:
        """Whether a path it holds is read: a regular file, and without patterns one that is mined."""
        if self.patterns:
            return path.is_file()
        name = path.relative_to(self.root).as_posix()
        files = (one for one in walk(self.root) if isinstance(one, SourceFile))
        return any(one.name == name for one in files)


def host_spots(home: Path, environ: Mapping[str, str]) -> Iterator[Spot]:
    """The folders of every host that has a reader.

    >>> next(host_spots(Path("/home/ada"), {})).root.as_posix()
    '/home/ada/.claude/projects'
    """
    claude = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    gemini = Path(environ.get("GEMINI_CLI_HOME") or home) / ".gemini"
    shared = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    yield Spot("Claude Code", claude / "projects", ("*.jsonl",))
    yield Spot("Codex", codex / "sessions", ("*.jsonl",))
    yield Spot("Gemini CLI", gemini / "tmp", ("*/chats/*.json", "*/chats/*.jsonl"))
    yield Spot("Cursor", home / ".cursor" / "projects", ("*/agent-transcripts/*.jsonl",))
    yield Spot("opencode", shared / "opencode", ("opencode*.db", "storage/session/*.json"))
    for user in editors(home, environ):
        name = user.parent.name
        chats = ("*/chatSessions/*.json", "*/chatSessions/*.jsonl")
        yield Spot(f"Copilot in {name}", user / "workspaceStorage", chats)
        without = tuple(
            f"{folder}/*{ending}"
            for folder in ("emptyWindowChatSessions", "transferredChatSessions")
            for ending in (".json", ".jsonl")
        )
        own = ("state.vscdb",) if name == "Cursor" else ()
        yield Spot(f"{name}, no folder open", user / "globalStorage", (*without, *own))


def owner_of(spots: Sequence[Spot], path: Path) -> tuple[Spot, Path] | None:
    """The spot a changed path belongs to, and the transcript it changes: a log changes its database."""
    if path.name.endswith(LOG):
        path = path.with_name(path.name.removesuffix(LOG))
    spot = next((one for one in spots if one.holds(path)), None)
    return None if spot is None else (spot, path)


def listing(spot: Spot) -> dict[Path, Look]:
    """Every file of a spot with its look; nothing where the folder is missing or unreadable."""
    found = ((path, look_of(path)) for path in _files(spot.root) if spot.holds(path))
    return {path: look for path, look in found if look is not None}


def look_of(path: Path) -> Look | None:
    """What tells a file from the same one changed; None where it is gone."""
    try:
        told = path.stat()
    except OSError:
        return None
    look: Look = (told.st_size, told.st_mtime_ns, told.st_ino)
    try:
        log = path.with_name(path.name + LOG).stat()
    except OSError:
        return look
    return (*look, log.st_size, log.st_mtime_ns)


def _files(root: Path) -> Iterator[Path]:
    """Regular files below a folder, links not followed, without folders that are never mined."""
    waiting = [(root, 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            with os.scandir(folder) as listed:
                entries = list(listed)
        except OSError:
            continue
        names = {entry.name for entry in entries}
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                yield Path(entry.path)
            elif (
                depth < _DEEPEST
                and entry.is_dir(follow_symlinks=False)
                and reason_for_folder(entry.name, names) is None
            ):
                waiting.append((Path(entry.path), depth + 1))
