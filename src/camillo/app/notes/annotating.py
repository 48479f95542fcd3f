"""Pointers to notes get their titles wherever a context is assembled; what is stored stays as it is."""

from typing import TYPE_CHECKING

from camillo.app.waking.gathering import Redact
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts


_MARK = "[[kb:"


def annotated(snapshot: Snapshot, text: str) -> str:
    """The text with the present title behind each ``[[kb:slug]]`` that leads to a note."""
    if _MARK not in text.casefold():
        return text
    # What reads notes takes a while to load, and most texts point at none.
    from camillo.app.notes.linked import resolved
    from camillo.knowledge.notes.annotate import annotate, pointers
    from camillo.knowledge.notes.resolve import name_key

    asked = pointers(text)
    if not asked:
        return text
    meant = resolved(snapshot, map(name_key, asked))
    return annotate(text, {key: row.title for key, row in meant.items()})


def teller(parts: "Parts", snapshot: Snapshot) -> Redact:
    """What a text goes through before it is told: pointers get their titles, secrets go."""

    def told(text: str) -> str:
        return parts.redacted(annotated(snapshot, text))

    return told
