"""Entities: what facts are about, by all the names that texts use for them."""

from dataclasses import dataclass

from camillo.domain.moment import Moment


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity as a palace knows it.

    ``key`` stands for it and lasts as long as nobody merges it; ``name`` is its commonest spelling,
    or the one it was given by hand; ``kind`` an open word (person, place, work, identifier, ...;
    ``name`` where nothing tells). ``aliases`` are its other names. ``drawers`` and ``conversations``
    count where it is named, ``wings`` are theirs, ``first`` and ``last`` the earliest and latest event
    time. ``established`` is False where too little speaks for a name to list it.
    """

    key: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    drawers: int
    conversations: int
    wings: tuple[str, ...]
    first: Moment | None
    last: Moment | None
    established: bool


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two entities that may be one, and why: ``part``, ``short form`` or ``initials``."""

    alias: str
    entity: str
    why: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that somebody asserted about an entity: the act's number, when, what, and about which names.

    ``undone`` says that a later act took it back.
    """

    number: int
    at: Moment | None
    what: str
    names: tuple[str, ...]
    undone: bool
