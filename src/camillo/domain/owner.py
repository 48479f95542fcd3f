"""Owners: whose palace it is."""

from dataclasses import dataclass

from camillo.domain.identity import digest, encode_text


@dataclass(frozen=True, slots=True)
class Owner:
    """A (product, user) pair: the same user of two products is two owners.

    >>> Owner("notes", "ana").name == Owner("tasks", "ana").name
    False
    """

    product: str
    user: str

    @property
    def name(self) -> str:
        """What files and rows of this owner are called: 64 hexadecimal digits that tell neither part.

        >>> len(Owner("notes", "ana").name)
        64
        """
        return digest(b"camillo owner", encode_text(self.product), encode_text(self.user)).hex()
