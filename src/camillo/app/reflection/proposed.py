"""The log of proposals: decisions about them, and those that only a language model can find again."""

from collections.abc import Iterable, Sequence

from camillo.app.upkeep.asking import DRAFTED
from camillo.domain.drawer import Span
from camillo.domain.errors import CamilloError
from camillo.domain.knowledge import Act
from camillo.domain.proposal import Decided
from camillo.ports.store import Snapshot

ACCEPTED, EDITED, REJECTED = "proposal accepted", "proposal edited", "proposal rejected"
UNDONE = "proposal undone"
#: What a model proposed, and which texts it was shown.
MADE, SHOWN = "proposal made", "proposals asked for"
#: What a model said of a gist.
RETOLD = "gist retold"
_DECISIONS = (ACCEPTED, EDITED, REJECTED)


def decided(snapshot: Snapshot) -> list[Decided]:
    """The decisions that stand, in order."""
    acts = snapshot.acts((*_DECISIONS, UNDONE))
    undone = {act.payload.get("act") for act in acts if act.verb == UNDONE}
    return [_read(act) for act in acts if act.verb != UNDONE and act.number not in undone]


def _read(act: Act) -> Decided:
    told = act.payload
    did: Sequence[Sequence[object]] = told.get("did", ())
    return Decided(
        number=act.number,
        at=act.at.text if act.at else "",
        verdict=act.verb.removeprefix("proposal "),  # type: ignore[arg-type]
        proposal=act.subject,
        kind=told.get("kind", "insight"),
        evidence=tuple(map(str, told.get("evidence", ()))),
        reason=str(told.get("reason", "")),
        filed=str(told.get("filed", "")),
        did=tuple((str(what), _from(act, int(str(number)))) for what, number in did),
    )


def _from(act: Act, number: int) -> int:
    """An act's number; below 0 it is told from the act that notes it."""
    return number if number > 0 else act.number + number


def made(snapshot: Snapshot) -> list[Act]:
    """A model's proposals that still stand on all they rested on."""
    return [act for act in _told(snapshot, [MADE]) if not is_gone(snapshot, act)]


def unfounded(snapshot: Snapshot) -> list[int]:
    """Numbers of what a model proposed or retold of whose evidence something was forgotten."""
    acts = _told(snapshot, [MADE, RETOLD, DRAFTED])
    return [act.number for act in acts if is_gone(snapshot, act)]


def _told(snapshot: Snapshot, verbs: Sequence[str]) -> Iterable[Act]:
    return (act for act in snapshot.acts(verbs) if not act.redacted)


def is_gone(snapshot: Snapshot, act: Act) -> bool:
    """Whether a text that an act rests on was forgotten."""
    for id in act.payload.get("evidence", ()):
        try:
            memory = snapshot.get(Span.parse(id), 0)
        except CamilloError:
            return True
        if memory is None or not memory.text.strip():
            return True
    return False
