"""What a passage names: sightings of every kind, counted together by their key."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from camillo.domain.knowledge import Mention
from camillo.domain.turn import DOCUMENT_ROLE
from camillo.knowledge.entities.aliases import stated
from camillo.knowledge.entities.capitals import capitalised
from camillo.knowledge.entities.ideographs import uncapitalised
from camillo.knowledge.entities.marks import marked, project, titled
from camillo.knowledge.entities.sighting import Sighting
from camillo.ports.knowing import Said
from camillo.text.names import name_key

#: Parts of a message that are somebody's words; what tools print names hundreds of things in passing.
_SPOKEN = frozenset(("text", "thinking", "caption", "system", "memory"))
_MOST, _MOST_ALIASES = 48, 6
_LONGEST_NAME = 80
#: Signs that stand in code and seldom in prose, and how many of them a hundred characters of code have.
_CODE_SIGNS = "(){}=;_[]"
_CODE_SHARE, _FEW_SIGNS = 0.03, 4
#: What exports call a speaker without a name.
NO_NAMES = frozenset(
    (
        "user",
        "assistant",
        "system",
        "tool",
        "human",
        "ai",
        "bot",
        "you",
        "me",
        "unknown",
        "model",
        "developer",
    )
)

_key = lru_cache(maxsize=20_000)(name_key)


def find(said: Said) -> tuple[Mention, ...]:
    """The names of a passage, at most 48, its named speaker first; the same passage, the same names.

    Aliases that it states follow, of the kind ``alias``, each with a key that holds both names.

    >>> [(one.key, one.kind) for one in find(Said("Ask @ana about Fort Wayne.", "en", speaker="Mel", role="user"))]
    [('mel', 'person'), ('fort wayne', 'name'), ('ana', 'handle')]
    """
    if said.part not in _SPOKEN:
        return ()
    text = said.text
    code = _is_code(text)
    seen: dict[str, list[Any]] = {}
    speaker = said.speaker.strip()
    if speaker and speaker.casefold() not in NO_NAMES:
        _count(seen, (Sighting(speaker, "person", True),))
    if said.role == DOCUMENT_ROLE:
        _count(seen, project(text, said.conversation))
    titles, rest = titled(text, said.language, code)
    _count(seen, titles)
    if not code:
        _count(seen, capitalised(rest, said.language))
    _count(seen, marked(rest, code))
    if not text.isascii():
        _count(seen, uncapitalised(text))
    named = (Mention(key, *row) for key, row in islice(seen.items(), _MOST))
    aliases = () if code else islice(stated(text, speaker, said.language), _MOST_ALIASES)
    return (*named, *aliases)


def _count(seen: dict[str, list[Any]], sightings: Iterable[Sighting]) -> None:
    """Add what one way of looking found; what another found at the same place counts once."""
    before = frozenset(seen)
    for name, kind, sure, given in sightings:
        key = given or _key(name)
        if not key or len(name) > _LONGEST_NAME:
            continue
        row = seen.get(key)
        if row is None:
            seen[key] = [name, kind, 1, sure]
            continue
        row[2] += key not in before
        row[3] = row[3] or sure
        if row[1] == "name":
            row[1] = kind


def joined(said: Said, found: tuple[Mention, ...], more: Iterable[Mention]) -> tuple[Mention, ...]:
    """Mentions with those of another reader: it may tell a kind, make a name sure, or add what it sees.

    >>> said = Said("I like tea from assam.", "en")
    >>> [one.kind for one in joined(said, find(said), [Mention("assam", "assam", "place", 1, True)])]
    ['place']
    """
    rows = {one.key: one for one in found}
    for one in more:
        if one.name not in said.text or _key(one.name) != one.key or one.count < 1 or not one.kind:
            continue
        old = rows.get(one.key)
        if old is None and len(rows) < _MOST:
            rows[one.key] = one
        elif old is not None:
            kind = one.kind if old.kind == "name" else old.kind
            rows[one.key] = replace(old, kind=kind, sure=old.sure or one.sure)
    return tuple(rows.values())


def _is_code(text: str) -> bool:
    return sum(map(text.count, _CODE_SIGNS)) > max(_FEW_SIGNS, _CODE_SHARE * len(text))
