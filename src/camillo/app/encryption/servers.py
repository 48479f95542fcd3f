"""A server's data folder under another key, or none: each owner's palace, and the server's own records last."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.clock import stamp
from camillo.app.encryption import keys
from camillo.app.encryption.changing import place_of
from camillo.app.encryption.sealing import check_installed
from camillo.app.resident.locks import FileLock
from camillo.domain.errors import NotFound, PalaceBusy

if TYPE_CHECKING:
    from camillo.app.settings import Settings

_RECORDS = "server.db"
_PALACES = "palaces/[0-9a-f][0-9a-f]/*/palace.camillo"
_NAME = 64
_NOTES = 100


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done to a server's files: how many palaces were changed, and how many were so already.

    ``records`` says whether the server's own records were changed; ``notes`` name copies that were not.
    """

    verb: str
    folder: str
    at: str
    palaces: int
    unchanged: int
    records: bool
    notes: tuple[str, ...] = ()


def encrypt(folder: Path, settings: "Settings") -> Changed:
    """Encrypt all files of a server with keys made of the one at ``palace_key``, which is made if there is none.

    Each file is whole at every moment, under the old key or the new one; what a killed run left is done by the
    next one. The server's records come last: where they are encrypted, no palace was left out.

    Raises:
        InvalidInput: no place of a key is set. NotFound: there are no files of a server in ``folder``.
        PalaceBusy: a server has them open. PalaceLocked: a file is encrypted with another key.
    """
    place = place_of(settings)
    check_installed()
    with _alone(folder):
        known = keys.keys_at(place) if keys.has_keys(place) else [keys.make_key(place)]
        return _change(folder, settings, "encrypt", known, known[0])


def rekey(folder: Path, settings: "Settings") -> Changed:
    """Give all files of a server a new key, which then stands before the old one in its place.

    Where that place holds several keys, the first is the new one and none is made, so that a run that was killed
    goes on. The old one stays: a database, archives and copies may need it.

    Raises:
        InvalidInput: a variable holds one key alone. The other errors are those of :func:`encrypt`.
    """
    place = place_of(settings)
    check_installed()
    with _alone(folder):
        known = keys.with_new_key(place)
        return _change(folder, settings, "rekey", known, known[0])


def decrypt(folder: Path, settings: "Settings") -> Changed:
    """Take the encryption off all files of a server; the key stays where it is, for copies that need it.

    Raises:
        The errors of :func:`encrypt`.
    """
    place = place_of(settings)
    with _alone(folder):
        return _change(folder, settings, "decrypt", keys.keys_at(place), None)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else changes keys of this folder meanwhile."""
    if not (folder / _RECORDS).is_file() and not (folder / "palaces").is_dir():
        raise NotFound(f"no server keeps anything in {folder}", "name the folder of `serve --data`")
    lock = FileLock(folder / "keys.lock")
    if not lock.take():
        raise PalaceBusy("another process is changing keys here", "wait for its end")
    with lock:
        yield


def _change(
    folder: Path, settings: "Settings", verb: str, known: Sequence[bytes], new: bytes | None
) -> Changed:
    """``new`` is the first of the keys that are known, or none."""
    from camillo.storage.sqlite.recrypting import held

    path, own = folder / _RECORDS, [keys.server_key(key) for key in known]
    if not path.is_file():
        done, same, notes = _palaces(folder, settings, verb, known, new)
        changed = False
    else:
        # A server that runs has its records open, and one that starts waits for them.
        with held(path, lambda: own, settings.busy_seconds) as change:
            done, same, notes = _palaces(folder, settings, verb, known, new)
            changed = change(None if new is None else own[0])
    if len(notes) > _NOTES:
        notes = [*notes[:_NOTES], f"{len(notes) - _NOTES} more copies are as they were"]
    at = stamp()
    return Changed(verb, str(folder), at, done, same, changed, tuple(notes))


def _palaces(
    folder: Path, settings: "Settings", verb: str, known: Sequence[bytes], new: bytes | None
) -> tuple[int, int, list[str]]:
    """How many owners' palaces were changed, and how many not, and what their receipts noted."""
    from camillo.storage.sqlite import recrypting, shredding

    done, same, notes = 0, 0, list[str]()
    for path in sorted(folder.glob(_PALACES)):
        name = path.parent.name
        if len(name) != _NAME:
            continue
        own = tuple(keys.owner_key(key, name) for key in known)
        given, wanted = partial(tuple[bytes, ...], own), None if new is None else own[0]
        shredding.sweep(path)
        if recrypting.has_key(path, given, wanted, settings.busy_seconds):
            same += 1
            continue
        made = recrypting.recrypt(path, verb, given, wanted, settings.busy_seconds)
        notes += made.notes
        done += 1
    return done, same, notes
