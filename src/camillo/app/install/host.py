"""What an installer knows of one host."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from camillo.app.install.launch import Around
from camillo.app.install.parts import Part


@dataclass(frozen=True, slots=True)
class Host:
    """A coding agent's host.

    ``traces`` are files and folders of which one is there where the host is installed; ``parts``
    are what is written, into the project's files if asked so, else the user's; ``check`` says how
    a user sees in the host that it worked, ``besides`` what else they must know.
    """

    name: str
    title: str
    traces: Callable[[Around], tuple[Path, ...]]
    parts: Callable[[Around, bool], tuple[Part, ...]]
    check: str
    besides: tuple[str, ...] = ()
    has_hooks: bool = True

    def is_present(self, around: Around) -> bool:
        """Whether the host left a trace on this machine."""
        return any(path.exists() for path in self.traces(around))
