"""Segmentation: a text into the stretches that become drawers, nothing lost between them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from camillo.domain.turn import encode
from camillo.ingest.graphemes import parts_well
from camillo.ingest.outline import Outline, outline
from camillo.ingest.weights import UNIT, Weights
from camillo.ports.embedder import TokenCut

#: The size aimed at in long texts, as a share of the limit: 200 pieces where the limit is 254.
_TARGET = 0.79
#: A span shorter than this share of the size aimed at is taken only where nothing else is left.
_SHORTEST = 0.4
#: The text left over by a cut is to be no shorter than this share.
_SHORTEST_REST = 0.3

_PARAGRAPH = re.compile(r"\n(?:[ \t\r\f\v]*\n)+")
_LINE = re.compile(r"(?:\r\n?|[\n\u2028\u2029\x85])(?=[ \t]*[^\s])")
_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t])")
_UNINDENTED = re.compile(r"\n(?=[^\s)\]}])")
_STOP, _CLEAR_STOP = "[.!?…։᙮܀]", "[。！？｡．‼⁇⁈⁉។៕၊။।॥።፧؟۔]"
_SENTENCE = re.compile(
    rf"(?<!{_STOP}){_STOP}++[\"'”’»)\]]*+\s++(?![a-z])"
    rf"|(?<!{_CLEAR_STOP}){_CLEAR_STOP}++[\"'”’」』）】》〉]*+\s*+"
)
_WORD = re.compile(r"(?<!\s)\s+(?=\S)")
_EAST = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_JOINT = re.compile(
    rf"(?<=[^\w\s(\[{{<«‹“‘「『（《〈【])(?=\w)|(?<=[{_EAST}])(?=[{_EAST}])|(?<=[、，；：])(?=\w)"
)

_BLANK = re.compile(r"\s*")

#: Boundaries and their cost, in sizes aimed at: a costlier one is taken if it lies so much better.
_MARKDOWN = ((0.35, _PARAGRAPH), (0.45, _ITEM), (0.6, _SENTENCE), (0.7, _LINE))
_CODE = ((0.35, _PARAGRAPH), (0.45, _UNINDENTED), (0.6, _LINE), (0.8, _SENTENCE))
_ANY = ((1.3, _WORD), (1.8, _JOINT))
#: More characters to a piece mean that long words unknown to the model stand behind few pieces.
_USUAL_PIECE = 8
#: A cluster of marks longer than twice this is parted anywhere.
_LONGEST_GRAPHEME = 64
#: No span is longer than this in characters, but for white space, however little they weigh.
_LONGEST = 16_384


def cut(text: str, pieces: TokenCut | None, limit: int, markdown: bool) -> list[tuple[int, int]]:
    r"""Part a text into spans of characters that follow one another and cover it.

    A text within ``limit`` word pieces is one span. A longer one is parted where it parts best:
    at headings or unindented lines, between paragraphs, list items, lines, sentences, words, and
    last between characters, into spans of about four fifths of the limit and none above
    it. Fenced code that fits stays whole. White space belongs to the span before it, but for the
    indent of a line. Long words unknown to the model weigh as much as their characters. Without
    ``pieces`` sizes are estimated. Takes time linear in the text.

    >>> cut("One. Two.", None, 254, markdown=False)
    [(0, 9)]
    >>> cut("alpha beta\n\ngamma delta\n", None, 6, markdown=False)
    [(0, 12), (12, 24)]
    """
    if not text or text.isspace():
        return [(0, len(text))] if text else []
    if pieces is not None and len(pieces.ids) <= limit and len(text) <= limit * _USUAL_PIECE:
        return [(0, len(text))]
    weights = Weights(text, pieces)
    return list(_Cutting(text, weights, limit * UNIT, markdown).spans())


def byte_spans(text: str, encoding: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    r"""Spans of characters, one after the other, as spans of bytes of the encoded text.

    >>> byte_spans("né\n", "utf-16-le", [(0, 2), (2, 3)])
    [(0, 4), (4, 6)]
    """
    found = []
    at = done = 0
    for start, end in spans:
        first = at + len(encode(text[done:start], encoding))
        at = first + len(encode(text[start:end], encoding))
        done = end
        found.append((first, at))
    return found


@dataclass(frozen=True, slots=True)
class _Window:
    """Where the span that starts at ``start`` may end: first to last, ideally at ``ideal``."""

    start: int
    first: int
    last: int
    ideal: int


@dataclass(slots=True)
class _Cutting:
    text: str
    weights: Weights
    limit: int
    markdown: bool

    def spans(self) -> Iterator[tuple[int, int]]:
        total = self.weights.upto(len(self.text))
        if total <= self.limit and len(self.text) <= _LONGEST:
            yield 0, len(self.text)
            return
        plan = outline(self.text, self.markdown)
        start = 0
        while start < len(self.text):
            end = self._next(start, total - self.weights.upto(start), plan)
            yield start, end
            start = end

    def _next(self, start: int, rest: int, plan: Outline) -> int:
        weights, text = self.weights, self.text
        budget = self.limit - weights.torn(start, len(text))
        if rest <= budget and len(text) <= start + _LONGEST:
            return len(text)
        window, wide = self._windows(start, rest, budget)
        whole = [
            block
            for block in plan.blocks_between(start + 1, wide.last)
            if weights.between(*block) <= self.limit
        ]
        size = self._size(rest)
        found = self._best(window, plan, whole, size)
        if found is None and whole:
            found = self._best(wide, plan, whole, size) or self._best(window, plan, [], size)
        return found or self._grapheme(window, whole) or self._grapheme(wide, []) or wide.last

    def _windows(self, start: int, rest: int, budget: int) -> tuple[_Window, _Window]:
        """Where the span should end, so that neither it nor the rest is tiny; and where it may end."""
        reach, size = self.weights.reach, self._size(rest)
        last = max(reach(start, budget), start + 1)
        if last > start + _LONGEST and (blank := _BLANK.match(self.text, start + _LONGEST)):
            last = blank.end()
        first = min(last, max(start + 1, reach(start, int(size * _SHORTEST))))
        most = reach(start, min(rest - int(size * _SHORTEST_REST), budget))
        ideal = min(last, reach(start, min(size, budget)))
        near = _Window(start, first, min(last, max(first, most)), ideal)
        return near, _Window(start, start + 1, last, ideal)

    def _size(self, rest: int) -> int:
        """The size to aim at, so that what is left parts into spans of about one size."""
        target = max(UNIT, int(self.limit * _TARGET))
        if rest > 4 * target:
            return target
        parts = max(-(-rest // self.limit), round(rest / target), 1)
        return -(-rest // parts)

    def _best(
        self, window: _Window, plan: Outline, whole: list[tuple[int, int]], size: int
    ) -> int | None:
        """The boundary that costs least: by its kind, and by how far from the ideal size it lies."""
        best, least = None, float("inf")
        levels = _MARKDOWN if self.markdown else _CODE
        for cost, pattern in ((0.0, None), *levels, *_ANY):
            if cost >= least:
                break
            found = plan.sections_between(window.first, window.last)
            if pattern is not None:
                found = self._ends(pattern, window)
            position = self._nearest(found, window, plan, whole)
            if position is not None:
                off = abs(self.weights.between(window.ideal, position))
                if cost + off / size < least:
                    best, least = position, cost + off / size
        return best

    def _ends(self, pattern: re.Pattern[str], window: _Window) -> list[int]:
        # One character beyond the window shows what follows a boundary at its very end.
        low, high = max(window.start, window.first - 8), min(len(self.text), window.last + 1)
        ends = [match.end() for match in pattern.finditer(self.text, low, high)]
        return [end for end in ends if window.first <= end <= window.last]

    def _nearest(
        self, found: list[int], window: _Window, plan: Outline, whole: list[tuple[int, int]]
    ) -> int | None:
        """The allowed place nearest to the ideal: the first of those before it, or of those after."""
        at = bisect_left(found, window.ideal)
        before = self._first_allowed(reversed(found[:at]), window.start, plan, whole)
        after = self._first_allowed(found[at:], window.start, plan, whole)
        return min(
            (place for place in (before, after) if place is not None),
            key=lambda place: abs(place - window.ideal),
            default=None,
        )

    def _first_allowed(
        self, places: Iterable[int], start: int, plan: Outline, whole: list[tuple[int, int]]
    ) -> int | None:
        for place in places:
            if place not in plan.glued and self._may_part(start, place, whole):
                return place
        return None

    def _may_part(self, start: int, place: int, whole: list[tuple[int, int]]) -> bool:
        if not parts_well(self.text, place, start):
            return False
        if any(first < place < last for first, last in whole):
            return False
        torn = self.weights.torn(start, place)
        return not torn or self.weights.between(start, place) + torn <= self.limit

    def _grapheme(self, window: _Window, whole: list[tuple[int, int]]) -> int | None:
        """The place nearest to the ideal that parts no character."""
        for step in range(_LONGEST_GRAPHEME):
            for place in (window.ideal - step, window.ideal + step):
                inside = window.first <= place <= window.last
                if inside and self._may_part(window.start, place, whole):
                    return place
        return None
