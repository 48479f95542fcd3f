"""One place where a text names something, before the places are counted together."""

from typing import NamedTuple


class Sighting(NamedTuple):
    """A name as written, what its shape says it is, and whether more than a capital speaks for it.

    ``key`` is given where it is not the name's own.
    """

    name: str
    kind: str
    sure: bool
    key: str = ""
