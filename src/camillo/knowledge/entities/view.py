"""Entities as they are shown: their names, kind and where they are named, of one state."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from camillo.domain.entity import Change, Entity
from camillo.domain.knowledge import Known
from camillo.domain.moment import Moment
from camillo.knowledge.entities.registry import Registry
from camillo.knowledge.entities.resolve import UNDONE, in_force
from camillo.ports.knowledge import Seen
from camillo.ports.rows import INT64
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK

#: Drawers of a name that are read for how it is spelled and what kind it is, spread over all of them.
_SAMPLE = 24
#: A kind that so many of those drawers tell is believed.
_TELLING = 0.2
_CHUNK = 200
_UNTOLD = "name"


class View:
    """Reads entities of one state; each drawer's place is read once."""

    def __init__(self, snapshot: Snapshot, registry: Registry) -> None:
        self._snapshot = snapshot
        self._registry = registry
        self._seen: dict[int, Seen] = {}

    def heads(self) -> list[str]:
        """The keys of established entities, the most named first."""
        registry = self._registry
        standing = registry.established(registry.counts, self._snapshot)
        sums: Counter[str] = Counter()
        for key in standing:
            sums[registry.resolve(key)] += registry.counts.get(key, 0)
        return sorted(sums, key=lambda key: (-sums[key], key))

    def entities(self, heads: Sequence[str]) -> Iterator[Entity]:
        """The entities of these keys, in the given order."""
        for start in range(0, len(heads), _CHUNK):
            yield from self._chunk(heads[start : start + _CHUNK])

    def drawers(self, head: str) -> INT64:
        """The drawers that surely name an entity by any of its names, ascending."""
        return self._postings([head])[head]

    def _postings(self, heads: Sequence[str]) -> dict[str, INT64]:
        names = {head: self._registry.names(head) for head in heads}
        terms = [ENTITY_MARK + key for keys in names.values() for key in keys]
        found = self._snapshot.postings(terms)
        return {
            head: np.unique(
                np.concatenate(
                    [
                        np.empty(0, np.int64),
                        *(
                            found[ENTITY_MARK + key].drawer
                            for key in keys
                            if ENTITY_MARK + key in found
                        ),
                    ]
                )
            )
            for head, keys in names.items()
        }

    def _chunk(self, heads: Sequence[str]) -> Iterator[Entity]:
        drawers = self._postings(heads)
        samples = {head: _spread(drawers[head]) for head in heads}
        known = self._snapshot.known(sorted({one for each in samples.values() for one in each}))
        fresh = {one for each in drawers.values() for one in each.tolist()} - self._seen.keys()
        self._seen.update((one.drawer, one) for one in self._snapshot.seen(sorted(fresh)))
        standing = set(self._registry.established(self._all_names(heads), self._snapshot))
        for head in heads:
            seen = [self._seen[one] for one in drawers[head].tolist() if one in self._seen]
            told = [known[one] for one in samples[head] if one in known]
            yield self._entity(head, seen, told, standing)

    def _all_names(self, heads: Iterable[str]) -> list[str]:
        return [key for head in heads for key in self._registry.names(head)]

    def _entity(
        self, head: str, seen: Sequence[Seen], told: Sequence[Known], standing: set[str]
    ) -> Entity:
        keys = self._registry.names(head)
        spellings: dict[str, Counter[str]] = {key: Counter() for key in keys}
        kinds: Counter[str] = Counter()
        for known in told:
            for one in known.mentions:
                if one.key in spellings:
                    spellings[one.key][one.name] += 1
                    kinds[one.kind] += 1
        shown = [_commonest(spellings[key], key) for key in keys]
        wings = Counter(wing for one in seen for wing in one.wings)
        times = sorted(one.at for one in seen if one.at is not None)
        return Entity(
            key=head,
            name=self._registry.renamed.get(head) or shown[0],
            kind=self._registry.typed.get(head) or _kind(kinds),
            aliases=tuple(shown[1:]),
            drawers=len(seen),
            conversations=len({one.conversation for one in seen}),
            wings=tuple(sorted(wings, key=lambda wing: (-wings[wing], wing))),
            first=_moment(times[0]) if times else None,
            last=_moment(times[-1]) if times else None,
            established=not standing.isdisjoint(keys),
        )


def _spread(drawers: INT64) -> list[int]:
    if len(drawers) <= _SAMPLE:
        return [int(one) for one in drawers]
    return [int(drawers[len(drawers) * part // _SAMPLE]) for part in range(_SAMPLE)]


def _commonest(spellings: Counter[str], key: str) -> str:
    return min(spellings, key=lambda name: (-spellings[name], name), default=key)


def _kind(kinds: Counter[str]) -> str:
    """The commonest kind that is told of enough drawers."""
    told = {kind: count for kind, count in kinds.items() if kind != _UNTOLD}
    best = min(told, key=lambda kind: (-told[kind], kind), default=_UNTOLD)
    return best if told.get(best, 0) >= _TELLING * kinds.total() else _UNTOLD


def _moment(micros: int) -> Moment:
    return Moment.from_epoch(micros / 1_000_000)


def changes(registry: Registry, key: str) -> list[Change]:
    """What was asserted about an entity and all that it was ever joined with, in order."""
    near = {key, *registry.names(key)}
    touched: dict[int, tuple[str, ...]] = {}
    while True:
        before = len(touched)
        for act in registry.acts:
            keys = dict.fromkeys((act.subject, act.object, *(_listed(act.payload.get("keys")))))
            names = tuple(filter(None, keys))
            if act.number not in touched and not near.isdisjoint(names):
                touched[act.number] = names
                near.update(names)
        if len(touched) == before:
            break
    forced = {act.number for act in in_force(registry.acts)}
    return [
        Change(
            act.number,
            act.at,
            act.verb,
            touched[act.number],
            act.number not in forced and act.verb != UNDONE,
        )
        for act in registry.acts
        if act.number in touched
    ]


def _listed(keys: object) -> list[str]:
    return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []
