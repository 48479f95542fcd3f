"""What a passage says, read out of its text when it is cut."""

from camillo.domain.knowledge import Known
from camillo.knowledge.entities.finding import find
from camillo.ports.knowing import Said


def read(said: Said) -> Known:
    """What a passage knows: the names that it mentions.

    >>> [one.name for one in read(Said("Paris it is, says Ana Kova.", "en")).mentions if one.sure]
    ['Ana Kova']
    """
    return Known(find(said))
