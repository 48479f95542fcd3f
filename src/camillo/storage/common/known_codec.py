"""A drawer's mentions and causes as one blob.

``FF name FE key FE kind FE number`` for each mention, then ``FD start FE end FE kind`` for each cause.
UTF-8 has none of these bytes. The key is left out where it is the casefolded name; a kind is one byte
below 32 where it is a known one; the number is twice the count, plus one where the mention is sure.
"""

from collections.abc import Sequence

from camillo.domain.identity import decode_text, encode_text
from camillo.domain.knowledge import Cause, Mention

_MENTION, _CAUSE, _FIELD = b"\xff", b"\xfd", b"\xfe"
# The order is part of the file format.
_KINDS = (
    "person", "place", "organisation", "tag", "handle", "identifier", "work", "project", "word",
    "name", "file", "url", "date", "because", "so", "fixes", "error",
)  # fmt: skip
_CODES = {kind: bytes([code]) for code, kind in enumerate(_KINDS, 1)}


def pack_known(mentions: Sequence[Mention], causes: Sequence[Cause]) -> bytes:
    r"""The blob; empty for nothing.

    >>> pack_known([Mention("zuni", "Zuni", "place", 2, True)], [Cause(3, 9, "because")])
    b'\xffZuni\xfe\xfe\x02\xfe5\xfd3\xfe9\xfe\x0e'
    """
    return b"".join([*map(_mention, mentions), *map(_cause, causes)])


def _mention(one: Mention) -> bytes:
    key = b"" if one.key == one.name.casefold() else encode_text(one.key)
    number = b"%d" % (2 * one.count + one.sure)
    return _MENTION + _FIELD.join((encode_text(one.name), key, _pack_kind(one.kind), number))


def _cause(one: Cause) -> bytes:
    return _CAUSE + _FIELD.join((b"%d" % one.start, b"%d" % one.end, _pack_kind(one.kind)))


def _pack_kind(kind: str) -> bytes:
    return _CODES.get(kind) or encode_text(kind)


def unpack_known(packed: bytes) -> tuple[tuple[Mention, ...], tuple[Cause, ...]]:
    """Mentions and causes; none where the row was forgotten and holds zeros.

    Raises:
        ValueError: the blob is not of this form.
    """
    if not packed.strip(b"\0"):
        return (), ()
    first, *causes = packed.split(_CAUSE)
    nothing, *mentions = first.split(_MENTION)
    if nothing:
        raise ValueError("what a drawer knows does not read back")
    return tuple(map(_to_mention, mentions)), tuple(map(_to_cause, causes))


def _to_mention(packed: bytes) -> Mention:
    name_bytes, key, kind, number = packed.split(_FIELD)
    name = decode_text(name_bytes)
    count, sure = divmod(int(number), 2)
    return Mention(decode_text(key) or name.casefold(), name, _to_kind(kind), count, bool(sure))


def _to_cause(packed: bytes) -> Cause:
    start, end, kind = packed.split(_FIELD)
    return Cause(int(start), int(end), _to_kind(kind))


def _to_kind(packed: bytes) -> str:
    if len(packed) == 1 and 0 < packed[0] <= len(_KINDS):
        return _KINDS[packed[0] - 1]
    return decode_text(packed)
