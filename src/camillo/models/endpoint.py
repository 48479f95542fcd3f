"""An OpenAI-compatible endpoint: asked within a time, tried again with patience, left alone when it fails."""

import logging
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from camillo.domain.errors import InvalidInput, ModelOffline, ModelUnavailable
from camillo.domain.missing import unloadable
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from openai import OpenAI

#: How often one call is tried, and half the seconds before the second try; they double.
_TRIES, _PAUSE = 3, 0.25
#: The longest that a failing endpoint is left alone, in seconds.
_LONGEST_REST = 300.0
_TRANSIENT = (408, 409, 425, 429)
#: Codes of servers that will refuse the next call too, whatever status they come with.
_SPENT = ("insufficient_quota", "billing_hard_limit_reached")
_log = logging.getLogger(__name__)

Kind = Literal["chat", "embeddings"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: 200, or 400 and 422 where the server takes offence at the request itself."""

    status: int
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class _Fault:
    """A call that failed: what to say, whether another may succeed, and when."""

    what: str
    mend: str
    transient: bool = False
    after: float | None = None
    late: bool = False


class Endpoint:
    """One base URL, such as ``http://localhost:11434/v1``. Threads may share it.

    ``key`` gives the bearer token, if one is needed, when it is first asked. Nothing is sent
    before :meth:`send`. After a call that failed, further ones fail at once for a while that
    doubles up to five minutes, or as long as the server says.

    Raises:
        InvalidInput: the URL is none that can be asked, or the key would go over an open line.
    """

    def __init__(self, url: str, key: Callable[[], str] | None = None) -> None:
        self.url = checked_url(url, keyed=key is not None)
        self.host = urlsplit(self.url).netloc
        self._key = key
        self._client: OpenAI | None = None
        self._lock = threading.Lock()
        self._failures = 0
        self._rest_until = 0.0

    def send(self, kind: Kind, body: Mapping[str, object], seconds: float) -> Answer:
        """Send a request and read its answer, all tries within so many seconds.

        Raises:
            ModelOffline: no answer was to be had.
            ModelUnavailable: the key is not where it should be, or ``camillo[llm]`` is not installed.
        """
        self._check_rest()
        client = self._ready()
        deadline = time.monotonic() + seconds
        pause = _PAUSE * random.uniform(0.8, 1.2)  # noqa: S311 - so that processes do not march in step
        left = _TRIES
        while True:
            found = self._once(client, kind, body, deadline)
            if isinstance(found, Answer):
                self._failures = 0
                return found
            left -= 1
            pause = max(found.after or 0.0, 2 * pause)
            if not (found.transient and left) or time.monotonic() + pause >= deadline:
                self._rest(found, seconds)
                raise ModelOffline(found.what, found.mend)
            _log.info("%s; trying again in %.1f s", found.what, pause)
            time.sleep(pause)

    def close(self) -> None:
        """Close its connections; the next call opens new ones."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _check_rest(self) -> None:
        left = self._rest_until - time.monotonic()
        if left > 0:
            raise ModelOffline(
                f"{self.host} failed before and is left alone for {left:.0f} s",
                "see that it runs and try again then",
            )

    def _rest(self, fault: _Fault, seconds: float) -> None:
        """Leave the endpoint alone for a while; a caller in a hurry says little about it."""
        with self._lock:
            self._failures += 1
            rest = max(fault.after or 0.0, float(2 ** min(self._failures, 10)))
            longest = min(_LONGEST_REST, seconds) if fault.late else _LONGEST_REST
            self._rest_until = time.monotonic() + min(longest, rest)

    def _ready(self) -> "OpenAI":
        with self._lock:
            if self._client is None:
                try:
                    key = self._key() if self._key else None
                except InvalidInput as error:
                    # A process that was started without the key works as if there were no model.
                    raise ModelUnavailable(error.what, error.mend) from error
                self._client = _client(self.url, key)
            return self._client

    def _once(
        self, client: "OpenAI", kind: Kind, body: Mapping[str, object], deadline: float
    ) -> Answer | _Fault:
        import httpx2
        import openai

        from camillo.models.bounded import within

        ask: Any = client.chat.completions if kind == "chat" else client.embeddings
        try:
            with (
                within(deadline),
                ask.with_streaming_response.create(**body) as response,
            ):
                content = _read(response.http_response)
                media = response.http_response.headers.get("content-type", "")
                return Answer(200, media, content)
        except openai.APIStatusError as error:
            return self._status(error.response, error.code, str(body.get("model")))
        except (openai.APITimeoutError, httpx2.TimeoutException):
            what = f"{self.host} did not answer in time"
            return _Fault(what, "give it longer, or see that it runs", True, late=True)
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            reason = inert_line(str(error.__cause__ or error))[:200]
            what = f"{self.host} cannot be asked: {reason}"
            return _Fault(what, "see that the server runs at this address", transient=True)

    def _status(self, response: Any, code: object, model: str) -> Answer | _Fault:
        """What a status other than 200 means. The server's own words are left out: they may echo ours."""
        status = response.status_code
        if status in (400, 413, 422):
            return Answer(status, "", bytes(response.content))
        if status in (401, 403):
            return _Fault(
                f"{self.host} refuses the key ({status})", "see to the setting of its key"
            )
        if status == 404:
            return _Fault(
                f"{self.host} has no model {model!r}, or no API at this address (404)",
                f"load the model there, or correct the address {self.url}; it mostly ends in /v1",
            )
        if status < 400:
            return _Fault(
                f"{self.host} sends elsewhere ({status}), which is not followed",
                "name the address that answers",
            )
        if code in _SPENT:
            return _Fault(f"{self.host}: {code}", "see to the account there")
        transient = status in _TRANSIENT or status >= 500
        after = _retry_after(response.headers.get("retry-after", ""))
        return _Fault(f"{self.host} answers {status}", "try again later", transient, after)


def checked_url(url: str, *, keyed: bool) -> str:
    """The base URL without a slash at its end.

    Raises:
        InvalidInput: it is no http or https address, holds a password or a query, or a key would
        go over http to another machine.

    >>> checked_url("http://localhost:11434/v1/", keyed=False)
    'http://localhost:11434/v1'
    """
    mend = "give an address such as http://localhost:11434/v1"
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError as error:
        raise InvalidInput("the endpoint's address cannot be read", mend) from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput("the endpoint's address is not http or https", mend)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise InvalidInput("the endpoint's address holds more than an address", mend)
    if keyed and parts.scheme == "http" and not is_local(url):
        raise InvalidInput(
            f"a key would go to {parts.hostname} unencrypted", "use https, or leave the key out"
        )
    return url.strip().rstrip("/")


def is_local(url: str) -> bool:
    """Whether the address is this machine.

    >>> is_local("http://[::1]:1234/v1"), is_local("http://localhost.example.com")
    (True, False)
    """
    name = urlsplit(url.strip()).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _client(url: str, key: str | None) -> "OpenAI":
    try:
        import httpx2
        import openai
    except ImportError as error:
        raise ModelUnavailable(
            *unloadable(
                error, "the client of OpenAI-compatible endpoints", ["httpx2", "openai"], "llm"
            )
        ) from error
    from camillo.models.bounded import BoundedTransport

    # At DEBUG the library logs prompts, and a variable of the environment is enough to ask for it.
    logging.getLogger("openai").setLevel(logging.WARNING)
    bearer = f"Bearer {key}" if key else None
    transport = BoundedTransport(httpx2.URL(url), bearer)
    return openai.OpenAI(
        base_url=url,
        api_key="none",  # the transport has the key, and drops this and all that the environment adds
        max_retries=0,
        timeout=None,
        default_headers={"User-Agent": "camillo"},
        http_client=httpx2.Client(transport=transport, trust_env=False, follow_redirects=False),
    )


def _read(response: Any) -> bytes:
    """The body; of a stream of events only what comes before its end mark, after which some go on."""
    content = bytearray()
    for part in response.iter_raw():
        content += part
        if b"data: [DONE]" in content[-len(part) - 16 :]:
            break
    return bytes(content)


def _retry_after(told: str) -> float | None:
    """Seconds that a server asks to wait, told as a number or as a date; at most a day.

    >>> _retry_after("1.5"), _retry_after("soon")
    (1.5, None)
    """
    try:
        seconds = float(told)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(told).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return min(max(seconds, 0.0), 86_400.0) if seconds == seconds else None
