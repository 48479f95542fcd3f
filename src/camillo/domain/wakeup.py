"""The wake-up: what a new session is given before its first prompt."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WakeUp:
    """Context for a new session in three layers, as lines that each cite their source.

    ``l0`` says who this is and which wing; ``l1`` what matters in it: decisions, preferences,
    insights and current facts; ``l2`` what belongs to the task, or the newest without one. Each
    line stands behind a margin and is inert. ``tokens`` counts each layer by itself,
    ``total_tokens`` all of ``text``, never more than the budget. ``cites`` are the ids in the
    order in which the lines name them. ``flags`` say what to know of it: ``empty`` (nothing is
    worth telling), ``unknown-wing``, ``budget`` (there was more to say), ``lexical-only`` (the task
    was searched by words alone), ``task-not-found``. ``fence`` are the lines around the layers.
    """

    l0: str
    l1: str
    l2: str
    total_tokens: int
    tokens: Mapping[str, int]
    cites: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    fence: tuple[str, str] = ("", "")

    @property
    def text(self) -> str:
        """All of it as it goes into a prompt, fenced; empty where the budget holds nothing.

        >>> WakeUp("| a", "", "| b", 9, {}, fence=("<memory>", "</memory>")).text.split()
        ['<memory>', '|', 'a', '|', 'b', '</memory>']
        """
        first, last = self.fence
        return "\n".join(part for part in (first, self.l0, self.l1, self.l2, last) if part)
