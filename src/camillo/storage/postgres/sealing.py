"""The one place that every remembered word passes on its way into a row and out of it.

A column that holds words is written through :meth:`Sealer.seal` and read through :meth:`Sealer.unseal`, which
get to know the column and the numbers of the row; nothing else in this package looks into such bytes. Rows are
found by :func:`word_slot`, and by what :meth:`Sealer.hide` makes of content hashes and index terms, so that no
index of an encrypted palace holds a word. This sealer leaves the bytes as they are: that of an encrypted palace
is :class:`camillo.storage.postgres.enveloping.Envelope`.
"""

import hashlib

from camillo.domain.identity import decode_text, encode_text


class Sealer:
    """What an owner's words are written and read with; of a palace that is not encrypted."""

    is_encrypted = False

    def seal(self, content: bytes, column: str, *row: int) -> bytes:
        """The bytes as they are kept in a column of a row."""
        return content

    def unseal(self, sealed: bytes, column: str, *row: int) -> bytes:
        """The bytes that were sealed for this column of this row.

        Raises:
            PalaceDamaged: they were sealed for another place, or changed since.
        """
        return sealed

    def hide(self, content: bytes, column: str) -> bytes:
        """The bytes in a form that is the same each time, by which a row is found."""
        return content

    def reveal(self, hidden: bytes, column: str) -> bytes:
        """The bytes that were hidden.

        Raises:
            PalaceDamaged: they were hidden for another column, or changed since.
        """
        return hidden

    def hide_term(self, term: bytes) -> bytes:
        """An index term as its postings are found by."""
        return term

    def reveal_term(self, hidden: bytes) -> bytes:
        """The index term that was hidden."""
        return hidden

    def term_range(self, low: bytes, high: bytes) -> tuple[bytes, bytes]:
        """Bounds, the second excluded, between which all terms of a range lie once hidden; others may too."""
        return low, high

    def seal_word(self, text: str, column: str, *row: int) -> bytes:
        r"""A text of any characters as bytes, since ``text`` of PostgreSQL takes no NUL and no lone surrogate.

        >>> plain = Sealer()
        >>> plain.unseal_word(plain.seal_word("a\0\ud800", "labels.word", 1), "labels.word", 1)
        'a\x00\ud800'
        """
        return self.seal(encode_text(text), column, *row)

    def unseal_word(self, sealed: bytes | None, column: str, *row: int) -> str:
        """The text that was sealed; empty where the row has none."""
        return "" if sealed is None else decode_text(self.unseal(sealed, column, *row))


def word_slot(key: bytes, *words: str) -> int:
    """A 64-bit signed keyed hash of words, by which rows are found again.

    >>> word_slot(b"k", "ab", "c") != word_slot(b"k", "a", "bc")
    True
    """
    made = hashlib.blake2b(digest_size=8, key=key)
    for word in words:
        encoded = encode_text(word)
        made.update(len(encoded).to_bytes(8, "big") + encoded)
    return int.from_bytes(made.digest(), "big", signed=True)
