"""Short words (speakers, roles, halls, encodings) kept once and called by number."""

from collections.abc import Mapping

import apsw

from camillo.storage.common.packing import pack_word, unpack_text
from camillo.storage.sqlite.connection import every, one


class Labels:
    """Numbers of words within one write transaction; ``added`` holds what it looked up or made."""

    def __init__(self, db: apsw.Connection, known: Mapping[str, int]) -> None:
        self._db = db
        self._known = known
        self.added: dict[str, int] = {}

    def number(self, word: str) -> int:
        """The word's number; a new word gets the next one."""
        number = self._known.get(word) or self.added.get(word)
        if number is None:
            number = self._find_or_add(word)
            self.added[word] = number
        return number

    def _find_or_add(self, word: str) -> int:
        packed = pack_word(word)
        row = one(self._db, "select label from labels where word = ?", (packed,))
        if row is None:
            row = one(self._db, "insert into labels(word) values (?) returning label", (packed,))
        return int(row[0]) if row else 0


def all_labels(db: apsw.Connection) -> dict[int, str]:
    """Every word by number."""
    return {number: unpack_text(word) for number, word in every(db, "select * from labels")}
