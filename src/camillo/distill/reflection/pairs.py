"""Proposals about pairs: names that may be one's, texts that belong together, names that meet."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import log

from camillo.distill.memories.topic import content
from camillo.distill.reflection.facts import Quote
from camillo.distill.reflection.naming import magnitude, named, turn
from camillo.domain.link import Hallway
from camillo.domain.proposal import Proposal
from camillo.domain.search import Memory

MERGE, LINK, FILE = "merge entities", "make link", "file insight"
#: Two texts belong together where they share so many names, each of which at most so many texts have.
LEAST_SHARED, MOST_TEXTS = 2, 5
SIMILAR = "similar"
_SHOWN = 4
#: Texts with so large a part of their words in common are one.
_SAME = 0.9


def alias(alias: str, entity: str, why: str, cites: Sequence[str], quote: Quote) -> Proposal:
    """The proposal that two names are one entity's. It rests on the names alone."""
    return Proposal(
        id=named("alias", alias.casefold(), entity.casefold()),
        kind="alias",
        text=f"{alias} and {entity} may be one ({why}). Join them under {entity}.",
        evidence=quote(cites),
        would={"do": MERGE, "name": alias, "into": entity},
        score={"part": 1.0, "initials": 0.8}.get(why, 0.5),
    )


def sharing(
    named_in: Mapping[str, Sequence[int]], conversation: Callable[[int], int]
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Pairs of drawers of two conversations that share enough rare names, with those names.

    >>> sharing({"ana": [1, 2], "orion": [1, 2], "go": [1, 3]}, lambda drawer: drawer)
    {(1, 2): ('ana', 'orion')}
    """
    shared: dict[tuple[int, int], list[str]] = defaultdict(list)
    for name, drawers in named_in.items():
        if 2 <= len(drawers) <= MOST_TEXTS:
            for a, b in combinations(sorted(drawers), 2):
                if conversation(a) != conversation(b):
                    shared[a, b].append(name)
    return {pair: tuple(names) for pair, names in shared.items() if len(names) >= LEAST_SHARED}


def link(a: str, b: str, names: Sequence[str], wing: str, quote: Quote) -> Proposal:
    """The proposal to link two texts that speak of the same rare things."""
    told = ", ".join(names[:_SHOWN])
    return Proposal(
        id=named("link", [a, b]),
        kind="link",
        text=f"Two texts that are not linked both speak of {told}. Link them.",
        evidence=quote([a, b]),
        would={"do": LINK, "a": a, "b": b, "kind": SIMILAR, "reason": f"both speak of {told}"},
        wing=wing,
        score=float(len(names)),
    )


def differ(a: Memory, b: Memory) -> bool:
    """Whether two texts do not say just the same: what does is one text with several origins."""
    one, other = content(a.text), content(b.text)
    return len(one & other) < _SAME * len(one | other)


def meeting(
    hallways: Iterable[tuple[Hallway, tuple[str, str]]], beside: Iterable[Proposal], quote: Quote
) -> list[Proposal]:
    """Insights that two names come up together, with the names as they are shown.

    Where they meet only in what another insight beside it quotes already, that one says more.
    """
    told = [{turn(said.id) for said in one.evidence} for one in beside]
    found = []
    for hallway, (one, other) in hallways:
        met = set(map(turn, hallway.evidence))
        if len(met) < 2 or any(met <= each for each in told):
            continue
        text = f"{one} and {other} come up together in {hallway.count} texts."
        found.append(
            Proposal(
                id=named(
                    "insight",
                    "meet",
                    hallway.entities,
                    hallway.evidence[0],
                    magnitude(hallway.count),
                ),
                kind="insight",
                text=text,
                evidence=quote(hallway.evidence),
                would={"do": FILE, "text": text, "wing": hallway.wing},
                wing=hallway.wing,
                score=hallway.strength * log(1 + hallway.count) / 2,
            )
        )
    return found
