"""The pass that makes gists: of the conversations that grew since the last one, a few at a time."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from camillo.distill.worth import KINDS, Judge
from camillo.domain.halls import Preset
from camillo.domain.turn import encode
from camillo.knowledge.episodes.choosing import (
    Sentence,
    choose,
    is_long,
    promising,
    still_good,
    told,
)
from camillo.knowledge.episodes.runs import Run, runs
from camillo.ports.episodes import GistLine, GistRow
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.domain.search import Memory

#: Turns whose conversations are looked at in one transaction, and conversations whose texts are read at once.
_TURNS, _TALKS = 4_000, 32
#: The share of an episode by which it grows before a step makes its gist anew: one in so many turns.
_SHARE = 32
#: What a sentence gains by being filed as a decision, a preference or the like.
_MARKED = 1.5
#: Of fewer turns that bring no gist no note is taken: they are looked at again with the next.
_FEW = 16


class Gister:
    """Makes the gists of one palace; ``preset`` says which halls hold what matters."""

    def __init__(self, store: PalaceStore, preset: Preset) -> None:
        self._store = store
        self._pause = 0
        self._halls = frozenset(h.name for h in preset.halls if KINDS.keys() & {*h.kinds})

    def run(self, most: int | None = None) -> int:
        """Go on from the mark to the last turn, at most ``most`` steps; returns how many were made.

        A gist that still stands is left as it is. Where another process is faster, this one stops.
        """
        made = 0
        while most is None or most > 0:
            with self._store.snapshot() as snapshot:
                mark, last = snapshot.gisted(), snapshot.last_turn()
                upto = min(last, mark + _TURNS)
                waiting = snapshot.talks_after(mark, upto)
                if not waiting and mark == last:
                    return made
                # What was taken away is made anew however little was added.
                waits = last - mark < self._pause and not snapshot.talks_after(mark, mark)
                if most is not None and waits:
                    return made
                gists = dict(self._gists(snapshot, waiting))
                changed = _differ(snapshot, gists)
            if not changed and mark < last < mark + _FEW:
                return made
            if not self._store.put_gists(gists, mark, upto):
                return made
            made += sum(map(len, gists.values()))
            most = None if most is None else most - 1
        return made

    def _gists(
        self, snapshot: Snapshot, talks: Sequence[int]
    ) -> Iterator[tuple[int, list[GistRow]]]:
        for at in range(0, len(talks), _TALKS):
            some = talks[at : at + _TALKS]
            turns = groupby(snapshot.talk_turns(some), key=lambda turn: turn.conversation)
            found = {talk: [run for run in runs([*each]) if is_long(run)] for talk, each in turns}
            known: dict[tuple[int, int], GistRow] = {
                (row.conversation, row.first): row for row in snapshot.gists(some)
            }
            kept = {
                (talk, run[0].turn): row
                for talk, each in found.items()
                for run in each
                if (row := known.get((talk, run[0].turn))) and still_good(row, run)
            }
            # A long episode is read whole for each gist: a step waits until it grew by a share of itself.
            self._pause = max((len(run) for each in found.values() for run in each), default=0)
            self._pause //= _SHARE
            new = [run for each in found.values() for run in each if _name(run) not in kept]
            rows = kept | {_name(run): row for run, row in self._made(snapshot, new)}
            for talk in some:
                given = [rows[_name(run)] for run in found.get(talk, ()) if _name(run) in rows]
                yield talk, given

    def _made(self, snapshot: Snapshot, wanted: Sequence[Run]) -> Iterator[tuple[Run, GistRow]]:
        chosen = {_name(run): promising(told(run), self._halls) for run in wanted}
        numbers = [turn.turn for each in chosen.values() for turn in each]
        drawers = snapshot.drawers_of(numbers)
        texts = snapshot.passages([n for turn in numbers for n in drawers.get(turn, ())])
        judge = Judge(lambda _: (), lambda _: "", texts.values())
        for run in wanted:
            sentences = [
                sentence
                for turn in chosen[_name(run)]
                for drawer in drawers.get(turn.turn, ())
                if drawer in texts
                for sentence in _sentences(
                    judge, turn.turn, texts[drawer], _MARKED if turn.hall in self._halls else 1.0
                )
            ]
            lines = choose(sentences, sum(turn.size for turn in told(run)))
            if lines:
                yield run, GistRow(run[0].conversation, run[0].turn, len(run), lines)


def _differ(snapshot: Snapshot, gists: Mapping[int, Sequence[GistRow]]) -> bool:
    """Whether these are other gists than those that are filed."""
    return snapshot.gists([*gists]) != [
        row for talk in sorted(gists) for row in sorted(gists[talk], key=lambda row: row.first)
    ]


def _name(run: Run) -> tuple[int, int]:
    return run[0].conversation, run[0].turn


def _sentences(judge: Judge, turn: int, memory: "Memory", weight: float) -> Iterator[Sentence]:
    """The sentences of a passage by their bytes in the turn."""
    encoding = memory.encoding or "utf-8"
    plain = len(memory.content) == len(memory.text)
    base = memory.span[0]
    for (first, last), value, terms in judge.each(memory):
        if plain:
            start, end = first, last
        else:
            start = len(encode(memory.text[:first], encoding))
            end = start + len(encode(memory.text[first:last], encoding))
        if value > 0:
            yield Sentence(GistLine(turn, base + start, base + end), weight * value, terms)
