"""Changes of notes that come from outside, as a folder of files or an export tells them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from camillo.domain.moment import Moment
from camillo.domain.note import Verb
from camillo.ports.notes import NoteRow


@dataclass(frozen=True, slots=True)
class Change:
    """One change, kept exactly as given: nothing in the text is linked.

    ``row`` is the note as the writer saw it, None for a new page, which then needs a text, a title and a path.
    ``path`` "" keeps the path. ``native`` is the lasting id that a new page gets, else one is made. ``about``
    goes into the text's meta.
    """

    verb: Verb
    row: NoteRow | None = None
    text: str | None = None
    path: str = ""
    title: str = ""
    wing: str | None = None
    native: str = ""
    at: Moment | None = None
    about: Mapping[str, object] = field(default_factory=dict)
