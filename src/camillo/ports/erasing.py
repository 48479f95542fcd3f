"""The port of stores that can delete an owner's whole palace."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class ErasableStore(Protocol):
    """A store whose owner can be forgotten whole."""

    def erase(self, last: int | None = None) -> tuple[str, ...]:
        """Delete every row of the owner, canonical ones included, and close; what may still hold them, in words.

        Opening the owner's palace afterwards makes a new and empty one. ``last`` is the number of the newest
        receipt that whoever wants it gone has seen, 0 where there was none.

        Raises:
            Outdated: something was written since; nothing was deleted.
            PalaceBusy: others write to it for too long: nothing was deleted. Or they have its file open still: nobody
                can read it any more, and who opens it next deletes what is left.
        """
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted elsewhere while it was open here: this handle reads and writes no more."""
        ...
