"""Shorthand: what remains of memories where every token counts, and where to read the rest."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Brief:
    """What one line of shorthand says: a drawer's id, who speaks, on which day, and the words that matter.

    ``id`` resolves with ``palace.get``. ``who``, ``day`` and ``hall`` are empty where there is none.
    ``words`` stand in the order of the text.
    """

    id: str
    who: str = ""
    day: str = ""
    hall: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shorthand:
    """Compressed memories.

    ``text`` is the notation and ``briefs`` what it decodes to. ``tokens`` is its size and ``stands_for`` that
    of the text it was made of, of ``drawers`` drawers, counted alike. ``cites`` are the whole ids of the lines, in
    order, by the abbreviated ones. ``flags`` say what to know of it: ``budget`` (drawers that say something have
    no line), ``limit`` (there were more drawers than are read at once), ``longer`` (a short gist: head, places and
    ids outweigh the words left out), ``empty``.
    """

    text: str
    briefs: tuple[Brief, ...]
    tokens: int
    stands_for: int
    drawers: int
    cites: Mapping[str, str]
    flags: tuple[str, ...] = ()

    @property
    def saved(self) -> float:
        """The share of tokens saved, from 0 to 1.

        >>> Shorthand("", (), 30, 100, 2, {}).saved
        0.7
        """
        return round(1 - self.tokens / self.stands_for, 4) if self.stands_for else 0.0
