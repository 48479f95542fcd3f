"""Whether hooks do well: what waits to be filed, what could not be, and the troubles that were noted."""

from dataclasses import dataclass
from pathlib import Path

from camillo.app.resident.state import State

_TAIL = 1 << 15
_LINES = 20


@dataclass(frozen=True, slots=True)
class HookHealth:
    """``used`` is whether a hook ever ran for the palace; ``troubles`` are lines of the log, the newest first."""

    used: bool
    waiting: int
    failed: int
    troubles: tuple[str, ...]


def hook_health(palace: Path) -> HookHealth:
    """The health of the hooks of the palace at this path; the log has no remembered text."""
    state = State.of(palace)
    try:
        failed = sum(1 for one in state.failed.iterdir() if one.suffix == ".json")
    except OSError:
        failed = 0
    used = state.spool.is_dir()
    return HookHealth(used, len(state.entries()), failed, _troubles(state.log))


def _troubles(log: Path) -> tuple[str, ...]:
    try:
        with log.open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _TAIL))
            content = file.read()
    except OSError:
        return ()
    lines = content.decode("utf-8", "replace").splitlines()
    return tuple(reversed(lines[-_LINES:]))
