"""Facts: what is held to be true of people and things, since when, and on whose word."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from camillo.app.clock import now
from camillo.app.facts import deciding, given
from camillo.app.facts.asking import Asking
from camillo.app.facts.beliefs import Beliefs
from camillo.app.facts.deciding import Decision, Words
from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.fact import Cardinality, Fact, Stated
from camillo.domain.knowledge import Act
from camillo.domain.moment import Time
from camillo.domain.report import Receipt
from camillo.knowledge.facts import spans
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, UNDONE
from camillo.knowledge.facts.vocabulary import DECLARED, predicate_key
from camillo.text.names import claim_key

if TYPE_CHECKING:
    from camillo.knowledge.facts.view import Belief

#: How often a write is tried again when another came first.
_TRIES = 20
_MOST_LABELS = 50


class Facts(Asking):
    """The facts of one palace: read from its texts, and put in by hand.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         first = palace.facts.add("Ana", "works at", "Acme", valid_from="2019-03-01")
    ...         second = palace.facts.add("Ana", "works at", "Zeta", valid_from="2023-06-01")
    ...         now = palace.facts.about("Ana")
    ...         then = palace.facts.about("Ana", as_of="2020-01-01")
    >>> [fact.words for fact in now], [fact.words for fact in then]
    (['Ana works at Zeta'], ['Ana works at Acme'])
    """

    def add(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        valid_from: Time | None = None,
        valid_to: Time | None = None,
        confidence: float = 1.0,
        cite: str | None = None,
        by: str = "user",
    ) -> Stated:
        """State a fact by hand. One that is known is not written again, and the answer says so.

        ``valid_from`` is when it began to hold, ``valid_to`` the first day or instant at which it no
        longer did. ``cite`` is the id of a text that says it. Where the predicate has one value at a
        time, the one that held before ends at the instant at which this one begins.

        Raises:
            InvalidInput: a name, a time or the confidence cannot be used.
            NotFound: there is no text with the id ``cite``.
        """
        words = deciding.triple_of(subject, predicate, object)
        begin, end = given.time(valid_from), given.time(valid_to)
        spans.check(begin, end)
        sure, author = given.confidence(confidence), given.name("author", by)

        def decide(known: Beliefs) -> Decision:
            held = deciding.held_already(known, words, begin, end)
            if held is not None:
                return held
            told = {
                "from": deciding.text(begin),
                "to": deciding.text(end),
                "confidence": sure,
                "by": author,
            }
            return [deciding.act(ADDED, words, told | deciding.citing(known.snapshot, cite, sure))]

        return self._state("add fact", words, decide)

    def end(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        ended: Time | None = None,
        by: str = "user",
        noting: Sequence[Act] = (),
    ) -> Stated:
        """State that a fact holds no longer since ``ended``, else since now. It stays in history.

        ``noting`` are acts that are recorded with it, in one transaction.

        Raises:
            NotFound: it is not known. InvalidInput: it did not hold before ``ended``.
        """
        words = deciding.triple_of(subject, predicate, object)
        end = given.time(ended) or now()
        author = given.name("author", by)

        def decide(known: Beliefs) -> Decision:
            fact = deciding.to_end(known, words, end)
            if fact.valid_to is not None and fact.valid_to.micros == end.micros and fact.asserted:
                return fact
            return [deciding.act(ENDED, words, {"to": end.text, "by": author})]

        return self._state("end fact", words, decide, noting)

    def supersede(
        self,
        subject: str,
        predicate: str,
        old: str,
        new: str,
        *,
        at: Time | None = None,
        confidence: float = 1.0,
        cite: str | None = None,
        by: str = "user",
        noting: Sequence[Act] = (),
    ) -> Stated:
        """State that one object took the place of another at one instant, ``at`` or now.

        ``noting`` are acts that are recorded with it, in one transaction.

        Raises:
            NotFound: the old fact is not known. InvalidInput: it did not hold before ``at``.
        """
        words, ended = (
            deciding.triple_of(subject, predicate, new),
            deciding.triple_of(subject, predicate, old),
        )
        moment = given.time(at) or now()
        sure, author = given.confidence(confidence), given.name("author", by)
        if claim_key(words[2]) == claim_key(ended[2]):
            raise InvalidInput("the old and the new object are one", "name two different ones")

        def decide(known: Beliefs) -> Decision:
            deciding.to_end(known, ended, moment)
            told = {"from": moment.text, "confidence": sure, "by": author}
            return [
                deciding.act(ENDED, ended, {"to": moment.text, "by": author}),
                deciding.act(ADDED, words, told | deciding.citing(known.snapshot, cite, sure)),
            ]

        return self._state("supersede fact", words, decide, noting)

    def retract(self, id: str, *, by: str = "user", noting: Sequence[Act] = ()) -> Stated:
        """Take a fact back: it was wrong. What was believed before is still told by ``known_at``.

        ``noting`` are acts that are recorded with it, in one transaction.

        Raises:
            NotFound: there is no fact with this id.
        """
        author = given.name("author", by)
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                belief = deciding.belief_of(self._beliefs(snapshot), id)
                last = snapshot.last_act()
            fact = deciding.named(belief, id)
            if fact.retracted_at is not None:
                return Stated(fact, known=True)
            words = (fact.subject, fact.predicate, fact.object)
            begin = fact.valid_from or fact.said_at or fact.recorded_at
            told = {
                "ids": [fact.id, *fact.also],
                "low": begin.micros,
                "high": spans.boundary(fact.valid_to, spans.NEVER),
                "by": author,
            }
            acts = [deciding.act(RETRACTED, words, told), *noting]
            receipt = self._record("retract fact", acts, last)
            if receipt is not None:
                return Stated(self.get(fact.id), receipt=receipt)
        raise _busy()

    def undo(self, number: int) -> Receipt:
        """Take back one thing that was stated by hand (a fact, an end, a retraction), by its act's number.

        Raises:
            NotFound: no such statement that stands has this number.
        """
        with self._store.snapshot() as snapshot:
            acts = snapshot.acts((ADDED, ENDED, RETRACTED, UNDONE), after=number - 1)
        gone = {act.payload.get("act") for act in acts if act.verb == UNDONE}
        act = next((one for one in acts if one.number == number and one.verb != UNDONE), None)
        if act is None or number in gone or act.redacted:
            raise NotFound(f"nothing stated of a fact has the number {number}", "see receipts")
        told = {name: act.payload[name] for name in ("subject", "predicate", "object")}
        back = Act(UNDONE, act.subject, act.object, {**told, "act": number})
        return self._store.record("undo fact", [back])

    def declare(
        self,
        name: str,
        *,
        holds: Cardinality = "many",
        inverse: str = "",
        inverse_holds: Cardinality = "many",
        symmetric: bool = False,
        labels: Sequence[str] = (),
    ) -> Receipt:
        """Declare a predicate of one's own, or change one: how many objects it has at a time, its inverse.

        Raises:
            InvalidInput: a name cannot be used, or a cardinality is neither one nor many.
        """
        key = predicate_key(given.name("predicate", name))
        for one in (holds, inverse_holds):
            if one not in ("one", "many"):
                raise InvalidInput(f"a predicate cannot hold {one!r}", "use one or many")
        if len(labels) > _MOST_LABELS:
            raise InvalidInput(f"{len(labels)} labels are too many", f"use at most {_MOST_LABELS}")
        told: dict[str, Any] = {
            "name": key,
            "holds": holds,
            "inverse": predicate_key(given.name("inverse", inverse)) if inverse else "",
            "inverse_holds": holds if symmetric else inverse_holds,
            "symmetric": symmetric,
            "labels": [predicate_key(given.name("label", label)) for label in labels],
        }
        return self._store.record("declare predicate", [Act(DECLARED, key, payload=told)])

    def _state(
        self,
        verb: str,
        words: Words,
        decide: Callable[[Beliefs], Decision],
        noting: Sequence[Act] = (),
    ) -> Stated:
        """Decide by what is believed, and record it if nobody recorded anything meanwhile."""
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                beliefs = self._beliefs(snapshot)
                decided = decide(beliefs)
                if isinstance(decided, Fact):
                    return Stated(decided, known=True)
                before = deciding.believed(beliefs, words)
                last = snapshot.last_act()
            receipt = self._record(verb, [*decided, *noting], last)
            if receipt is not None:
                return self._stated(receipt, receipt.ids[len(decided) - 1], words, before)
        raise _busy()

    def _record(self, verb: str, acts: Sequence[Act], after: int) -> Receipt | None:
        """The receipt, or None where another act came first."""
        try:
            return self._store.record(verb, acts, after)
        except Outdated:
            return None

    def _stated(self, receipt: Receipt, number: str, words: Words, before: "Belief") -> Stated:
        """What the write did, read back; ``number`` is the act that states the fact."""
        with self._store.snapshot() as snapshot:
            after = deciding.believed(self._beliefs(snapshot), words)
        fact = deciding.named(after, f"a{number}")
        ends = {one.id: one.valid_to for one in before.facts}
        return Stated(
            fact,
            receipt=receipt,
            ended=tuple(
                one
                for one in after.facts
                if one.id != fact.id
                and one.valid_to is not None
                and ends.get(one.id, one.valid_to) != one.valid_to
            ),
            contradicts=tuple(
                pair.other if pair.fact.id == fact.id else pair.fact
                for pair in after.contradictions
                if fact.id in (pair.fact.id, pair.other.id)
            ),
        )


def _busy() -> Outdated:
    return Outdated("others kept writing facts", "try again")
