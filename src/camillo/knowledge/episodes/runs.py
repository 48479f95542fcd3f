"""Where a conversation's episodes begin and end, and which tool calls led to which results."""

from collections.abc import Iterator, Sequence

from camillo.domain.episode import Outcome, Step
from camillo.ports.episodes import TalkTurn

#: So long a silence ends an episode: six hours, in microseconds.
SILENCE = 6 * 3_600_000_000
#: Keys of a turn's meta by which sources name the session that it belongs to.
_SESSION = ("session", "session_id", "sessionId")

Run = tuple[TalkTurn, ...]


def runs(turns: Sequence[TalkTurn]) -> list[Run]:
    """The episodes of one conversation: parted where its sources name another session, and by silence.

    ``turns`` are in the order of the conversation. A turn without a time, or without a session, goes
    with the one before it.
    """
    found: list[list[TalkTurn]] = []
    at: int | None = None
    session = ""
    for turn in turns:
        named = _session(turn)
        silent = at is not None and turn.at is not None and abs(turn.at - at) > SILENCE
        other = bool(session and named and named != session)
        if not found or silent or other:
            found.append([])
        found[-1].append(turn)
        at = at if turn.at is None else turn.at
        session = named or session
    return [tuple(run) for run in found]


def _session(turn: TalkTurn) -> str:
    return next((str(turn.meta[key]) for key in _SESSION if turn.meta.get(key)), "")


def steps(run: Sequence[TalkTurn]) -> tuple[Step, ...]:
    """The tool calls of an episode with their results, in order.

    A result belongs to the call whose id it names, else to the last call that has none. One whose
    call is not there is a step of its own.
    """
    return tuple(_Steps(run))


class _Steps:
    """The calls of a run so far, each with its results."""

    def __init__(self, run: Sequence[TalkTurn]) -> None:
        self._found: list[tuple[TalkTurn | None, list[TalkTurn]]] = []
        self._by_call: dict[str, int] = {}
        for turn in run:
            if turn.part == "tool_call":
                self._call(turn)
            elif turn.part == "tool_result":
                self._result(turn)

    def _call(self, turn: TalkTurn) -> None:
        if named := str(turn.meta.get("call", "")):
            self._by_call[named] = len(self._found)
        self._found.append((turn, []))

    def _result(self, turn: TalkTurn) -> None:
        named = str(turn.meta.get("call", ""))
        at = self._by_call.get(named, -1) if named else len(self._found) - 1
        if at >= 0 and (named or not self._found[at][1]):
            self._found[at][1].append(turn)
            return
        if named:
            self._by_call[named] = len(self._found)
        self._found.append((None, [turn]))

    def __iter__(self) -> Iterator[Step]:
        for call, results in self._found:
            shown = [call, *results] if call else results
            tool = next((str(one.meta["tool"]) for one in shown if one.meta.get("tool")), "")
            ids = tuple(one.id for one in results)
            yield Step(tool, call.id if call else "", ids, _outcome(results))


def _outcome(results: Sequence[TalkTurn]) -> Outcome:
    if not results:
        return "open"
    return "error" if any(one.meta.get("error") for one in results) else "ok"
