"""What the core and a palace store hand each other: rows, and parallel arrays of many of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.domain.drawer import Cut, Span

INT64 = NDArray[np.int64]
INT32 = NDArray[np.int32]
UINT8 = NDArray[np.uint8]

#: The event time of a turn whose source gave none.
NO_TIME = np.iinfo(np.int64).min


@dataclass(frozen=True, slots=True)
class Tick:
    """The palace's clock: ``seq`` grows with every write; ``epoch`` changes when cached rows may no longer hold."""

    epoch: int
    seq: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where turns come from: its kind and uri, unique together, and its content's fingerprint.

    ``by_name``: whoever files from it names wings as they are called now. A wing of that name is meant, if
    there is one, whatever the source called so before. ``wing``: the wing of this number is meant
    (:class:`RoomRow`), whatever it is called when the text is filed.
    """

    kind: str
    uri: str
    fingerprint: bytes = b""
    by_name: bool = False
    wing: int | None = None


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source as it stands: its state (``present``, ``unreachable``, ``removed``) and how many turns it gave first."""

    kind: str
    uri: str
    state: str
    turns: int


@dataclass(frozen=True, slots=True)
class Columns:
    """Drawers as parallel arrays, ascending by ``drawer``; labels are numbers into ``Snapshot.labels``.

    ``conversation`` and ``position`` order the turns, ``ordinal`` the drawers within one;
    ``pieces`` is the concatenation of all rows' word pieces, row i having
    ``pieces[piece_at[i]:piece_at[i + 1]]``; ``bits`` [n, 48] are the static tier's pooled signs.
    """

    drawer: INT64
    turn: INT64
    document: INT64
    conversation: INT64
    position: INT64
    ordinal: INT32
    start: INT64
    length: INT32
    at: INT64
    speaker: INT32
    role: INT32
    source: INT32
    current: NDArray[np.bool_]
    pieces: NDArray[np.uint16]
    piece_at: INT64
    bits: UINT8


@dataclass(frozen=True, slots=True)
class Placements:
    """Placements as parallel arrays sorted by turn: which turn lies in which room and hall."""

    turn: INT64
    room: INT32
    hall: INT32


@dataclass(frozen=True, slots=True)
class Signs:
    """Pooled signs of the transformer tier: ``bits`` [n, 48] of ``drawer`` [n]; go on from ``last``."""

    drawer: INT64
    bits: UINT8
    last: int


@dataclass(frozen=True, slots=True)
class Postings:
    """One term's postings: drawers ascending, counts clipped to 15."""

    drawer: INT64
    count: UINT8


@dataclass(frozen=True, slots=True)
class Dense:
    """Transformer vectors of one drawer: pooled int8 [d] (a unit vector times 127), token codes [k, 24].

    The model's card says what ``d`` is.
    """

    pooled: NDArray[np.int8]
    codes: UINT8


@dataclass(frozen=True, slots=True)
class Pending:
    """A drawer that waits for the transformer tier."""

    drawer: int
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Vector:
    """What refine hands back for one drawer: pooled int8 [d], sign bits [48], token codes [k, 24]."""

    drawer: int
    pooled: NDArray[np.int8]
    bits: UINT8
    codes: UINT8


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room and its wing, by number and by name.

    A wing keeps its number under every name, and no other wing of the palace ever has it: what is made anew under
    the name of a wing that was deleted or merged has a number of its own.
    """

    room: int
    wing_name: str
    room_name: str
    wing: int


@dataclass(frozen=True, slots=True)
class Redaction:
    """One span to forget, and the cuts of its turn as they are once the span's bytes are blank."""

    span: Span
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, slots=True)
class Building:
    """A generation of derived tables being built beside the live one; ``done`` is the last turn number it holds."""

    generation: int
    done: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A turn as the store holds it: its number, key, content and how it reads."""

    number: int
    key: bytes
    conversation: str
    content: bytes
    encoding: str | None
    at: str | None
    speaker: str
    part: str
    media_type: str = "text/plain"
    language: str = ""
    role: str = ""
