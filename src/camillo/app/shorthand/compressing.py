"""Compressing memories to shorthand: which drawers, what they know, and how the lines name them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from camillo.app.episodes.runs import Runs
from camillo.app.ids import turn_key_of
from camillo.app.waking.gathering import cite, shown, told_text
from camillo.distill.line import day
from camillo.distill.shorthand.choosing import Passage, choose, lines_of
from camillo.domain.drawer import Span
from camillo.domain.errors import NotFound
from camillo.domain.knowledge import Known
from camillo.domain.pointing import numbers
from camillo.domain.search import Memory
from camillo.domain.shorthand import Brief, Shorthand
from camillo.ports.episodes import GistRow, TalkTurn
from camillo.ports.store import Snapshot
from camillo.recall.lines import line_text
from camillo.text.language import detect

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: The share of the text's tokens that shorthand takes where no budget is given.
SHARE = 0.4
#: Drawers that are read at once; of a wing with more, the newest.
MOST = 2_000
_SAMPLE = 4_000
#: The kind of memory whose hall is told: of the others it costs more than it says.
_MARKED = "decision"


@dataclass(frozen=True, slots=True)
class _Drawer:
    """A drawer that may be told: its number, its passage without secrets, and whether it is all of its turn."""

    number: int
    memory: Memory
    text: str
    whole: bool


class Compressor:
    """Makes shorthand of one palace; ``redact`` takes secrets out of it."""

    def __init__(self, parts: "Parts", redact: Callable[[str], str]) -> None:
        from camillo.models.counting import token_counter

        self._parts = parts
        self._redact = redact
        self._count = token_counter()
        halls = parts.preset().halls
        self._halls = frozenset(hall.name for hall in halls if _MARKED in hall.kinds)

    def target(self, id: str, budget: int | None) -> Shorthand:
        """An episode by its id; or a turn, a passage or a file by theirs."""
        with self._parts.store.snapshot() as snapshot:
            key = turn_key_of(snapshot, id)
            if ":" not in id and "/" not in id:
                run = Runs(snapshot, self._redact).holding(key)
                turns = [turn.turn for turn in run]
            else:
                turns = [*snapshot.turn_numbers([key]).values()]
                if not turns:
                    raise NotFound(f"nothing has the id {id!r}", "search again")
            return self._of(snapshot, turns, budget, ())

    def conversation(self, id: str, budget: int | None) -> Shorthand:
        """A conversation by the id that its source gave it.

        Raises:
            NotFound: there is none.
        """
        with self._parts.store.snapshot() as snapshot:
            talks = snapshot.conversation_numbers(id).tolist()
            turns = [turn.turn for turn in snapshot.talk_turns(talks)]
            if not turns:
                raise NotFound(f"no conversation has the id {id!r}", "search shows their ids")
            return self._of(snapshot, turns[-MOST:], budget, ("limit",) * (len(turns) > MOST))

    def wing(self, name: str, budget: int | None) -> Shorthand:
        """What lies in a wing, in order of time; of a large one the newest.

        Raises:
            NotFound: there is no such wing.
        """
        with self._parts.store.snapshot() as snapshot:
            rooms = [row.room for row in snapshot.rooms() if row.wing_name == name]
            if not rooms:
                raise NotFound(f"no wing named {name!r}", "list them with `camillo wings`")
            placements, columns = shown(snapshot), snapshot.columns(0)
            inside = placements.turn[np.isin(placements.room, rooms)]
            here = np.isin(columns.turn, inside) & columns.current
            order = np.lexsort((columns.drawer[here], columns.at[here]))
            turns = list(dict.fromkeys(columns.turn[here][order].tolist()))
            return self._of(snapshot, turns[-MOST:], budget, ("limit",) * (len(turns) > MOST))

    def gists(
        self, snapshot: Snapshot, rows: Sequence[GistRow]
    ) -> Iterator[tuple[GistRow, Shorthand]]:
        """The shorthand of gists, each made of its lines alone and pointing at the drawers that these stand in."""
        turns = sorted({line.turn for row in rows for line in row.lines})
        cuts = {turn: snapshot.cuts_of(turn) for turn in turns}
        memories = snapshot.passages([number for own in cuts.values() for number in own])
        whole = {number for own in cuts.values() if len(own) == 1 for number in own}
        names = _named(snapshot, [_Drawer(n, one, "", n in whole) for n, one in memories.items()])
        known, size = dict[str, int](), snapshot.counts()["drawers"]

        def rarity(terms: Sequence[str]) -> Mapping[str, int]:
            known.update(held(snapshot, [term for term in terms if term not in known]))
            return known

        for row in rows:
            drawers = list(self._cited(row, cuts, memories))
            words = int(SHARE * sum(self._count(drawer.text) for drawer in drawers))
            passages = list(self._passages(snapshot, drawers, names))
            briefs, text = lines_of(passages, rarity, size, words, self._count)
            made = self._written(drawers, names, briefs, text, ())
            longer = ("longer",) * (made.tokens > made.stands_for)
            yield row, replace(made, flags=(*made.flags, *longer))

    def _cited(
        self,
        row: GistRow,
        cuts: Mapping[int, Mapping[int, tuple[int, int]]],
        memories: Mapping[int, Memory],
    ) -> Iterator[_Drawer]:
        """The drawers that the lines of a gist stand in, with the words of the lines."""
        found: dict[int, list[str]] = {}
        for line in row.lines:
            for number, (start, end) in cuts[line.turn].items():
                memory = memories.get(number)
                if memory is not None and start <= line.start and line.end <= end:
                    found.setdefault(number, []).append(line_text(memory, line.start, line.end))
                    break
        for number, texts in found.items():
            memory = memories[number]
            said = replace(memory, text=" ".join(texts))
            text = told_text(said, memory.turn.role, self._redact)
            if text.strip():
                yield _Drawer(number, memory, text, len(texts) == 1)

    def _of(
        self, snapshot: Snapshot, turns: Sequence[int], budget: int | None, flags: tuple[str, ...]
    ) -> Shorthand:
        drawers = list(self._drawers(snapshot, turns))
        whole = sum(self._count(drawer.text) for drawer in drawers)
        names = _named(snapshot, drawers)
        briefs, text = choose(
            list(self._passages(snapshot, drawers, names)),
            partial(held, snapshot),
            snapshot.counts()["drawers"],
            int(SHARE * whole) if budget is None else budget,
            self._count,
        )
        return self._written(drawers, names, briefs, text, flags)

    def _written(
        self,
        drawers: Sequence[_Drawer],
        names: Mapping[int, str],
        briefs: tuple[Brief, ...],
        text: str,
        flags: tuple[str, ...],
    ) -> Shorthand:
        whole = sum(self._count(drawer.text) for drawer in drawers)
        cites = {names[drawer.number]: drawer.memory.id for drawer in drawers}
        if not drawers:
            flags += ("empty",)
        elif len(briefs) < len(drawers):
            flags += ("budget",)
        told = {brief.id: cites[brief.id] for brief in briefs}
        return Shorthand(text, briefs, self._count(text), whole, len(drawers), told, flags)

    def _drawers(self, snapshot: Snapshot, turns: Sequence[int]) -> Iterator[_Drawer]:
        cuts = snapshot.drawers_of(turns)
        memories = snapshot.passages([number for turn in turns for number in cuts.get(turn, ())])
        for turn in turns:
            own = cuts.get(turn, ())
            for number in own:
                memory = memories.get(number)
                text = told_text(memory, memory.turn.role, self._redact) if memory else ""
                if memory is not None and text.strip():
                    yield _Drawer(number, memory, text, len(own) == 1)

    def _passages(
        self, snapshot: Snapshot, drawers: Sequence[_Drawer], names: Mapping[int, str]
    ) -> Iterator[Passage]:
        known = snapshot.known([drawer.number for drawer in drawers])
        for _, each in groupby(drawers, key=lambda drawer: drawer.memory.conversation):
            talk = list(each)
            hint = detect(" ".join(drawer.text for drawer in talk[:MOST])[:_SAMPLE])
            for drawer in talk:
                yield self._passage(drawer, names[drawer.number], hint, known.get(drawer.number))

    def _passage(
        self, drawer: _Drawer, name: str, hint: str | None, known: Known | None
    ) -> Passage:
        memory = drawer.memory
        brief = Brief(
            name,
            memory.turn.speaker or memory.turn.role,
            day(memory.turn.at),
            memory.hall if memory.hall in self._halls else "",
        )
        if known is None:
            return Passage(brief, drawer.text, hint)
        mentioned = " ".join(mention.name for mention in known.mentions if mention.sure)
        claims = tuple((claim.start, claim.end) for claim in known.claims)
        # Their offsets are bytes of the turn, which count characters where the passage is plain.
        plain = drawer.text == memory.text and len(memory.content) == len(memory.text)
        first = memory.span[0]
        spans = tuple((start - first, end - first) for start, end in claims) if plain else ()
        return Passage(brief, drawer.text, hint, frozenset(mentioned.casefold().split()), spans)


def held(snapshot: Snapshot, terms: Sequence[str]) -> Mapping[str, int]:
    """In how many drawers each of these terms stands."""
    return {term: len(found.drawer) for term, found in snapshot.postings(terms).items()}


def _named(snapshot: Snapshot, drawers: Sequence[_Drawer]) -> dict[int, str]:
    """How lines name drawers: by a number in their conversation, or by their abbreviated id where that is one turn."""
    keys = {drawer.number: Span.parse(drawer.memory.id).key for drawer in drawers}
    turns = snapshot.turn_numbers([*dict.fromkeys(keys.values())])
    talks = snapshot.talks_of([*turns.values()])
    told: dict[int, list[TalkTurn]] = {}
    for turn in snapshot.talk_turns(sorted({*talks.values()})):
        told.setdefault(turn.conversation, []).append(turn)
    ends = {talk: numbers(turn.key for turn in each) for talk, each in told.items()}
    places = {talk: cite(snapshot, each[0].id).partition(":")[0] for talk, each in told.items()}
    names = {}
    for drawer in drawers:
        key, id = keys[drawer.number], drawer.memory.id
        talk = talks.get(turns.get(key, 0), 0)
        if len(told.get(talk, ())) < 2 or key not in ends[talk]:
            names[drawer.number] = cite(snapshot, id)
            continue
        span = "" if drawer.whole else ":" + id.partition(":")[2]
        names[drawer.number] = f"{places[talk]}/{ends[talk][key]}{span}"
    return names
