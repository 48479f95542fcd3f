"""Times as their sources wrote them, in columns of bytes."""

from camillo.domain.identity import decode_text, encode_text
from camillo.domain.moment import Moment
from camillo.storage.common.packing import pack_moment, pack_word, unpack_moment, unpack_text
from camillo.storage.postgres.connection import Db

#: The column of a time as its source wrote it.
TOLD = "turns.told"
_FORM, _TEXT = b"\x01", b"\x00"


def told(moment: Moment | None) -> tuple[int | None, int | None, bytes | None]:
    """Micros, zone offset, and how the source wrote it: the number of a known form, or its text."""
    micros, zone, written = pack_moment(moment)
    if written is None:
        return micros, zone, None
    if isinstance(written, int):
        return micros, zone, _FORM + bytes([written])
    return micros, zone, _TEXT + encode_text(unpack_text(written))


def untold(micros: int | None, zone: int | None, written: bytes | None) -> str | None:
    """The time as its source wrote it, or None where it gave none.

    >>> untold(*told(Moment.parse("2025-06-01T10:00:00.120Z")))
    '2025-06-01T10:00:00.120Z'
    """
    if micros is None or written is None:
        return None
    if written[:1] == _FORM:
        return unpack_moment(micros, zone, written[1])
    return unpack_moment(micros, zone, pack_word(decode_text(written[1:])))


def opened(
    db: Db, turn: int, micros: int | None, zone: int | None, told: bytes | None
) -> str | None:
    """A turn's time as its source wrote it, out of its row."""
    return untold(micros, zone, None if told is None else db.sealer.unseal(told, TOLD, turn))
