"""Who is meant: the first person of a turn, relatives of someone, and pronouns of the third person."""

from dataclasses import dataclass, field

from camillo.knowledge.entities.finding import NO_NAMES
from camillo.ports.knowing import Said

#: What exports call the person who owns a conversation.
_OWNERS = frozenset(("", "user", "human", "me", "you"))
USER = "user"
_NO_PERSONS = frozenset(("assistant", "system", "tool", "model", "developer"))


def first_person(said: Said) -> str:
    """Who "I" is in a turn: its named speaker, ``user`` for an unnamed one; "" for no person.

    >>> first_person(Said("", speaker="Ana", role="user")), first_person(Said("", role="assistant"))
    ('Ana', '')
    """
    speaker = said.speaker.strip()
    low = speaker.casefold()
    if said.role in _NO_PERSONS or low in _NO_PERSONS:
        return ""
    if speaker and low not in NO_NAMES:
        return speaker
    return USER if low in _OWNERS and (said.role == "user" or low in ("user", "human")) else ""


@dataclass(slots=True)
class People:
    """The persons that a drawer has named so far; a pronoun means one only where there is no other."""

    named: dict[str, None] = field(default_factory=dict)

    def saw(self, name: str) -> None:
        """Somebody was the subject of a sentence."""
        self.named[name] = None

    def meant(self) -> str:
        """The only one there is, else ""."""
        return next(iter(self.named)) if len(self.named) == 1 else ""
