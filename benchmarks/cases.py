"""The common shape of every evaluation set: cases of turns and questions, and files that mine them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

#: A turn's conversation and its id there.
TurnKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, or one paragraph. ``conversation`` is unique over all cases of a set."""

    conversation: str
    id: str
    text: str
    speaker: str = ""
    role: str = ""
    at: str | None = None

    @property
    def key(self) -> TurnKey:
        """What evidence names it by."""
        return self.conversation, self.id

    def record(self) -> dict[str, str]:
        """The turn as a camillo-jsonl record; fields without a value are left out."""
        fields = {
            "conversation": self.conversation,
            "turn": self.id,
            "speaker": self.speaker,
            "role": self.role,
            "at": self.at,
            "text": self.text,
        }
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its evidence: conversations, and turns where the set names them.

    ``category`` serves the report alone; ``now`` is when it is asked.
    """

    text: str
    conversations: frozenset[str]
    turns: frozenset[TurnKey] = frozenset()
    category: str = ""
    now: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One wing of turns and the questions that are asked of it."""

    wing: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    def lengths(self) -> Mapping[TurnKey, int]:
        """How many characters of each turn are no white space."""
        return {turn.key: visible(turn.text) for turn in self.turns}


def visible(text: str) -> int:
    """How many characters are no white space.

    >>> visible("a b ")
    2
    """
    return sum(not character.isspace() for character in text)


def write(case: Case, folder: Path, number: int = 0) -> Path:
    """Write the case as a camillo-jsonl file that `camillo mine` reads."""
    path = folder / f"case-{number:06d}.jsonl"
    lines = (json.dumps(turn.record(), ensure_ascii=False) + "\n" for turn in case.turns)
    path.write_text("".join(lines), encoding="utf-8")
    return path
