"""The registry: the names of a palace, which of them stand, and which are one entity."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

from camillo.domain.entity import Likeness
from camillo.domain.knowledge import Act
from camillo.knowledge.entities.aliases import MARK, initials, pair_of
from camillo.knowledge.entities.resolve import (
    RENAMED,
    TYPED,
    VERBS,
    grouped,
    in_force,
)
from camillo.knowledge.entities.standing import LEAST, is_established, plain_term
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK

_END = chr(ord(ENTITY_MARK) + 1)
_SHORTEST_FORM = 3
_LONGEST_INITIALS = 6
#: After more new drawers than this, counting all anew costs less than reading them.
_MOST_NEW = 1_000


class Registry:
    """Names as one state of a palace has them. It holds counts alone, so that it is cheap to make.

    ``counts`` are the drawers that surely name a key. Words that only a look into the index can tell
    apart from names are looked up when asked for, with a snapshot of the same state.
    """

    def __init__(self, counts: Mapping[str, int], acts: Sequence[Act]) -> None:
        self._all = counts
        self.counts = {key: count for key, count in counts.items() if key[:1] != MARK}
        self.acts = tuple(acts)
        stated = filter(None, map(pair_of, counts.keys() - self.counts.keys()))
        self._groups = grouped(acts, unambiguous(stated))
        self._words: dict[str, int] = {}
        forced = in_force(acts)
        self.renamed = {
            act.subject: str(act.payload.get("name", "")) for act in forced if act.verb == RENAMED
        }
        self.typed = {
            act.subject: str(act.payload.get("kind", "")) for act in forced if act.verb == TYPED
        }
        self._asserted = {key for act in forced for key in (act.subject, act.object) if key}

    @classmethod
    def read(cls, snapshot: Snapshot) -> "Registry":
        """The registry of a state."""
        terms = snapshot.term_counts(ENTITY_MARK, _END)
        counts = {term[len(ENTITY_MARK) :]: count for term, count in terms.items()}
        return cls(counts, snapshot.acts(VERBS))

    def extended(self, snapshot: Snapshot, after: int, upto: int) -> "Registry":
        """The registry of a later state that only added the drawers above ``after``, up to ``upto``."""
        counts = dict(self._all)
        for known in snapshot.known(range(after + 1, upto + 1)).values():
            for mention in known.mentions:
                if mention.sure:
                    counts[mention.key] = counts.get(mention.key, 0) + 1
        return Registry(counts, snapshot.acts(VERBS))

    def until(self, micros: int) -> "Registry":
        """The registry by the acts that were recorded before a time alone."""
        acts = [act for act in self.acts if act.at is not None and act.at.micros < micros]
        return self if len(acts) == len(self.acts) else Registry(self._all, acts)

    def resolve(self, key: str) -> str:
        """The key that stands for a name's entity; the key itself where nothing says more."""
        return self._groups.head(key)

    def names(self, key: str) -> tuple[str, ...]:
        """All keys of an entity, the one that stands for it first."""
        head = self.resolve(key)
        return (head, *sorted(self._groups.members(head) - {head}))

    def knows(self, key: str) -> bool:
        """Whether a text or an act has this name at all."""
        return key in self.counts or key in self._asserted

    def established(self, keys: Iterable[str], snapshot: Snapshot, least: int = LEAST) -> list[str]:
        """Those of the keys that stand for something, in the given order; words are counted at once."""
        keys = [key for key in keys if key in self._asserted or self.counts.get(key, 0) >= least]
        self._count_words(keys, snapshot)
        return [
            key
            for key in keys
            if key in self._asserted
            or is_established(key, self.counts, lambda term: self._words.get(term, 0), least)
        ]

    def _count_words(self, keys: Sequence[str], snapshot: Snapshot) -> None:
        terms = {plain_term(key) for key in keys} - self._words.keys() - {""}
        if terms:
            found = snapshot.postings(sorted(terms))
            self._words.update(
                (term, len(found[term].drawer) if term in found else 0) for term in terms
            )


class Names:
    """The registry of a palace, kept from one state to the next. Threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: tuple[Tick, int, Registry] | None = None

    def at(self, snapshot: Snapshot) -> Registry:
        """The registry of a snapshot's state; after a few new drawers only they are read."""
        tick = snapshot.tick()
        with self._lock:
            kept = self._kept
            if kept is not None and kept[0] == tick:
                return kept[2]
            last = snapshot.last_drawer()
            if kept is not None and _follows(kept[0], tick) and 0 <= last - kept[1] <= _MOST_NEW:
                registry = kept[2].extended(snapshot, kept[1], last)
            else:
                registry = Registry.read(snapshot)
            self._kept = (tick, last, registry)
            return registry


def _follows(before: Tick, now: Tick) -> bool:
    return before.epoch == now.epoch and before.seq <= now.seq


def unambiguous(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The stated aliases that name one entity alone, and are no entity's full name themselves.

    >>> unambiguous([("mel", "melanie"), ("jo", "joanna"), ("jo", "joseph")])
    [('mel', 'melanie')]
    """
    entities: dict[str, set[str]] = defaultdict(set)
    for alias, entity in pairs:
        entities[alias].add(entity)
    return sorted(
        (alias, next(iter(found)))
        for alias, found in entities.items()
        if len(found) == 1 and alias not in next(iter(found)).split(MARK)
    )


def alike(keys: Sequence[str]) -> list[Likeness]:
    """Names that may be one entity's: never joined without a person's word, since they may not be.

    A short name is proposed for the one longer name that it fits; where it fits several it is left.

    >>> [(one.alias, one.entity, one.why) for one in alike(["mel", "melanie", "lovelace", "ada lovelace"])]
    [('lovelace', 'ada lovelace', 'part'), ('mel', 'melanie', 'short form')]
    """
    forms: dict[tuple[str, str], set[str]] = defaultdict(set)
    known = set(keys)
    for key in keys:
        words = key.split()
        if len(words) > 1:
            for word in {words[0], words[-1]} & known:
                forms[word, "part"].add(key)
            for short in initials(key) & known:
                if 1 < len(short) <= _LONGEST_INITIALS:
                    forms[short, "initials"].add(key)
        for end in range(_SHORTEST_FORM, len(words[0]) - 1):
            if words[0][:end] in known and words[0].isalpha():
                forms[words[0][:end], "short form"].add(key)
    return sorted(
        (
            Likeness(alias, next(iter(found)), why)
            for (alias, why), found in forms.items()
            if len(found) == 1
        ),
        key=lambda one: (one.alias, one.why),
    )
