"""Rooms as the user configured them, and rooms that a path suggests."""

import re
from collections.abc import Mapping, Sequence

from camillo.domain.place import check_name
from camillo.ingest.halls.cues import CHARACTER_SCRIPTS

#: Folders that say how a project or an export is laid out, not what it is about.
LAYOUT_FOLDERS = frozenset(
    {"app", "apps", "bin", "build", "code", "conversations", "dist", "export", "exports", "files"}
    | {"include", "internal", "lib", "libs", "main", "out", "packages", "pkg", "public", "sessions"}
    | {"source", "sources", "src", "static", "vendor"}
)

_SPLIT = re.compile(r"[/\\]+")
_WORDS = re.compile(r"[^\W_]+")
_HEX = re.compile(r"[0-9a-fA-F-]{16,}")


class Rooms:
    """Configured rooms, found by whole words in spaced scripts and by substrings in the others.

    Raises:
        InvalidInput: a room's name cannot be used.

    >>> rooms = Rooms({"billing": ["invoice", "发票"], "api": []})
    >>> rooms.dominant("The invoice for the API. An invoice!"), rooms.dominant("请把发票寄给我")
    ('billing', 'billing')
    >>> rooms.dominant("invoices"), rooms.named("API")
    ('', 'api')
    """

    def __init__(self, rooms: Mapping[str, Sequence[str]]) -> None:
        self._wanted = {
            check_name("room", name): tuple(
                dict.fromkeys(filter(None, map(_wanted, (name, *words))))
            )
            for name, words in rooms.items()
        }

    def named(self, name: str) -> str:
        """The room that a folder or file is named after: its name, or one of its keywords."""
        folded = _spaced(name)
        for room, wanted in self._wanted.items():
            if any(folded.strip() == one.strip() for one in wanted):
                return room
        return ""

    def dominant(self, text: str) -> str:
        """The room whose keywords occur most in a text; none when two occur as often."""
        if not self._wanted:
            return ""
        spaced = _spaced(text)
        counts = {room: sum(map(spaced.count, wanted)) for room, wanted in self._wanted.items()}
        best = max(counts.values())
        leading = [room for room, count in counts.items() if count == best]
        return leading[0] if best and len(leading) == 1 else ""


def folders(path: str) -> list[str]:
    r"""The parts of a path, whatever separator it was written with.

    >>> folders("/home/kai/../orion/"), folders(r"C:\work")
    (['home', 'kai', 'orion'], ['C:', 'work'])
    """
    return [part for part in _SPLIT.split(path) if part not in ("", ".", "..")]


def says_something(folder: str) -> bool:
    """Whether a folder's name tells a topic: no layout, archive, hidden, date or id folder.

    >>> [says_something(one) for one in ("docs", "src", ".git", "2024-06", "-home-kai", "x.zip!")]
    [True, False, False, False, False, False]
    """
    return (
        folder.casefold() not in LAYOUT_FOLDERS
        and folder[0] not in ".-_"
        and not folder.endswith("!")
        and any(char.isalpha() for char in folder)
        and not _HEX.fullmatch(folder)
    )


def _wanted(word: str) -> str:
    if any(shape.search(word) for shape in CHARACTER_SCRIPTS.values()):
        return word.casefold().strip()
    words = _WORDS.findall(word.casefold())
    return f" {'  '.join(words)} " if words else ""


def _spaced(text: str) -> str:
    # Two spaces between words, so that neighbours never share one and each is counted.
    return " " + "  ".join(_WORDS.findall(text.casefold())) + " "
