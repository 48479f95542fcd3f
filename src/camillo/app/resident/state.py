"""The folder beside a palace where hooks, the resident process and filing meet."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from camillo.text.inert import inert_line
from camillo.text.masking import masked

_LOG_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class State:
    """Where things lie in the state folder of a palace; nothing is made before :meth:`make`.

    >>> State.of(Path("/data/palace.camillo")).spool.as_posix()
    '/data/palace.camillo.run/spool'
    """

    palace: Path
    folder: Path

    @classmethod
    def of(cls, palace: Path) -> "State":
        """The state of the palace at this path."""
        return cls(palace, palace.with_name(palace.name + ".run"))

    @property
    def spool(self) -> Path:
        """Entries that wait to be filed, one JSON file each."""
        return self.folder / "spool"

    @property
    def failed(self) -> Path:
        """Entries that cannot be filed; the log says why."""
        return self.spool / "failed"

    @property
    def sealer(self) -> Path:
        """The half of a key that seals entries; it is there where the palace is encrypted."""
        return self.folder / "seal.pub"

    @property
    def address(self) -> Path:
        """Where the resident process listens, and the token that it wants."""
        return self.folder / "resident.json"

    @property
    def log(self) -> Path:
        """What went wrong, a line each, without remembered text."""
        return self.folder / "hooks.log"

    def make(self) -> None:
        """Make the folders, their owner's alone.

        Raises:
            OSError: they cannot be made.
        """
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (self.folder, self.spool):
            folder.mkdir(mode=0o700, exist_ok=True)
            if os.name == "posix" and folder.stat().st_mode & 0o077:
                folder.chmod(0o700)

    def entries(self) -> list[Path]:
        """The entries that wait, in order of their names; none where there is no spool."""
        try:
            with os.scandir(self.spool) as found:
                names = [one.name for one in found if _is_entry(one.name) and one.is_file()]
        except OSError:
            return []
        return [self.spool / name for name in sorted(names)]

    def note(self, event: str, what: str) -> None:
        """Add a line to the log: time, event, what went wrong. A log that cannot be written is none.

        A log of more than 1 MiB is begun anew, the old one kept beside it. Beside an encrypted palace no name
        and no path is told.
        """
        what = masked(what) if self.sealer.exists() else what
        at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        line = f"{at} {event} {inert_line(what)}\n".encode("utf-8", "backslashreplace")
        try:
            if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT:
                self.log.replace(self.log.with_name("hooks.log.1"))
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            handle = os.open(self.log, flags, 0o600)
            try:
                os.write(handle, line)
            finally:
                os.close(handle)
        except OSError:
            return


def _is_entry(name: str) -> bool:
    return name.endswith(".json") and not name.startswith(".")


def write_whole(path: Path, value: Mapping[str, object]) -> None:
    """Write a JSON file, its owner's alone, so that a reader sees the old one or the new one.

    Raises:
        OSError: it cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(json.dumps(value).encode())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
