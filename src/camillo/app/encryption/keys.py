"""Keys of palaces: 32 random bytes each, kept where the settings say, and never told.

A place holds one key, or several on a line each while a palace is being given another one: the one in force,
or about to be, comes first.
"""

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camillo.app import confidential
from camillo.domain.errors import CamilloError, InvalidInput, PalaceLocked
from camillo.domain.missing import unloadable
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.ports.store import PalaceStore

KEY_BYTES = 32
_KEY = re.compile("[0-9a-fA-F]{64}")
_LONGEST = 4_096
_KEYRING = "keyring:"


def keys_of(settings: "Settings") -> Callable[[], Sequence[bytes]] | None:
    """What gives the keys that the settings name, None where they name none."""
    place = settings.palace_key
    return (lambda: keys_at(place)) if place else None


def owner_keys(settings: "Settings", owner: Owner) -> Callable[[], Sequence[bytes]] | None:
    """What gives an owner's keys among many owners': each is made of the key that the settings name."""
    place = settings.palace_key
    if not place:
        return None
    return lambda: [owner_key(key, owner.name) for key in keys_at(place)]


def server_keys(settings: "Settings") -> Callable[[], Sequence[bytes]] | None:
    """What gives the keys of a server's own records, None where no key is set."""
    place = settings.palace_key
    return (lambda: [server_key(key) for key in keys_at(place)]) if place else None


def owner_key(key: bytes, name: str) -> bytes:
    """The key of one owner among many, made of the server's; ``name`` is what the owner's files are called."""
    return derived(key, "owner", name)


def server_key(key: bytes) -> bytes:
    """The key of a server's own records, made of the server's."""
    return derived(key, "server")


def archive_key(store: "PalaceStore", settings: "Settings") -> bytes | None:
    """The key that an archive of a palace is sealed with: that of the palace, None where it has none."""
    keys = keys_of(settings)
    if keys is None or not store.is_encrypted:
        return None
    return keys()[0]


def derived(key: bytes, *purpose: str) -> bytes:
    """Another key of 32 bytes for one purpose: one block of HKDF-Expand with SHA-256 (RFC 5869).

    >>> derived(bytes(32), "spool") == derived(bytes(32), "archive")
    False
    """
    info = "\0".join(("camillo", *purpose)).encode()
    return hmac.digest(key, info + b"\1", hashlib.sha256)


def keys_at(place: str) -> list[bytes]:
    """The keys at a place: a variable's name, a file's path or ``keyring:SERVICE/USER``.

    Raises:
        PalaceLocked: nothing is there. InvalidInput: what is there can be no key, or others can read it.
    """
    if place.startswith(_KEYRING):
        found = _in_keyring(place)
    elif place.isidentifier():
        found = os.environ.get(place, "")
    else:
        found = _in_file(Path(place).expanduser())
    words = found.split()
    if not words:
        raise PalaceLocked(
            f"there is no key at {place!r}, where palace_key says it is",
            "put it back; a palace that is to be made encrypted needs one made first, of 64 hexadecimal digits",
        )
    if not all(_KEY.fullmatch(word) for word in words):
        raise InvalidInput(
            f"what is at {place!r} is no key of a palace", "a key is 64 hexadecimal digits"
        )
    return [bytes.fromhex(word) for word in words]


def has_keys(place: str) -> bool:
    """Whether there is a key at a place.

    Raises:
        InvalidInput: something else is there.
    """
    try:
        return bool(keys_at(place))
    except PalaceLocked:
        return False


def put_keys(place: str, keys: Sequence[bytes]) -> None:
    """Keep keys at a place, instead of those that are there.

    Raises:
        InvalidInput: it is a variable of the environment. CamilloError: it cannot be written.
    """
    text = "\n".join(key.hex() for key in keys)
    if place.startswith(_KEYRING):
        keyring, errors = _keyring()
        service, user = _named(place)
        try:
            keyring.set_password(service, user, text)
        except errors.KeyringError as error:
            raise CamilloError(
                f"the keyring does not take a key at {place!r}", "unlock it"
            ) from error
    elif place.isidentifier():
        raise InvalidInput(
            f"a key cannot be kept in the variable {place}",
            "set it to 64 random hexadecimal digits",
        )
    else:
        _put_file(Path(place).expanduser(), text)


def with_new_key(place: str) -> list[bytes]:
    """The keys at a place of many palaces', a new one made before the only one that is there.

    Where several are there, none is made: the first is the new one, and whoever was stopped goes on.

    Raises:
        InvalidInput: a variable holds one key alone. PalaceLocked: nothing is there.
    """
    known = keys_at(place)
    if len(known) == 1:
        if place.isidentifier():
            raise InvalidInput(
                f"the variable {place} holds one key",
                "set it to the new key and the old one, with a space between",
            )
        known = [os.urandom(KEY_BYTES), *known]
        put_keys(place, known)
    return known


def drop_keys(place: str) -> bool:
    """Take the keys at a place away for good, where that can be done; whether it was."""
    if place.isidentifier():
        return False
    if place.startswith(_KEYRING):
        keyring, errors = _keyring()
        try:
            keyring.delete_password(*_named(place))
        except errors.KeyringError:
            return False
        return True
    path = Path(place).expanduser()
    if path.is_file():
        path.write_bytes(bytes(path.stat().st_size))
    path.unlink(missing_ok=True)
    return True


def make_key(place: str) -> bytes:
    """A new random key, kept at a place that has none."""
    key = os.urandom(KEY_BYTES)
    put_keys(place, [key])
    return key


def _in_file(path: Path) -> str:
    if not path.exists():
        return ""
    return confidential.secret(path, "the key's file", _LONGEST).decode("ascii", "replace")


def _put_file(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(handle, f"{text}\n".encode("ascii"))
            os.fsync(handle)
        finally:
            os.close(handle)
        beside.replace(path)
        if os.name == "posix":
            folder = os.open(path.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
    except OSError as error:
        raise CamilloError(
            f"the key's file {path} cannot be written: {error.strerror}", "name another place"
        ) from error


def _in_keyring(place: str) -> str:
    keyring, errors = _keyring()
    try:
        return str(keyring.get_password(*_named(place)) or "")
    except errors.KeyringError as error:
        raise PalaceLocked(f"the keyring does not open for {place!r}", "unlock it") from error


def _named(place: str) -> tuple[str, str]:
    service, _, user = place.removeprefix(_KEYRING).partition("/")
    return service, user


def _keyring() -> tuple[Any, Any]:
    try:
        return import_module("keyring"), import_module("keyring.errors")
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "the package keyring", ["keyring"], "encryption")
        ) from error
