"""Traces: how two entities or texts hang together, each step with where it comes from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One thing on a path: an entity by its name, or a text by its id.

    ``by`` says what leads here from the step before, empty at the first: ``mentions`` and ``headed`` (a
    text names an entity, a page is called by it), ``fact``, or a kind of link. ``says`` is a fact's relation, in the
    direction in which it was stated. ``text`` are the words it rests on and ``cite`` their id: of a text its own, of
    an entity those of the text that names it or states the fact (empty: stated by hand, of no text).
    """

    by: str
    entity: str = ""
    id: str = ""
    says: str = ""
    text: str = ""
    cite: str = ""
    at: str | None = None
    speaker: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The likeliest way from one thing to another, both among its steps."""

    steps: tuple[TraceStep, ...]

    @property
    def hops(self) -> int:
        """How many steps lie between the two."""
        return len(self.steps) - 1
