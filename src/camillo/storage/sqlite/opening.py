"""Where palaces in files are opened from by owner: the entry point of this backend."""

import re
from pathlib import Path

from camillo.domain.errors import NotFound, PalaceLocked
from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.ports.store import PalaceStore


def open_palace(
    address: str, owner: Owner, *, create: bool, busy_seconds: float, keys: Keys | None = None
) -> PalaceStore:
    """The owner's palace in the folder at ``sqlite:///...``, a file of its own; see :class:`StoreOpener`."""
    from camillo.storage.sqlite import ciphering, erasing, shredding
    from camillo.storage.sqlite.store import SqliteStore

    path = file_of(Path(address.partition("://")[2]), owner)
    if shredding.is_marked(path):
        erasing.finish(path, keys, busy_seconds)
    if not create and not path.exists():
        raise NotFound("this owner has no palace there", "make one first")
    if keys is not None and path.exists() and ciphering.is_plain(path):
        raise PalaceLocked(
            f"{path} is not encrypted, although palace_key is set",
            "run `camillo encrypt --server`, unless it was encrypted before: then see who changed it",
        )
    return SqliteStore.open(path, create=create, busy_seconds=busy_seconds, keys=keys)


def file_of(folder: Path, owner: Owner) -> Path:
    """Where an owner's palace lies in a folder of many."""
    return folder / owner.name[:2] / owner.name / "palace.camillo"


def is_owners(path: Path) -> bool:
    """Whether a palace lies as :func:`file_of` has it: in a folder that is its owner's alone."""
    folder = path.parent
    return (
        path.name == "palace.camillo"
        and re.fullmatch("[0-9a-f]{64}", folder.name) is not None
        and folder.parent.name == folder.name[:2]
    )
