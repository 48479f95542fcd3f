"""Addresses and keys: what a text or a turn is called, wherever it is filed.

Nothing here takes a wing, a room or a place, so moving and renaming never change identity.
"""

import hashlib

KEY_BYTES = 12


def digest(*parts: bytes) -> bytes:
    """SHA-256 over length-prefixed parts, so that no two lists of parts collide.

    >>> digest(b"ab", b"c") != digest(b"a", b"bc")
    True
    """
    running = hashlib.sha256()
    for part in parts:
        running.update(len(part).to_bytes(8, "big"))
        running.update(part)
    return running.digest()


def address(content: bytes) -> bytes:
    """The content address of a document: 32 bytes, a function of its bytes alone.

    >>> address(b"word").hex()[:8]
    'a5ea1dd1'
    """
    return digest(b"camillo document", content)


def turn_key(kind: str, conversation: str, turn: str, content_address: bytes) -> bytes:
    """The key of a turn: 12 bytes, made of its source's own ids and its content.

    The same turn read twice has the same key; an edited turn has another, and is filed as a
    new version of it.

    >>> a = address(b"hello")
    >>> turn_key("codex", "s1", "t1", a) == turn_key("codex", "s1", "t1", a)
    True
    """
    parts = (kind.encode(), encode_text(conversation), encode_text(turn), content_address)
    return digest(b"camillo turn", *parts)[:KEY_BYTES]


def encode_text(text: str) -> bytes:
    r"""UTF-8 that also carries lone surrogates, which exports do contain.

    >>> decode_text(encode_text("a\\ud800b")) == "a\\ud800b"
    True
    """
    return text.encode("utf-8", "surrogatepass")


def decode_text(content: bytes) -> str:
    """The text `encode_text` was given."""
    return content.decode("utf-8", "surrogatepass")
