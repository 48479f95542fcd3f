"""A palace made out of a backup, which is only read."""

from pathlib import Path

from camillo.domain.errors import PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.opening import Keys
from camillo.storage.sqlite import ciphering, upgrading
from camillo.storage.sqlite.backup import PATIENCE_SECONDS, copy_to
from camillo.storage.sqlite.checking import check_palace
from camillo.storage.sqlite.connection import Patience, connect, translated
from camillo.storage.sqlite.session import Session


def restore(backup: Path, target: Path, keys: Keys | None = None) -> Receipt:
    """Copy a backup to a new file, check the copy, and note in it where the backup lies.

    A backup that is encrypted gives a palace with the same key.

    Raises:
        InvalidInput: the target exists. PalaceDamaged: the backup is no palace, or its parts disagree.
        PalaceTooNew: a later version wrote it. PalaceLocked: none of the keys opens it.
    """
    with translated(backup):
        key = ciphering.key_of(backup, keys, Patience(PATIENCE_SECONDS))
    _check_origin(backup, key)
    copy_to(backup, target, key)
    try:
        session = Session(target, create=False, busy_seconds=PATIENCE_SECONDS, keys=_only(key))
        try:
            return _settle(session, backup)
        finally:
            session.close()
    except BaseException:
        for companion in ("", "-wal", "-shm"):
            target.with_name(target.name + companion).unlink(missing_ok=True)
        raise


def _only(key: bytes | None) -> Keys | None:
    return None if key is None else lambda: [key]


def _check_origin(backup: Path, key: bytes | None) -> None:
    with translated(backup):
        db = connect(backup, PATIENCE_SECONDS, writer=False, key=key)
        try:
            if not upgrading.readable(db, backup):
                raise PalaceDamaged(f"{backup} is no palace", "name a file that `backup` made")
        finally:
            db.close()


def _settle(session: Session, backup: Path) -> Receipt:
    with session.reading() as db:
        problems = check_palace(db, session.tombstone_key)
    if problems:
        raise PalaceDamaged(f"{backup} does not hold together: {problems[0]}", "use another backup")
    with session.writing() as writing:
        row = (str(backup.absolute()), writing.now, writing.number)
        writing.db.execute("insert or replace into backups values (?, ?, ?)", row)
        return writing.receipt("restore", {"bytes": session.path.stat().st_size})
