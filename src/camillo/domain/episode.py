"""Episodes: ordered runs of turns, the steps their tools took, and the gists that point at them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from camillo.domain.shorthand import Shorthand

#: How a tool's step ended; ``open`` where no result was kept.
Outcome = Literal["ok", "error", "open"]


@dataclass(frozen=True, slots=True)
class Step:
    """One tool call with its results, as ids that ``palace.get`` resolves; ``call`` may be missing."""

    tool: str
    call: str
    results: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Said:
    """One line of a gist or of a context: the id of the very words, the words, who said them and when."""

    id: str
    text: str
    speaker: str
    at: str | None


@dataclass(frozen=True, slots=True)
class Episode:
    """An ordered run of turns of one conversation.

    ``id`` is the key of its first turn, in hexadecimal digits. ``turns`` counts its turns, ``parts`` by
    kind; ``began`` and ``ended`` are as their sources wrote them, None where none has a time.
    ``wings`` are where its turns lie. ``failed`` counts steps that ended in an error. ``ids`` (the
    turns in order) and ``steps`` are filled where one episode is asked for; ``gist`` where it has one.
    """

    id: str
    conversation: str
    kind: str
    title: str
    wings: tuple[str, ...]
    began: str | None
    ended: str | None
    turns: int
    parts: Mapping[str, int]
    speakers: tuple[str, ...]
    stepped: int
    failed: int
    gist: tuple[Said, ...] = ()
    ids: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Retold:
    """One line of a gist in a language model's words: derived, and the very words that bear it out."""

    text: str
    cites: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Gist:
    """What an episode of more than ten turns was about: sentences of its own turns, in their order.

    ``share`` is their part of the text that was said in the episode, from 0 to 1. ``shorthand`` says the same
    lines in few tokens, with both lengths, where it was asked for. ``retold`` are lines of the language model
    ``by``, beside the others and never instead; both are empty without one.
    """

    episode: str
    lines: tuple[Said, ...]
    share: float
    shorthand: Shorthand | None = None
    retold: tuple[Retold, ...] = ()
    by: str = ""


@dataclass(frozen=True, slots=True)
class GistFound:
    """A gist whose shorthand answers a question, with its shorthand.

    ``score`` is the share of the question's words that the shorthand holds, rare ones counting more, from 0 to
    1; ``hits`` are the ids of the passages behind the lines that hold them, the best first.
    """

    gist: Gist
    score: float
    hits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """An episode that answers a question.

    ``score`` is relevance weighed by recency and importance, each in ``why``; ``hits`` are the ids
    of the passages that speak for it, the best first.
    """

    episode: Episode
    score: float
    why: Mapping[str, object]
    hits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What later memories added to one: ``version`` counts the refreshes that stand, 0 for none.

    ``lines`` are words of the newest of them, each citing the memory it came from.
    """

    id: str
    version: int
    lines: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Fading:
    """A memory that has faded: ``relevance`` from 0 to 1, its age in days, and how often it was used."""

    id: str
    wing: str
    at: str | None
    age: float
    uses: int
    relevance: float
    text: str = field(repr=False)
