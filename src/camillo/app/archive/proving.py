"""Whether an archive's rows hang together, told as they are read: nobody need have written it in good faith."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from camillo.app.archive.shapes import content_of, wrong
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import address, encode_text, turn_key
from camillo.ports.archive import KINDS

_NUMBERED = ("source", "wing", "room", "conversation", "document", "turn", "note")
#: What orders the rows of a kind, each above the one before it.
_ORDER: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    **{kind: itemgetter(kind) for kind in _NUMBERED},
    "mined": lambda row: (row["source"], encode_text(row["asked"])),
    "placement": itemgetter("turn", "room"),
    "tombstone": itemgetter("mac"),
    "receipt": itemgetter("number"),
    "act": itemgetter("number"),
    "use": itemgetter("turn"),
    "note_version": itemgetter("note", "version"),
    "note_edge": lambda row: (row["note"], row["start"], encode_text(row["kind"])),
}  # fmt: skip
#: Fields that name rows of another kind, or of nothing where they may be null.
_REFERENCES: Mapping[str, tuple[str, ...]] = {
    "room": ("wing",),
    "mined": ("source", "wing"),
    "conversation": ("source",),
    "turn": ("conversation", "document"),
    "placement": ("turn", "room"),
    "tombstone": ("conversation",),
    "use": ("turn",),
    "note": ("turn",),
    "note_version": ("note", "turn"),
    "note_name": ("note",),
    "note_edge": ("note",),
}
#: Words by which a row of a kind is looked up, none of them twice.
_UNIQUE: Mapping[str, tuple[str, ...]] = {
    "source": ("kind", "uri"),
    "wing": ("name",),
    "room": ("wing", "name"),
    "conversation": ("kind", "native"),
    "note_name": ("note", "kind", "name"),
}
#: Hashes that no two rows of a kind have.
_HASHED: Mapping[str, str] = {"document": "address", "turn": "key"}


class Proof:
    """Looks at rows in their order; keeps some hundred bytes of each, and no text.

    Raises:
        InvalidInput: a row is wrong by itself, stands twice, or names what is not there.
    """

    def __init__(self) -> None:
        self._kind = ""
        self._last: Any = None
        self._there = {kind: array("q") for kind in _NUMBERED}
        self._seen: set[Any] = set()
        self._addresses = bytearray()
        self._talks: dict[int, tuple[str, str, int]] = {}

    def look(self, kind: str, row: Mapping[str, Any]) -> None:
        """Look at the next row."""
        self._turn_to(kind)
        if said := wrong(kind, row) or self._place(kind, row) or self._alone(kind, row):
            raise InvalidInput(f"a row of the kind {kind!r}: {said}", "use it as it was written")

    def _turn_to(self, kind: str) -> None:
        if kind == self._kind:
            if kind == "palace":
                raise InvalidInput("there are two palaces", "use it as it was written")
            return
        if kind not in KINDS:
            raise InvalidInput(
                f"there is no kind {str(kind)[:64]!r} of row", "upgrade Camillo, or use another"
            )
        if not self._kind and kind != "palace":
            raise InvalidInput("the palace's own row is missing", "use it as it was written")
        if self._kind and KINDS.index(kind) < KINDS.index(self._kind):
            raise InvalidInput("the rows are out of order", "use it as it was written")
        self._kind, self._last, self._seen = kind, None, set()

    def _place(self, kind: str, row: Mapping[str, Any]) -> str:
        """Whether it stands where it belongs and what it names is there."""
        for field in _REFERENCES.get(kind, ()):
            if row[field] is not None and self._find(field, row[field]) is None:
                return f"there is no {field} {row[field]}"
        if kind in _ORDER:
            order = _ORDER[kind](row)
            if self._last is not None and order <= self._last:
                return "it stands twice, or not in its order"
            self._last = order
        if kind in _UNIQUE:
            words = tuple(row[field] for field in _UNIQUE[kind])
            if words in self._seen:
                return f"its {' and '.join(_UNIQUE[kind])} stand twice"
            self._seen.add(words)
        if kind in _HASHED:
            # Half of a hash tells enough, and a number takes less room.
            hashed = int(row[_HASHED[kind]][:16], 16)
            if hashed in self._seen:
                return f"its {_HASHED[kind]} stands twice"
            self._seen.add(hashed)
        if kind in _NUMBERED:
            self._there[kind].append(row[kind])
        return ""

    def _find(self, kind: str, number: int) -> int | None:
        there = self._there[kind]
        at = bisect_left(there, number)
        return at if at < len(there) and there[at] == number else None

    def _alone(self, kind: str, row: Mapping[str, Any]) -> str:
        """Whether hashes are those of what they stand for."""
        if kind == "document":
            given = bytes.fromhex(row["address"])
            # What was redacted has an address that only its palace's key gives.
            self._addresses += given if row["redacted_at"] is None else bytes(len(given))
            if row["redacted_at"] is None and given != address(content_of(row) or b""):
                return "its bytes do not give its address"
        elif kind == "conversation":
            self._talks[row["conversation"]] = (row["kind"], row["native"], row["turns"])
        elif kind == "turn":
            return self._turn(row)
        return ""

    def _turn(self, row: Mapping[str, Any]) -> str:
        talk, native, turns = self._talks[row["conversation"]]
        at = 32 * (self._find("document", row["document"]) or 0)
        document = bytes(self._addresses[at : at + 32])
        if row["position"] >= turns:
            return "it lies beyond its conversation's end"
        if any(document) and turn_key(talk, native, row["native"], document).hex() != row["key"]:
            return "its key is not that of its text"
        return ""
