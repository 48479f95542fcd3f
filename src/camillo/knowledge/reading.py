"""What a passage says, read out of its text when it is cut."""

from collections.abc import Sequence
from dataclasses import replace

from camillo.domain.knowledge import Known
from camillo.knowledge.claims.finding import claims
from camillo.knowledge.entities.finding import find, joined
from camillo.knowledge.links.reasons import reasons
from camillo.ports.entities import EntityReader
from camillo.ports.knowing import Knowing, Said


def read(said: Said) -> Known:
    """What a passage knows: the names that it mentions, what it claims, and the reasons it gives.

    >>> [one.name for one in read(Said("Paris it is, says Ana Kova.", "en")).mentions if one.sure]
    ['Ana Kova']
    >>> [(one.subject, one.object) for one in read(Said("Ana works at Acme.", "en")).claims]
    [('Ana', 'Acme')]
    """
    return Known(find(said), claims(said), reasons(said))


def with_readers(readers: Sequence[EntityReader]) -> Knowing:
    """What reads passages with further readers of names beside the built-in one."""
    if not readers:
        return read

    def read_all(said: Said) -> Known:
        known = read(said)
        mentions = known.mentions
        for reader in readers:
            mentions = joined(said, mentions, reader(said))
        return replace(known, mentions=mentions)

    return read_all
