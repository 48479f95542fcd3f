"""Choosing: which proposals are still open, and in which order they are reviewed."""

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from camillo.distill.reflection.naming import turn
from camillo.domain.proposal import KINDS, Decided, Proposal


def is_open(proposal: Proposal, decided: Iterable[Decided]) -> bool:
    """Whether nobody has decided about a proposal, nor about what a model said of the same texts before."""
    return not any(
        one.proposal == proposal.id or (proposal.by and _covers(one, proposal)) for one in decided
    )


def _covers(decided: Decided, proposal: Proposal) -> bool:
    """Whether an insight rests on texts alone that one decided about rested on, in whatever words."""
    if decided.kind != "insight" or not proposal.evidence:
        return False
    return {turn(one.id) for one in proposal.evidence} <= set(map(turn, decided.evidence))


def ordered(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Each once, the kinds taking turns, those of one kind by score: no kind crowds another out."""
    kinds: dict[str, dict[str, Proposal]] = {kind: {} for kind in KINDS}
    for one in proposals:
        kinds[one.kind].setdefault(one.id, one)
    columns: list[Sequence[Proposal]] = [
        sorted(each.values(), key=lambda one: (-one.score, one.id)) for each in kinds.values()
    ]
    return [one for one in chain.from_iterable(zip_longest(*columns)) if one is not None]
