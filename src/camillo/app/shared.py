"""Models that several open palaces of one process share, each loaded once."""

import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")


class Shared:
    """What was made, by what it was made for. Threads may ask at once; each thing is made once."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._made: dict[Hashable, object] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What stands under the key, made now where nothing does."""
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
            return self._made[key]  # type: ignore[return-value]
