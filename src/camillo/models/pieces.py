"""Word pieces: how MiniLM cuts text, and which pieces carry content. Both tiers share it."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable
from camillo.ports.embedder import TokenCut

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
VOCABULARY = 30_522
CLS, SEP = 101, 102
#: In this vocabulary ids below it are special or unused, and the single characters lie up to it.
_FIRST_CHARACTER, _FIRST_WORD = 999, 1_996
#: Characters tokenised at a time, so that a text of many megabytes costs no more memory.
_STRETCH = 32_768
_SURROGATES = re.compile("[\ud800-\udfff]")
_EDGE = re.compile(r"\s")


class WordPieces:
    """The tokenizer with the rule of what is content: not special, not punctuation, no function word."""

    def __init__(self, function_words: Iterable[str] = ()) -> None:
        self._tokenizer = load_tokenizer()
        self.is_content = _content(frozenset(function_words))

    def cut(self, text: str) -> TokenCut:
        """All pieces of a text with character offsets; special tokens are left out.

        A text longer than 32,768 characters is read in stretches that end at white space where
        there is any. Lone surrogates count as unknown characters.
        """
        ids = [np.empty(0, np.uint16)]
        spans = [np.empty((0, 2), np.int32)]
        for at, stretch in _stretches(text):
            encoding = self._tokenizer.encode(stretch, add_special_tokens=False)
            # Python's own numbers would take fourteen times the memory of these.
            ids.append(np.array(encoding.ids, np.uint16))
            spans.append(np.array(encoding.offsets, np.int32).reshape(-1, 2) + np.int32(at))
        pairs = np.concatenate(spans)
        return TokenCut(np.concatenate(ids), pairs[:, 0], pairs[:, 1])

    def ids(self, text: str, limit: int) -> list[int]:
        """At most ``limit`` pieces from the beginning of a text, special tokens left out."""
        found: list[int] = []
        for _, stretch in _stretches(text):
            found += self._tokenizer.encode(stretch, add_special_tokens=False).ids
            if len(found) >= limit:
                break
        return found[:limit]


@lru_cache(maxsize=8)
def _content(function_words: frozenset[str]) -> NDArray[np.bool_]:
    tokenizer = load_tokenizer()
    content = np.ones(VOCABULARY, np.bool_)
    content[:_FIRST_CHARACTER] = False
    for number in range(_FIRST_CHARACTER, _FIRST_WORD):
        piece = tokenizer.id_to_token(number) or "."
        content[number] = unicodedata.category(piece[-1])[0] not in "PS"
    normalise = tokenizer.normalizer.normalize_str
    for word in function_words:
        known = tokenizer.token_to_id(normalise(word).strip())
        if known is not None:
            content[known] = False
    content.flags.writeable = False
    return content


def _stretches(text: str) -> Iterator[tuple[int, str]]:
    text = _SURROGATES.sub("\ufffd", text)
    if len(text) <= _STRETCH:
        yield 0, text
        return
    at = 0
    while at < len(text):
        end = at + _STRETCH
        edge = _EDGE.search(text, end, end + 256) if end < len(text) else None
        end = edge.end() if edge else end
        yield at, text[at:end]
        at = end


@cache
def load_tokenizer() -> "Tokenizer":
    """The tokenizer whose file Camillo carries, without padding, truncation or special tokens.

    It is read once in a process; threads may share it, and nobody sets anything on it.

    Raises:
        ModelUnavailable: the file is not the one Camillo was shipped with.
    """
    from tokenizers import Tokenizer

    source = Path(__file__).with_name("data").joinpath("minilm-tokenizer.json").read_bytes()
    if hashlib.sha256(source).hexdigest() != TOKENIZER_SHA256:
        raise ModelUnavailable("Camillo's own tokenizer file was changed", "install Camillo again")
    tokenizer = Tokenizer.from_buffer(source)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    # "[SEP]" in a text is text: what was said must not pass for the model's own marks.
    tokenizer.encode_special_tokens = True
    return tokenizer


def concatenated(
    pieces: Sequence[NDArray[np.uint16]],
) -> tuple[NDArray[np.uint16], NDArray[np.intp]]:
    """The pieces of many texts in one array, and where each text's begin (one entry more)."""
    starts = np.zeros(len(pieces) + 1, np.intp)
    np.cumsum([len(each) for each in pieces], out=starts[1:])
    joined = np.concatenate(pieces) if pieces else np.empty(0, np.uint16)
    return joined, starts
