"""What hangs together, as it is shown: links of a text, chains of causes, tunnels and hallways."""

from dataclasses import dataclass

from camillo.domain.fact import Fact


@dataclass(frozen=True, slots=True)
class Tie:
    """A link as seen from one of its ends.

    ``id`` is the other end's, ``text`` its words. ``outward``: the text asked about is where the link begins (the
    effect of ``caused_by``, the one that refers). ``by`` is empty for a link that was derived, else who made
    it, with its ``reason`` and the ``number`` by which it is undone. ``origin`` is ``web`` for words from there.
    """

    id: str
    kind: str
    weight: float
    outward: bool
    text: str
    at: str | None = None
    speaker: str = ""
    by: str = ""
    reason: str = ""
    number: int = 0
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One text of a chain of causes. ``of`` is the id of its effect, empty for the end that was asked about.

    ``depth`` counts steps from that end; ``weight`` says how surely this is the cause meant; ``clause`` are the
    effect's own words for it, where it has any.
    """

    id: str
    text: str
    depth: int
    of: str = ""
    weight: float = 1.0
    clause: str = ""
    at: str | None = None
    speaker: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of causes: the end first, each step followed by its own causes, the surest first.

    ``end`` is what a search found for the question, or the text that was asked about.
    """

    question: str
    steps: tuple[Step, ...]

    @property
    def end(self) -> Step | None:
        """What is explained; None where nothing was found."""
        return self.steps[0] if self.steps else None


@dataclass(frozen=True, slots=True)
class Spot:
    """A room and its wing by name."""

    wing: str
    room: str


@dataclass(frozen=True, slots=True)
class Tunnel:
    """Two rooms that belong together, across wings or inside one.

    One that was dug by hand has a ``number``, ``by`` and a ``reason``; an automatic one has the names of the
    entities that both rooms speak of. ``strength`` is between 0 and 1; ``evidence`` are ids of texts, of either room.
    """

    a: Spot
    b: Spot
    strength: float
    reason: str = ""
    by: str = ""
    number: int = 0
    entities: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hallway:
    """Two entities that occur together in a wing more often than by chance.

    ``count`` says in how many texts, ``strength`` (0 to 1) how much more often (normalised mutual information).
    """

    wing: str
    entities: tuple[str, str]
    count: int
    strength: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside:
    """What one text hangs together with: its links, the tunnels of its room, and the facts it states."""

    links: tuple[Tie, ...] = ()
    tunnels: tuple[Tunnel, ...] = ()
    facts: tuple[Fact, ...] = ()
