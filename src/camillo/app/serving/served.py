"""A palace of a server: as any other, but what becomes of its wings is told to the shares of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.palace import Palace
from camillo.domain.place import check_name

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.sharing.shares import Shares
    from camillo.domain.owner import Owner
    from camillo.domain.report import Receipt


class ServedPalace(Palace):
    """Renames and deletes wings together with the shares of them, by whichever surface it is asked."""

    def __init__(self, path: Path, parts: "Parts", owner: "Owner", shares: "Shares") -> None:
        super().__init__(path, parts)
        self._owner, self._shares = owner, shares

    def rename_wing(self, old: str, new: str) -> "Receipt":
        """Rename a wing; shares follow it, unless it merges into another: then they end first."""
        name = check_name("wing", new)
        if name != old and any(row["wing"] == name for row in self.wings()):
            self._shares.wing_gone(self._owner, old)
        receipt = super().rename_wing(old, name)
        self._shares.wing_renamed(self._owner, old, name)
        return receipt

    def forget(self, ids: Sequence[str] = (), *, wing: str | None = None) -> "Receipt":
        """Forget texts, or a wing, whose shares end before."""
        if wing is not None:
            self._shares.wing_gone(self._owner, wing)
        return super().forget(ids, wing=wing)
