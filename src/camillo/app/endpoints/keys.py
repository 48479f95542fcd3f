"""Keys of endpoints: read from where the settings say, when they are needed, and kept nowhere."""

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable

#: No key is longer; a file of more bytes holds something else.
_LONGEST = 4_096


def key_at(place: str, environ: Mapping[str, str] | None = None) -> str:
    """The key that a setting names: a variable's name, a file's path or ``keyring:SERVICE/USER``.

    Raises:
        InvalidInput: nothing is there, or what is there can be no key. The message holds no key.
    """
    if place.startswith("keyring:"):
        found = _from_keyring(place)
    elif place.isidentifier():
        found = (os.environ if environ is None else environ).get(place, "")
    else:
        found = _from_file(Path(place).expanduser())
    key = found.strip()
    if not key:
        raise InvalidInput(f"there is no key at {place!r}", "set the variable, or write the file")
    if not key.isascii() or not key.isprintable() or " " in key or len(key) > _LONGEST:
        raise InvalidInput(f"what is at {place!r} is no key", "give one line without spaces")
    return key


def _from_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST + 1).decode("utf-8")
    except OSError as error:
        raise InvalidInput(
            f"the key's file {path} cannot be read: {error.strerror}", "make it readable"
        ) from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"the key's file {path} is no text", "give one line") from error


def _from_keyring(place: str) -> str:
    service, _, user = place.removeprefix("keyring:").partition("/")
    try:
        keyring = import_module("keyring")
        errors = import_module("keyring.errors")
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "the package keyring", ["keyring"], "encryption")
        ) from error
    try:
        return str(keyring.get_password(service, user) or "")
    except errors.KeyringError as error:
        raise InvalidInput(f"the keyring does not open for {place!r}", "unlock it") from error
