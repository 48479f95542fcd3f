"""The vaults of a palace: which folders were synced with it, and which of their files hold a text."""

import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from camillo.app.resident.state import State as Beside
from camillo.app.vault.files import OWN
from camillo.app.vault.state import State
from camillo.domain.drawer import Span

#: Of more vaults than these the ones that were synced longest ago are not known any more.
_MOST = 200


class Vaults:
    """The folders that one palace was synced with, noted beside it; readable by its owner alone."""

    def __init__(self, palace: Path) -> None:
        self._palace = palace
        self._file = Beside.of(palace).folder / "vaults.json"

    def folders(self) -> tuple[Path, ...]:
        """The folders, those first that were synced first. A file that cannot be read tells of none."""
        try:
            told = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return ()
        return (
            tuple(Path(one) for one in told if isinstance(one, str))
            if isinstance(told, list)
            else ()
        )

    def note(self, root: Path) -> None:
        """Note that a folder is synced with the palace; best effort, a sync does not fail for it."""
        known = self.folders()
        if root in known:
            return
        content = json.dumps([*map(str, known), str(root)][-_MOST:])
        fresh = self._file.with_name(f"{self._file.name}.{secrets.token_hex(4)}")
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as stream:
                stream.write(content)
            fresh.replace(self._file)

    def holding(self, ids: Iterable[str]) -> tuple[str, ...]:
        """What to tell of files that hold texts of these ids still, by the last sync, and of folders that are away."""
        keys = {Span.parse(id).key for id in ids}
        return (
            tuple(told for root in self.folders() for told in self._in(root, keys)) if keys else ()
        )

    def _in(self, root: Path, keys: set[bytes]) -> Iterator[str]:
        if not (root / OWN).is_dir():
            yield f"the vault {root} is not there now: if a file of it has the text, it has it still"
            return
        for base in State(root / OWN, self._palace).bases.values():
            mine = base.text and Span.parse(base.text).key in keys
            if mine and os.path.lexists(root / base.file):
                yield f"the vault file {root / base.file} still holds it: delete it yourself"
