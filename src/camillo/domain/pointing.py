"""Pointers: a turn by the place of its conversation and a short number, for texts in which each token counts.

The number is the end of the turn's key, in decimal digits, as many as tell it from the other turns of its
conversation. Turns are only ever added, so where a later one ends alike, the one that was filed first is meant.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: Digits tried in this order: tokenizers know most numbers of two and three.
_DIGITS = (2, 3, 6, 9, 12, 29)
_WRITTEN = re.compile(r"([0-9a-fA-F]{8,24})/([0-9]{2,29})(?::([0-9]{1,18})-([0-9]{1,18}))?")


@dataclass(frozen=True, slots=True)
class Pointer:
    """``place`` are the first digits of the key of a turn of the conversation, ``number`` the end of the meant one's.

    ``span`` are byte offsets in the turn, None for all of it.

    >>> Pointer.parse("0a1b2c3d/41:0-12")
    Pointer(place='0a1b2c3d', number='41', span=(0, 12))
    """

    place: str
    number: str
    span: tuple[int, int] | None = None

    @classmethod
    def parse(cls, written: str) -> "Pointer | None":
        """Read the written form; None where it is of another form."""
        found = _WRITTEN.fullmatch(written.strip())
        if not found:
            return None
        span = None if found[3] is None else (int(found[3]), int(found[4]))
        return cls(found[1].lower(), found[2], span)

    def means(self, key: bytes) -> bool:
        """Whether a key ends in the number."""
        return _end(key, len(self.number)) == self.number


def numbers(keys: Iterable[bytes]) -> Mapping[bytes, str]:
    r"""The shortest number of each key that no other of these has.

    >>> numbers([bytes([0, 105]), bytes([0, 5])])
    {b'\x00i': '105', b'\x00\x05': '005'}
    """
    left = list(dict.fromkeys(keys))
    found: dict[bytes, str] = {}
    for digits in _DIGITS:
        ends = Counter(_end(key, digits) for key in left)
        found |= {key: end for key in left if ends[end := _end(key, digits)] == 1}
        left = [key for key in left if key not in found]
    return found


def _end(key: bytes, digits: int) -> str:
    return str(int.from_bytes(key) % 10**digits).zfill(digits)
