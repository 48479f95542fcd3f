"""What every store refuses to file as links, and how their weights are kept."""

from collections.abc import Sequence

from camillo.domain.errors import InvalidInput
from camillo.domain.knowledge import Link

#: Weights are kept as whole thousandths.
SCALE = 1_000
#: The sign bits of a drawer without any.
NO_BITS = bytes(48)


def check_links(links: Sequence[Link], after: int, upto: int, last: int) -> None:
    """Refuse links that are none, and a mark that does not move forward to the last drawer at the most.

    Raises:
        InvalidInput: there is one, or it does not.
    """
    if not after <= upto <= last:
        raise InvalidInput(
            f"the mark cannot go from {after} to {upto}",
            f"link drawers up to {last}, the last one",
        )
    for link in links:
        if link.a == link.b or not link.kind:
            raise InvalidInput(f"drawer {link.a} cannot be linked so", "name two drawers, a kind")
