"""Carrying out: what an accepted proposal does, by the handles that do it by hand, and taking it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from camillo.app.upkeep.found import JOIN_PAGES, WRITE
from camillo.distill.reflection.facts import END, RETRACT
from camillo.distill.reflection.lines import END_LINE
from camillo.distill.reflection.pairs import FILE, LINK, MERGE
from camillo.distill.reflection.twins import JOIN
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.knowledge import Act
from camillo.domain.proposal import Decided, Proposal
from camillo.domain.report import Receipt
from camillo.text.names import claim_key

if TYPE_CHECKING:
    from camillo.app.entities import Entities
    from camillo.app.facts.facts import Facts
    from camillo.app.links.links import Links
    from camillo.app.memories.memories import Memories
    from camillo.app.upkeep.doing import Pages

FACT, ENTITY, LINKED, LINE = "fact", "entity", "link", "line"
_BY = "reflection"


@dataclass(frozen=True, slots=True)
class Done:
    """What was done: acts by handle and number, and the id of a memory that was filed.

    Acts that are recorded with the decision are numbered from it backwards: -1 is the one before it.
    """

    did: tuple[tuple[str, int], ...] = ()
    filed: str = ""


#: The act that notes a decision, by what was done.
Note = Callable[[Done], Act]


class Carrier:
    """Does what proposals would do; everything is done by a handle that others use too."""

    def __init__(
        self,
        facts: "Facts",
        entities: "Entities",
        links: "Links",
        memories: "Memories",
        pages: "Pages",
        forget: Callable[[Sequence[str]], Receipt],
        record: Callable[[str, Sequence[Act]], Receipt],
    ) -> None:
        self._facts = facts
        self._entities = entities
        self._links = links
        self._memories = memories
        self._pages = pages
        self._forget = forget
        self._record = record

    def carry(self, proposal: Proposal, edited: str | None, note: Note) -> Receipt:
        """Do it, with the edit in the place of what was proposed; the receipt's id is the decision's number.

        What is an act is recorded together with its note. A memory is filed before: noting it is made good
        by doing it again, which files nothing twice.

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
            JOIN: self._join,
            END_LINE: self._end_line,
            WRITE: self._write_page,
            JOIN_PAGES: self._join_pages,
        }
        receipt = does[told["do"]](proposal, told, edited, note)
        return replace(receipt, ids=receipt.ids[-1:])

    def withdraw(self, proposal: Proposal) -> None:
        """Take back what was done of a proposal that nobody noted as accepted."""
        told = proposal.would
        if told["do"] == JOIN:
            self._part(proposal.id)
        elif told["do"] == FILE:
            self._forget_insight(self._memories.insight_of(proposal.id))

    def take_back(self, decided: Decided) -> None:
        """Take back what accepting did; what is gone by now is left."""
        if any(what == LINE for what, _ in decided.did):
            self._memories.reopen(decided.proposal)
            return
        undo = {FACT: self._facts.undo, ENTITY: self._entities.undo, LINKED: self._links.undo}
        for what, number in reversed(decided.did):
            try:
                undo[what](number)
            except NotFound:
                continue
        if self._pages.take_back(decided.proposal):
            return
        if decided.kind == "merge":
            self._part(decided.proposal)
        else:
            self._forget_insight(decided.filed)

    def _forget_insight(self, id: str) -> None:
        try:
            if id:
                self._forget([id])
        except NotFound:
            return

    def _noted(self, did: Done, note: Note) -> Receipt:
        act = note(did)
        return self._record(act.verb, [act])

    def _retract(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        wrong, right = (self._facts.get(told[name]) for name in ("fact", "keeps"))
        if edited is not None:
            if claim_key(edited) == claim_key(wrong.object):
                wrong = right
            elif claim_key(edited) != claim_key(right.object):
                raise InvalidInput(
                    f"{edited!r} is neither of the two", f"say {wrong.object} or {right.object}"
                )
        done = self._facts.retract(wrong.id, by=_BY, noting=[note(_acts(FACT))])
        return done.receipt or self._noted(Done(), note)

    def _end(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        words = told["subject"], told["predicate"], told["object"]
        if edited is None:
            done = self._facts.end(*words, by=_BY, noting=[note(_acts(FACT))])
        else:
            both = note(_acts(FACT, FACT))
            done = self._facts.supersede(*words, edited, by=_BY, noting=[both])
        return done.receipt or self._noted(Done(), note)

    def _merge(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        name, into = told["name"], told["into"]
        if edited is not None:
            same = {each.casefold(): each for each in (name, into)}
            if edited.casefold() not in same:
                raise InvalidInput(f"{edited!r} is neither of the two", f"say {name} or {into}")
            if edited.casefold() == name.casefold():
                name, into = into, name
        return self._entities.merge(name, into=into, noting=[note(_acts(ENTITY))])

    def _join(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        path, into = told["path"], told["into"]
        if edited is not None:
            if edited not in (path, into):
                raise InvalidInput(f"{edited!r} is neither of the two", f"say {path} or {into}")
            path, into = (into, path) if edited == path else (path, into)
        kept = self._memories.join(path, into=into, proposal=proposal.id)
        return self._noted(Done(filed=kept.id), note)

    def _end_line(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        if edited is not None:
            raise InvalidInput("a statement of a memory is ended or not", "accept or reject it")
        path, order = told["path"], int(told["order"])
        self._memories.end(path, told["text"], order, proposal=proposal.id)
        return self._noted(Done(((LINE, 0),)), note)

    def _write_page(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        act, id = self._pages.write(proposal.id, told, edited)
        return self._record(act.verb, [act, note(Done(filed=id))])

    def _join_pages(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        act, id = self._pages.join(proposal.id, told, edited)
        return self._record(act.verb, [act, note(Done(filed=id))])

    def _part(self, proposal: str) -> None:
        for path in self._memories.joined_by(proposal):
            self._memories.part(path)

    def _link(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        return self._links.make(
            told["a"],
            told["b"],
            edited or told["kind"],
            reason=told["reason"],
            by=_BY,
            noting=[note(_acts(LINKED))],
        )

    def _file(
        self, proposal: Proposal, told: dict[str, str], edited: str | None, note: Note
    ) -> Receipt:
        cites = tuple(one.id for one in proposal.evidence)
        text = edited or told["text"]
        filed = self._memories.insight(proposal.id, text, cites, told["wing"])
        return self._noted(Done(filed=filed), note)


def _acts(*what: str) -> Done:
    """Acts of these handles, recorded right before the decision."""
    return Done(tuple((one, at - len(what)) for at, one in enumerate(what)))
