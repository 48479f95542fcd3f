"""Carrying out: what an accepted proposal does, by the handles that do it by hand, and taking it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from camillo.distill.reflection.facts import END, RETRACT
from camillo.distill.reflection.pairs import FILE, LINK, MERGE
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.proposal import Decided, Proposal
from camillo.domain.report import Receipt
from camillo.text.names import claim_key

if TYPE_CHECKING:
    from camillo.app.entities import Entities
    from camillo.app.facts import Facts
    from camillo.app.links import Links
    from camillo.app.memories.memories import Memories

FACT, ENTITY, LINKED = "fact", "entity", "link"
_BY = "reflection"


@dataclass(frozen=True, slots=True)
class Done:
    """What was done: acts by handle and number, and the id of an insight that was filed."""

    did: tuple[tuple[str, int], ...] = ()
    filed: str = ""


class Carrier:
    """Does what proposals would do; everything is done by a handle that others use too."""

    def __init__(
        self,
        facts: "Facts",
        entities: "Entities",
        links: "Links",
        memories: "Memories",
        forget: Callable[[Sequence[str]], Receipt],
    ) -> None:
        self._facts = facts
        self._entities = entities
        self._links = links
        self._memories = memories
        self._forget = forget

    def carry(self, proposal: Proposal, edited: str | None) -> Done:
        """Do it, with the edit in the place of what was proposed.

        Raises:
            InvalidInput: the edit cannot be used.
        """
        if edited == "":
            raise InvalidInput(
                "the edit is empty", "give the words to be used, or accept it as it is"
            )
        told = {name: str(value) for name, value in proposal.would.items()}
        does = {
            RETRACT: self._retract,
            END: self._end,
            MERGE: self._merge,
            LINK: self._link,
            FILE: self._file,
        }
        return does[told["do"]](proposal, told, edited)

    def take_back(self, decided: Decided) -> None:
        """Take back what accepting did; what is gone by now is left."""
        undo = {FACT: self._facts.undo, ENTITY: self._entities.undo, LINKED: self._links.undo}
        for what, number in reversed(decided.did):
            try:
                undo[what](number)
            except NotFound:
                continue
        if decided.filed:
            try:
                self._forget([decided.filed])
            except NotFound:
                return

    def _retract(self, proposal: Proposal, told: dict[str, str], edited: str | None) -> Done:
        wrong, right = (self._facts.get(told[name]) for name in ("fact", "keeps"))
        if edited is not None:
            if claim_key(edited) == claim_key(wrong.object):
                wrong = right
            elif claim_key(edited) != claim_key(right.object):
                raise InvalidInput(
                    f"{edited!r} is neither of the two", f"say {wrong.object} or {right.object}"
                )
        return Done(_acts(FACT, self._facts.retract(wrong.id, by=_BY).receipt))

    def _end(self, proposal: Proposal, told: dict[str, str], edited: str | None) -> Done:
        words = told["subject"], told["predicate"], told["object"]
        if edited is None:
            return Done(_acts(FACT, self._facts.end(*words, by=_BY).receipt))
        return Done(_acts(FACT, self._facts.supersede(*words, edited, by=_BY).receipt))

    def _merge(self, proposal: Proposal, told: dict[str, str], edited: str | None) -> Done:
        name, into = told["name"], told["into"]
        if edited is not None:
            same = {each.casefold(): each for each in (name, into)}
            if edited.casefold() not in same:
                raise InvalidInput(f"{edited!r} is neither of the two", f"say {name} or {into}")
            if edited.casefold() == name.casefold():
                name, into = into, name
        return Done(_acts(ENTITY, self._entities.merge(name, into=into)))

    def _link(self, proposal: Proposal, told: dict[str, str], edited: str | None) -> Done:
        made = self._links.make(
            told["a"], told["b"], edited or told["kind"], reason=told["reason"], by=_BY
        )
        return Done(_acts(LINKED, made))

    def _file(self, proposal: Proposal, told: dict[str, str], edited: str | None) -> Done:
        cites = tuple(one.id for one in proposal.evidence)
        text = edited or told["text"]
        return Done(filed=self._memories.insight(proposal.id, text, cites, told["wing"]))


def _acts(what: str, receipt: Receipt | None) -> tuple[tuple[str, int], ...]:
    return tuple((what, int(number)) for number in receipt.ids) if receipt else ()
