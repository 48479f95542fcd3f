"""Numbers of short words within one write."""

from abc import ABC, abstractmethod
from collections.abc import Mapping


class Numbered(ABC):
    """Numbers of words within one write transaction; ``added`` holds what it looked up or made."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = known
        self.added: dict[str, int] = {}

    def number(self, word: str) -> int:
        """The word's number; a new word gets the next one."""
        number = self._known.get(word) or self.added.get(word)
        if number is None:
            number = self._find_or_add(word)
            self.added[word] = number
        return number

    @abstractmethod
    def _find_or_add(self, word: str) -> int:
        """The number of a word that is not known yet."""
