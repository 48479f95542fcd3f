"""A palace of a server: as any other, but what becomes of its wings is told to the shares of them."""

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.palace import Palace
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.place import check_name
from camillo.ports.erasing import ErasableStore

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.sharing.shares import Shares
    from camillo.domain.owner import Owner
    from camillo.domain.report import Receipt


@dataclass(frozen=True, slots=True)
class Erased:
    """What was deleted with a palace, by kind, and what may still hold bytes of it, in words."""

    counts: Mapping[str, int]
    left: tuple[str, ...]


class ServedPalace(Palace):
    """Merges and deletes wings together with the shares of them, by whichever surface it is asked."""

    def __init__(self, path: Path, parts: "Parts", owner: "Owner", shares: "Shares") -> None:
        super().__init__(path, parts)
        self._owner, self._shares = owner, shares

    def rename_wing(self, old: str, new: str) -> "Receipt":
        """Rename a wing; shares go with it, unless it merges into another: then they end first."""
        name = check_name("wing", new)
        if name != old and any(row["wing"] == name for row in self.wings()):
            self._end_shares(old)
        return super().rename_wing(old, name)

    def forget(self, ids: Sequence[str] = (), *, wing: str | None = None) -> "Receipt":
        """Forget texts, or a wing, whose shares end before."""
        if wing is not None:
            self._end_shares(wing)
        return super().forget(ids, wing=wing)

    def _end_shares(self, wing: str) -> None:
        with suppress(NotFound):
            self._shares.wing_gone(self._owner, self.wing_number(wing))

    def is_gone(self) -> bool:
        """Whether it was deleted elsewhere while it was open here."""
        return isinstance(self._store, ErasableStore) and self._store.is_gone()

    def erase(self, last: int | None = None) -> "Erased":
        """Delete this palace whole, and close it; its shares are the server's to end.

        Raises:
            Outdated: ``last`` is not the number of its last write.
            InvalidInput: its store cannot do that. PalaceBusy: as the store says.
        """
        if not isinstance(self._store, ErasableStore):
            raise InvalidInput("this store cannot delete a palace whole", "delete wing by wing")
        counts = self._parts.counts()
        in_file = self.path.is_file()
        left = self._store.erase(last)
        self._parts.endpoints.close()
        if not in_file:
            # With a file went what lay beside it; another server may have made a new one there by now.
            shred_all(self.path.parent)
        told = {name: counts[name] for name in ("turns", "documents", "drawers", "wings", "bytes")}
        return Erased(told, left)


def shred_all(folder: Path) -> None:
    """Overwrite and remove what lies beside a palace, in a folder that is this palace's alone."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.write_bytes(bytes(path.stat().st_size))
    shutil.rmtree(folder, ignore_errors=True)
