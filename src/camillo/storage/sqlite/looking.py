"""What a palace file holds, seen without changing it: it may be of an older version, and about to be deleted."""

from dataclasses import dataclass
from pathlib import Path

import apsw

from camillo.domain.errors import CamilloError, NotFound, PalaceDamaged
from camillo.ports.opening import Keys
from camillo.storage.sqlite import ciphering, receipts, upgrading
from camillo.storage.sqlite.connection import Patience, connect, every, one, patiently, translated
from camillo.storage.sqlite.shredding import is_marked

_EXPORTS = 1_000


@dataclass(frozen=True, slots=True)
class Held:
    """How many texts, documents and wings; the copies that lie where it says, and what was exported, in words."""

    turns: int
    documents: int
    wings: int
    copies: tuple[Path, ...]
    exports: tuple[str, ...]


def look(path: Path, keys: Keys | None, busy: float) -> Held:
    """What a palace holds, in one read; its schema stays the one that it has.

    Raises:
        NotFound: there is none, or it is being erased. PalaceLocked: none of the keys opens it.
        PalaceTooNew: a later version wrote it. PalaceDamaged: it is no palace.
    """
    if is_marked(path) or not path.is_file():
        raise _none(path)
    try:
        with translated(path):
            db = connect(path, busy, writer=False, key=ciphering.key_of(path, keys, Patience(busy)))
            try:
                every(db, "pragma query_only=on")
                patiently(busy, lambda: db.execute("begin"))
                return patiently(busy, lambda: _held(db, path))
            finally:
                db.close()
    except apsw.SQLError as error:
        raise PalaceDamaged(f"{path} lacks what a palace has", "restore a backup") from error
    except CamilloError as error:
        # Whoever deleted it meanwhile was faster; what SQLite says of that is no fault.
        if not path.exists():
            raise _none(path) from error
        raise


def copies(db: apsw.Connection) -> tuple[Path, ...]:
    """The copies of a palace that are there still."""
    rows = every(db, "select path from backups order by path")
    return tuple(path for (text,) in rows if (path := Path(text)).is_file())


def _held(db: apsw.Connection, path: Path) -> Held:
    upgrading.readable(db, path)
    turns, documents, wings = (
        row[0] if (row := one(db, f"select count(*) from {table}")) else 0
        for table in ("turns", "documents", "wings")
    )
    log = receipts.read_log(db, _EXPORTS)
    exports = [note for each in log if each.verb == "export" for note in each.notes]
    return Held(turns, documents, wings, copies(db), tuple(exports))


def _none(path: Path) -> NotFound:
    return NotFound(f"there is no palace at {path}", "nothing is there to erase")
