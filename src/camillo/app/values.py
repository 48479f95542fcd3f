"""Checks of settings' values: each takes what a file, the environment or a flag gives.

A check returns the value in its own type or raises ``ValueError`` whose text completes the
sentence "give ...".
"""

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from camillo.domain.errors import InvalidInput

_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([bkmgt]?)i?b?\s*", re.IGNORECASE)
_YES = ("1", "true", "yes", "on")
_SHORT_TEXT = 2_000
_NO = ("0", "false", "no", "off")


def path(given: object) -> Path:
    """A path, ``~`` expanded.

    >>> path("x/y").name
    'y'
    """
    if not isinstance(given, str | Path) or not str(given).strip() or "\0" in str(given):
        raise ValueError("a path")
    try:
        return Path(given).expanduser()
    except RuntimeError as error:
        raise ValueError("a path below a home that exists") from error


def named(given: str | Path) -> Path:
    """A path that a caller names, ``~`` expanded.

    Raises:
        InvalidInput: it is empty, holds a NUL, or begins with the home of no one.
    """
    try:
        return path(given)
    except ValueError as error:
        raise InvalidInput(
            f"{str(given)!r} is not a path that can be used", f"give {error}"
        ) from error


def optional_path(given: object) -> Path | None:
    """A path, or None where the text is empty."""
    return None if given is None or given == "" else path(given)


def switch(given: object) -> bool:
    """A yes or a no.

    >>> switch("off")
    False
    """
    if isinstance(given, bool):
        return given
    word = str(given).strip().lower()
    if word not in _YES + _NO:
        raise ValueError("true or false")
    return word in _YES


def short_text(given: object) -> str:
    """A text of at most 2,000 characters.

    >>> short_text(" Kai, who writes Go. ")
    'Kai, who writes Go.'
    """
    if not isinstance(given, str) or len(given) > _SHORT_TEXT:
        raise ValueError(f"a text of at most {_SHORT_TEXT:,} characters")
    return given.strip()


def words(given: object) -> tuple[str, ...]:
    """A list of texts; in the environment, separated by commas.

    >>> words("*.log, build/")
    ('*.log', 'build/')
    """
    if isinstance(given, str):
        return tuple(part.strip() for part in given.split(",") if part.strip())
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise ValueError("a list of texts")
    return tuple(given)


def keywords(given: object) -> Mapping[str, tuple[str, ...]]:
    """Names with lists of texts; in the environment, written as JSON.

    >>> keywords('{"api": ["graphql"]}')
    {'api': ('graphql',)}
    """
    import json

    wanted = 'a table of lists, such as {"api": ["graphql", "rest"]}'
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError as error:
            raise ValueError(wanted) from error
    if not isinstance(given, Mapping):
        raise ValueError(wanted)
    if not all(isinstance(found, list | tuple) and name.strip() for name, found in given.items()):
        raise ValueError(wanted)
    try:
        return {name.strip(): words(found) for name, found in given.items()}
    except ValueError as error:
        raise ValueError(wanted) from error


def one_of(*choices: str) -> Callable[[object], str]:
    """A check for one of a few words, in any case.

    >>> one_of("info", "debug")("DEBUG")
    'debug'
    """

    def check(given: object) -> str:
        word = str(given).strip().lower()
        if word not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return word

    return check


def size(given: object) -> int:
    """A size in bytes, or with a unit (powers of 1,024).

    >>> size("2 MB")
    2097152
    """
    found = _SIZE.fullmatch(str(given)) if not isinstance(given, bool) else None
    if not found:
        raise ValueError("a size above 0, such as 1048576 or 200MB")
    amount = int(float(found[1]) * _UNITS[found[2].lower()])
    if amount < 1:
        raise ValueError("a size above 0, such as 1048576 or 200MB")
    return amount


def days(given: object) -> float:
    """A number of days above 0, at most 100 years.

    >>> days("90")
    90.0
    """
    try:
        number = math.nan if isinstance(given, bool) else float(str(given))
    except ValueError:
        number = math.nan
    if not 0 < number <= 36_525:
        raise ValueError("days above 0 and at most 36525")
    return number


def seconds(given: object) -> float:
    """A time to wait: 0 to a day.

    >>> seconds("2.5")
    2.5
    """
    try:
        number = math.nan if isinstance(given, bool) else float(str(given))
    except ValueError:
        number = math.nan
    if not 0 <= number <= 86_400:
        raise ValueError("seconds between 0 and 86400")
    return number


def address(given: object) -> str:
    """An http or https address without a password in it, or nothing. It is not told when it is refused.

    >>> address("http://localhost:11434/v1/")
    'http://localhost:11434/v1'

    Raises:
        InvalidInput: it holds a password or a query, which may be secret.
    """
    from urllib.parse import urlsplit

    text = str(given or "").strip().rstrip("/")
    if not text:
        return ""
    if "@" in text or "?" in text or "#" in text:
        raise InvalidInput(
            "an address in the settings holds more than an address",
            "leave user, password and query out; a key has a setting of its own",
        )
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise ValueError("an address such as http://localhost:11434/v1")
    return text


def key_place(given: object) -> str:
    """Where a key is: a variable's name, a path, or ``keyring:SERVICE/USER``; never the key.

    >>> key_place("OPENAI_API_KEY"), key_place("~/.keys/openai"), key_place("")
    ('OPENAI_API_KEY', '~/.keys/openai', '')

    Raises:
        InvalidInput: it looks like a key; it is not told.
    """
    text = str(given or "").strip()
    place = re.fullmatch(r"[A-Z_][A-Z0-9_]{0,99}|[~./\\].*|[A-Za-z]:[/\\].*|keyring:[^/]+/.+", text)
    if text and not place:
        raise InvalidInput(
            "what is to name a key's place is something else, perhaps the key itself",
            "name an environment variable in capitals, a path that begins with / or ~, or keyring:SERVICE/USER",
        )
    return text


def prices(given: object) -> tuple[float, ...]:
    """Two prices of a million tokens, read and written, or none; in the environment, with a comma.

    >>> prices("0.15, 0.6"), prices([1, 2]), prices("")
    ((0.15, 0.6), (1.0, 2.0), ())
    """
    listed = given.split(",") if isinstance(given, str) else given
    if not isinstance(listed, list | tuple) or listed in ([""], [], ()):
        listed = []
    try:
        found = tuple(float(str(one)) for one in listed)
    except ValueError:
        found = (math.nan,)
    if (given and len(found) != 2) or not all(0 <= one < math.inf for one in found):
        raise ValueError("two prices, such as [0.15, 0.6]")
    return found
