"""Which sentences make the gist of an episode: those that say most, each something of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from camillo.ports.episodes import GistLine, GistRow, TalkTurn

#: An episode of more turns than this has a gist.
LONG = 10
#: The part of what was said that a gist aims at, and the most it may take.
_AIM, _MOST = 0.1, 0.15
#: A long session's gist aims at less: from so many bytes on, at the least of 5 %.
_MUCH, _LEAST = 40_000, 0.055
#: What a sentence loses when all of its terms stand in the gist already.
_REPEATED = 0.8
#: Of what was said, so much is looked at: the turns that promise most.
_LOOKED_AT = 0.25
_FEWEST_LOOKED_AT = 4
#: A turn of so many bytes promises half of what one can by its length alone.
_TELLING = 80.0
#: What the halls add where decisions, preferences and the like are filed.
_FILED = 0.5
#: Who speaks in a text that no person and no assistant wrote.
_MACHINES = frozenset({"system", "developer", "tool", "function"})
_TOOLS = ("tool_call", "tool_result")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that may go into a gist: its place, how much it says (0 to 1), and its index terms."""

    line: GistLine
    value: float
    terms: frozenset[str]

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return self.line.end - self.line.start


def told(run: Sequence[TalkTurn]) -> list[TalkTurn]:
    """The turns of an episode that say something; of one where nobody speaks, what its tools said."""
    spoken = [turn for turn in run if turn.part == "text" and turn.role not in _MACHINES]
    return spoken or [turn for turn in run if turn.part in _TOOLS]


def is_long(run: Sequence[TalkTurn]) -> bool:
    """Whether an episode has so many turns that it gets a gist."""
    return len(run) > LONG


def promising(turns: Sequence[TalkTurn], halls: frozenset[str]) -> list[TalkTurn]:
    """The turns to look at for a gist, told without reading them: filed in telling halls, or long."""
    wanted = _LOOKED_AT * sum(turn.size for turn in turns)
    order = sorted(turns, key=lambda turn: (-_promise(turn, halls), turn.turn))
    found: list[TalkTurn] = []
    size = 0
    for turn in order:
        if size >= wanted and len(found) >= _FEWEST_LOOKED_AT:
            break
        found.append(turn)
        size += turn.size
    return found


def _promise(turn: TalkTurn, halls: frozenset[str]) -> float:
    return turn.size / (turn.size + _TELLING) + _FILED * (turn.hall in halls)


def choose(sentences: Sequence[Sentence], said: int) -> tuple[GistLine, ...]:
    """The lines of a gist in the order of the conversation, at most 15 % of ``said`` bytes.

    Maximal marginal relevance (Carbonell and Goldstein 1998): again and again the sentence that says
    most beyond what is chosen. At least one is chosen, the shortest where none is short enough.
    """
    aim = (_AIM if said < _MUCH else _LEAST) * said
    most = max(_MOST * said, min((one.size for one in sentences), default=0))
    chosen: list[Sentence] = []
    known: set[str] = set()
    left = [one for one in sentences if one.size <= most]
    size = 0
    while left and size < aim:
        best = max(left, key=lambda one: (_gain(one, known), -one.line.turn, -one.line.start))
        left.remove(best)
        chosen.append(best)
        known |= best.terms
        size += best.size
        left = [one for one in left if size + one.size <= most]
    return tuple(sorted((one.line for one in chosen), key=lambda line: (line.turn, line.start)))


def _gain(one: Sentence, known: set[str]) -> float:
    repeated = len(one.terms & known) / len(one.terms) if one.terms else 1.0
    return one.value * (1 - _REPEATED * repeated)


def still_good(row: GistRow, run: Sequence[TalkTurn]) -> bool:
    """Whether a gist made before is still that of this episode: as many turns, and all it cites."""
    return row.turns == len(run) and {line.turn for line in row.lines} <= {t.turn for t in run}
