"""How much memories matter: their words judged, what later memories made of them, how they were used."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, TypeVar

from camillo.app.waking.gathering import PINNED_META
from camillo.distill.worth import Judge
from camillo.domain.fading import DAY, relevance
from camillo.domain.knowledge import Use
from camillo.domain.pruning import PINNED, UNPINNED, pinned
from camillo.domain.search import Memory
from camillo.knowledge.episodes.importance import Importance
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts

K = TypeVar("K", bound=Hashable)


class _Effect(TypedDict):
    others: int
    days: float


#: Passages beyond the most telling ones say little of how much the whole matters.
_TELLING = 3
#: Links that say no more than that one passage stands after another.
_NEIGHBOURLY = "follows"


@dataclass(frozen=True, slots=True)
class Weighty:
    """What is to be weighed: its turns by number, passages of it, and when it was, in micros."""

    turns: Sequence[int]
    passages: Sequence[Memory]
    at: int | None


class Weigher:
    """Weighs memories of one palace in one snapshot."""

    def __init__(self, parts: "Parts", snapshot: Snapshot) -> None:
        self._parts = parts
        self._snapshot = snapshot

    def importances(self, given: Mapping[K, Weighty]) -> dict[K, Importance]:
        """The importance of each."""
        judge = self._judge([one for each in given.values() for one in each.passages])
        turns = sorted({turn for each in given.values() for turn in each.turns})
        drawers = self._snapshot.drawers_of(turns)
        uses = self._snapshot.uses(turns)
        pins = self._pinned()
        return {
            key: Importance(
                marks=_together([judge.worth(one).importance for one in each.passages]),
                uses=sum(uses[turn].count for turn in each.turns if turn in uses),
                pinned=any(turn in pins for turn in each.turns),
                **self._effect(each, [n for turn in each.turns for n in drawers.get(turn, ())]),
            )
            for key, each in given.items()
        }

    def recencies(self, given: Mapping[K, Weighty], now: int) -> dict[K, float]:
        """How fresh each is, from 0 to 1: its age, renewed by use."""
        turns = sorted({turn for each in given.values() for turn in each.turns})
        uses = self._snapshot.uses(turns)
        half_life = self._parts.settings.half_life_days
        return {
            key: relevance(
                each.at, now, half_life, _added([uses[t] for t in each.turns if t in uses])
            )
            for key, each in given.items()
        }

    def _judge(self, passages: Collection[Memory]) -> Judge:
        from camillo.ingest.halls.classify import Classifier, evidence

        classifier = Classifier(self._parts.preset())
        return Judge(evidence, lambda text: classifier.classify(text).hall, passages)

    def _pinned(self) -> set[int]:
        by_meta = {n for meta in PINNED_META for n in self._snapshot.turns_where(meta).tolist()}
        keys = pinned(self._snapshot.acts((PINNED, UNPINNED)))
        return by_meta | set(self._snapshot.turn_numbers([*keys]).values())

    def _effect(self, each: Weighty, drawers: Sequence[int]) -> _Effect:
        own = set(drawers)
        ends = {
            end
            for link in self._snapshot.links(drawers)
            if link.kind != _NEIGHBOURLY
            for end in (link.a, link.b)
        }
        mine = {*each.turns}
        later = [
            one
            for one in self._snapshot.seen(sorted(ends - own))
            if one.turn not in mine and (one.at is None or each.at is None or one.at > each.at)
        ]
        times = [one.at for one in later if one.at is not None]
        days = (max(times) - each.at) / DAY if times and each.at is not None else 0.0
        return {"others": len({one.turn for one in later}), "days": days}


def _together(worths: Sequence[float]) -> float:
    """The most telling passages together: each adds to what the others leave open."""
    left = 1.0
    for worth in sorted(worths, reverse=True)[:_TELLING]:
        left *= 1 - worth
    return 1 - left


def _added(uses: Sequence[Use]) -> Use | None:
    """Uses of several turns as those of one."""
    if not uses:
        return None
    return Use(sum(use.count for use in uses), max(use.last for use in uses))
