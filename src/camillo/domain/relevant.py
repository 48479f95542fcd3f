"""What a prompt is given from memory: the few passages that clear the bar, or nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relevant:
    """Memories for one prompt, ready to inject.

    ``text`` is fenced and labelled, each memory citing its id with date and speaker; it is empty when
    nothing clears the bar. ``ids`` are the memories in the order of the text, ``score`` the bar's own
    estimate (0 to 1) that the prompt is about something remembered, ``tokens`` the size of the text,
    never above the budget. ``flags`` say why nothing or less is given (``no-question``,
    ``below-bar``, ``budget``) and repeat the search's own.
    """

    text: str = ""
    ids: tuple[str, ...] = ()
    score: float = 0.0
    tokens: int = 0
    flags: tuple[str, ...] = ()
