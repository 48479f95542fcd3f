"""Short words (speakers, roles, halls, encodings) kept once and called by number."""

import threading
from collections.abc import Mapping

from camillo.storage.common.labels import Numbered
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.sealing import word_slot

_COLUMN = "labels.word"


class Words:
    """An owner's labels by number, as far as they were read. They are never changed nor taken away."""

    def __init__(self) -> None:
        self._words: dict[int, str] = {}
        self._last = 0
        self._lock = threading.Lock()

    def fork(self) -> "Words":
        """A copy for a write transaction: what it reads of its own labels goes when it is given up."""
        made = Words()
        with self._lock:
            made._words, made._last = dict(self._words), self._last
        return made

    def of(self, db: Db, number: int | None) -> str:
        """The word of a number; empty for None."""
        if number is None:
            return ""
        if number not in self._words:
            self.read(db)
        return self._words[number]

    def all(self, db: Db) -> dict[int, str]:
        """Every word by number."""
        self.read(db)
        return dict(self._words)

    def read(self, db: Db) -> None:
        """Read what was added since."""
        with self._lock:
            rows = db.every(
                "select label, word from labels where owner = %(owner)s and label > %(last)s",
                last=self._last,
            )
            for number, word in rows:
                self._words[number] = db.sealer.unseal_word(word, _COLUMN, number)
            self._last = max(self._words, default=0)


class Labels(Numbered):
    """Numbers of words, looked up in a table and entered there."""

    def __init__(self, db: Db, key: bytes, known: Mapping[str, int]) -> None:
        super().__init__(known)
        self._db = db
        self._key = key

    def _find_or_add(self, word: str) -> int:
        return self.find(word) or self._add(word)

    def find(self, word: str) -> int:
        """The word's number, 0 where it has none."""
        return find_label(self._db, self._key, word)

    def _add(self, word: str) -> int:
        number = self._db.next("labels", "label")
        row = (number, word_slot(self._key, word), self._db.sealer.seal_word(word, _COLUMN, number))
        self._db.insert("labels", "label, slot, word", [row])
        return number


def find_label(db: Db, key: bytes, word: str) -> int:
    """A word's number, 0 where it has none."""
    return db.scalar(
        "select label from labels where owner = %(owner)s and slot = %(slot)s",
        slot=word_slot(key, word),
    )
