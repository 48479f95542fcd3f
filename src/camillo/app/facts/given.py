"""What a caller gives of a fact, looked at before it is used: names, times, confidence."""

import unicodedata

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment

#: The longest name of a subject, predicate or object, in characters.
LONGEST = 1_000
#: Controls, line and paragraph ends, lone surrogates; and what turns the direction of writing.
_REFUSED = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def name(kind: str, given: str) -> str:
    """A subject, predicate or object, stripped and in Unicode's composed form.

    Raises:
        InvalidInput: it is empty, too long, has no character that is shown, or holds characters that steer.

    >>> name("subject", "  Ana Kova ")
    'Ana Kova'
    """
    if len(given) > LONGEST:
        raise InvalidInput(
            f"the {kind} has {len(given):,} characters",
            f"use at most {LONGEST:,}; keep longer text with `camillo add` and cite it",
        )
    clean = unicodedata.normalize("NFC", given).strip()
    steering = next((c for c in clean if _steers(c)), None)
    if steering is not None:
        raise InvalidInput(
            f"the {kind} holds the control character U+{ord(steering):04X}", "leave it out"
        )
    if not any(_shows(c) for c in clean):
        raise InvalidInput(f"the {kind} is empty", "give at least one character that is shown")
    return clean


def _steers(character: str) -> bool:
    return unicodedata.category(character) in _REFUSED or character in _TURNING


def _shows(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZ"


def confidence(given: float) -> float:
    """A confidence.

    Raises:
        InvalidInput: it is not between 0 and 1.
    """
    if not 0.0 <= given <= 1.0:
        raise InvalidInput(f"a confidence of {given} cannot be given", "use a number from 0 to 1")
    return float(given)


def time(given: object) -> Moment | None:
    """A time, None where none is given.

    Raises:
        InvalidInput: it is no time of ISO 8601.
    """
    if given is None or given == "":
        return None
    return Moment.parse(given)  # type: ignore[arg-type]
