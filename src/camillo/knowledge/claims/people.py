"""Who is meant: the first person of a turn, relatives of someone, and pronouns of the third person."""

from dataclasses import dataclass, field

from camillo.knowledge.claims import phrases
from camillo.knowledge.claims.prose import tokenised
from camillo.knowledge.claims.words import Words
from camillo.knowledge.entities.finding import NO_NAMES
from camillo.ports.knowing import Said

#: What exports call the person who owns a conversation.
_OWNERS = frozenset(("", "user", "human", "me", "you"))
USER = "user"
#: How far back a pronoun can reach, in characters.
_FARTHEST = 1_000
#: Roles whose "I" is nobody.
NO_PERSONS = frozenset(("assistant", "system", "tool", "model", "developer"))


def first_person(said: Said) -> str:
    """Who "I" is in a turn: its named speaker, ``user`` for an unnamed one; "" for no person.

    >>> first_person(Said("", speaker="Ana", role="user")), first_person(Said("", role="assistant"))
    ('Ana', '')
    """
    speaker = said.speaker.strip()
    low = speaker.casefold()
    if said.role in NO_PERSONS or low in NO_PERSONS:
        return ""
    if speaker and low not in NO_NAMES:
        return speaker
    return USER if low in _OWNERS and (said.role == "user" or low in ("user", "human")) else ""


@dataclass(slots=True)
class People:
    """Who a drawer has named so far; a pronoun means one only where there is no other.

    ``named`` were subjects, with their places in the text; ``places`` are names of what is no person.
    ``keeper`` is who was last said to have an animal.
    """

    text: str
    words: Words
    named: dict[str, int] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    keeper: str = ""

    def saw(self, name: str, at: int) -> None:
        """Somebody was the subject of a claim whose words begin at a place of the text."""
        self.named.setdefault(name, at)

    def meant(self, at: int) -> str:
        """The only one who can be meant at a place of the text, else ""."""
        names = {name for name, place in self.named.items() if place < at}
        tokens = tokenised(self.text, max(0, at - _FARTHEST), at, self.words.code)
        place = 0
        while place < len(tokens):
            end = phrases.name(tokens, place, self.words)
            if end > place and tokens[place].low not in self.words.unnamed:
                names.add(phrases.said(tokens, place, end, self.text))
            place = max(place + 1, end)
        names -= self.places
        return names.pop() if len(names) == 1 else ""
