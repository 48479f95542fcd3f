"""Turns that a hook noted down because the transcript did not hold them yet, or because there is none.

When the transcript's own turn comes later, it takes the place of the noted one.
"""

import hashlib

from camillo.domain.identity import encode_text

#: What the ids of noted turns and the uris of their sources begin with.
PREFIX = "hook:"


def source_uri(session: str) -> str:
    """The uri of the source that a session's noted turns come from.

    >>> source_uri("s1")
    'hook:s1'
    """
    return PREFIX + session


def is_noted(turn: str) -> bool:
    """Whether a turn's own id is that of a noted one."""
    return turn.startswith(PREFIX)


def saying(role: str, part: str, text: str) -> bytes:
    r"""What is the same for a turn and the noted one it replaces: role, part, and text but for white space.

    >>> saying("user", "text", "a\n b") == saying("user", "text", "a b ")
    True
    """
    words = "".join(text.split())
    return hashlib.sha256(encode_text(f"{role}\0{part}\0{words}")).digest()
