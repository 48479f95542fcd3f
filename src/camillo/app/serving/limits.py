"""How much an owner may ask for: a token bucket, and how many requests are answered at a time."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from camillo.domain.owner import Owner

_MOST_OWNERS = 100_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float
    running: int = 0


class Limits:
    """``rate`` requests a second on average, ``burst`` at once, ``together`` at a time, for each owner."""

    def __init__(
        self, rate: float, burst: int, together: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._together, self._clock = rate, burst, together, clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def enter(self, owner: Owner) -> float:
        """Take a request in; 0, else how many seconds to wait. One that is taken in must :meth:`leave`.

        >>> limits = Limits(rate=1, burst=1, together=9, clock=lambda: 0.0)
        >>> limits.enter(Owner("p", "ana")), limits.enter(Owner("p", "ana"))
        (0.0, 1.0)
        """
        now = self._clock()
        with self._lock:
            bucket = self._buckets.setdefault(owner.name, _Bucket(self._burst, now))
            self._buckets.move_to_end(owner.name)
            bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._rate)
            bucket.at = now
            self._forget()
            if bucket.left < 1:
                return (1 - bucket.left) / self._rate
            if bucket.running >= self._together:
                return 1.0
            bucket.left -= 1
            bucket.running += 1
            return 0.0

    def leave(self, owner: Owner) -> None:
        """A request was answered."""
        with self._lock:
            if bucket := self._buckets.get(owner.name):
                bucket.running = max(0, bucket.running - 1)

    def _forget(self) -> None:
        """Drop who asked for nothing for longest; a bucket that is full tells nothing anyway."""
        while len(self._buckets) > _MOST_OWNERS:
            self._buckets.popitem(last=False)
