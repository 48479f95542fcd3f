"""Whether what a hook notes is to be sealed: beside an encrypted palace no word is written as it is."""

import os
from collections.abc import Callable, Mapping

from camillo.domain.errors import PalaceLocked
from camillo.surfaces.hooks.places import Places, default_config

#: The half of a key that seals; where it is, the palace is encrypted.
PUBLIC = "seal.pub"
_PLAIN = b"SQLite format 3\0"
#: What stays as it is in the header of an encrypted file (`camillo.storage.sqlite.ciphering`).
_FRACTIONS = bytes((64, 32, 32))
_HEADER = 24
_SETTING = "palace_key"
_LONGEST = 1 << 20
_HALF = 32


def sealer(where: Places, environ: Mapping[str, str]) -> Callable[[bytes], bytes]:
    """What becomes of an entry before it is written: nothing, beside a palace that is not encrypted.

    Raises:
        PalaceLocked: the palace is or will be encrypted, and what it takes to seal is missing.
    """
    public = _read(os.path.join(where.home, PUBLIC), _LONGEST)
    if not public:
        head = _read(where.palace, _HEADER)
        is_encrypted = head[21:24] == _FRACTIONS and not head.startswith(_PLAIN)
        if not is_encrypted and (head.startswith(_PLAIN) or not _is_set(environ)):
            return bytes
        public = _published(where)
    try:
        from camillo.app.encryption.sealing import seal

        return lambda content: seal(public[:_HALF], content)
    except ImportError as error:
        from camillo.domain.missing import unloadable

        raise PalaceLocked(
            *unloadable(error, "the package cryptography", ["cryptography"], "encryption")
        ) from error


def _is_set(environ: Mapping[str, str]) -> bool:
    """Whether the settings name a key: then a palace that is not there yet will be encrypted."""
    if environ.get(f"CAMILLO_{_SETTING.upper()}"):
        return True
    config = os.path.expanduser(environ.get("CAMILLO_CONFIG") or default_config(environ))
    return _SETTING.encode() in _read(config, _LONGEST)


def _published(where: Places) -> bytes:
    """The half that seals, made of the key that the settings name: this takes long, and once."""
    from pathlib import Path

    from camillo.app.encryption.keys import keys_of
    from camillo.app.encryption.spool import ensure_published
    from camillo.app.resident.state import State
    from camillo.app.settings import load

    palace = Path(where.palace)
    keys = keys_of(load(palace=palace))
    if keys is None:
        raise PalaceLocked(
            "the palace is encrypted", "say where its key is with the setting palace_key"
        )
    ensure_published(palace, keys)
    return State.of(palace).sealer.read_bytes()


def _read(path: str, most: int) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(most)
    except OSError:
        return b""
