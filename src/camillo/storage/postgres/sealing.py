"""The one place that every remembered word passes on its way into a row and out of it.

A column that holds words is written through :func:`seal` and read through :func:`unseal`, which get to
know the column and the numbers of the row; nothing else in this package looks into such bytes. Rows are
found by :func:`word_slot`, so that no index holds a word. As yet the bytes stay as they are: what keeps
them from others is row-level security and the server's own disk.
"""

import hashlib

from camillo.domain.identity import decode_text, encode_text


def seal(content: bytes, column: str, *row: int) -> bytes:
    """The bytes as they are kept in a column of a row."""
    return content


def unseal(sealed: bytes, column: str, *row: int) -> bytes:
    """The bytes that were sealed for this column of this row."""
    return sealed


def seal_word(text: str, column: str, *row: int) -> bytes:
    r"""A text of any characters as bytes, since ``text`` of PostgreSQL takes no NUL and no lone surrogate.

    >>> unseal_word(seal_word("a\0\ud800", "labels.word", 1), "labels.word", 1)
    'a\x00\ud800'
    """
    return seal(encode_text(text), column, *row)


def unseal_word(sealed: bytes | None, column: str, *row: int) -> str:
    """The text that was sealed; empty where the row has none."""
    return "" if sealed is None else decode_text(unseal(sealed, column, *row))


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
