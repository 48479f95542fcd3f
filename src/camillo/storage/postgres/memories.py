"""Turns as people read them: the exact bytes of a span, its origin, and its neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.storage.postgres.connection import Db, Row, numbers
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.shelf import Shelf
from camillo.storage.postgres.turns import find_turn

#: Turns read at a time where all of them are read.
_CHUNK = 500
_TURNS = "select t.turn from turns t"
_TALKS = f"{_TURNS} join conversations c using (owner, conversation) where t.owner = %(owner)s"


class Reader:
    """Reads turns with the labels of one owner, in one transaction."""

    def __init__(self, db: Db, words: Words) -> None:
        self._db = db
        self._words = words

    def passages(self, generation: int, drawers: Sequence[int]) -> dict[int, Memory]:
        """The drawers that exist, with their text and origin."""
        if not len(drawers):
            return {}
        rows = self._db.every(
            "select drawer, turn, start, stop from drawers where owner = %(owner)s"
            " and generation = %(generation)s and drawer = any(%(drawers)s::bigint[])",
            generation=generation,
            drawers=numbers(drawers),
        )
        shelf = self._shelf({turn for _, turn, _, _ in rows})
        return {drawer: shelf.memory(turn, start, stop) for drawer, turn, start, stop in rows}

    def wholes(self, turns: Sequence[int]) -> dict[int, Memory]:
        """The turns that exist, whole, by number."""
        if not len(turns):
            return {}
        shelf = self._shelf({int(turn) for turn in turns})
        return {turn: shelf.memory(turn) for turn in shelf.numbers()}

    def _shelf(self, turns: set[int]) -> Shelf:
        return Shelf(self._db, self._words, turns)

    def span(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span, with whole current turns before and after it in its conversation.

        None where there is no such turn, it ends before the span, or the span cuts a letter in two.
        """
        turn = find_turn(self._db, span.key)
        if turn is None:
            return None
        shelf = self._shelf({turn})
        size = shelf.size(turn)
        if span.start > size:
            return None
        try:
            memory = shelf.memory(turn, span.start, min(span.end, size))
        except UnicodeDecodeError:
            return None
        if neighbours <= 0:
            return memory
        talk, position = shelf.where(turn)
        return replace(
            memory,
            before=tuple(reversed(self._beside(talk, position, neighbours, "<", "desc"))),
            after=tuple(self._beside(talk, position, neighbours, ">", "asc")),
        )

    def _beside(self, talk: int, position: int, count: int, side: str, order: str) -> list[Memory]:
        return self._whole(
            f"{_TURNS} where t.owner = %(owner)s and t.conversation = %(talk)s and t.current"
            f" and t.position {side} %(position)s order by t.position {order} limit %(count)s",
            talk=talk,
            position=position,
            count=count,
        )

    def whole(self, tail: str, **given: Any) -> list[Memory]:
        """Whole turns: what a condition over turns ``t`` and conversations ``c`` picks, in its order."""
        return self._whole(f"{_TALKS} {tail}", **given)

    def _whole(self, sql: str, **given: Any) -> list[Memory]:
        turns = [turn for (turn,) in self._db.every(sql, **given)]
        shelf = self._shelf(set(turns))
        return [shelf.memory(turn) for turn in turns]

    def all(self) -> Iterator[Memory]:
        """Every turn, whole, in order of filing."""
        return self._each(self._db.every(f"{_TURNS} where t.owner = %(owner)s order by t.turn"))

    def lone(self, wing: int) -> Iterator[Memory]:
        """The turns that lie in this wing and in no other, whole, in order of filing."""
        rows = self._db.every(
            "select p.turn from placements p join rooms r using (owner, room)"
            " where p.owner = %(owner)s group by p.turn having bool_and(r.wing = %(wing)s)"
            " order by p.turn",
            wing=wing,
        )
        return self._each(rows)

    def _each(self, rows: Sequence[Row]) -> Iterator[Memory]:
        """Turns by number, some hundreds at a time."""
        for at in range(0, len(rows), _CHUNK):
            turns = [turn for (turn,) in rows[at : at + _CHUNK]]
            shelf = self._shelf(set(turns))
            for turn in turns:
                yield shelf.memory(turn)
