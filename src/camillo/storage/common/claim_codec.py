"""A claim's words and times as one blob: fields with ``FE`` between, parts of a time with ``FD``.

Subject, predicate, object, rule, confidence, ended (1 or nothing), valid from, valid to; a time is
micros, zone (or nothing), and the source's own words. UTF-8 has neither byte.
"""

from collections.abc import Sequence

from camillo.domain.identity import decode_text, encode_text
from camillo.domain.knowledge import Claim
from camillo.domain.moment import Moment
from camillo.ports.knowledge import Claimed
from camillo.storage.common.packing import hidden_slot
from camillo.text.names import claim_key

_FIELD, _PART = b"\xfe", b"\xfd"


def pack_claim(claim: Claim) -> bytes:
    r"""The blob, without the claim's span.

    >>> pack_claim(Claim("Ana", "likes", "tea", 0, 13, confidence=0.5, rule="likes"))
    b'Ana\xfelikes\xfetea\xfelikes\xfe0.5\xfe\xfe\xfe'
    """
    words = (claim.subject, claim.predicate, claim.object, claim.rule, repr(claim.confidence))
    ended = b"1" if claim.ended else b""
    times = (_pack_time(claim.valid_from), _pack_time(claim.valid_to))
    return _FIELD.join((*map(encode_text, words), ended, *times))


def unpack_claim(start: int, end: int, packed: bytes) -> Claim:
    """The claim that was packed, with its span.

    Raises:
        ValueError: the blob is not of this form.
    """
    *words, ended, valid_from, valid_to = packed.split(_FIELD)
    subject, predicate, object, rule, confidence = map(decode_text, words)
    return Claim(
        subject, predicate, object, start, end, _to_time(valid_from), _to_time(valid_to),
        ended == b"1", float(confidence), rule,
    )  # fmt: skip


def claim_slots(key: bytes, claim: Claim) -> tuple[int, int]:
    """What a claim's subject and object are found by."""
    return hidden_slot(key, claim_key(claim.subject)), hidden_slot(key, claim_key(claim.object))


def with_keys(found: Sequence[Claimed], sides: Sequence[str], keys: Sequence[str]) -> list[Claimed]:
    """Those of the claims that have one of the keys on a side: two keys may share a slot."""
    wanted = set(keys)
    return [
        each
        for each in found
        if ("subject" in sides and claim_key(each.claim.subject) in wanted)
        or ("object" in sides and claim_key(each.claim.object) in wanted)
    ]


def _pack_time(moment: Moment | None) -> bytes:
    if moment is None:
        return b""
    zone = b"" if moment.offset is None else b"%d" % moment.offset
    return _PART.join((b"%d" % moment.micros, zone, encode_text(moment.text)))


def _to_time(packed: bytes) -> Moment | None:
    if not packed:
        return None
    micros, zone, text = packed.split(_PART)
    return Moment(int(micros), int(zone) if zone else None, decode_text(text))
