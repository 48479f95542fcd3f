"""What is remembered of watched addresses between two looks. It may be lost: then each is asked once more in full.

Addresses stand in the file as hashes under a key that the palace alone has; what sites answered stands there
only where the palace is not encrypted. Beside an encrypted one the file tells how many addresses are watched and when.
"""

import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

_HOUR = 3600.0
#: After failures an address is left alone for longer, for so many hours at the most.
_SLOWEST_HOURS = 48.0
#: Looks come so much earlier or later than the interval says, so that not all come at once.
_JITTER = 0.1
_LARGEST = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Mark:
    """``due`` is when to look again (seconds since 1970); the tags of the last answer make the next one small."""

    due: float = 0.0
    etag: str = ""
    last_modified: str = ""
    failures: int = 0

    def seen(self, url: str, hours: float, now: float, etag: str, last_modified: str) -> "Mark":
        """The mark after an answer."""
        return Mark(now + hours * _HOUR * _spread(url, now), etag, last_modified)

    def failed(self, url: str, hours: float, now: float) -> "Mark":
        """The mark after no answer: each further time the wait doubles."""
        slower = max(hours, min(hours * 2.0 ** min(self.failures, 10), _SLOWEST_HOURS))
        due = now + slower * _HOUR * _spread(url, now)
        return replace(self, due=due, failures=self.failures + 1)


class Marks:
    """The marks of a palace's watch list, in one file beside it.

    ``key`` is the palace's own for this; ``bare`` keeps no tags of answers in the file.
    """

    def __init__(self, file: Path, key: bytes, *, bare: bool = False) -> None:
        self._file, self._key, self._bare = file, key, bare
        self._marks = _read(file)

    def of(self, url: str) -> Mark:
        """The mark of an address; one without is due."""
        return self._marks.get(self._name(url), Mark())

    def due(self, url: str) -> float:
        """When to look at an address again, seconds since 1970."""
        return self.of(url).due

    def put(self, url: str, mark: Mark) -> None:
        """Keep a mark.

        Raises:
            OSError: the file cannot be written.
        """
        from camillo.app.resident.state import write_whole

        kept = replace(mark, etag="", last_modified="") if self._bare else mark
        self._marks[self._name(url)] = kept
        write_whole(self._file, {name: asdict(one) for name, one in self._marks.items()})

    def _name(self, url: str) -> str:
        return hmac.digest(self._key, url.encode("utf-8", "replace"), "sha256").hex()[:32]


def _spread(url: str, now: float) -> float:
    """Between 0.9 and 1.1, by address and time."""
    draw = int.from_bytes(sha256(f"{url}\0{now:.0f}".encode("utf-8", "replace")).digest()[:4])
    return 1.0 - _JITTER + 2 * _JITTER * draw / 0xFFFFFFFF


def _read(file: Path) -> dict[str, Mark]:
    try:
        told = json.loads(file.read_bytes()[:_LARGEST])
        return {str(name): _mark(one) for name, one in told.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _mark(told: Mapping[str, object]) -> Mark:
    due, failures = told.get("due"), told.get("failures")
    return Mark(
        float(due) if isinstance(due, int | float) else 0.0,
        str(told.get("etag", "")),
        str(told.get("last_modified", "")),
        failures if isinstance(failures, int) else 0,
    )
