"""How words of time make dates: what stands before a date and changes it, and dates in a row."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from camillo.text.times import relative
from camillo.text.times.interval import (
    FIRST_YEAR,
    LAST_YEAR,
    Expression,
    Grain,
    Interval,
    between,
    day,
    half,
    part,
    shifted,
    unit_of,
    week_of_month,
)
from camillo.text.times.reader import GRAINS, Found, Reader
from camillo.text.times.relative import only
from camillo.text.times.rules import RULES, YEAR
from camillo.text.times.tokens import COMMA, OTHER, STOP, Token, pattern

_NO_BEGINNING = OTHER + STOP
_EVENT_WORDS = 4
_TO = frozenset(
    [
        "to",
        "through",
        "a",
        "à",
        "au",
        "até",
        "hasta",
        "al",
        "bis",
        "jusqu",
        "至",
        "到",
        "-",
        "–",
        "—",
    ]
)


class Grammar(Reader):
    """Reads the dates in a row of tokens, relative ones against each of the reference days."""

    def __init__(
        self,
        tokens: Sequence[Token],
        references: Sequence[date],
        own: frozenset[str],
        figures: Sequence[Expression] = (),
    ) -> None:
        super().__init__(tokens, references, figures)
        self._function_words = own

    def all(self) -> Iterable[tuple[int, Found]]:
        """Every date with the number of its first word, in order; none overlap."""
        at = 0
        while at < len(self.tokens):
            # No date begins with a word of another meaning: most words of most texts.
            found = None if self.kinds[at] in _NO_BEGINNING else self._range(at)
            if found is not None and (found.readings or found.event):
                yield at, found
            at = found.end if found is not None else at + 1

    def _range(self, at: int) -> Found | None:
        """Two dates with "to" between them, or after "between"; else one."""
        first = self.date(at)
        if first is None or not first.readings:
            return first
        bridge = pattern("_&_").match(self.kinds, first.end)
        named = pattern(".*R_$").match(self.kinds[max(0, at - 3) : at]) is not None
        if bridge is None or COMMA in bridge.group():
            return first
        word = next(t for t in self.tokens[first.end : bridge.end()] if t.kind == "&")
        second = self.date(bridge.end())
        if second is None or not second.readings or not (named or word.written in _TO):
            return first
        start, stop = first.readings[0], second.readings[0]
        if first.yearly and not second.yearly:
            start = _moved(start, stop.first.year) or start
        whole = between(start.first, stop.last)
        if whole is None:
            return first
        return replace(
            second,
            readings=(whole,),
            grain="week" if whole.days <= 14 else "month" if whole.days < 60 else "season",
            relative=first.relative or second.relative,
        )

    def date(self, at: int) -> Found | None:
        """The date that begins at a word."""
        for read in (self._offset, self._open, self._part, self._week_of, self._weekday_of):
            found = read(at)
            if found is not None:
                return found
        for rule in RULES:
            for written in (rule.kinds + YEAR, rule.kinds) if rule.dated else (rule.kinds,):
                match = pattern(written).match(self.kinds, at)
                found = rule.read(self, match) if match is not None else None
                if found is not None:
                    return found
        return None

    def _offset(self, at: int) -> Found | None:
        match = pattern(r"_(?P<n>[N~L])?_(?P<u>[UKW])_(?P<b>[BaF])_").match(self.kinds, at)
        last = pattern("L(?![MSKWU])").match(self.kinds, match.end()) if match else None
        if match is None or last or (match["b"] == "a" and match["n"] != "N"):
            return None
        token = self.tokens[match.start("u")]
        sign = 1 if match["b"] == "F" else -1
        count = self.number(match, "n") if match["n"] == "N" else 1
        told = bool(match["n"]) or match.start("u") > at
        beside = self.date(match.end())
        if beside is not None and beside.readings and not beside.yearly:
            readings = only(
                one
                for anchor in beside.readings
                for one in (_beside(anchor, token, sign * (count or 1)), anchor)
            )
            return replace(beside, readings=readings, grain="week")
        event = self._event(match.end())
        if not event or not told or match["u"] != "U":
            return None
        offset = f"{sign * (count or 1):+d} {token.value}"
        offset = f"{sign * 7 * (count or 1):+d} d" if token.value == "w" else offset
        end = match.end() + len(event)
        written = " ".join(each.written for each in event)
        return Found(end, (), GRAINS[token.value], event=written, offset=offset)

    def _event(self, at: int) -> list[Token]:
        """The words that name an event: up to four, as far as the next small word."""
        words: list[Token] = []
        for token in self.tokens[at : at + _EVENT_WORDS]:
            small = token.written.casefold() in self._function_words
            if token.kind in (STOP, COMMA) or (words and small):
                break
            words.append(token)
        return words

    def _open(self, at: int) -> Found | None:
        match = pattern(r"(?P<r>[ZBF])_i?_").match(self.kinds, at)
        found = self.date(match.end()) if match is not None else None
        if match is None or found is None or not found.readings:
            return None
        if found.yearly and match["r"] != "Z":
            return None
        one = found.readings[0]
        spans = {
            "Z": between(one.first, max(one.last, self.today)),
            "B": between(date(FIRST_YEAR, 1, 1), one.first - timedelta(1)),
            "F": between(one.last + timedelta(1), date(LAST_YEAR, 12, 31)),
        }
        readings = only([spans[match["r"]]])
        counted = found.relative or found.yearly
        open_ended = replace(found, grain="open", yearly=False, relative=counted)
        return replace(open_ended, readings=readings) if readings else None

    def _part(self, at: int) -> Found | None:
        match = pattern(r"(?:(?P<p>P)|(?P<o>[OL])(?P<h>H))_i?_").match(self.kinds, at)
        found = self.date(match.end()) if match is not None else None
        if match is None or found is None or found.grain not in ("month", "season", "year"):
            return None
        if match["p"]:
            third = int(self.tokens[match.start("p")].value)
            readings = only(part(one, third) for one in found.readings)
        else:
            second = match["o"] == "L" or self.number(match, "o") == 2
            readings = only(half(one, second) for one in found.readings)
        finer: dict[Grain, Grain] = {"month": "week", "season": "month", "year": "season"}
        return replace(found, readings=readings, grain=finer[found.grain])

    def _week_of(self, at: int) -> Found | None:
        match = pattern(r"(?P<o>[OL])(?P<u>U)_(?=[oM])").match(self.kinds, at)
        if match is None or self.unit(match, "u") != "w":
            return None
        found = self.date(match.end())
        number = -1 if match["o"] == "L" else self.number(match, "o") or 1
        if found is None or found.grain != "month" or not -1 <= number <= 5:
            return None
        readings = only(
            week_of_month(one.first.year, one.first.month, number) for one in found.readings
        )
        return replace(found, readings=readings, grain="week") if readings else None

    def _weekday_of(self, at: int) -> Found | None:
        match = pattern(r"(?P<w>W)_(?=[LTXU][LTXU])").match(self.kinds, at)
        found = self.date(match.end()) if match is not None else None
        if match is None or found is None or found.grain != "week":
            return None
        number = int(self.tokens[match.start("w")].value)
        days = only(unit_of(one.first, number, "d") for one in found.readings)
        return replace(found, readings=days, grain="day")


def _moved(one: Interval, year: int) -> Interval | None:
    first = day(year, one.first.month, one.first.day)
    last = day(year + one.last.year - one.first.year, one.last.month, one.last.day)
    return between(first.first, last.last) if first and last else None


def _beside(anchor: Interval, token: Token, count: int) -> Interval | None:
    """So many units before (negative) or after a date; a weekday or weekend next to it."""
    edge = anchor.first if count < 0 else anchor.last
    if token.kind == "W":
        gap = (edge.weekday() - int(token.value)) % 7 or 7
        return unit_of(edge, -gap if count < 0 else 7 - gap or 7, "d")
    if token.kind == "K":
        return relative.weekend(edge, count if count > 0 or edge.weekday() < 6 else 0)
    if count == -1 and token.value == "w":
        first = shifted(edge, -7, "d")
        return between(first, edge - timedelta(1)) if first is not None else None
    return relative.ago(edge, -count, token.value)
