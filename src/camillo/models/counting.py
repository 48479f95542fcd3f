"""Counting tokens with MiniLM's word pieces, whose vocabulary Camillo always carries."""

import unicodedata
from collections.abc import Callable

from camillo.models.pieces import load_tokenizer

#: A piece the vocabulary does not know hides a whole word, which other tokenizers read by its bytes.
_BYTES_UNKNOWN = 2


def token_counter() -> Callable[[str], int]:
    """A function that counts a text's tokens: word pieces, line feeds, accents and marks.

    Word pieces drop white space and marks, and know few scripts whole; what they drop or do not
    know is counted too, so that a model's own tokenizer seldom makes more of a text.

    Raises:
        ModelUnavailable: the tokenizer file is not the one Camillo was shipped with.
    """
    tokenizer = load_tokenizer()
    unknown = tokenizer.token_to_id("[UNK]")

    def count(text: str) -> int:
        if text.isascii():
            return len(tokenizer.encode(text, add_special_tokens=False).ids) + text.count("\n")
        text = text.encode("utf-8", "replace").decode("utf-8")
        encoding = tokenizer.encode(text, add_special_tokens=False)
        hidden = [
            text[start:end]
            for piece, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
            if piece == unknown
        ]
        size = sum(max(1, len(word.encode()) // _BYTES_UNKNOWN) for word in hidden)
        return len(encoding.ids) - len(hidden) + size + text.count("\n") + _marks(text)

    return count


def _marks(text: str) -> int:
    """Accents and other marks, and what is invisible: word pieces keep none of them."""
    kinds = map(unicodedata.category, unicodedata.normalize("NFD", text))
    return sum(kind in ("Mn", "Cf", "Cc", "Co") for kind in kinds) - text.count("\n")
