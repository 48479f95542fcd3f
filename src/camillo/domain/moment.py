"""Points in time as sources give them: exact where known, missing where missing."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

from camillo.domain.errors import InvalidInput

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE_ONLY = re.compile(r"\d{4}-\d{2}-\d{2}$")


@dataclass(frozen=True, slots=True)
class Moment:
    """One instant: microseconds since 1970 UTC, the zone it was told in, and the source's own text.

    ``offset`` is minutes east of UTC, or None where the source named no zone (the instant is then
    read as UTC). ``text`` is what the source wrote, kept so that it can be shown unchanged.

    >>> Moment.parse("2025-06-01T10:00:00+02:00").micros == Moment.parse("2025-06-01T08:00Z").micros
    True
    >>> Moment.parse("2025-06-01").offset is None
    True
    """

    micros: int
    offset: int | None
    text: str

    @classmethod
    def parse(cls, given: "Time") -> "Moment":
        """Read ISO 8601 text, a date or a datetime; a naive one keeps its zone unknown.

        Raises:
            InvalidInput: the text is no date that ISO 8601 allows, or is out of range.
        """
        if isinstance(given, Moment):
            return given
        try:
            if isinstance(given, datetime):
                return cls._of(given, given.isoformat())
            if isinstance(given, date):
                given = given.isoformat()
            return cls._of(datetime.fromisoformat(given.strip()), given)
        except (ValueError, OverflowError) as error:
            raise InvalidInput(
                f"{str(given)!r} is not a date or time",
                "write it as ISO 8601, for example 2025-06-01 or 2025-06-01T10:00:00Z",
            ) from error

    @classmethod
    def given(cls, time: "Time | None") -> "Moment | None":
        """What a caller gave, read as :meth:`parse` does; None where nothing was.

        Raises:
            InvalidInput: it is no time.

        >>> Moment.given(None), Moment.given("2025-06-01").text
        (None, '2025-06-01')
        """
        return None if time is None else cls.parse(time)

    @classmethod
    def from_epoch(cls, seconds: float) -> "Moment":
        """An instant given as seconds since 1970, as ChatGPT and Slack write it.

        >>> Moment.from_epoch(0).text
        '1970-01-01T00:00:00Z'
        """
        try:
            moment = _EPOCH + timedelta(seconds=float(seconds))
        except (ValueError, OverflowError) as error:
            raise InvalidInput(f"{seconds!r} is not seconds since 1970") from error
        return cls._of(moment, moment.isoformat().replace("+00:00", "Z"))

    @classmethod
    def _of(cls, value: datetime, text: str) -> "Moment":
        shift = value.utcoffset()
        aware = value if shift is not None else value.replace(tzinfo=UTC)
        # A day at the calendar's end can lie beyond it in UTC, which nothing could show again.
        aware = aware.astimezone(UTC)
        micros = (aware - _EPOCH) // timedelta(microseconds=1)
        offset = None if shift is None else int(shift.total_seconds() // 60)
        return cls(micros, offset, text)

    def to_datetime(self) -> datetime:
        """The instant as an aware datetime in the zone it was told in, else in UTC."""
        zone = UTC if self.offset is None else timezone(timedelta(minutes=self.offset))
        return (_EPOCH + timedelta(microseconds=self.micros)).astimezone(zone)

    @property
    def is_date(self) -> bool:
        """Whether the source gave a day without a time."""
        return bool(_DATE_ONLY.match(self.text.strip()))

    def end(self) -> int:
        """Microseconds of the first instant after it: the next day for a date, else the next one."""
        return self.micros + (86_400_000_000 if self.is_date else 1)


#: A time as callers give it: ISO 8601 text, a date, a datetime or a moment.
Time = str | date | Moment
