"""Rooms and entities that belong together: automatic tunnels across wings, hallways inside one."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

#: An entity in more rooms than this is rare nowhere; one shared by fewer texts of a room is in it by chance.
MOST_ROOMS = 6
_MOST_SHARED, _MOST_EVIDENCE = 8, 4
#: Two entities must meet so often before their meeting says anything.
_LEAST_TOGETHER = 3
_MOST_OF_A_TEXT = 12


@dataclass(frozen=True, slots=True)
class Shared:
    """Two rooms of different wings and the entities that both speak of, the rarest first."""

    a: int
    b: int
    strength: float
    entities: tuple[str, ...]
    drawers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Two entities that meet in texts of a wing."""

    entities: tuple[str, str]
    count: int
    strength: float
    drawers: tuple[int, ...]


def shared(
    spoken: Mapping[str, Mapping[int, Sequence[int]]], wing_of: Mapping[int, str], rooms: int
) -> list[Shared]:
    """Pairs of rooms across wings that share rare entities.

    ``spoken`` has for each entity the rooms whose texts surely name it, with those texts; ``rooms`` is how
    many there are. An entity counts by its rarity among rooms; strength grows towards one with what is shared.

    >>> spoken = {"graphql": {1: [10], 2: [20, 21]}, "monday": {n: [n] for n in range(1, 9)}}
    >>> [(one.a, one.b, one.entities) for one in shared(spoken, {1: "a", 2: "b"}, 9)]
    [(1, 2, ('graphql',))]
    """
    pairs: dict[tuple[int, int], list[tuple[float, str]]] = defaultdict(list)
    for entity, held in spoken.items():
        if not 1 < len(held) <= MOST_ROOMS:
            continue
        rarity = math.log1p(rooms / len(held))
        for a, b in combinations(sorted(held), 2):
            if wing_of.get(a) != wing_of.get(b):
                pairs[a, b].append((rarity, entity))
    found = []
    for (a, b), listed in pairs.items():
        listed.sort(key=lambda one: (-one[0], one[1]))
        weight = sum(rarity for rarity, _ in listed)
        names = tuple(name for _, name in listed[:_MOST_SHARED])
        drawers = [drawer for name in names for room in (a, b) for drawer in spoken[name][room][:1]]
        strength = round(1 - math.exp(-weight / 4), 3)
        evidence = tuple(dict.fromkeys(drawers))[:_MOST_EVIDENCE]
        found.append(Shared(a, b, strength, names, evidence))
    return sorted(found, key=lambda one: (-one.strength, one.a, one.b))


def together(texts: Iterable[tuple[int, Sequence[str]]]) -> list[Together]:
    """Pairs of entities that meet more often than by chance: normalised pointwise mutual information above 0.

    ``texts`` gives each drawer with the keys it surely names. Three meetings are the least.

    >>> texts = [(n, ["ana", "porto"]) for n in range(3)] + [(n, ["bo"]) for n in range(3, 9)]
    >>> [(one.entities, one.count, one.strength) for one in together(texts)]
    [(('ana', 'porto'), 3, 1.0)]
    """
    alone: Counter[str] = Counter()
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    total = 0
    for drawer, keys in texts:
        total += 1
        named = sorted(set(keys))[:_MOST_OF_A_TEXT]
        alone.update(named)
        for pair in combinations(named, 2):
            pairs[pair].append(drawer)
    found = []
    for (a, b), drawers in pairs.items():
        if len(drawers) < _LEAST_TOGETHER:
            continue
        joint = len(drawers) / total
        chance = math.log(joint / (alone[a] / total * alone[b] / total))
        strength = 1.0 if joint == 1 else round(chance / -math.log(joint), 3)
        if strength > 0:
            found.append(Together((a, b), len(drawers), strength, tuple(drawers[:_MOST_EVIDENCE])))
    return sorted(found, key=lambda one: (-one.strength * math.log1p(one.count), one.entities))
