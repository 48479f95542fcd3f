"""Marks of attempts among the notes of a receipt: kept with it, told to nobody."""

import re
from collections.abc import Iterable, Sequence

from camillo.domain.errors import AlreadyWritten
from camillo.ports.repeating import Mark
from camillo.storage.common.parts import PART_VERB

_WORD = re.compile(r"attempt:[0-9a-f]{1,64}:[0-9a-f]{1,64}")


def word(mark: Mark) -> str:
    """A mark as it stands among notes.

    >>> word(Mark("a1", "b2", 0))
    'attempt:a1:b2'
    """
    return f"attempt:{mark.key}:{mark.attempt}"


def told(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes without marks.

    >>> told(["a copy lies in /b", "attempt:a1:b2"])
    ('a copy lies in /b',)
    """
    return tuple(note for note in notes if not _WORD.fullmatch(note))


def refuse(mark: Mark, receipts: Iterable[tuple[int, str, Sequence[str]]]) -> None:
    """Go on only where no other attempt at the same write is in the log: number, verb and notes of receipts.

    A wing that was deleted in part is gone on with.

    Raises:
        AlreadyWritten: one is.
    """
    mine, same = word(mark), f"attempt:{mark.key}:"
    for number, verb, notes in receipts:
        if verb != PART_VERB and any(note.startswith(same) and note != mine for note in notes):
            raise AlreadyWritten(
                f"the write was begun before and is in the palace: write {number}, {verb}; whoever did it ended"
                " before it was answered",
                "look at what is there; under a new key it is done once more",
            )
