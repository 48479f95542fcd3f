"""Proposing: what is read from a palace for its proposals, one snapshot at a time."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from camillo.app.clock import now as clock
from camillo.app.facts.beliefs import Beliefs
from camillo.app.links.tunnels import hallways
from camillo.distill.memories.memory import one_line
from camillo.distill.reflection import facts as of_facts
from camillo.distill.reflection import pairs
from camillo.distill.reflection.facts import Held, cites_of, last_said
from camillo.distill.reflection.recurring import insights, recurring
from camillo.domain.drawer import Span
from camillo.domain.entity import Likeness
from camillo.domain.episode import Said
from camillo.domain.moment import Moment
from camillo.domain.proposal import Proposal
from camillo.domain.search import Memory
from camillo.domain.turn import MEMORY
from camillo.knowledge.entities.view import View
from camillo.knowledge.links import made
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: So many of a wing's newest passages are looked through for what recurs.
NEWEST = 4_000
_PASSAGES = 500
#: So many rare names are looked at for texts that share them, and pairs of names that meet in a wing.
_RARE, _HALLWAYS, _LINKS = 4_000, 10, 50
#: Names that may be one are read where a text has them, at most so many pairs of them.
_ALIASES = 100
#: Turns that say something for a person: what tools, files and assistants repeat is no insight.
_NOT_SAID = frozenset({"assistant", "system", "tool", "document"})
_END = ENTITY_MARK + chr(0x10FFFF)
#: Languages whose words of negation are told apart.
_LANGUAGES = ("en", "es", "pt", "de", "fr")
_HAN_NEGATIONS = frozenset("不没沒未无無非别別")
_EDGES = '.,;:!?()[]"“”«»…'


class Reader:
    """Reads one snapshot of a palace for proposals."""

    def __init__(self, parts: "Parts", snapshot: Snapshot) -> None:
        self._parts = parts
        self._snapshot = snapshot
        self._registry = parts.names().at(snapshot)

    # ---- words -----------------------------------------------------------------------------

    def quote(self, ids: Iterable[str]) -> tuple[Said, ...]:
        """The words behind ids, without secrets; ids of what is gone are left out."""
        found = []
        for id in dict.fromkeys(ids):
            memory = self._snapshot.get(Span.parse(id), 0)
            if memory is not None and memory.text.strip():
                said = self._parts.redacted(memory.text)
                found.append(Said(id, said, memory.turn.speaker, memory.turn.at))
        return tuple(found)

    def wing(self, ids: Sequence[str]) -> str:
        """The wing that the first of these texts lies in by now; "" where it is gone."""
        memory = self._snapshot.get(Span.parse(ids[0]), 0) if ids else None
        return memory.wing if memory is not None else ""

    def wings(self, wing: str | None) -> list[str]:
        """The wing asked for, or all of them by name."""
        return [wing] if wing else [str(row["wing"]) for row in self._snapshot.wings()]

    # ---- facts -----------------------------------------------------------------------------

    def facts(self, wing: str | None) -> list[Proposal]:
        """Facts that contradict each other or have gone stale."""
        present = clock()
        beliefs = Beliefs(self._snapshot, self._registry)
        belief = beliefs.everything(wing, now=present)
        pairs_ = [
            pair
            for pair in belief.contradictions
            if wing is None or wing in {*pair.fact.wings, *pair.other.wings}
        ]
        times = self._times(cite for fact in belief.facts for cite in cites_of(fact))
        held = [
            Held(fact, belief.triples[fact.id][0], last_said(fact, times))
            for fact in belief.facts
            if wing is None or wing in fact.wings
        ]
        half_life = self._parts.settings.half_life_days
        vocabulary = beliefs.vocabulary

        def single(predicate: str) -> bool:
            return vocabulary.read(predicate)[0].holds == "one"

        old = of_facts.stale(held, present.micros, half_life, single, self.quote)
        return [*of_facts.contradicting(pairs_, self.quote), *old]

    def _times(self, cites: Iterable[str]) -> dict[str, Moment | None]:
        keys = {cite: Span.parse(cite).key for cite in dict.fromkeys(cites)}
        numbers = self._snapshot.turn_numbers([*set(keys.values())])
        drawers = self._snapshot.drawers_of([*numbers.values()])
        first = {turn: own[0] for turn, own in drawers.items() if own}
        at = {one.turn: one.at for one in self._snapshot.seen(sorted(first.values()))}
        found: dict[str, Moment | None] = {}
        for cite, key in keys.items():
            micros = at.get(numbers.get(key, 0))
            found[cite] = None if micros is None else Moment.from_epoch(micros / 1_000_000)
        return found

    # ---- pairs -----------------------------------------------------------------------------

    def aliases(self, likenesses: Sequence[Likeness]) -> list[Proposal]:
        """Names that may be one entity's, as they are spelled, with the first text of each."""
        view = View(self._snapshot, self._registry)
        keys = list(dict.fromkeys(k for one in likenesses for k in (one.alias, one.entity)))
        shown = {entity.key: entity.name for entity in view.entities(keys)}
        found = []
        for one in likenesses[:_ALIASES]:
            first = [int(n) for key in (one.alias, one.entity) for n in view.drawers(key)[:1]]
            texts = self._snapshot.passages(first)
            cites = [texts[drawer].id for drawer in first if drawer in texts]
            alias, entity = shown.get(one.alias, one.alias), shown.get(one.entity, one.entity)
            found.append(pairs.alias(alias, entity, one.why, cites, self.quote))
        return found

    def links(self, wing: str | None) -> list[Proposal]:
        """Texts that share rare names and are not linked."""
        counts = self._snapshot.term_counts(ENTITY_MARK, _END)
        rare = sorted(
            (count, term) for term, count in counts.items() if 2 <= count <= pairs.MOST_TEXTS
        )
        postings = self._snapshot.postings([term for _, term in rare[:_RARE]])
        named = {
            term[len(ENTITY_MARK) :]: [int(drawer) for drawer in found.drawer]
            for term, found in postings.items()
        }
        seen = {
            one.drawer: one
            for one in self._snapshot.seen(sorted({n for each in named.values() for n in each}))
            if one.current and (wing is None or wing in one.wings)
        }
        named = {name: [n for n in each if n in seen] for name, each in named.items()}
        shared = pairs.sharing(named, lambda drawer: seen[drawer].conversation)
        best = sorted(shared, key=lambda pair: (-len(shared[pair]), pair))
        open_ = (pair for pair in best if not self._linked(pair))
        found = []
        for pair in islice(open_, _LINKS):
            texts = self._snapshot.passages(pair)
            own = [texts[n] for n in pair if n in texts and texts[n].part != MEMORY]
            names = _standing(self._shown(shared[pair], pair), own)
            if len(own) == 2 and len(names) >= pairs.LEAST_SHARED and pairs.differ(*own):
                place = own[0].wing if own[0].wing == own[1].wing else ""
                found.append(pairs.link(own[0].id, own[1].id, names, place, self.quote))
        return found

    def _linked(self, pair: tuple[int, int]) -> bool:
        a, b = pair
        if any({a, b} == {link.a, link.b} for link in self._snapshot.links([a])):
            return True
        texts = self._snapshot.passages(pair)
        keys = {Span.parse(one.id).key for one in texts.values()}
        acts = self._snapshot.acts(made.LINK_VERBS, sorted(key.hex() for key in keys))
        return any({one.a.key, one.b.key} == keys for one in made.links_made(acts))

    def _shown(self, names: Sequence[str], drawers: Sequence[int]) -> list[str]:
        """Names as a text writes them."""
        known = self._snapshot.known(drawers)
        spelled = {one.key: one.name for each in known.values() for one in each.mentions}
        return [one_line(spelled.get(name, name)) for name in names]

    # ---- insights --------------------------------------------------------------------------

    def insights(self, wing: str) -> tuple[list[Proposal], bool]:
        """What recurs in a wing and which names meet there; whether only its newest texts were read."""
        texts, cut = self.texts(wing)
        secrets = self._parts.secrets()
        said = recurring(texts, negated, lambda text: bool(secrets.find(text)))
        met = []
        for one in hallways(self._snapshot, wing, _HALLWAYS):
            drawers = [self._drawer(id) for id in one.evidence]
            names = self._shown(one.entities, [n for each in drawers for n in each])
            texts = [
                memory for id in one.evidence if (memory := self._snapshot.get(Span.parse(id), 0))
            ]
            if len(_standing(names, texts)) == len(names):
                met.append((one, (names[0], names[1])))
        again = insights(said, wing, self.quote)
        return [*again, *pairs.meeting(met, again, self.quote)], cut

    def texts(self, wing: str) -> tuple[list[Memory], bool]:
        """The newest passages of a wing that somebody said, in order of filing, and whether there are more."""
        rooms = [row.room for row in self._snapshot.rooms() if row.wing_name == wing]
        placed, columns = self._snapshot.placements(0), self._snapshot.columns(0)
        turns = placed.turn[np.isin(placed.room, rooms)]
        inside = np.isin(columns.turn, turns) & columns.current
        drawers = columns.drawer[inside].tolist()
        found: list[Memory] = []
        for at in range(max(0, len(drawers) - NEWEST), len(drawers), _PASSAGES):
            batch = drawers[at : at + _PASSAGES]
            texts = self._snapshot.passages(batch)
            found += [texts[n] for n in batch if n in texts and _is_said(texts[n])]
        return found, len(drawers) > NEWEST

    def _drawer(self, id: str) -> tuple[int, ...]:
        key = Span.parse(id).key
        numbers = self._snapshot.turn_numbers([key])
        drawers = self._snapshot.drawers_of([*numbers.values()])
        return tuple(n for each in drawers.values() for n in each)


def _is_said(memory: Memory) -> bool:
    return memory.part == "text" and memory.turn.role not in _NOT_SAID


def _standing(names: Sequence[str], texts: Sequence[Memory]) -> list[str]:
    """The names that stand in the words of each text: who says it is not what it speaks of."""
    return [name for name in names if all(name.casefold() in one.text.casefold() for one in texts)]


def negated(text: str) -> frozenset[str]:
    """The words of negation in a text, of any language that is known."""
    words = {word.strip(_EDGES) for word in text.casefold().replace("’", "'").split()}
    return frozenset(words & _negations()) | (_HAN_NEGATIONS & set(text))


@lru_cache(maxsize=1)
def _negations() -> frozenset[str]:
    from camillo.knowledge.claims.words import words

    return frozenset(word for language in _LANGUAGES for word in words(language).negations)


def denied(text: str) -> frozenset[str]:
    """The words by which a text says that something is not so, or no longer; none where it negates nothing."""
    found = negated(text)
    words = {word.strip(_EDGES) for word in text.casefold().split()}
    return found | (words & _lasting()) if found else found


@lru_cache(maxsize=1)
def _lasting() -> frozenset[str]:
    from camillo.knowledge.claims.words import words

    over = (word for language in _LANGUAGES for word in words(language).over)
    return frozenset((*over, "any", "more", "ya", "já"))
