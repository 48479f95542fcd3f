"""How much of a model's limit each stretch of a text takes, in tenths of a word piece."""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import TokenCut

UNIT = 10
_BLOCK = 1 << 10
_READ = 1 << 20
#: The longest word of the vocabulary; a longer piece stands for a word the model does not know.
_LONGEST_PIECE = 18
#: Words longer than this are unknown as a whole; a shorter rest of one is cut into pieces again.
_LONGEST_WORD = 100
_LETTER = UNIT * 2 // 5
_DIGIT = UNIT * 7 // 10


class Weights:
    """The weight of every stretch of one text, in constant time and a byte per character.

    With ``pieces`` a character weighs as many pieces as start there; without, an estimate that
    is seldom too low: 1 for a symbol or a character that is no letter of a Latin script, 3 for a
    Hangul syllable, .4 for a Latin letter, .7 for a digit, nothing for white space.
    """

    def __init__(self, text: str, pieces: TokenCut | None) -> None:
        self._text = text
        self._exact = pieces is not None
        self._at = _estimated(text) if pieces is None else _counted(text, pieces)
        edges = np.arange(0, len(self._at), _BLOCK)
        blocks = np.add.reduceat(self._at, edges, dtype=np.int64)
        self._before = np.concatenate((np.zeros(1, np.int64), np.cumsum(blocks)))

    def upto(self, position: int) -> int:
        """The weight of the text before a position."""
        block = position // _BLOCK
        rest = self._at[block * _BLOCK : position]
        return int(self._before[block]) + int(rest.sum(dtype=np.int64))

    def between(self, start: int, end: int) -> int:
        """The weight of a stretch."""
        return self.upto(end) - self.upto(start)

    def reach(self, start: int, budget: int) -> int:
        """The last position to which the text from ``start`` weighs no more than the budget."""
        goal = self.upto(start) + budget
        block = int(np.searchsorted(self._before, goal, side="right")) - 1
        first = block * _BLOCK
        if first >= len(self._at):
            return len(self._at)
        running = np.cumsum(self._at[first : first + _BLOCK], dtype=np.int64)
        within = int(np.searchsorted(running, goal - int(self._before[block]), side="right"))
        return max(start, min(first + within, len(self._at)))

    def torn(self, start: int, end: int) -> int:
        """What a span may weigh more than counted, as it starts or ends inside a word.

        Pieces hold for whole words only: a part of a word is cut into pieces afresh, at the worst
        one for each character.
        """
        return self._torn_start(start) + self._torn_end(end) if self._exact else 0

    def _torn_start(self, start: int) -> int:
        if not self._is_inside(start):
            return 0
        text, end = self._text, start
        while end < len(text) and end - start <= _LONGEST_WORD and _joins(text[end]):
            end += 1
        worst = len(unicodedata.normalize("NFD", text[start:end]))
        return 0 if worst > _LONGEST_WORD else max(0, worst * UNIT - self.between(start, end))

    def _torn_end(self, end: int) -> int:
        """Up to the start of the piece that is torn all pieces hold: the longest are found first."""
        if not self._is_inside(end) or self._at[end]:
            return 0
        first = end - 1
        while first > 0 and end - first < _LONGEST_PIECE and not self._at[first]:
            first -= 1
        return UNIT * (end - first - 1)

    def _is_inside(self, position: int) -> bool:
        text = self._text
        return 0 < position < len(text) and _joins(text[position - 1]) and _joins(text[position])


def _joins(char: str) -> bool:
    """Whether the model reads a character as part of a longer word: not spaces, marks, ideographs.

    Control characters it drops, so that what stands on either side of them is one word.
    """
    if char in " \t\r\n":
        return False
    category = unicodedata.category(char)
    if category[0] == "C" or char.isalnum():
        return not any(low <= char <= high for low, high in _IDEOGRAPHS)
    return char >= "\x80" and category[0] not in "PZ"


_IDEOGRAPHS = (("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\U00020000", "\U0002fa1f"))


def _counted(text: str, pieces: TokenCut) -> NDArray[np.uint8]:
    weights = np.zeros(len(text), np.uint8)
    starts, lengths = pieces.starts, pieces.ends - pieces.starts
    short = lengths <= _LONGEST_PIECE
    np.add.at(weights, np.minimum(starts[short], len(text) - 1), UNIT)
    for start, end in zip(starts[~short].tolist(), pieces.ends[~short].tolist(), strict=True):
        _spread(text, weights, start, end)
    return weights


def _spread(text: str, weights: NDArray[np.uint8], start: int, end: int) -> None:
    """Give an unknown word weight all along, so that cutting it keeps both sides within limits."""
    weights[start:end] = _LETTER
    edges = ((start, min(end, start + _LONGEST_WORD)), (max(start, end - _LONGEST_WORD), end))
    for low, high in edges:
        worst = len(unicodedata.normalize("NFD", text[low:high])) / (high - low)
        weights[low:high] = min(255, int(np.ceil(UNIT * worst)))


def _estimated(text: str) -> NDArray[np.uint8]:
    parts = [_estimate(text[at : at + _READ]) for at in range(0, len(text), _READ)]
    return np.concatenate(parts) if parts else np.zeros(0, np.uint8)


def _estimate(text: str) -> NDArray[np.uint8]:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    weights = _ASCII[np.minimum(points, 0x250)]
    weights[(points >= 0xAC00) & (points < 0xD7A4)] = 3 * UNIT
    for low, high in _SPACES:
        weights[(points >= low) & (points <= high)] = 0
    return weights


def _latin_table() -> NDArray[np.uint8]:
    """Weights of the Latin blocks (below U+0250); the last entry stands for everything above."""
    chars = [chr(point) for point in range(0x250)]
    return np.array([*map(_estimate_of, chars), UNIT], np.uint8)


def _estimate_of(char: str) -> int:
    if char.isspace():
        return 0
    return _DIGIT if char.isdigit() else _LETTER if char.isalpha() else UNIT


_SPACES = ((0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F), (0x3000, 0x3000))
_ASCII = _latin_table()
