"""Encrypting a palace, giving it another key, and taking the encryption off."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from camillo.app.encryption import keys, spool
from camillo.app.encryption.sealing import check_installed
from camillo.app.resident.ending import without_resident
from camillo.app.resident.state import State
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.report import Receipt

if TYPE_CHECKING:
    from camillo.app.settings import Settings


def encrypt(settings: "Settings") -> Receipt:
    """Encrypt the palace of the settings; its key is made where ``palace_key`` says, if there is none.

    Raises:
        InvalidInput: no place of a key is set, it is encrypted already, or `cryptography` is missing.
        NotFound: there is no palace. PalaceBusy: others have it open.
    """
    place = place_of(settings)
    check_installed()
    if is_encrypted(settings):
        _sweep(settings)
        raise InvalidInput(f"{settings.palace} is encrypted already", "use `camillo rekey`")
    with _alone(settings) as state:
        key = keys.keys_at(place)[0] if keys.has_keys(place) else keys.make_key(place)
        spool.publish(state, key)
        receipt = _recrypt(settings, "encrypt", list, key)
        spool.seal_entries(state)
    return receipt


def rekey(settings: "Settings", to: str = "") -> Receipt:
    """Give the palace a new key, at its place or at another one that the setting is then changed to.

    At one place both keys stand while it lasts, so that a kill at any moment leaves a palace that opens.

    Raises:
        InvalidInput: it is not encrypted, or a key cannot be kept there.
        NotFound: there is no palace. PalaceBusy: others have it open. PalaceLocked: the key is another one.
    """
    place = place_of(settings)
    check_installed()
    if not is_encrypted(settings):
        raise InvalidInput(f"{settings.palace} is not encrypted", "use `camillo encrypt`")
    with _alone(settings) as state:
        known = keys.keys_at(place)
        new = _next_key(place, to, known)
        # The half is published before: what a hook seals meanwhile opens with the new key.
        spool.publish(state, new, _opening(settings, known))
        receipt = _recrypt(settings, "rekey", lambda: [*known, new], new)
        if not to:
            keys.put_keys(place, [new])
    return receipt


def decrypt(settings: "Settings") -> Receipt:
    """Take the encryption off the palace; its key stays where it is, for copies that need it.

    Raises:
        InvalidInput: it is not encrypted. NotFound: there is no palace.
        PalaceBusy: others have it open. PalaceLocked: the key is missing or another one.
    """
    place = place_of(settings)
    if not is_encrypted(settings):
        raise InvalidInput(f"{settings.palace} is not encrypted", "there is nothing to do")
    with _alone(settings) as state:
        known = keys.keys_at(place)
        receipt = _recrypt(settings, "decrypt", lambda: known, None)
        spool.withdraw(state, known)
    return receipt


def is_encrypted(settings: "Settings") -> bool:
    """Whether the palace's file is encrypted.

    Raises:
        NotFound: there is none.
    """
    from camillo.storage.sqlite import ciphering

    if not settings.palace.is_file():
        raise NotFound(f"there is no palace at {settings.palace}", "make one with `camillo mine`")
    return ciphering.is_encrypted(settings.palace)


def _next_key(place: str, to: str, known: Sequence[bytes]) -> bytes:
    if to:
        return keys.keys_at(to)[0] if keys.has_keys(to) else keys.make_key(to)
    if len(known) > 1:
        # A run before this one was killed: what it was about to do is done now.
        return known[0]
    new = os.urandom(keys.KEY_BYTES)
    keys.put_keys(place, [new, *known])
    return new


def _opening(settings: "Settings", known: Sequence[bytes]) -> bytes | None:
    from camillo.storage.sqlite import ciphering
    from camillo.storage.sqlite.connection import Patience

    return ciphering.key_of(settings.palace, lambda: known, Patience(settings.busy_seconds))


def _recrypt(
    settings: "Settings", verb: str, known: Callable[[], Sequence[bytes]], new: bytes | None
) -> Receipt:
    from camillo.storage.sqlite.store import SqliteStore

    return SqliteStore.recrypt(settings.palace, verb, known, new, settings.busy_seconds)


def _sweep(settings: "Settings") -> None:
    from camillo.storage.sqlite import shredding

    shredding.sweep(settings.palace)
    state = State.of(settings.palace)
    if state.sealer.exists():
        spool.seal_entries(state)


@contextmanager
def _alone(settings: "Settings") -> Iterator[State]:
    """The state folder, while nobody answers or files from it."""
    state = State.of(settings.palace)
    with without_resident(state, settings.busy_seconds):
        yield state


def place_of(settings: "Settings") -> str:
    """Where the settings say that the key is.

    Raises:
        InvalidInput: they do not.
    """
    if not settings.palace_key:
        raise InvalidInput(
            "nothing says where the palace's key is",
            'write palace_key = "keyring:camillo/palace", or a file\'s path, into the settings file'
            " that `camillo config` names",
        )
    return settings.palace_key
