"""The wake-up: what a new session is given before its first prompt."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WakeUp:
    """Context for a new session in three layers, as lines that each cite their source.

    ``l0`` says who this is and which wing; ``l1`` what matters in it: decisions, preferences,
    insights and current facts; ``l2`` what belongs to the task, or the newest without one.
    ``tokens`` counts each layer, ``total_tokens`` all of it, headings and fence included, never
    more than the budget. ``cites`` are the ids in the order in which the lines name them. ``flags`` say what was left
    out (``empty``, ``budget``).
    """

    l0: str
    l1: str
    l2: str
    total_tokens: int
    tokens: Mapping[str, int]
    cites: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
