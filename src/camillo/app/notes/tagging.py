"""Tags for what was captured: those that the base has already and that its title names."""

import re
from collections.abc import Iterable, Sequence

from camillo.domain.note import PAGE, Note
from camillo.knowledge.notes.resolve import name_key

_SHORTEST, _MOST = 3, 5


class Tagging:
    """The tags of the pages of a base; tags of sources are not taken, so that what is captured spreads none."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._tags = sorted({tag for one in notes if one.layer == PAGE for tag in one.tags})

    def of(self, title: str, given: Sequence[str] = ()) -> tuple[str, ...]:
        """The given tags, then those that the title names in whole words, at most five."""
        key = name_key(title)
        named = [tag for tag in self._tags if _names(key, tag)]
        return tuple(dict.fromkeys([*given, *named[:_MOST]]))


def _names(title: str, tag: str) -> bool:
    words = name_key(tag.rpartition("/")[2]).replace("-", " ").replace("_", " ").strip()
    if not words.isascii():
        return len(words) > 1 and words in title
    pattern = rf"(?<![a-z0-9]){re.escape(words)}(?![a-z0-9])"
    return len(words) >= _SHORTEST and re.search(pattern, title.replace("-", " ")) is not None
