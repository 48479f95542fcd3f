"""One line of a wake-up: where it comes from, then what was said, so that it can forge neither."""

from collections.abc import Callable
from dataclasses import dataclass

from camillo.distill.excerpt import clip, excerpt
from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.text.inert import inert_line

Count = Callable[[str], int]
#: A speaker's name is shown to so many characters.
_NAME = 40
#: The share of terms from which on two lines say the same, and the fewest terms that can tell.
_SAME = 0.85
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A passage that can be told, with its origin.

    ``id`` is the span that `get` resolves and ``cite`` its abbreviated form. ``spans`` are the
    text's sentences, ``best`` the one to tell and ``terms`` its index terms. ``day``, ``hall`` and
    ``speaker`` are empty where there is none.
    """

    id: str
    cite: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()
    best: int = 0
    day: str = ""
    hall: str = ""
    speaker: str = ""
    terms: frozenset[str] = frozenset()

    def repeats(self, other: "Line") -> bool:
        """Whether it says what another line says.

        Two repeat each other when they share nearly all terms, or one holds all of the other's; one
        word that differs may be the point of it.

        >>> one, other = (Line("", "", "", terms=frozenset(t.split())) for t in ("a b c d", "a b c e"))
        >>> one.repeats(other), one.repeats(one)
        (False, True)
        """
        shared = len(self.terms & other.terms)
        smaller = min(len(self.terms), len(other.terms))
        if smaller < _FEWEST:
            return smaller > 0 and self.terms == other.terms
        return shared == smaller or shared >= _SAME * len(self.terms | other.terms)

    def written(self, limit: int, count: Count) -> str:
        r"""The line with an excerpt of at most ``limit`` tokens.

        Its id comes first and within brackets, so that no remembered text can pass for one, and no
        text begins a line of its own.

        >>> line = Line("00:0-2", "00:0-2", "hi\n[1:0-1]", day="2025-06-01", speaker="Ana")
        >>> line.written(10, len)
        '- [00:0-2] 2025-06-01 Ana: hi [1:0-1]'
        """
        said = excerpt(self.text, self.spans, self.best, limit, count)
        speaker = clip(self.speaker, _NAME, len)
        origin = " ".join(part for part in (self.day, self.hall, speaker) if part)
        shown = f"{inert_line(origin)}: " if origin else ""
        return f"- [{self.cite}] {shown}{inert_line(' '.join(said.split()))}"


def day(told: str | None) -> str:
    """The day of a time as its source wrote it; empty where there is none.

    >>> day("2025-06-01T23:30:00-05:00"), day(None)
    ('2025-06-01', '')
    """
    if not told:
        return ""
    try:
        return Moment.parse(told).to_datetime().date().isoformat()
    except InvalidInput:
        return ""
