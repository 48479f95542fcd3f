"""Where a turn is filed: its wing, room and hall, by the nearest evidence there is."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from camillo.domain.halls import NOTES, Preset, canonical
from camillo.domain.place import GENERAL, NAME_LIMIT, Place, PlacedBy, check_name
from camillo.domain.turn import Turn
from camillo.ports.reader import SourceFile

#: Folders that say how a project is laid out, not what it is about.
LAYOUT_FOLDERS = frozenset(
    [
        "app",
        "apps",
        "bin",
        "build",
        "cmd",
        "code",
        "conversations",
        "dist",
        "export",
        "exports",
        "files",
        "include",
        "internal",
        "lib",
        "libs",
        "main",
        "modules",
        "out",
        "packages",
        "pkg",
        "projects",
        "public",
        "resources",
        "sessions",
        "source",
        "sources",
        "src",
        "static",
        "test",
        "tests",
        "vendor",
        "workspace",
    ]
)

#: Endings of files that hold prose. All other files keep the hall ``general``.
PROSE_ENDINGS = frozenset(
    ["md", "markdown", "mdx", "txt", "text", "rst", "adoc", "asciidoc", "org"]
)

_SCANNED = 4000
_SPLIT = re.compile(r"[/\\]+")
_WORDS = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)


@dataclass(frozen=True, slots=True)
class PlaceRules:
    """What the user configured: the halls in use, and rooms with the keywords that mean them."""

    preset: Preset = NOTES
    rooms: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Placer:
    """Files turns by flag, then the record's own word, then path, name, keywords and content.

    >>> turn = Turn.of_text("hello", kind="note", conversation="c", turn="1")
    >>> Placer().place(turn, None, wing="orion")
    (Place(wing='orion', room='general', hall='general'), 'none')
    """

    def __init__(self, rules: PlaceRules | None = None) -> None:
        self._rules = rules or PlaceRules()
        self._rooms = [_Room(name, words) for name, words in self._rules.rooms.items()]

    def place(
        self,
        turn: Turn,
        file: SourceFile | None,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
    ) -> tuple[Place, PlacedBy]:
        """The place of one turn, and the evidence that chose its room.

        ``wing``, ``room`` and ``hall`` are the caller's wish and win over everything.

        Raises:
            InvalidInput: a wish cannot be used as a name. Names in sources are cleaned instead.
        """
        chosen, by = self._room(turn, file, room)
        return Place(self._wing(turn, file, wing), chosen, self._hall(turn, file, hall)), by

    def _wing(self, turn: Turn, file: SourceFile | None, wish: str | None) -> str:
        if wish is not None:
            return check_name("wing", wish)
        if own := clean_name(turn.wing):
            return own
        if file is None:
            return GENERAL
        if file.root:
            return clean_name(_folders(file.root)[-1:]) or GENERAL
        return clean_name(_stem(file.name)) or GENERAL

    def _room(self, turn: Turn, file: SourceFile | None, wish: str | None) -> tuple[str, PlacedBy]:
        if wish is not None:
            return check_name("room", wish), "flag"
        if own := clean_name(turn.room):
            return own, "record"
        if file is not None and file.root:
            for folder in _folders(file.name)[:-1]:
                if _says_something(folder) and (name := clean_name(folder)):
                    return name, "path"
        return GENERAL, "none"

    def _hall(self, turn: Turn, file: SourceFile | None, wish: str | None) -> str:
        if wish is not None:
            return canonical(wish, self._rules.preset)
        if own := clean_name(turn.hall):
            return canonical(own, self._rules.preset)
        return GENERAL


class _Room:
    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.name = check_name("room", name)
        self.words = tuple(words)


def clean_name(raw: object) -> str:
    r"""A name as a source gives it, made usable: control characters out, at most 128 characters.

    >>> clean_name("a\x00b\n c"), clean_name("\x07"), len(clean_name("x" * 500))
    ('a b c', '', 128)
    """
    if isinstance(raw, list):
        raw = raw[0] if raw else ""
    text = unicodedata.normalize("NFC", str(raw))
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return " ".join(kept.split())[:NAME_LIMIT].strip()


def _folders(path: str) -> list[str]:
    return [part for part in _SPLIT.split(path) if part not in ("", ".", "..")]


def _stem(name: str) -> str:
    last = (_folders(name) or [""])[-1]
    return last.rsplit(".", 1)[0] or last


def _says_something(folder: str) -> bool:
    return folder.casefold() not in LAYOUT_FOLDERS and folder[0] not in ".-_"
