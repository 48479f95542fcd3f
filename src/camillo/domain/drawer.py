"""Drawers: the retrievable passages a segmentation cuts out of a document."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from camillo.domain.errors import InvalidInput
from camillo.domain.knowledge import Cause, Claim, Mention
from camillo.domain.place import Place
from camillo.domain.turn import Turn

#: An offset has at most 18 digits, since one above 2**63 is no place in any document.
_WRITTEN = re.compile(r"([0-9a-fA-F]{24}):([0-9]{1,18})-([0-9]{1,18})")

#: An abbreviated id names at least so many digits of the key.
SHORTEST_KEY = 8
_ABBREVIATED = re.compile(r"([0-9a-fA-F]{8,23}):[0-9]{1,18}-[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a turn's document: byte offsets, half open. It lasts; a drawer's row does not.

    Its written form is ``<turn key>:<start>-<end>``, which any ``get`` resolves.

    >>> Span.parse("00112233445566778899aabb:0-12").end
    12
    >>> str(Span(bytes(12), 3, 9))
    '000000000000000000000000:3-9'
    """

    key: bytes
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.key.hex()}:{self.start}-{self.end}"

    @classmethod
    def parse(cls, written: str) -> "Span":
        """Read the written form back.

        Raises:
            InvalidInput: the text is not of that form.
        """
        found = _WRITTEN.fullmatch(written.strip())
        if not found or int(found[2]) > int(found[3]):
            raise InvalidInput(
                f"{written!r} is not a drawer's id", "use an id as `camillo search` prints it"
            )
        return cls(bytes.fromhex(found[1]), int(found[2]), int(found[3]))


def abbreviated(written: str, digits: int = SHORTEST_KEY) -> str:
    """A span's written form with fewer digits of its key, for places where each token counts.

    It resolves as long as no other turn's key begins alike, which `get` checks.

    >>> abbreviated("00112233445566778899aabb:0-12")
    '00112233:0-12'
    """
    key, colon, span = written.partition(":")
    return key[:digits] + colon + span


def key_digits(written: str) -> str:
    """The digits of an abbreviated id's key, or nothing where the text is no such id.

    >>> key_digits("00112233:0-12"), key_digits("00112233445566778899aabb:0-12")
    ('00112233', '')
    """
    found = _ABBREVIATED.fullmatch(written.strip())
    return found[1].lower() if found else ""


@dataclass(frozen=True, slots=True)
class Cut:
    """One drawer as ingest prepares it for filing.

    ``start`` and ``end`` are byte offsets in the turn's content. ``terms`` maps each index term to
    its count; ``length`` is the text's length for BM25, stop words left out. ``pieces`` are word
    pieces of the static tier as little-endian uint16, and ``bits`` the sign bits of its pooled
    vector (48 bytes); both are empty where no model is installed. ``mentions``, ``claims`` and
    ``causes`` are what the drawer knows; sure mentions have an index term too.
    """

    start: int
    end: int
    terms: Mapping[str, int]
    length: int
    pieces: bytes = b""
    bits: bytes = b""
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Filed:
    """A turn with its place, its cuts and the language they were made for: one unit of filing.

    ``language`` is the code that word classes and function words were chosen by, empty where it
    could not be told; cutting the turn again uses it, whatever stands around the turn by then.
    ``replaces`` is the id of an earlier turn of its conversation that becomes an older version of it.
    """

    turn: Turn
    place: Place
    cuts: tuple[Cut, ...]
    language: str = ""
    replaces: str = ""
