"""Patterns over kinds of words that are a date by themselves, and how each is read."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from camillo.text.times import relative
from camillo.text.times.interval import (
    Grain,
    Interval,
    between,
    day,
    months,
    season,
    unit_of,
    years,
)
from camillo.text.times.reader import GRAINS, STEPS, Found, Reader
from camillo.text.times.relative import only

#: A year after a date, by its number or counted from the reference day.
YEAR = r"_i?_(?:(?P<y>Y)|(?P<l>[LTX])(?P<u>U)|(?P<v>U)(?P<k>[LX]))"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over kinds and how its match is read; ``dated``: a year can follow."""

    kinds: str
    read: Callable[[Reader, re.Match[str]], Found | None]
    dated: bool = False


def _day(reader: Reader, match: re.Match[str]) -> Found | None:
    number, month = reader.value(match, "d"), reader.value(match, "m")
    last = reader.value(match, "e") if match.groupdict().get("e") else number
    dated = reader.years(match)
    if dated is None:
        if "y" in match.groupdict():
            return None
        first = relative.every_year(reader.today, month, number)
        stop = relative.every_year(reader.today, month, last)
        readings = only([between(first.first, stop.last) if first and stop else None])
    else:
        pairs = ((day(year, month, number), day(year, month, last)) for year in dated[0])
        readings = only(between(a.first, b.last) if a and b else None for a, b in pairs)
    if not readings:
        return None
    return Found(match.end(), readings, "day", dated is None, bool(dated and dated[1]))


def _month(reader: Reader, match: re.Match[str]) -> Found | None:
    month, dated = reader.value(match, "m"), reader.years(match)
    if dated is not None:
        readings = only(months(year, month) for year in dated[0])
    elif "y" in match.groupdict() or not reader.believed(match, "m"):
        return None
    else:
        readings = only([relative.every_year(reader.today, month)])
    return Found(match.end(), readings, "month", dated is None, bool(dated and dated[1]))


def _season(reader: Reader, match: re.Match[str]) -> Found | None:
    number, dated = reader.value(match, "m"), reader.years(match)
    if dated is not None:
        readings = only(one for year in dated[0] for one in season(year, number))
    elif "y" in match.groupdict() or not reader.believed(match, "m"):
        return None
    else:
        reference = reader.today
        around = [season(reference.year + step, number)[0] for step in (-1, 0)]
        readings = only([relative.latest(reference, around)])
    return Found(match.end(), readings, "season", dated is None, bool(dated and dated[1]))


def _quarter(reader: Reader, match: re.Match[str]) -> Found | None:
    number, dated = reader.value(match, "q"), reader.years(match)
    if match.groupdict().get("w") and reader.unit(match, "w") != "q":
        return None
    if (dated is None and "y" in match.groupdict()) or not 1 <= number <= 4:
        return None
    reference = reader.today
    named = dated[0] if dated else (reference.year - 1, reference.year)
    found = only(months(year, 3 * number - 2, 3) for year in named)
    readings = found if dated else only([relative.latest(reference, found)])
    return Found(match.end(), readings, "season", dated is None, bool(dated and dated[1]))


def _named(reader: Reader, match: re.Match[str]) -> Found | None:
    """Last, this or next, with a month, season, weekday, weekend or unit."""
    token, step = reader.tokens[match.start("m")], STEPS[match["l"]]
    readings: list[Interval | None] = []
    for reference in reader.references:
        if token.kind == "U":
            if token.value == "d":
                return None
            readings.append(unit_of(reference, step, token.value))
        elif token.kind == "K":
            near = [step, 0] if step == 1 and reference.weekday() < 5 else [step]
            readings += [relative.weekend(reference, each) for each in near]
        elif token.kind == "W":
            readings += relative.weekday(reference, int(token.value), step)
        elif token.kind == "M":
            readings += relative.month(reference, int(token.value), step)
        else:
            readings += relative.seasonal(reference, int(token.value), step)
    named: dict[str, Grain] = {"K": "day", "W": "day", "M": "month", "S": "season"}
    grain = named.get(token.kind) or GRAINS[token.value]
    found = only(readings)
    return Found(match.end(), found, grain, relative=True) if found else None


def _before_last(reader: Reader, match: re.Match[str]) -> Found | None:
    token = reader.tokens[match.start("u")]
    unit = reader.unit(match, "u")
    if unit == "K":
        readings = only(relative.weekend(reference, -2) for reference in reader.references)
    else:
        readings = only(unit_of(reference, -2, token.value) for reference in reader.references)
    return Found(match.end(), readings, GRAINS[unit], relative=True) if readings else None


def _ago(reader: Reader, match: re.Match[str]) -> Found | None:
    count, unit = reader.number(match, "n"), reader.unit(match, "u")
    if unit == "K" and count is None:
        return None
    readings = only(relative.ago(reference, count, unit) for reference in reader.references)
    return Found(match.end(), readings, GRAINS[unit], relative=True) if readings else None


def _trailing(reader: Reader, match: re.Match[str]) -> Found | None:
    count, unit = reader.number(match, "n"), reader.unit(match, "u")
    if unit in ("K", "q") or count == 1:
        return None
    readings = only(relative.trailing(reference, count, unit) for reference in reader.references)
    return Found(match.end(), readings, GRAINS[unit], relative=True) if readings else None


def _counted_day(reader: Reader, match: re.Match[str]) -> Found | None:
    step = reader.value(match, "d")
    readings = only(unit_of(reference, step, "d") for reference in reader.references)
    return Found(match.end(), readings, "day", relative=True) if readings else None


def _weekday(reader: Reader, match: re.Match[str]) -> Found | None:
    if not reader.believed(match, "w"):
        return None
    number = reader.value(match, "w")
    readings = only(
        one for each in reader.references for one in relative.weekday(each, number, None)
    )
    return Found(match.end(), readings, "day", relative=True) if readings else None


def _figures(reader: Reader, match: re.Match[str]) -> Found | None:
    one = reader.figures[reader.value(match, "f")]
    return Found(
        match.end(), one.readings, one.grain, one.yearly, one.relative, one.event, one.offset
    )


def _year(reader: Reader, match: re.Match[str]) -> Found | None:
    return Found(match.end(), only([years(reader.value(match, "y"))]), "year")


def _decade(reader: Reader, match: re.Match[str]) -> Found | None:
    """The 1990s, the 90s, years 90: two figures are of the last century from thirty on."""
    if not reader.believed(match, "c"):
        return None
    value = reader.value(match, "c")
    if match.groupdict().get("u") and (reader.unit(match, "u") != "y" or value % 10):
        return None
    if value < 100:
        value += 1900 if value >= 30 else 2000
    readings = only([years(value, 10)])
    return Found(match.end(), readings, "open") if readings else None


#: The longer come first: the first that reads wins.
RULES = (
    Rule(r"(?P<u>[UK])BL(?![MSKWU])", _before_last),
    Rule(r"(?:W_)?(?P<f>#)", _figures),
    Rule(r"(?:W_)?(?P<d>[NO])&(?P<e>[NO])_(?P<m>M)", _day, dated=True),
    Rule(r"(?:W_)?(?P<m>M)(?P<d>[NO])&(?P<e>[NO])", _day, dated=True),
    Rule(r"(?:W_)?(?P<d>[NO])[oe]*(?P<m>M)", _day, dated=True),
    Rule(r"(?:W_)?(?P<m>M)e?(?P<d>[NO])(?!U)", _day, dated=True),
    Rule(r"(?P<l>[LTX])(?P<m>[MSKW])", _named),
    Rule(r"(?P<m>[MSKW])(?P<l>[LX])", _named),
    Rule(r"(?P<m>M)", _month, dated=True),
    Rule(r"(?P<m>S)", _season, dated=True),
    Rule(r"(?P<q>Q)", _quarter, dated=True),
    Rule(r"(?P<q>O)(?P<w>U)", _quarter, dated=True),
    Rule(r"(?P<n>[N~])[oe]*(?P<u>[UK])A", _ago),
    Rule(r"a(?P<n>[N~])[oe]*(?P<u>[UK])", _ago),
    Rule(r"L(?P<n>[N~])[oe]*(?P<u>U)", _trailing),
    Rule(r"(?P<n>[N~])L(?P<u>U)", _trailing),
    Rule(r"(?P<n>[N~])(?P<u>U)L", _trailing),
    Rule(r"(?P<l>[LTX])(?P<m>U)", _named),
    Rule(r"(?P<m>U)(?P<l>[LX])", _named),
    Rule(r"(?P<u>U)(?P<c>N)(?![UA])", _decade),
    Rule(r"(?P<c>C)", _decade),
    Rule(r"(?P<d>D)", _counted_day),
    Rule(r"(?P<w>W)", _weekday),
    Rule(r"(?P<y>Y)", _year),
)
