"""What a passage says, read out of its text when it is cut."""

from camillo.domain.knowledge import Known
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.entities.finding import find
from camillo.ports.knowing import Said


def read(said: Said) -> Known:
    """What a passage knows: the names that it mentions and what it claims.

    >>> [one.name for one in read(Said("Paris it is, says Ana Kova.", "en")).mentions if one.sure]
    ['Ana Kova']
    >>> [(one.subject, one.object) for one in read(Said("Ana works at Acme.", "en")).claims]
    [('Ana', 'Acme')]
    """
    return Known(find(said), claims(said))
