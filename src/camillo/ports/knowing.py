"""The port of knowing: what a passage says, read out of its text when it is cut."""

from dataclasses import dataclass
from typing import Protocol

from camillo.domain.knowledge import Known
from camillo.domain.moment import Moment


@dataclass(frozen=True, slots=True)
class Said:
    """One drawer's text and what its turn says of itself, all of which lasts.

    ``language`` is a code, empty where it could not be told; ``conversation`` the source's own id (of a
    file, its name); ``part`` one of :data:`camillo.domain.turn.PARTS`.
    """

    text: str
    language: str = ""
    speaker: str = ""
    role: str = ""
    part: str = "text"
    at: Moment | None = None
    conversation: str = ""
    markdown: bool = False


class Knowing(Protocol):
    """Reads passages. The same passage always gives the same answer, whatever else is in the palace.

    Drawers are derived again after a redaction and in a rebuild, and are then compared.
    """

    def __call__(self, said: Said) -> Known:
        """What is known from the passage.

        Offsets of claims and causes count characters of ``said.text`` as given; the cutter turns them into
        bytes of the turn. Offsets outside the text, or an empty span, are the reader's fault.
        """
        ...
