"""What `camillo init` looks for: transcripts of coding agents, chat exports and projects.

Only names, sizes and the directories of archives and git indexes are read here, never a text.
"""

import os
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Literal

Kind = Literal["transcripts", "export", "project"]

_FOLDERS_LOOKED_AT = 2_000
_FILES_COUNTED = 100_000
_PROJECTS_LISTED = 50
_INDEX_LIMIT = 64 << 20
_ENTRY = 62


@dataclass(frozen=True, slots=True)
class Host:
    """Something that could be mined: what it is, where, how many files and bytes.

    ``marked`` says whether it is taken unless the user chooses otherwise: transcripts, exports
    and the project in hand are, other projects are not.
    """

    kind: Kind
    name: str
    path: Path
    files: int
    bytes: int
    marked: bool


def find(
    home: Path, here: Path, downloads: Path, environ: Mapping[str, str] | None = None
) -> list[Host]:
    """Everything known that is there: transcripts first, then exports, then projects near ``here``."""
    environ = os.environ if environ is None else environ
    found = [*_transcripts(home, environ), *_exports(downloads), *_projects(home, here)]
    return [host for host in found if host.files]


def _transcripts(home: Path, environ: Mapping[str, str]) -> Iterator[Host]:
    claude = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    gemini = Path(environ.get("GEMINI_CLI_HOME") or home) / ".gemini"
    shared = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    yield _lines("Claude Code", claude / "projects")
    yield _lines("Codex", codex / "sessions")
    yield _lines("Codex, archived", codex / "archived_sessions")
    for folder in _inside(gemini / "tmp", "chats"):
        yield _lines(f"Gemini CLI, {folder.parent.name}", folder, ".json", ".jsonl")
    for folder in _inside(home / ".cursor" / "projects", "agent-transcripts"):
        yield _lines(f"Cursor, {folder.parent.name}", folder)
    yield from _databases("opencode", shared / "opencode", "opencode*.db")
    sessions = shared / "opencode" / "storage" / "session"
    yield _lines("opencode, before 1.2", sessions, ".json")
    for user in editors(home, environ):
        name = user.parent.name
        if name == "Cursor":
            yield from _databases("Cursor, chats", user / "globalStorage", "state.vscdb")
        for folder in _inside(user / "workspaceStorage", "chatSessions"):
            yield _lines(f"Copilot in {name}, {folder.parent.name}", folder, ".json", ".jsonl")
        for without in ("emptyWindowChatSessions", "transferredChatSessions"):
            chats = user / "globalStorage" / without
            yield _lines(f"Copilot in {name}, no folder open", chats, ".json", ".jsonl")


def _lines(name: str, folder: Path, *endings: str) -> Host:
    """The transcripts in a folder that end so (in ``.jsonl`` unless said otherwise)."""
    sizes = [size for path, size in _files(folder) if path.endswith(endings or ".jsonl")]
    return Host("transcripts", name, folder, len(sizes), sum(sizes), marked=True)


def _databases(name: str, folder: Path, pattern: str) -> Iterator[Host]:
    """Each database of a host by itself, for what lies beside it is no transcript."""
    for path, size in sorted(_files(folder, depth=0)):
        if fnmatch(Path(path).name, pattern):
            yield Host("transcripts", name, Path(path), 1, size, marked=True)


def _inside(folder: Path, name: str) -> list[Path]:
    """The folders of this name in the folders of a folder, in order of path."""
    return [child / name for child in _folders(folder) if (child / name).is_dir()]


def editors(home: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """Where VS Code and its kin keep a user's data, on Linux, macOS and Windows."""
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    roaming = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    for base in dict.fromkeys((config, home / "Library" / "Application Support", roaming)):
        for editor in ("Code", "Code - Insiders", "VSCodium", "Cursor"):
            yield base / editor / "User"


def _exports(downloads: Path) -> Iterator[Host]:
    for path, size in sorted(_files(downloads, depth=0)):
        if path.lower().endswith(".zip") and _holds_conversations(path):
            yield Host("export", Path(path).name, Path(path), 1, size, marked=True)


def _holds_conversations(path: str) -> bool:
    """Whether an archive lists a file of conversations, as chat exports do; nothing is unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [name.rpartition("/")[2] for name in archive.namelist()]
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False
    return any(name.startswith("conversations") and name.endswith(".json") for name in members)


def _projects(home: Path, here: Path) -> Iterator[Host]:
    own = next((folder for folder in (here, *here.parents) if _is_project(folder, home)), None)
    near = [own] if own else []
    near += [folder for folder in _repositories(home, here) if folder != own]
    for folder in near[:_PROJECTS_LISTED]:
        files, size = _tracked(folder)
        yield Host("project", folder.name, folder, files, size, marked=folder == own)


def _is_project(folder: Path, home: Path) -> bool:
    return folder != home and (folder / ".git").exists()


def _repositories(home: Path, here: Path) -> list[Path]:
    """Git repositories up to two folders below ``here`` and the home folder, in order of path."""
    found: set[Path] = set()
    waiting = [(folder, 0) for folder in dict.fromkeys((here, home))]
    for looked, (folder, depth) in enumerate(waiting):
        if looked >= _FOLDERS_LOOKED_AT:
            break
        if depth and _is_project(folder, home):
            found.add(folder)
        elif depth < 3:
            waiting += [(child, depth + 1) for child in _folders(folder)]
    return sorted(found)


def _folders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [
                entry.name
                for entry in entries
                if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []
    return [folder / name for name in sorted(names)]


def _files(folder: Path, depth: int = 8) -> Iterator[tuple[str, int]]:
    """Regular files with their sizes, links not followed; at most 100,000."""
    left = _FILES_COUNTED
    waiting = [(str(folder), 0)]
    while waiting and left:
        here, level = waiting.pop()
        try:
            entries = list(os.scandir(here))
        except OSError:
            continue
        for entry in entries[:left]:
            if entry.is_file(follow_symlinks=False):
                left -= 1
                yield entry.path, _size(entry)
            elif level < depth and entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, level + 1))


def _size(entry: "os.DirEntry[str]") -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:
        return 0


def _tracked(folder: Path) -> tuple[int, int]:
    """Files of a repository and their bytes: from git's index where it can be read, else counted."""
    try:
        index = folder / ".git" / "index"
        if index.stat().st_size <= _INDEX_LIMIT:
            return _read_index(index.read_bytes())
    except (OSError, ValueError):
        pass
    sizes = [size for path, size in _files(folder) if f"{os.sep}." not in path[len(str(folder)) :]]
    return len(sizes), sum(sizes)


def _read_index(raw: bytes) -> tuple[int, int]:
    """Entries and bytes that a git index lists (gitformat-index, versions 2 and 3, SHA-1).

    Raises:
        ValueError: it is of another version, or cut short.
    """
    version, entries = int.from_bytes(raw[4:8]), int.from_bytes(raw[8:12])
    if raw[:4] != b"DIRC" or version not in (2, 3):
        raise ValueError("not an index of version 2 or 3")
    at, size = 12, 0
    for _ in range(entries):
        size += int.from_bytes(raw[at + 36 : at + 40])
        flags = int.from_bytes(raw[at + 60 : at + 62])
        name = at + _ENTRY + (2 if flags & 0x4000 else 0)
        end = raw.index(b"\0", name)
        at += (end - at + 8) // 8 * 8
    return entries, size
