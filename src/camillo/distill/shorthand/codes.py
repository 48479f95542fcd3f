"""The code table: what stands often enough in a text to be worth a code of one token or two."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from string import ascii_uppercase

#: A word or another field as the notation writes it, without white space.
Token = str

#: Sequences of so many words can have one code.
_LONGEST = 4
#: The longest table; each row is read before the first line.
_MOST = 60
#: A row costs its words, its code, the space and the line break.
_ROW = 1


def table(
    lines: Sequence[Sequence[Token]], count: Callable[[str], int]
) -> dict[Token, tuple[Token, ...]]:
    """Codes with what they stand for, those that save most first.

    No code is a token of any line, so that a token is a code or itself. The same lines give the same table.
    """
    taken = {token for line in lines for token in line}
    names = (name for name in _names() if name not in taken)
    left = [list(line) for line in lines]
    sizes: dict[Token, int] = {}

    def size(words: Sequence[Token]) -> int:
        for word in words:
            if word not in sizes:
                sizes[word] = count(word)
        return sum(sizes[word] for word in words)

    codes: dict[Token, tuple[Token, ...]] = {}
    code = next(names)
    for words in _candidates(left, size)[: 4 * _MOST]:
        times = sum(1 for line in left for _ in _places(line, words))
        if times * (size(words) - size([code])) > size(words) + size([code]) + _ROW:
            codes[code] = words
            left = [_replaced(line, {words: code}) for line in left]
            code = next(names)
        if len(codes) == _MOST:
            break
    return codes


def coded(
    lines: Sequence[Sequence[Token]], codes: Mapping[Token, Sequence[Token]]
) -> Iterator[list[Token]]:
    """The lines with codes in the place of what they stand for, in the order of the table."""
    for line in lines:
        yield _replaced(line, {tuple(words): code for code, words in codes.items()})


def _candidates(
    lines: Sequence[Sequence[Token]], size: Callable[[Sequence[Token]], int]
) -> list[tuple[Token, ...]]:
    """Sequences that come twice or more, by what a code would save, then as they are written."""
    found: Counter[tuple[Token, ...]] = Counter()
    for line in lines:
        for length in range(1, _LONGEST + 1):
            # The first token says who speaks: it stands by itself.
            starts = range(1 if length > 1 else 0, len(line) - length + 1)
            found.update(tuple(line[at : at + length]) for at in starts)
    saved = {
        words: times * (size(words) - 1) - size(words)
        for words, times in found.items()
        if times > 1
    }
    worth = [words for words, tokens in saved.items() if tokens > 2]
    return sorted(worth, key=lambda words: (-saved[words], words))


def _places(line: Sequence[Token], words: tuple[Token, ...]) -> Iterator[int]:
    at, size = 0, len(words)
    if words[0] not in line:
        return
    while at <= len(line) - size:
        if line[at] == words[0] and tuple(line[at : at + size]) == words and (at or size == 1):
            yield at
            at += size
        else:
            at += 1


def _replaced(line: Sequence[Token], codes: Mapping[tuple[Token, ...], Token]) -> list[Token]:
    written = list(line)
    for words, code in codes.items():
        if words[0] in written:
            for at in reversed([*_places(written, words)]):
                written[at : at + len(words)] = [code]
    return written


def _names() -> Iterator[Token]:
    """A to Z, then AA to ZZ, and so on."""
    length = 1
    while True:
        yield from map("".join, product(ascii_uppercase, repeat=length))
        length += 1
