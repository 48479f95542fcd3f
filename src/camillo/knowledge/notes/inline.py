"""What stands inside a paragraph: code spans, comments, links, addresses, tags of HTML, formulas."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["code", "comment", "wiki", "markdown", "bracket", "url", "html", "math"]

_TOKEN = re.compile(
    r"""
    (?P<escape>\\[!-/:-@\[-`{-~])
    | (?P<ticks>`++)
    | (?P<comment><!--)
    | (?P<html></?[a-zA-Z][\w-]*+(?>\s++[\w:@.-]++(?>\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+)*+\s*+/?>)
    | (?P<auto><(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}+:[^\s<>]*+|[^\s<>@]{1,64}+@[^\s<>@]++)>)
    | (?P<wiki>!?\[\[[^\[\]\r\n]++\]\])
    | (?P<open>\[)
    | (?P<close>\](?=(?P<call>\()?))
    | (?P<url>(?<![a-zA-Z0-9])(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}+://|mailto:|www\.)[^\s<>"`\[\]]++)
    | (?P<formula>\$\$|(?<![\w$])\$(?=[^\s$][^$\r\n]*+(?<!\s)\$(?!\w)))
    """,
    re.VERBOSE,
)
_CALL = re.compile(
    r"""\(\s*+(?:<(?P<angled>[^<>\r\n]*+)>|(?P<bare>[^\s()<>]*+(?:\([^\s()]*+\)[^\s()]*+)*+))"""
    r"""(?:\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?+\s*+\)"""
)
_TICKS = re.compile(r"`++")


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of characters of one kind; ``inner`` and ``stop`` enclose a markdown link's destination.

    Pieces may stand inside others: a link inside a bracket, an address inside a link's words.
    """

    kind: Kind
    start: int
    end: int
    inner: int = 0
    stop: int = 0


def pieces(text: str, start: int, end: int) -> Iterator[Piece]:
    """The pieces of one block, in the order of their ends. Takes time linear in the block.

    >>> [(one.kind, one.start, one.end) for one in pieces("`[[a]]` [[b]]", 0, 13)]
    [('code', 0, 7), ('wiki', 8, 13)]
    """
    yield from _Line(text, end).scan(start)


class _Line:
    def __init__(self, text: str, end: int) -> None:
        self._text = text
        self._end = end
        self._open: list[int] = []
        self._runs: dict[int, list[int]] | None = None
        #: From where on a closing mark was looked for in vain.
        self._missing: dict[str, bool] = {}
        self._formula = 0

    def scan(self, at: int) -> Iterator[Piece]:
        while token := _TOKEN.search(self._text, at, self._end):
            at = token.end()
            kind = token.lastgroup if token.lastgroup != "call" else "close"
            if kind == "ticks":
                if closing := self._closing_ticks(token):
                    at = closing
                    yield Piece("code", token.start(), at)
            elif kind == "comment":
                if closing := self._after("-->", token.end()):
                    at = closing
                    yield Piece("comment", token.start(), at)
            elif kind in ("html", "auto"):
                yield Piece("html" if kind == "html" else "url", token.start(), at)
            elif kind == "wiki":
                yield Piece("wiki", token.start(), at)
            elif kind == "url":
                yield Piece("url", token.start(), at)
            elif kind == "open":
                self._open.append(token.start())
            elif kind == "close" and self._open:
                piece = self._closed(token)
                at = piece.end
                yield piece
            elif kind == "formula" and token.start() >= self._formula:
                yield from self._math(token)

    def _closed(self, token: re.Match[str]) -> Piece:
        start = self._open.pop()
        call = _CALL.match(self._text, token.end(), self._end) if token["call"] else None
        if not call:
            return Piece("bracket", start, token.end())
        group = "bare" if call["angled"] is None else "angled"
        return Piece("markdown", start, call.end(), *call.span(group))

    def _math(self, token: re.Match[str]) -> Iterator[Piece]:
        """Formulas keep their links, so what is in them is still looked at."""
        closing = self._after(token[0], token.end())
        if closing:
            self._formula = closing
            yield Piece("math", token.start(), closing)

    def _after(self, mark: str, at: int) -> int:
        """The end of the next such mark, 0 where there is none."""
        if self._missing.get(mark):
            return 0
        found = self._text.find(mark, at, self._end)
        if found < 0:
            self._missing[mark] = True
            return 0
        return found + len(mark)

    def _closing_ticks(self, token: re.Match[str]) -> int:
        """The end of the next run of as many ticks, 0 where there is none."""
        if self._runs is None:
            self._runs = {}
            for run in _TICKS.finditer(self._text, token.start(), self._end):
                self._runs.setdefault(len(run[0]), []).append(run.start())
        runs = self._runs.get(len(token[0]), [])
        at = bisect_right(runs, token.start())
        return runs[at] + len(token[0]) if at < len(runs) else 0
