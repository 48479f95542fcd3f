"""One line of a wake-up: where it comes from, then what was said, so that it can forge neither."""

from dataclasses import dataclass

from camillo.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class Line:
    """A verbatim excerpt with its origin; ``id`` is the span that `get` resolves.

    ``day`` and ``speaker`` are empty where the source gave none.
    """

    id: str
    text: str
    day: str = ""
    hall: str = ""
    speaker: str = ""

    def written(self) -> str:
        r"""The line as it is told: its id first, so that no remembered text can pass for one.

        >>> Line("00:0-2", "hi\nyou", day="2025-06-01", speaker="Ana").written()
        '- [00:0-2] 2025-06-01 Ana: hi you'
        """
        origin = " ".join(part for part in (self.day, self.hall, self.speaker) if part)
        said = inert_line(" ".join(self.text.split()))
        return f"- [{self.id}] {inert_line(origin)}: {said}" if origin else f"- [{self.id}] {said}"
