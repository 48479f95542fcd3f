"""What every store refuses to file."""

from collections.abc import Sequence

import numpy as np

from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput, Outdated
from camillo.domain.report import Receipt
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Stored, Vector

#: Bytes of a pooled sign vector.
BITS_BYTES = 48
#: Bytes of one token code.
CODE_BYTES = 24


def check_cut(cut: Cut, size: int) -> None:
    """Refuse a cut that does not lie in its document or whose vectors or knowledge have a wrong form.

    Raises:
        InvalidInput: it does.
    """
    if not 0 <= cut.start <= cut.end <= size:
        raise InvalidInput(f"a drawer from {cut.start} to {cut.end} is outside its document")
    if len(cut.pieces) % 2 or len(cut.bits) not in (0, BITS_BYTES) or cut.length < 0:
        raise InvalidInput("a drawer's static vector has a wrong length")
    check_known(cut)


def checked_cuts(turn: Stored, cuts: Sequence[Cut]) -> list[tuple[int, int, Cut]]:
    """The cuts of a turn as they are filed: with its number and their own, in order.

    Raises:
        InvalidInput: see :func:`check_cut`.
    """
    for cut in cuts:
        check_cut(cut, len(turn.content))
    return [(turn.number, ordinal, cut) for ordinal, cut in enumerate(cuts)]


def check_known(cut: Cut) -> None:
    """Refuse a cut whose claims or causes lie outside it, or whose mentions have no key.

    Raises:
        InvalidInput: it is one of these.
    """
    stated = [(claim.start, claim.end) for claim in cut.claims]
    stated += [(cause.start, cause.end) for cause in cut.causes]
    for start, end in stated:
        if not cut.start <= start < end <= cut.end:
            raise InvalidInput(f"bytes {start} to {end} lie outside the drawer that states them")
    for mention in cut.mentions:
        if not mention.key or mention.count < 1:
            raise InvalidInput(f"the mention of {mention.name!r} has no key or no count")
    for claim in cut.claims:
        if not 0.0 <= claim.confidence <= 1.0:
            raise InvalidInput(f"a confidence of {claim.confidence} is not between 0 and 1")


def check_vector(vector: Vector, card: ModelCard) -> None:
    """Refuse a vector that is not of its model's form.

    Raises:
        InvalidInput: it is not, or it is all zero.
    """
    whole = (
        vector.pooled.shape == (card.dimension,)
        and vector.pooled.dtype == np.int8
        and vector.bits.shape == (BITS_BYTES,)
        and vector.bits.dtype == np.uint8
        and vector.codes.dtype == np.uint8
        and vector.codes.ndim == 2
        and vector.codes.shape[1] == CODE_BYTES
    )
    if not whole:
        raise InvalidInput(
            f"the vector of drawer {vector.drawer} is not of {card.name}'s form",
            f"give {card.dimension} numbers of int8, {BITS_BYTES} bytes of signs, codes of {CODE_BYTES}",
        )
    if not vector.pooled.any():
        raise InvalidInput(f"the vector of drawer {vector.drawer} is all zero", "embed it again")


def check_last(log: Sequence[Receipt], last: int | None) -> None:
    """Refuse to delete a palace whose newest write is not the one that whoever wants it gone has seen.

    Raises:
        Outdated: it is another one.
    """
    if last is not None and last != (log[0].number if log else 0):
        raise Outdated("the palace has changed since", "look at it again")
