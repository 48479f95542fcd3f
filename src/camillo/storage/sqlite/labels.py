"""Short words (speakers, roles, halls, encodings) kept once and called by number."""

from collections.abc import Mapping

import apsw

from camillo.storage.common.labels import Numbered
from camillo.storage.common.packing import pack_word, unpack_text
from camillo.storage.sqlite.connection import every, one


class Labels(Numbered):
    """Numbers of words, looked up in a table and entered there."""

    def __init__(self, db: apsw.Connection, known: Mapping[str, int]) -> None:
        super().__init__(known)
        self._db = db

    def _find_or_add(self, word: str) -> int:
        packed = pack_word(word)
        row = one(self._db, "select label from labels where word = ?", (packed,))
        if row is None:
            row = one(self._db, "insert into labels(word) values (?) returning label", (packed,))
        return int(row[0]) if row else 0


def all_labels(db: apsw.Connection) -> dict[int, str]:
    """Every word by number."""
    return {number: unpack_text(word) for number, word in every(db, "select * from labels")}
