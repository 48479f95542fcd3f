"""A batch of turns before it is written: which are new, which versions they replace, where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from camillo.domain.drawer import Cut, Filed
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import turn_key
from camillo.domain.turn import Turn
from camillo.storage.common.checks import check_cut

#: Number, address, labels of encoding and media type, content.
DocumentRow = tuple[int, bytes, int | None, int | None, bytes]


@dataclass(slots=True)
class Asked:
    """A wing as a source asked for it: its number (None once deleted) and whether it was read to its end."""

    wing: int | None
    complete: bool


@dataclass(slots=True)
class Talk:
    """A conversation during one batch: its number, how many turns it has, and whether it is new."""

    number: int
    turns: int
    new: bool
    latest: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn that gets a row: its number and key, its conversation and position there, its document."""

    number: int
    key: bytes
    talk: int
    position: int
    document: int
    filed: Filed


class Tables(Protocol):
    """What a batch asks of its store, within the transaction that it will be written in."""

    def find_turns(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """Numbers of the turns that are there, by key."""

    def find_documents(self, addresses: Sequence[bytes]) -> dict[bytes, int]:
        """Numbers of the documents that are there, by address."""

    def open_talk(self, turn: Turn) -> Talk:
        """A turn's conversation, made where it is new, under the title that the turn brings."""

    def current(self, talk: int, native: str) -> list[int]:
        """The turns filed before this batch that are current under an id of their source's own."""

    def asked(self, wing: str) -> Asked:
        """The wing that the batch's source means by a name."""

    def revive(self, wing: str) -> int:
        """A wing that was deleted, there again."""

    def room(self, wing: int, name: str) -> int:
        """The room of this name, made where it is new."""

    def is_placed(self, turn: int) -> bool:
        """Whether a turn that was there before lies in any room."""

    def label(self, word: str) -> int:
        """A word's number."""

    def turn_row(self, new: NewTurn) -> tuple[object, ...]:
        """The row of a turn."""

    def meta_row(self, new: NewTurn) -> tuple[object, ...]:
        """The row of a turn's meta."""


@dataclass(slots=True)
class Batch:
    """What is gathered of turns that are filed together, before it is written.

    ``last_turn`` and ``last_document`` are the last numbers given out. ``placements`` are rows (turn, room,
    hall's label), ``given`` the keys and contents of the new turns; ``known`` counts those that were there.
    """

    tables: Tables
    last_turn: int
    last_document: int
    new_documents: list[DocumentRow] = field(default_factory=list)
    new_turns: list[tuple[object, ...]] = field(default_factory=list)
    new_metas: list[tuple[object, ...]] = field(default_factory=list)
    cuts: list[tuple[int, int, Cut]] = field(default_factory=list)
    placements: list[tuple[int, int, int]] = field(default_factory=list)
    given: list[tuple[bytes, bytes]] = field(default_factory=list)
    talks: dict[tuple[str, str], Talk] = field(default_factory=dict)
    known: int = 0
    _turns: dict[bytes, int] = field(default_factory=dict)
    _documents: dict[bytes, int] = field(default_factory=dict)
    _asked: dict[str, Asked] = field(default_factory=dict)
    _rooms: dict[tuple[str, str], int] = field(default_factory=dict)
    _replaced: list[int] = field(default_factory=list)
    _revived: list[int] = field(default_factory=list)

    @property
    def before(self) -> int:
        """The number of the last turn that was there before this batch."""
        return self.last_turn - len(self.new_turns)

    def gather(self, filed: Sequence[Filed]) -> None:
        """Take turns in: those that are new with all they bring, those that are there where they lie now.

        Raises:
            InvalidInput: a cut of one is none that a store files.
        """
        addresses = [each.turn.address for each in filed]
        keys = [
            turn_key(each.turn.kind, each.turn.conversation, each.turn.turn, address)
            for each, address in zip(filed, addresses, strict=True)
        ]
        self._turns = self.tables.find_turns(keys)
        self._documents = self.tables.find_documents(addresses)
        for each, key, address in zip(filed, keys, addresses, strict=True):
            number = self._turns.get(key)
            if number is None:
                number = self._add_turn(each, key, address)
                self._place(number, each, new=True)
            else:
                self.known += 1
                self._keep_current(each.turn, number)
                self._place(number, each, new=False)

    def versions(self) -> dict[int, bool]:
        """Whether turns are current from now on, by number, of those of which that may have changed.

        In order: a turn may be replaced by a later one of the same batch, or read again after it.
        """
        final = dict.fromkeys(self._revived, True)
        latest = {number for talk in self.talks.values() for number in talk.latest.values()}
        final.update({number: number in latest for number in self._replaced})
        return final

    def _add_turn(self, filed: Filed, key: bytes, address: bytes) -> int:
        turn = filed.turn
        for cut in filed.cuts:
            check_cut(cut, len(turn.content))
        self.last_turn += 1
        number = self._turns[key] = self.last_turn
        talk = self._talk(turn)
        document = self._document(turn, address)
        new = NewTurn(number, key, talk.number, talk.turns, document, filed)
        self.new_turns.append(self.tables.turn_row(new))
        if turn.meta:
            self.new_metas.append(self.tables.meta_row(new))
        talk.turns += 1
        self._supersede(talk, turn.turn, number)
        if filed.replaces:
            self._replaced.extend(self.tables.current(talk.number, filed.replaces))
        self.cuts.extend((number, ordinal, cut) for ordinal, cut in enumerate(filed.cuts))
        self.given.append((key, turn.content))
        return number

    def _document(self, turn: Turn, address: bytes) -> int:
        number = self._documents.get(address)
        if number is None:
            self.last_document += 1
            number = self._documents[address] = self.last_document
            encoding = None if turn.encoding is None else self.tables.label(turn.encoding)
            media_type = self.tables.label(turn.media_type)
            self.new_documents.append((number, address, encoding, media_type, turn.content))
        return number

    def _talk(self, turn: Turn) -> Talk:
        name = (turn.kind, turn.conversation)
        talk = self.talks.get(name)
        if talk is None:
            talk = self.talks[name] = self.tables.open_talk(turn)
        return talk

    def _supersede(self, talk: Talk, native: str, number: int) -> None:
        """Make this the current version of a turn and any other with the same id an older one."""
        older = talk.latest.get(native)
        if older is not None:
            self._replaced.append(older)
        elif not talk.new:
            before = self.tables.current(talk.number, native)
            self._replaced.extend(one for one in before if one != number)
        talk.latest[native] = number

    def _keep_current(self, turn: Turn, number: int) -> None:
        """A version that was replaced and is read again is the current one again."""
        talk = self._talk(turn)
        before = len(self._replaced)
        if talk.latest.get(turn.turn) != number:
            self._supersede(talk, turn.turn, number)
        if len(self._replaced) > before:
            self._revived.append(number)

    def _place(self, turn: int, filed: Filed, *, new: bool) -> None:
        place = filed.place
        asked = self._asked.get(place.wing)
        if asked is None:
            asked = self._asked[place.wing] = self.tables.asked(place.wing)
        if not new and (asked.complete or not self._is_placed(turn)):
            return  # a turn that lies nowhere went with its wing
        if asked.wing is None:
            asked.wing = self.tables.revive(place.wing)
        room = self._rooms.get((place.wing, place.room))
        if room is None:
            room = self.tables.room(asked.wing, place.room)
            self._rooms[(place.wing, place.room)] = room
        self.placements.append((turn, room, self.tables.label(place.hall)))

    def _is_placed(self, turn: int) -> bool:
        return turn > self.before or self.tables.is_placed(turn)


def allowed(filed: Sequence[Filed], turns: Sequence[Turn | None]) -> list[Filed]:
    """What may be filed, given each turn without what was forgotten, or None where nothing may come back.

    Another process can have forgotten a text since the caller asked.

    Raises:
        InvalidInput: the cuts of a turn are those of a text that holds what was forgotten.
    """
    found = []
    for each, turn in zip(filed, turns, strict=True):
        if turn is None:
            continue
        if turn.content != each.turn.content:
            raise InvalidInput(
                f"lines of turn {each.turn.turn!r} were forgotten while it was read", "mine again"
            )
        found.append(each if turn is each.turn else replace(each, turn=turn))
    return found
