"""Reflection: proposals for whoever owns a palace, and what becomes of them once they are decided."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from camillo.app.reflection.doing import Carrier, Done
from camillo.app.reflection.inferring import infer, inferred
from camillo.app.reflection.proposed import ACCEPTED, EDITED, REJECTED, UNDONE, decided
from camillo.app.reflection.proposing import Reader
from camillo.app.reflection.twins import contradicting, half_done, merges
from camillo.app.upkeep.found import note_proposals
from camillo.distill.reflection.choosing import is_open, ordered
from camillo.distill.reflection.naming import hidden
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.knowledge import Act
from camillo.domain.proposal import Decided, Proposal, Proposals
from camillo.domain.report import Receipt

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.entities import Entities

_MOST = 1_000
_MOST_ALIKE = 100
_LONGEST_REASON = 500


class Reflection:
    """Proposals of one palace: found anew each time, applied only when they are accepted.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         for day in ("01", "02", "03"):
    ...             receipt = palace.add("Deploys on Fridays break the billing export.", wing="orion",
    ...                                  conversation=f"retro-{day}", at=f"2025-06-{day}")
    ...         found = palace.reflection.propose(wing="orion")
    ...         receipt = palace.reflection.accept(found[0].id)
    ...         left = palace.reflection.propose(wing="orion")
    >>> found[0].text, len(found[0].evidence), len(left)
    ('Said in 3 conversations: “Deploys on Fridays break the billing export.”', 3, 0)
    """

    def __init__(self, parts: "Parts", entities: "Entities", carrier: Carrier) -> None:
        self._parts = parts
        self._store = parts.store
        self._entities = entities
        self._carrier = carrier

    # ---- proposing -------------------------------------------------------------------------

    def propose(self, wing: str | None = None, limit: int = 20) -> Proposals:
        """What is open, of the whole palace or of one wing, at most ``limit`` proposals.

        With a language model the newest texts are looked through for insights too, the same texts once.

        Raises:
            InvalidInput: the limit is not from 1 to 1,000. NotFound: there is no such wing.
        """
        if not 1 <= limit <= _MOST:
            raise InvalidInput(f"{limit} cannot be proposed at once", f"use 1 to {_MOST:,}")
        asked = infer(self._parts, wing)
        found, flags = self._found(wing)
        flags += asked
        with self._store.snapshot() as snapshot:
            known = decided(snapshot)
        left = ordered(one for one in found if is_open(one, known))
        if len(left) > limit:
            flags.append("limit")
        return Proposals((self._shown(one) for one in left[:limit]), flags)

    def _shown(self, proposal: Proposal) -> Proposal:
        """A proposal without secrets; accepting it does what it would with the very words."""
        text = self._parts.redacted(proposal.text)
        if text == proposal.text:
            return proposal
        would = {name: hidden(value, proposal.text, text) for name, value in proposal.would.items()}
        return replace(proposal, text=text, would=would)

    def standing(self) -> tuple[Decided, ...]:
        """The decisions that stand, the newest first."""
        with self._store.snapshot() as snapshot:
            return tuple(reversed(decided(snapshot)))

    def _found(self, wing: str | None) -> tuple[list[Proposal], list[str]]:
        """What is found by rule and what a model has said before, decided or not."""
        alike = self._entities.alike(wing=wing, limit=_MOST_ALIKE)
        flags: list[str] = []
        with self._store.snapshot() as snapshot:
            reader = Reader(self._parts, snapshot)
            found = [*reader.facts(wing), *reader.aliases(alike), *reader.links(wing)]
            for each in reader.wings(wing):
                insights, cut = reader.insights(each)
                found += insights
                flags += ["newest"] * cut
            found += contradicting(self._parts, snapshot, reader, wing)
            found += merges(self._parts, snapshot, reader, wing)
            found += inferred(snapshot, reader, wing)
            found += note_proposals(self._parts, snapshot, wing)
        return found, flags

    # ---- deciding --------------------------------------------------------------------------

    def accept(self, id: str, edited: str | None = None, *, by: str = "user") -> Receipt:
        """Do what a proposal would do, or the same with other words; the receipt's id is the number to undo it by.

        ``edited`` is, of an insight, its text; of a contradiction the object that is right; of a stale fact the
        object that holds now; of an alias the name to be known by; of a link its kind; of a merge the path or
        slug to be kept; of a page its text.
        What was done and not noted, since the process died between, is noted by accepting it again.

        Raises:
            NotFound: no open proposal has this id. InvalidInput: the edit cannot be used.
        """
        proposal = self._open(id)
        verb = ACCEPTED if edited is None else EDITED

        def note(done: Done) -> Act:
            told = {"did": [list(one) for one in done.did], "filed": done.filed}
            return _decision(verb, proposal, by, told)

        return self._carrier.carry(proposal, None if edited is None else edited.strip(), note)

    def reject(self, id: str, reason: str = "", *, by: str = "user") -> Receipt:
        """Say no to a proposal: it does not come again unless what it rests on changes.

        Raises:
            NotFound: no open proposal has this id. InvalidInput: the reason is too long.
        """
        if len(reason) > _LONGEST_REASON:
            raise InvalidInput(
                "the reason is too long", f"use at most {_LONGEST_REASON} characters"
            )
        proposal = self._open(id)
        self._carrier.withdraw(proposal)
        act = _decision(REJECTED, proposal, by, {"reason": reason.strip()})
        return self._store.record(REJECTED, [act])

    def undo(self, receipt: Receipt | int) -> Receipt:
        """Take back a decision, by its receipt or its number, with all that accepting did.

        Raises:
            NotFound: no decision that stands has this number.
        """
        number = receipt if isinstance(receipt, int) else _number(receipt)
        meant = next((one for one in self.standing() if one.number == number), None)
        if meant is None:
            raise NotFound(
                f"no decision has the number {number}", "list them with `camillo reflect --list`"
            )
        self._carrier.take_back(meant)
        return self._store.record(UNDONE, [Act(UNDONE, meant.proposal, "", {"act": number})])

    def _open(self, id: str) -> Proposal:
        wanted = id.strip().lower()
        with self._store.snapshot() as snapshot:
            if any(one.proposal == wanted for one in decided(snapshot)):
                raise NotFound(
                    f"the proposal {wanted} is decided already",
                    "see `camillo reflect --list`, and undo it there",
                )
            done = half_done(snapshot, Reader(self._parts, snapshot), wanted)
        found = done or next((one for one in self._found(None)[0] if one.id == wanted), None)
        if found is None:
            raise NotFound(
                f"no proposal has the id {id[:40]!r}", "list them with `camillo reflect`"
            )
        return found


def _decision(verb: str, proposal: Proposal, by: str, told: Mapping[str, object]) -> Act:
    payload = {
        "kind": proposal.kind,
        "evidence": [one.id for one in proposal.evidence],
        "by": by,
        **{name: value for name, value in told.items() if value},
    }
    return Act(verb, proposal.id, "", payload)


def _number(receipt: Receipt) -> int:
    return int(receipt.ids[0]) if receipt.ids and receipt.ids[0].isdigit() else 0
