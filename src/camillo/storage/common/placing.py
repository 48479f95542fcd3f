"""What a store says of a place or a text that it does not have, or of a name that changes nothing."""

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound


def no_turn(span: Span) -> NotFound:
    """No turn holds a span."""
    return NotFound(f"no turn holds {span}", "use an id as `camillo search` prints it")


def no_wing(name: str) -> NotFound:
    """There is no wing of this name."""
    return NotFound(f"no wing named {name!r}", "list the wings with `camillo wings`")


def no_room(name: str) -> NotFound:
    """The wing has no room of this name."""
    return NotFound(f"no room named {name!r} in the wing", "list them with `camillo rooms`")


def named_already(what: str, name: str) -> InvalidInput:
    """A wing, or a room, is called by its new name already."""
    return InvalidInput(f"the {what} is named {name!r} already", "give another name")
