"""Which names are one entity: a pure replay of what people asserted, over a ground of plain aliases."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from camillo.domain.knowledge import Act

MERGED, ALIASED, SPLIT = "entities merged", "entity aliased", "entity split"
RENAMED, TYPED, UNDONE = "entity renamed", "entity typed", "entity undone"
#: The verbs of acts about entities: what to ask a store for.
VERBS = (MERGED, ALIASED, SPLIT, RENAMED, TYPED, UNDONE)
_MOST_NAMES = 1_000


@dataclass(slots=True)
class Groups:
    """Names in groups, each with one that stands for it; a name in no group stands for itself.

    Joining is a union of sets, so that no order of merges gives a cycle or another grouping. The
    name that stands for a group is the first, by code point, of those that no merge gave away.
    """

    _members: dict[str, set[str]] = field(default_factory=dict)
    _given: set[str] = field(default_factory=set)
    _heads: dict[str, str] = field(default_factory=dict)

    def join(self, given: str, kept: str) -> None:
        """Two groups become one; ``given`` no longer stands for it while another can."""
        if not given or not kept or given == kept:
            return
        one, other = self.members(given), self.members(kept)
        self._given.add(given)
        if one is not other:
            one, other = (one, other) if len(one) > len(other) else (other, one)
            one |= other
            for key in one:
                self._members[key] = one
        self._heads.clear()

    def part(self, keys: Iterable[str]) -> None:
        """Take names out of their groups; together they make one of their own."""
        moved = {key for key in keys if key in self._members}
        if not moved:
            return
        for key in moved:
            self._members[key].discard(key)
            self._members[key] = moved
        self._given -= moved
        self._heads.clear()

    def members(self, key: str) -> set[str]:
        """All names of a name's group, itself among them."""
        return self._members.setdefault(key, {key})

    def head(self, key: str) -> str:
        """The name that stands for a name's group."""
        found = self._heads.get(key)
        if found is None:
            members = self._members.get(key)
            if members is None:
                return key
            found = min(members - self._given or members)
            self._heads.update(dict.fromkeys(members, found))
        return found


def in_force(acts: Sequence[Act]) -> list[Act]:
    """The acts about entities that nobody undid, in order; undoing an undoing brings an act back.

    >>> merged, undone = Act(MERGED, "mel", "melanie", number=1), Act(UNDONE, payload={"act": 1}, number=2)
    >>> again = Act(UNDONE, payload={"act": 2}, number=3)
    >>> [act.number for act in in_force([merged, undone])], [act.number for act in in_force([merged, undone, again])]
    ([], [1])
    """
    undone: set[object] = set()
    kept = []
    for act in sorted(acts, key=lambda act: act.number, reverse=True):
        if act.number in undone or act.redacted or act.verb not in VERBS:
            continue
        if act.verb == UNDONE:
            target = act.payload.get("act")
            # An act can only undo an earlier one, whatever a damaged payload says.
            if isinstance(target, int) and target < act.number:
                undone.add(target)
        else:
            kept.append(act)
    return kept[::-1]


def grouped(acts: Sequence[Act], aliases: Iterable[tuple[str, str]] = ()) -> Groups:
    """The groups that acts make of names, over aliases (name, entity) that texts state themselves.

    >>> groups = grouped([Act(MERGED, "mel", "melanie", number=1)])
    >>> groups.head("mel"), groups.head("melanie"), groups.head("ada")
    ('melanie', 'melanie', 'ada')
    """
    groups = Groups()
    for alias, entity in aliases:
        groups.join(alias, entity)
    for act in in_force(acts):
        if act.verb in (MERGED, ALIASED):
            groups.join(act.subject, act.object)
        elif act.verb == SPLIT:
            groups.part(_keys(act))
    return groups


def _keys(act: Act) -> list[str]:
    keys = act.payload.get("keys")
    listed = keys if isinstance(keys, list) else [act.subject]
    return [key for key in listed[:_MOST_NAMES] if isinstance(key, str)]
