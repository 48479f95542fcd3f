"""The port of stores that several machines have open: what one of them does alone is the store's to say."""

from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable


@runtime_checkable
class AloneStore(Protocol):
    """A store beside which a lock in a folder says nothing: who else has the palace open may be elsewhere."""

    def alone(self, what: str, seconds: float) -> AbstractContextManager[None]:
        """Nobody else does this in the palace meanwhile, at whichever machine; who dies over it lets it go.

        Raises:
            PalaceBusy: others did for as many ``seconds``; 0 waits for nobody.
        """
        ...
