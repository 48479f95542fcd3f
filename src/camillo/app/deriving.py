"""What is derived of memories once they are filed and linked: gists, and the contexts of neighbours."""

from typing import TYPE_CHECKING

from camillo.app.episodes.gisting import Gister
from camillo.app.links.contexts import Refresher

if TYPE_CHECKING:
    from camillo.app.compose import Parts


class Deriving:
    """Both passes over one palace; each goes on from its mark, so that nothing is done twice."""

    def __init__(self, parts: "Parts") -> None:
        self._gister = Gister(parts.store, parts.preset())
        self._refresher = Refresher(parts.store)

    def run(self) -> None:
        """Do all that waits."""
        self._gister.run()
        self._refresher.run()

    def soon(self) -> None:
        """Do a part of what waits that takes no longer than about a tenth of a second."""
        self._gister.run(1)
        self._refresher.run(1)
