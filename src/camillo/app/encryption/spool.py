"""The spool beside an encrypted palace: hooks seal what they note, and only the palace's key opens it.

``seal.pub`` in the state folder is the half that seals, with a tag of its key, and its being there says that
the palace is encrypted.
``seal.old`` is the secret half of the key before, itself sealed, so that a hook that was at work while the key
changed loses nothing.
"""

import os
from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path

from camillo.app.encryption.keys import derived
from camillo.app.resident.state import State
from camillo.domain.errors import PalaceLocked

_OLD = "seal.old"
_PURPOSE = "spool"
#: Bytes of the half in its file; a tag follows.
HALF = 32


def publish(state: State, key: bytes, old: bytes | None = None) -> None:
    """See that hooks seal for this key; ``old`` is the one that they sealed for until now.

    Raises:
        OSError: the state folder cannot be written. InvalidInput: `cryptography` is not installed.
    """
    from camillo.app.encryption.sealing import check_installed, public_half, seal

    check_installed()

    half = public_half(derived(key, _PURPOSE))
    state.make()
    told = half + _tag(key)
    if old is not None and old != key:
        _put(state.folder / _OLD, seal(half, derived(old, _PURPOSE)))
    if _read(state.sealer) != told:
        _put(state.sealer, told)


def ensure_published(palace: Path, keys: Callable[[], Sequence[bytes]]) -> None:
    """See that hooks seal what they note beside an encrypted palace, where none told them yet."""
    state = State.of(palace)
    known = keys()
    if _read(state.sealer)[HALF:] not in map(_tag, known):
        publish(state, known[0])


def withdraw(state: State, keys: Sequence[bytes]) -> None:
    """Let hooks write what anyone can read again: the palace is not encrypted any more."""
    state.sealer.unlink(missing_ok=True)
    opened = opener(state, lambda: keys)
    for path in _entries(state):
        _put(path, opened(path.read_bytes()))
    (state.folder / _OLD).unlink(missing_ok=True)


def seal_entries(state: State) -> None:
    """Seal what hooks noted before the palace was encrypted, and overwrite it."""
    from camillo.app.encryption.sealing import MAGIC, seal

    half = _read(state.sealer)[:HALF]
    for path in _entries(state):
        content = path.read_bytes()
        if half and not content.startswith(MAGIC):
            with path.open("r+b") as file:
                # A kill here leaves a part of the entry, never the whole: what is sealed lies beside.
                _put(path.with_name(f"{path.stem}s.json"), seal(half, content))
                file.write(bytes(len(content)))
                os.fsync(file.fileno())
            path.unlink()


def opener(state: State, keys: Callable[[], Sequence[bytes]] | None) -> Callable[[bytes], bytes]:
    """What gives the text of an entry's bytes, which may be sealed."""

    def opened(content: bytes) -> bytes:
        from camillo.app.encryption.sealing import MAGIC, unseal

        if not content.startswith(MAGIC):
            return content
        secrets = [derived(key, _PURPOSE) for key in (keys() if keys is not None else ())]
        old = _read(state.folder / _OLD)
        for secret in secrets:
            for halves in ((content,), (old, content))[: 2 if old else 1]:
                try:
                    return reduce(unseal, halves, secret)
                except PalaceLocked:
                    continue
        raise PalaceLocked(
            "what hooks noted is sealed with another key", "see the setting palace_key"
        )

    return opened


def _tag(key: bytes) -> bytes:
    """What tells whose half it is, without reckoning the half."""
    return derived(key, _PURPOSE, "tag")[:16]


def _entries(state: State) -> list[Path]:
    return [*state.entries(), *sorted(state.failed.glob("*.json"))]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _put(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
