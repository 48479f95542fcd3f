"""Ids of proposals: made of what is proposed and what it rests on, and of nothing else."""

import hashlib
import json
from collections.abc import Iterable

from camillo.domain.proposal import Kind

#: So many hexadecimal digits are an id.
DIGITS = 12


def named(kind: Kind, *basis: str | int | Iterable[str]) -> str:
    """The id of a proposal; the order inside a list makes no difference.

    >>> named("link", ["b", "a"]) == named("link", ["a", "b"]), named("link", "a") == named("alias", "a")
    (True, False)
    """
    told = [kind, *(one if isinstance(one, str | int) else sorted(one) for one in basis)]
    written = json.dumps(told, ensure_ascii=True).encode("ascii")
    return hashlib.sha256(written).hexdigest()[:DIGITS]


def turn(id: str) -> str:
    """The turn that an id is in.

    >>> turn("00112233445566778899aabb:0-12")
    '00112233445566778899aabb'
    """
    return id.partition(":")[0]


def magnitude(count: int) -> int:
    """How often a count has doubled, so that what is counted is proposed again only when there is twice as much.

    >>> [magnitude(n) for n in (3, 5, 6, 11, 12)]
    [0, 0, 1, 1, 2]
    """
    return max(1, count // 3).bit_length() - 1


def hidden(value: object, text: str, shown: str) -> object:
    """A value of a proposal without what its text does not show.

    >>> hidden(["Ana", "hunter22"], "Ana said hunter22", "Ana said [secret: password]")
    ['Ana', '[secret]']
    """
    if isinstance(value, str):
        if value == text:
            return shown
        return "[secret]" if value in text and value not in shown else value
    return [hidden(one, text, shown) for one in value] if isinstance(value, list) else value
