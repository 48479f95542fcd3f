"""What the lines of one message have in common, and what each of them cites."""

from dataclasses import dataclass

from camillo.app.memories.reading import language_of
from camillo.distill.memories.memory import Line
from camillo.domain.drawer import Span
from camillo.domain.identity import encode_text
from camillo.domain.moment import Moment
from camillo.domain.search import Memory as Text
from camillo.ports.store import Snapshot

#: Lines of one message stand less than a second after it.
_WITHIN = 999_999
_MILLISECOND, _DAY = 1_000, 86_400_000


@dataclass(frozen=True, slots=True)
class Telling:
    """A message that lines are made of. ``order`` is when it was said, else filed, in micros.

    Of those that were said on one day, and no one tells when, the one that was filed later was said later.
    """

    message: Text
    language: str
    speaker: str
    moment: Moment | None
    order: int

    @classmethod
    def of(cls, snapshot: Snapshot, message: Text) -> "Telling":
        """A message as it is filed."""
        moment = None if message.turn.at is None else Moment.parse(message.turn.at)
        key = Span.parse(message.id).key
        order = moment.micros if moment else _filed_at(snapshot, key)
        if moment and moment.is_date:
            order += snapshot.turn_numbers([key]).get(key, 0) % _DAY * _MILLISECOND
        return cls(message, language_of(message.text), message.turn.speaker, moment, order)

    def line(self, text: str, start: int, end: int, section: str) -> Line:
        """A line that rests on a stretch of the message, given in characters.

        What a message says further down is said later: each character before it counts as a microsecond.
        """
        told = "" if self.moment is None else self.moment.text
        cite = _cite(self.message, start, end)
        return Line(
            text, section, self.order + min(start, _WITHIN), told, (cite,), said=self.speaker
        )


def _cite(message: Text, start: int, end: int) -> str:
    first = len(encode_text(message.text[:start]))
    return str(
        Span(Span.parse(message.id).key, first, first + len(encode_text(message.text[start:end])))
    )


def _filed_at(snapshot: Snapshot, key: bytes) -> int:
    """When a turn without a time of its own was filed, in micros."""
    import numpy as np

    numbers, times = snapshot.added()
    number = snapshot.turn_numbers([key]).get(key, 0)
    at = int(np.searchsorted(numbers, number))
    return int(times[at]) if at < len(numbers) and numbers[at] == number else 0
