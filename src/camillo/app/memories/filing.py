"""Filing versions of memories: made ready for a path, then written."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from camillo.app.facts.beliefs import Beliefs
from camillo.app.memories import shelf, targets
from camillo.app.memories.reading import Reading
from camillo.app.memories.renewing import origins_of
from camillo.app.memories.shelf import KIND, Version
from camillo.distill.memories.document import Document, write
from camillo.distill.memories.memory import Memory
from camillo.domain.drawer import Filed
from camillo.domain.errors import InvalidInput
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.report import Receipt

_MOST_PADS = 64
_SOURCE = Source(KIND, KIND, by_name=True)


class Filing:
    """Makes versions of the memories of one palace, and files them."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def reading(self, snapshot: Snapshot) -> Reading:
        """What reads statements as the palace knows its words now."""
        vocabulary = Beliefs(snapshot, self._parts.names().at(snapshot)).vocabulary
        return Reading(self._parts, vocabulary)

    def version(
        self,
        memory: Memory,
        reading: Reading,
        path: str,
        heads: Sequence[Version],
        place: Place,
        whole: str | None = None,
        *,
        also: Sequence[Version] = (),
        joined: str = "",
        proposal: str = "",
    ) -> Filed | None:
        """A version ready to be filed; None where lines of it were forgotten at this path for good.

        ``also`` are the heads of a memory that goes into this one; ``joined`` the path of the one it goes into.
        """
        with self._store.snapshot() as snapshot:
            origins = origins_of(snapshot, memory)
        draft = shelf.Draft(
            path,
            write(memory) if whole is None else Document(whole, memory.lines),
            [slot for line in memory.current for slot in reading.slots(line)],
            memory.language,
            (*heads, *also),
            targets.speaker_of(memory),
            origins,
            joined,
            proposal,
        )
        turn = self._allowed(draft, pads=1 if whole is not None else _MOST_PADS)
        if turn is None:
            return None
        cuts, language = self._parts.cuts(turn)
        before = max((one.number for one in heads), default=0)
        return Filed(turn, place, cuts, language, str(before) if before else "")

    def _allowed(self, draft: shelf.Draft, pads: int) -> Turn | None:
        """A version's turn, with so many empty lines that it may be filed; None where lines of it may not.

        A whole text that was redacted is never filed again, but its words may be said again.
        """
        document = draft.document
        for pad in range(pads):
            padded = replace(document, text=document.text + "\n" * pad)
            turn = shelf.turn(replace(draft, document=padded))
            (allowed,) = self._store.forgotten([turn])
            if allowed is not None:
                return turn if allowed == turn else None
        return None

    def first(
        self, memory: Memory, reading: Reading, place: Place, taken: Collection[str] = ()
    ) -> Filed:
        """The first version of a memory at a path of its own, which is none of ``taken``.

        Raises:
            InvalidInput: its text was forgotten for good.
        """
        made = self.version(memory, reading, self._new_path(taken), (), place)
        if made is None:
            raise InvalidInput(
                "the memory's text was forgotten for good and is not kept again",
                "say it in other words",
            )
        return made

    def file(self, verb: str, filed: Sequence[Filed]) -> "Receipt":
        """Write versions, all in one transaction."""
        receipt = self._store.file(verb, _SOURCE, filed)
        self._store.compact()
        return receipt

    def _new_path(self, taken: Collection[str]) -> str:
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
        with self._store.snapshot() as snapshot:
            number = 1
            while True:
                path = f"memory/facts-{stamp}{'' if number == 1 else f'-{number}'}.md"
                if path not in taken and not len(snapshot.conversation_numbers(path)):
                    return path
                number += 1


def place_of(heads: Sequence[Version]) -> Place:
    """Where a memory lies."""
    text = heads[0].text
    return Place(text.wing, text.room, text.hall)
