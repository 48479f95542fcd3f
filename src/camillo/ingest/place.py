"""Where a turn is filed: its wing, room and hall, by the nearest evidence there is."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from camillo.domain.halls import NOTES, Preset, canonical, known
from camillo.domain.place import GENERAL, NAME_LIMIT, Place, PlacedBy, check_name
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.ingest.halls.classify import Classifier
from camillo.ingest.rooms import Rooms, folders, says_something
from camillo.ports.reader import SourceFile

#: Endings of files that hold prose; only prose is read for its hall.
PROSE_ENDINGS = frozenset(
    {"md", "markdown", "mdx", "txt", "text", "rst", "adoc", "asciidoc", "org"}
)

#: Roles of turns that no person and no assistant wrote.
MACHINE_ROLES = frozenset({"system", "developer", "tool", "function"})

#: Only so many characters at the start of a text are read for its room and hall.
SCANNED = 4000


@dataclass(frozen=True, slots=True)
class PlaceRules:
    """What the user configured: the halls in use, and rooms with the keywords that mean them."""

    preset: Preset = NOTES
    rooms: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Placer:
    """Files turns by flag, then the record's own word, then path, name, keywords and content.

    >>> turn = Turn.of_text("We chose Postgres.", kind="note", conversation="c", turn="1")
    >>> Placer().place(turn, None, wing="orion")
    (Place(wing='orion', room='general', hall='decisions'), 'none')
    """

    def __init__(self, rules: PlaceRules | None = None) -> None:
        rules = rules or PlaceRules()
        self._preset = rules.preset
        self._rooms = Rooms(rules.rooms)
        self._classifier = Classifier(rules.preset)

    def place(
        self,
        turn: Turn,
        file: SourceFile | None,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
    ) -> tuple[Place, PlacedBy]:
        """The place of one turn, and the evidence that chose its room (``none``: the room ``general``).

        ``wing``, ``room`` and ``hall`` are the caller's wish and win over everything; a wished hall
        goes through `canonical`, as a source's own does.

        Raises:
            InvalidInput: a wish cannot be used as a name. Names in sources are cleaned instead.
        """
        text = turn.text[:SCANNED] if turn.encoding else ""
        chosen, by = self._room(turn, file, room, text)
        return Place(_wing(turn, file, wing), chosen, self._hall(turn, file, hall, text)), by

    def _room(
        self, turn: Turn, file: SourceFile | None, wish: str | None, text: str
    ) -> tuple[str, PlacedBy]:
        if wish is not None:
            return check_name("room", wish), "flag"
        if own := clean_name(turn.room):
            return own, "record"
        if file is not None and (by_path := self._room_by_path(file)):
            return by_path, "path"
        name = stem(file.name) if file is not None else ""
        if by_name := self._rooms.named(name):
            return by_name, "name"
        if by_words := self._rooms.dominant(f"{name}\n{turn.title}\n{turn.meta.get('tags', '')}"):
            return by_words, "keywords"
        if by_content := self._rooms.dominant(text):
            return by_content, "content"
        return GENERAL, "none"

    def _room_by_path(self, file: SourceFile) -> str:
        if not file.root:
            return ""
        above = folders(file.name)[:-1]
        for folder in above:
            if configured := self._rooms.named(folder):
                return configured
        home = (folders(file.root) or [""])[-1]
        telling = (one for one in above if says_something(one) and one != home)
        return next(filter(None, map(clean_name, telling)), "")

    def _hall(self, turn: Turn, file: SourceFile | None, wish: str | None, text: str) -> str:
        if wish is not None:
            return canonical(wish, self._preset)
        if own := clean_name(turn.hall) or clean_name(_front(turn, "hall")):
            return canonical(own, self._preset)
        if kind := known(clean_name(_front(turn, "type")), self._preset):
            return kind
        return self._classifier.classify(text).hall if is_prose(turn, file) else GENERAL


def is_prose(turn: Turn, file: SourceFile | None) -> bool:
    """Whether a turn's text is read for its hall: what people and assistants wrote, and prose files.

    Tool calls and results, thinking, captions, system texts and code never are: an error message
    or a comment that says "we decided" is no decision of this palace's owner.
    """
    if turn.part != "text" or turn.role in MACHINE_ROLES:
        return False
    if turn.role != DOCUMENT_ROLE or turn.media_type == "text/markdown" or file is None:
        return turn.media_type.startswith("text/")
    return PurePosixPath(file.name).suffix[1:].casefold() in PROSE_ENDINGS


def clean_name(raw: str) -> str:
    r"""A name as a source gives it, made usable: control characters out, at most 128 characters.

    >>> clean_name("a\x00b\n c"), clean_name("\x07"), len(clean_name("x" * 500))
    ('a b c', '', 128)
    """
    text = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return " ".join(kept.split())[:NAME_LIMIT].strip()


def stem(name: str) -> str:
    """The last part of a path without its ending.

    >>> stem("a/b/notes.2024.md"), stem(".env"), stem("")
    ('notes.2024', '.env', '')
    """
    return PurePosixPath((folders(name) or [""])[-1]).stem


def _wing(turn: Turn, file: SourceFile | None, wish: str | None) -> str:
    if wish is not None:
        return check_name("wing", wish)
    if own := clean_name(turn.wing):
        return own
    if file is None:
        return GENERAL
    home = (folders(file.root) or [""])[-1] if file.root else stem(file.name)
    return clean_name(home) or GENERAL


def _front(turn: Turn, key: str) -> str:
    value = turn.meta.get(key, "")
    if isinstance(value, (list, tuple)) and value:
        value = value[0]
    return value if isinstance(value, str) else ""
