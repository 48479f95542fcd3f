"""Noted turns make room for the transcript's own: which one a new turn takes the place of."""

from collections import defaultdict, deque

from camillo.domain.noted import is_noted, saying
from camillo.domain.turn import Turn
from camillo.ports.store import PalaceStore

_Waiting = dict[bytes, deque[str]]


class Folding:
    """Matches new turns with what hooks noted of the same conversation, each noted turn once."""

    def __init__(self, store: PalaceStore) -> None:
        self._store = store
        self._waiting: dict[tuple[str, str], _Waiting] = {}

    def replaced_by(self, turn: Turn) -> str:
        """The id of the noted turn that this new one replaces; empty where there is none."""
        if is_noted(turn.turn) or turn.encoding is None:
            return ""
        talk = (turn.kind, turn.conversation)
        if talk not in self._waiting:
            self._waiting[talk] = self._read(*talk)
        waiting = self._waiting[talk]
        if not waiting:
            return ""
        ids = waiting.get(saying(turn.role, turn.part, turn.text))
        return ids.popleft() if ids else ""

    def _read(self, kind: str, conversation: str) -> _Waiting:
        with self._store.snapshot() as snapshot:
            noted = snapshot.noted(kind, conversation)
        waiting: _Waiting = defaultdict(deque)
        for one in noted:
            waiting[saying(one.turn.role, one.part, one.text)].append(one.turn.id)
        return dict(waiting)
