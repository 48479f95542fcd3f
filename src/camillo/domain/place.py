"""Where a memory is filed: wings, rooms and halls."""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from camillo.domain.errors import InvalidInput

GENERAL = "general"
NAME_LIMIT = 128

PlacedBy = Literal["flag", "record", "path", "name", "keywords", "content", "none"]


@dataclass(frozen=True, slots=True)
class Place:
    """One placement: a wing, a room in it, and a hall (the kind of memory).

    >>> Place("orion", "api", "decisions").room
    'api'
    """

    wing: str
    room: str = GENERAL
    hall: str = GENERAL


def check_name(kind: str, name: str) -> str:
    """The name of a wing, room or hall, stripped and in Unicode's composed form.

    Raises:
        InvalidInput: it is empty, longer than 128 characters, or holds control characters.

    >>> check_name("wing", "  Projekt Ω ")
    'Projekt Ω'
    """
    clean = unicodedata.normalize("NFC", name).strip()
    if not clean:
        raise InvalidInput(f"the {kind}'s name is empty", "give it at least one character")
    if len(clean) > NAME_LIMIT:
        raise InvalidInput(
            f"the {kind}'s name has {len(clean)} characters", f"use at most {NAME_LIMIT}"
        )
    if any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in clean):
        raise InvalidInput(
            f"the {kind}'s name {clean!r} holds control characters", "leave them out"
        )
    return clean
