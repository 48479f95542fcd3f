"""Runs of turns read from a palace and shown as episodes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from camillo.domain.drawer import Span
from camillo.domain.episode import Episode, Said
from camillo.domain.errors import NotFound
from camillo.knowledge.episodes.runs import Run, runs, steps
from camillo.ports.episodes import GistLine, GistRow, TalkTurn
from camillo.ports.store import Snapshot

#: Conversations read at once.
_AT_ONCE = 16


class Runs:
    """The episodes that one snapshot holds; ``redact`` takes secrets out of gists."""

    def __init__(self, snapshot: Snapshot, redact: Callable[[str], str]) -> None:
        self._snapshot = snapshot
        self._redact = redact

    def of(self, talks: Sequence[int]) -> list[Run]:
        """The episodes of conversations, in order."""
        found: dict[int, list[TalkTurn]] = {}
        for turn in self._snapshot.talk_turns(talks):
            found.setdefault(turn.conversation, []).append(turn)
        return [run for turns in found.values() if len(turns) > 1 for run in runs(turns)]

    def newest(self, wing: str | None, first: int | None, end: int | None) -> Iterator[Run]:
        """Episodes that reach into a time in micros, half open, those that ended last first."""
        talks = [
            talk
            for talk in self._snapshot.talks(wing)
            if _within(talk.first, talk.last, first, end)
        ]
        waiting: list[Run] = []
        for at in range(0, len(talks), _AT_ONCE):
            waiting += self.of([talk.conversation for talk in talks[at : at + _AT_ONCE]])
            waiting = [run for run in waiting if _wanted(run, wing, first, end)]
            waiting.sort(key=_late)
            # What comes later ended no later than the next conversation's last turn.
            rest = talks[at + _AT_ONCE :]
            bound = None if not rest else rest[0].last
            while waiting and (not rest or (bound is not None and -_late(waiting[0])[0] >= bound)):
                yield waiting.pop(0)

    def holding(self, key: bytes) -> Run:
        """The episode that a turn belongs to.

        Raises:
            NotFound: there is no such turn, or it belongs to no episode.
        """
        numbers = self._snapshot.turn_numbers([key])
        if key in numbers:
            talk = self._snapshot.talks_of([numbers[key]])
            for run in self.of([*talk.values()]):
                if any(turn.key == key for turn in run):
                    return run
        raise NotFound(
            f"no episode has or holds {key.hex()}", "list them with `camillo episodes list`"
        )

    def gist(self, run: Run) -> tuple[Said, ...]:
        """The lines of an episode's gist; empty where it has none."""
        row = self.gist_row(run)
        by_number = {turn.turn: turn for turn in run}
        return tuple(
            self._said(by_number[line.turn], line)
            for line in (row.lines if row else ())
            if line.turn in by_number
        )

    def gist_row(self, run: Run) -> GistRow | None:
        """The gist of an episode as it is filed."""
        rows = self._snapshot.gists([run[0].conversation])
        return next((row for row in rows if row.first == run[0].turn), None)

    def _said(self, turn: TalkTurn, line: GistLine) -> Said:
        span = Span(turn.key, line.start, line.end)
        memory = self._snapshot.get(span, 0)
        text = self._redact(memory.text) if memory else ""
        return Said(str(span), text, turn.speaker, turn.told)

    def shown(self, run: Run, *, whole: bool = False) -> Episode:
        """A run as an episode; ``whole`` with its turns, steps and gist."""
        taken = steps(run)
        timed = [turn for turn in run if turn.at is not None]
        return Episode(
            id=run[0].key.hex(),
            conversation=run[0].native,
            kind=run[0].kind,
            title=self._redact(run[0].title),
            wings=tuple(sorted({wing for turn in run for wing in turn.wings})),
            began=min(timed, key=_at).told if timed else None,
            ended=max(timed, key=_at).told if timed else None,
            turns=len(run),
            parts=dict(Counter(turn.part for turn in run)),
            speakers=tuple(dict.fromkeys(turn.speaker for turn in run if turn.speaker)),
            stepped=len(taken),
            failed=sum(step.outcome == "error" for step in taken),
            gist=self.gist(run),
            ids=tuple(turn.id for turn in run) if whole else (),
            steps=taken if whole else (),
        )


def ended(run: Run) -> int | None:
    """When the last turn of an episode was, in micros."""
    return max((turn.at for turn in run if turn.at is not None), default=None)


def _at(turn: TalkTurn) -> int:
    return turn.at or 0


def _late(run: Run) -> tuple[int, int]:
    last = ended(run)
    return (1 << 62 if last is None else -last, -run[-1].turn)


def _wanted(run: Run, wing: str | None, first: int | None, end: int | None) -> bool:
    times = [turn.at for turn in run if turn.at is not None]
    inside = wing is None or any(wing in turn.wings for turn in run)
    return inside and _within(min(times, default=None), max(times, default=None), first, end)


def _within(began: int | None, last: int | None, first: int | None, end: int | None) -> bool:
    if first is None and end is None:
        return True
    if began is None or last is None:
        return False
    return (first is None or last >= first) and (end is None or began < end)
