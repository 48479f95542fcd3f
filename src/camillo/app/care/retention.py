"""How long a wing's texts are kept: rules that are recorded, looked at first, and then followed by refine."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from camillo.app.care.pruning import Age, days_of
from camillo.app.clock import micros
from camillo.app.memories.shelf import KIND as MEMORY
from camillo.app.waking.gathering import PINNED_META
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.fading import DAY
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment, Time
from camillo.domain.pruning import PINNED, UNPINNED, pinned
from camillo.domain.report import Receipt
from camillo.domain.search import Memory
from camillo.ports.store import PalaceStore, Snapshot

RULE, LIFTED = "kept for", "kept"
#: Texts forgotten in one transaction.
_BATCH = 200
#: Rules are followed at the most so often by one process.
_PAUSE_SECONDS = 3_600.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A wing's texts are kept for so many days after their own time; ``present`` says whether it is there."""

    wing: str
    days: float
    present: bool


class Retention:
    """The rules of one palace.

    A rule means texts that lie in its wing alone and have a time of their own. Pinned texts, notes with their
    versions, and memories are kept; so is what has no time.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("The old printer jams.", wing="office", at="2020-01-01")
    ...         would = palace.retention.plan("office", "90d")
    ...         receipt = palace.retention.keep("office", "90d")
    ...         receipts = palace.retention.follow()
    ...         left = palace.search("printer jams").results
    >>> [one.text for one in would], left
    (['The old printer jams.'], ())
    """

    def __init__(self, store: PalaceStore, forget: Callable[[Sequence[str]], Receipt]) -> None:
        self._store = store
        self._forget = forget
        self._followed = 0.0

    def rules(self) -> tuple[Rule, ...]:
        """The rules that stand, by wing."""
        with self._store.snapshot() as snapshot:
            return _rules(snapshot)

    def keep(self, wing: str, age: Age) -> Receipt:
        """Set a wing's rule: nothing is deleted by this; :meth:`follow` does, which every refine runs.

        Raises:
            InvalidInput: the age cannot be used. NotFound: there is no such wing.
        """
        days = _checked(age)
        self._check(wing)
        return self._store.record("retention", [Act(RULE, wing, payload={"days": days})])

    def lift(self, wing: str) -> Receipt:
        """Take a wing's rule back.

        Raises:
            NotFound: it has none.
        """
        if wing not in {rule.wing for rule in self.rules()}:
            raise NotFound(f"the wing {wing!r} has no rule", "see them with `camillo retention`")
        return self._store.record("retention", [Act(LIFTED, wing)])

    def renamed(self, old: str, new: str) -> None:
        """Let the rule of a wing go with its name; where both have one, the shorter time holds."""
        days = {rule.wing: rule.days for rule in self.rules()}
        if old in days:
            least = min(days[old], days.get(new, days[old]))
            acts = [Act(LIFTED, old), Act(RULE, new, payload={"days": least})]
            self._store.record("retention", acts)

    def plan(self, wing: str, age: Age, *, now: Time | None = None) -> tuple[Memory, ...]:
        """What a rule would delete now; nothing is written.

        Raises:
            InvalidInput: the age or the time cannot be used. NotFound: there is no such wing.
        """
        days = _checked(age)
        self._check(wing)
        return self._doomed(wing, days, micros(Moment.given(now)))

    def follow(self, *, now: Time | None = None) -> tuple[Receipt, ...]:
        """Forget for good what the rules no longer keep; a receipt for each batch."""
        at = micros(Moment.given(now))
        receipts = []
        for rule in self.rules():
            if rule.present:
                ids = [one.id for one in self._doomed(rule.wing, rule.days, at)]
                for start in range(0, len(ids), _BATCH):
                    done = self._forget(ids[start : start + _BATCH])
                    told = f"kept for {rule.days:g} days in a wing with a rule"
                    receipts.append(replace(done, notes=(*done.notes, told)))
        return tuple(receipts)

    def soon(self) -> None:
        """Follow the rules, unless this process did within the hour."""
        if self._followed and time.monotonic() - self._followed < _PAUSE_SECONDS:
            return
        self._followed = time.monotonic()
        self.follow()

    def _check(self, wing: str) -> None:
        with self._store.snapshot() as snapshot:
            if wing not in {row.wing_name for row in snapshot.rooms()}:
                raise NotFound(f"no wing named {wing!r}", "list them with `camillo wings`")

    def _doomed(self, wing: str, days: float, now: int) -> tuple[Memory, ...]:
        with self._store.snapshot() as snapshot:
            kept = _kept(snapshot)
            return tuple(
                one
                for one in snapshot.lone_turns(wing)
                if one.turn.at is not None
                and Moment.parse(one.turn.at).micros < now - days * DAY
                and one.source_kind != MEMORY
                and (one.content.strip() or not one.encoding)
                and not any(
                    one.meta.get(key) == value
                    for meta in PINNED_META
                    for key, value in meta.items()
                )
                and Span.parse(one.id).key not in kept
            )


def _kept(snapshot: Snapshot) -> set[bytes]:
    """Keys of what is pinned by hand, and of notes with their versions."""
    notes = [
        version.id for note in snapshot.notes() for version in snapshot.note_versions(note.note)
    ]
    written = {Span.parse(id).key for id in notes if id}
    return written | pinned(snapshot.acts((PINNED, UNPINNED)))


def _rules(snapshot: Snapshot) -> tuple[Rule, ...]:
    days: dict[str, float] = {}
    for act in snapshot.acts((RULE, LIFTED)):
        if act.verb == RULE and "days" in act.payload:
            days[act.subject] = float(act.payload["days"])
        else:
            days.pop(act.subject, None)
    wings = {row.wing_name for row in snapshot.rooms()}
    return tuple(Rule(wing, days[wing], wing in wings) for wing in sorted(days))


def _checked(age: Age) -> float:
    days = days_of(age)
    if days < 1:
        raise InvalidInput(f"{age!r} is less than a day", "keep texts for a day at least")
    return days
