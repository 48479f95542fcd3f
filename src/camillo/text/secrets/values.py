"""Whether a value that stands where a secret would stand is one: its length, its kinds of characters, its entropy."""

import re
from collections import Counter
from math import log2

_PLACEHOLDER = re.compile(
    r"example|sample|dummy|placeholder|redacted|change.?me|replace.?me|insert|your|xxx|foo.?bar|\.\.\.|…"
    r"|(.)\1{4,}|^(?:password|passwd|secret|token|user|admin|none|null|true|false|undefined)\d{0,2}$",
    re.IGNORECASE,
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
#: Names with digits that prose puts after "password is", and counts.
_TECHNICAL = re.compile(
    r"(?:base|sha|md|utf|aes|rsa|ed|argon|pbkdf|scrypt|bcrypt|oauth|ipv|web|win|http|hs|rs|es|int|uint|float|char|varchar"
    r"|iso|rfc|x|v|pkcs|ascii|level|step|page|line|part|chapter|user|column|row|table|section)"
    r"[-_ ]?\d[\w.+-]*|1password"
    r"|\d+[-_]?(?:char\w*|bits?|bytes?|days?|digits?|words?|hours?|min\w*|letters?|zeichen|stellig\w*|caract\w*|kb|mb|s|ms)"
    r"|\w{1,8}-\d+(?:-\d+)*|[\w./-]*/[\w./-]*",
    re.IGNORECASE,
)
_FILE = re.compile(r"[\w./-]+\.[a-z]{2,5}")
#: Marks that words are joined by; they make no password of them.
_JOINERS = "-_./:'’"
_NAME = re.compile(
    r"[A-Za-z_][A-Za-z_.]*|[A-Z]{2,12}\d{0,4}(?:_[A-Z0-9]{1,16})*|[\w./-]+\.[a-z]{2,5}|v?\d+(?:[.:/-]\d+)*|[a-z|]+(?::\d+)?"
)
#: A password that is told in prose has so many characters.
_PASSWORD, _MACHINE = 6, 16
#: Bits a character that no name of a program reaches.
_RANDOM, _RANDOM_HEX = 3.3, 2.9
_HEX = re.compile(r"[0-9a-fA-F]+")


def is_password(value: str, *, written: bool) -> bool:
    """Whether a value after "password" is one; ``written`` says that a sign of assignment stands between.

    Words alone are none, since prose goes on after "password": it takes digits or signs.

    >>> is_password("Tr0ub4dor&3", written=False), is_password("required", written=True)
    (True, False)
    """
    if len(value) < _PASSWORD or is_placeholder(value) or _NAME.fullmatch(value):
        return False
    kinds = _kinds(value)
    if written:
        return len(kinds) > (1 if "digit" in kinds else 2)
    return len(kinds) > 2 and "digit" in kinds


def is_told(value: str, *, least: int) -> bool:
    """Whether a value that prose tells ("my password is ...") is one: letters with digits, or a long number.

    Names of algorithms, of formats and of products, and counts of characters are none.

    >>> is_told("hunter2", least=6), is_told("base64", least=6), is_told("12-character", least=6)
    (True, False, False)
    """
    if len(value) < least or is_placeholder(value) or _TECHNICAL.fullmatch(value):
        return False
    if value.isdecimal():
        return _PASSWORD <= len(value) <= _MACHINE
    if value[:4].isdecimal() and re.fullmatch(r"[\d.:/-]+", value):
        return False
    kinds = _kinds(value)
    return "digit" in kinds and len(kinds) > 1 and not _FILE.fullmatch(value)


def is_random(value: str) -> bool:
    """Whether a value was drawn by a machine: long, of letters and digits, without a pattern.

    >>> is_random("8773c9d51940ea4e095bd1d685457562"), is_random("my-database-credentials")
    (True, False)
    """
    if len(value) < _MACHINE or is_placeholder(value) or _NAME.fullmatch(value):
        return False
    if not value.isascii() or _UUID.fullmatch(value) or "digit" not in _kinds(value):
        return False
    return entropy(value) >= (_RANDOM_HEX if _HEX.fullmatch(value) else _RANDOM)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for another that the reader puts there.

    >>> is_placeholder("YOUR_API_KEY"), is_placeholder("$TOKEN")
    (True, True)
    """
    return value[:1] in "$%<{[" or bool(_PLACEHOLDER.search(value))


def entropy(value: str) -> float:
    """Shannon's entropy in bits a character.

    >>> entropy("abab")
    1.0
    """
    size = len(value)
    return -sum(n / size * log2(n / size) for n in Counter(value).values()) if size else 0.0


def _kinds(value: str) -> set[str]:
    found = set()
    for char in value:
        if char.isdigit():
            found.add("digit")
        elif char.isalpha():
            found.add("upper" if char.isupper() else "lower")
        elif char not in _JOINERS:
            found.add("sign")
    return found
