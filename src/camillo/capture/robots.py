"""What a site asks programs to leave alone: its robots.txt, read as RFC 9309 says."""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from camillo.capture.bounded import need
from camillo.capture.fetch import AGENT, Fetched
from camillo.domain.errors import Unreachable

#: RFC 9309: a copy is used for a day at most, and so many bytes of it are read at least.
_SECONDS = 86_400.0
_LARGEST = 512 * 1024
#: Where the site had no answer it is asked again after so long.
_AGAIN = 600.0

Rules = Callable[[str], bool]


class Robots:
    """The rules of sites, asked for once a day; used by one thread.

    ``get`` fetches with the caller's limits and allowed hosts, as :func:`camillo.capture.fetch.fetch` does.
    """

    def __init__(
        self, get: Callable[[str], Fetched], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._get, self._clock = get, clock
        self._known: dict[str, tuple[float, Rules]] = {}

    def allow(self, url: str) -> bool:
        """Whether a URL may be fetched on a schedule. A site without rules allows all, one out of order nothing.

        Raises:
            InvalidInput: the site's address must not be fetched, or the extra is not installed.
        """
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        until, rules = self._known.get(site, (0.0, _nothing))
        if site not in self._known or self._clock() >= until:
            seconds, rules = self._asked(site)
            self._known[site] = (self._clock() + seconds, rules)
        return rules(url)

    def _asked(self, site: str) -> tuple[float, Rules]:
        need("protego")
        try:
            fetched = self._get(f"{site}/robots.txt")
        except Unreachable as error:
            # A fault that lasts, such as 404, says that there are no rules.
            return (_AGAIN, _nothing) if error.passing else (_SECONDS, _all)
        return _SECONDS, _rules(fetched.content)


def _rules(content: bytes) -> Rules:
    from protego import Protego

    # What stands behind the limit is not read: half a rule must not be taken for a whole one.
    text = content[:_LARGEST].decode("utf-8-sig", "replace")
    if len(content) > _LARGEST:
        text = text.rpartition("\n")[0]
    parsed = Protego.parse(text)
    return lambda url: bool(parsed.can_fetch(url, AGENT))


def _all(url: str) -> bool:
    return True


def _nothing(url: str) -> bool:
    return False
