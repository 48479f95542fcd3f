"""What becomes of links and tunnels when texts are forgotten, wings deleted, rooms renamed."""

from dataclasses import replace

from camillo.app.events import states
from camillo.app.links.tunnels import dug_in, spots_of
from camillo.app.reflection.proposed import unfounded
from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act
from camillo.domain.link import Spot
from camillo.domain.report import Receipt
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, UNDONE
from camillo.knowledge.links import made
from camillo.ports.store import PalaceStore, Snapshot

_FACTS = (ADDED, ENDED, RETRACTED, UNDONE)


class Watch:
    """Keeps links made by hand true over a change: begin it before the change, end it after."""

    def __init__(self, store: PalaceStore) -> None:
        self._store = store
        with store.snapshot() as snapshot:
            self._derived = snapshot.counts()["links"]
            self._dug = {one.number: (one.a, one.b) for one in dug_in(snapshot)}
            self._spots = spots_of(snapshot) if self._dug else {}

    def forgotten(self, receipt: Receipt) -> Receipt:
        """Forget the links and tunnels whose ends are gone, what a model proposed of what is gone, events of it.

        The receipt says how many links and tunnels it was. Their words leave the log too, as those of
        the texts have left the palace.
        """
        with self._store.snapshot() as snapshot:
            derived = self._derived - snapshot.counts()["links"]
            # Also those whose ends went in a forgetting that was killed before it came to them.
            links, tunnels = _dead(snapshot), _filled_in(snapshot)
            others = set(unfounded(snapshot)) | states.forgotten(snapshot)
        if links or tunnels or others:
            self._store.forget_acts(sorted(links | tunnels | others))
        counts = {"links": max(0, derived) + len(links), "tunnels": len(tunnels)}
        told = {name: count for name, count in counts.items() if count}
        return replace(receipt, counts={**receipt.counts, **told}) if told else receipt

    def wing_deleted(self, receipt: Receipt) -> Receipt:
        """The same for a wing, and forget the facts stated by hand that rest on its texts alone."""
        with self._store.snapshot() as snapshot:
            facts = _unfounded_facts(snapshot)
        if facts:
            self._store.forget_acts(sorted(facts))
            receipt = replace(receipt, counts={**receipt.counts, "facts": len(facts)})
        return self.forgotten(receipt)

    def leftover(self) -> None:
        """Forget what rests on a wing that is gone, where its deletion was killed before it came to that."""
        with self._store.snapshot() as snapshot:
            left = _unfounded_facts(snapshot) | _dead(snapshot) | _filled_in(snapshot)
            left |= set(unfounded(snapshot)) | states.forgotten(snapshot)
            left -= {act.number for act in snapshot.acts() if act.redacted}
        if left:
            self._store.forget_acts(sorted(left))

    def renamed(self, old: Spot, new: Spot) -> None:
        """Lead tunnels of rooms that were merged away to what they became.

        An empty room name stands for every room of the wing.
        """
        if not self._dug:
            return
        with self._store.snapshot() as snapshot:
            now = {spot: room for room, spot in spots_of(snapshot).items()}
        acts = []
        for room in sorted({room for ends in self._dug.values() for room in ends}):
            spot = self._spots.get(room)
            if spot is None or room in now.values() or spot.wing != old.wing:
                continue
            if old.room in ("", spot.room):
                target = now.get(Spot(new.wing, new.room or spot.room))
                if target is not None:
                    acts.append(made.merge_act(room, target))
        if acts:
            self._store.record(made.ROOMS_MERGED, acts)


def _unfounded_facts(snapshot: Snapshot) -> set[int]:
    """Numbers of acts about facts that were stated citing texts, all of which are gone."""
    acts = [act for act in snapshot.acts(_FACTS) if not act.redacted]
    cited = [act for act in acts if act.verb == ADDED and act.payload.get("cite")]
    dead = {_triple(act) for act in cited if not _says(snapshot, str(act.payload["cite"]))}
    dead -= {_triple(act) for act in acts if act.verb == ADDED and not act.payload.get("cite")}
    dead -= {_triple(act) for act in cited if _says(snapshot, str(act.payload["cite"]))}
    return {act.number for act in acts if _triple(act) in dead}


def _triple(act: Act) -> tuple[object, ...]:
    return tuple(act.payload.get(part) for part in ("subject", "predicate", "object"))


def _says(snapshot: Snapshot, cite: str) -> bool:
    memory = snapshot.get(Span.parse(cite), 0)
    return memory is not None and bool(memory.text.strip())


def _dead(snapshot: Snapshot) -> set[int]:
    """Numbers of the links ever made by hand, undone ones too, an end of which says nothing any more."""
    found = set()
    acts = snapshot.acts(made.LINK_VERBS)
    for one in (link for act in acts for link in made.links_made([act])):
        ends = [snapshot.get(span, 0) for span in (one.a, one.b)]
        if not all(end is not None and end.text.strip() for end in ends):
            found.add(one.number)
    return found


def _filled_in(snapshot: Snapshot) -> set[int]:
    """Numbers of the tunnels ever dug by hand, undone ones too, a room of which is gone."""
    acts = snapshot.acts(made.TUNNEL_VERBS)
    merged = [act for act in acts if act.verb == made.ROOMS_MERGED]
    dug = [one for act in acts for one in made.tunnels_made([act, *merged])]
    rooms = spots_of(snapshot).keys() if dug else set()
    return {one.number for one in dug if not rooms >= {one.a, one.b}}
