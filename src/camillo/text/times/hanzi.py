"""Times written with ideographs: Chinese fully, and the commonest Japanese words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from camillo.text.times import relative
from camillo.text.times.interval import (
    Expression,
    Grain,
    Interval,
    day,
    half,
    months,
    part,
    season,
    unit_of,
    years,
)
from camillo.text.times.relative import only

_DIGITS = {char: at for at, char in enumerate("零一二三四五六七八九")}
_DIGITS |= {"〇": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "廿": 20, "卅": 30}
_N = r"(?:\d{1,3}|[零〇一二两兩三四五六七八九十百廿卅]{1,5})"
_FEW = "几幾数數"
_YEARS = {
    "大前年": -3, "前年": -2, "一昨年": -2, "去年": -1, "昨年": -1, "今年": 0, "本年": 0,
    "明年": 1, "来年": 1, "來年": 1, "后年": 2, "後年": 2,
}  # fmt: skip
_DAYS = {
    "大前天": -3, "前天": -2, "前日": -2, "一昨日": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1,
    "今天": 0, "今日": 0, "今晚": 0, "今早": 0, "明天": 1, "明日": 1, "后天": 2, "後天": 2, "明後日": 2,
}  # fmt: skip
_STEPS = {
    "上上": -2, "先々": -2, "上": -1, "先": -1, "这": 0, "這": 0, "本": 0, "今": 0, "下": 1, "来": 1, "來": 1,
}  # fmt: skip
_SEASONS = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
_WEEKDAYS = {char: at for at, char in enumerate("一二三四五六")}
_WEEKDAYS |= {"日": 6, "天": 6, "末": 7, "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6}
_JAPANESE_WEEKDAYS = {char: at for at, char in enumerate("月火水木金土日")}
_UNITS = {
    "天": "d", "日": "d", "周": "w", "週": "w", "星期": "w", "礼拜": "w", "禮拜": "w", "週間": "w",
    "月": "m", "年": "y",
}  # fmt: skip
_THIRDS = {"初": 0, "上旬": 0, "年初": 0, "中": 1, "中旬": 1, "末": 2, "底": 2, "下旬": 2}
_HAN = re.compile(r"[\u3400-\u9fff々]")
_BEFORE = re.compile(r"[\u3400-\u9fff]{1,12}\Z")
_NO_EVENTS = frozenset("以之目从從大提先最往")
_TAIL = (
    rf"(?:(?:的|の)?\s*(?:(?P<month>{_N})\s*月(?:份)?(?:(?P<third>上旬|中旬|下旬|初|底|末)"
    rf"|\s*(?P<day>{_N})\s*[日号號])?|(?P<season>[春夏秋冬])[天季]?|第?(?P<quarter>[一二三四1-4])季度"
    rf"|(?P<half>[上下])半年|年?(?P<part>[初中底末])(?![国國期学學级級特座层層])))?"
)
_STEP = "(?P<step>上上|先々|上|这|這|本|下|先|今|来|來)"


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], "_Read"], ...]:
    named_years, named_days = "|".join(_YEARS), "|".join(_DAYS)
    units = r"(?P<unit>天|日|周|週間?|星期|礼拜|禮拜|[个個]?月|[ヶか]月|年)"
    count = rf"(?<![哪每第同多])(?P<n>[{_FEW}]|{_N})\s*[个個ヶか]?\s*{units}"
    written = (
        (rf"(?P<decade>{_N}|(?:19|20)\d0)年代", _decade),
        (rf"(?:之|以)?(?P<side>[前后後]){count}(?![前后後])", _beside),
        (rf"(?P<year>(?:19|20)\d\d|[零〇一二三四五六七八九]{{4}})\s*年{_TAIL}", _year),
        (rf"(?P<named>{named_years}){_TAIL}", _year),
        (rf"(?<![哪每第同多\d])(?P<n>{_N})\s*年(?:之|以)?前(?![往去来進进]){_TAIL}", _years_ago),
        (rf"{count}\s*(?:之|以)?前(?![往去进進])", _ago),
        (rf"(?:最近|过去|過去|近)(?:的|の)?{count}", _trailing),
        (rf"{_STEP}週の?(?P<japanese>[月火水木金土日])曜日?", _week),
        (rf"{_STEP}\s*[个個]?(?:周|週|星期|礼拜|禮拜)(?:的?(?P<weekday>[一二三四五六日天末1-7]))?", _week),
        (rf"{_STEP}\s*[个個]?月(?:份)?(?:(?P<third>上旬|中旬|下旬|初|底|末)|\s*(?P<day>{_N})\s*[日号號])?", _month),
        (rf"{_STEP}(?:[个個])?季度", _quarter),
        (rf"{_STEP}\s*[个個]?(?:年|(?P<half>半)年)(?![代级級])", _this_year),
        (r"(?P<half>半)年(?:之|以)?前", _half_year_ago),
        (rf"(?P<days>{named_days})", _days),
        (rf"(?P<month>{_N})\s*月(?:份)?(?:(?P<third>上旬|中旬|下旬|初|底|末)|\s*(?P<day>{_N})\s*[日号號])?", _yearly),
        (r"(?<![一每\d])(?:周|週|星期|礼拜|禮拜)(?P<weekday>[一二三四五六日天末])(?![年次个個])", _weekday),
        (r"(?P<japanese>[月火水木金土日])曜日?", _weekday),
        (r"(?P<season>[春夏秋冬])[天季]", _bare_season),
    )  # fmt: skip
    return tuple((re.compile(pattern), reader) for pattern, reader in written)


def numeral(written: str) -> int | None:
    """A whole number below a thousand in figures or ideographs.

    >>> [numeral(each) for each in ("12", "十", "二十三", "两", "三百零五", "二〇二三", "百百")]
    [12, 10, 23, 2, 305, 2023, None]
    """
    if written.isdigit():
        return int(written)
    if all(char in _DIGITS for char in written):
        return int("".join(str(_DIGITS[char]) for char in written))
    total, last = 0, None
    for char in written:
        if char in _DIGITS:
            last = _DIGITS[char]
        elif char == "百" and total == 0:
            total, last = (last or 1) * 100, None
        elif char in _TENS and total % 100 == 0:
            total, last = total + _TENS[char] * ((last or 1) if char == "十" else 1), None
        else:
            return None
    return total + (last or 0)


@dataclass(frozen=True, slots=True)
class _Got:
    readings: tuple[Interval, ...]
    grain: Grain
    yearly: bool = False
    relative: bool = False
    event: str = ""
    offset: str = ""


_Read = Callable[[re.Match[str], Sequence[date]], _Got | None]


def find(text: str, references: Sequence[date]) -> Iterator[Expression]:
    """Times written with ideographs, in order, none overlapping.

    >>> today = date(2026, 11, 29)
    >>> [(one.text, str(one.readings[0].first)) for one in find("去年三月和上周五", [today])]
    [('去年三月', '2025-03-01'), ('上周五', '2026-11-20')]
    """
    if not _HAN.search(text):
        return
    found: list[Expression] = []
    for pattern, reader in _patterns():
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < one.end and one.start < end for one in found):
                continue
            got = reader(match, references)
            if got is not None:
                found.append(
                    Expression(
                        match.group(), start, end, got.readings, got.grain,
                        got.yearly, got.relative, got.event, got.offset,
                    )
                )  # fmt: skip
    found.sort(key=lambda one: one.start)
    yield from _joined(found, text)


def _joined(found: Sequence[Expression], text: str) -> Iterator[Expression]:
    """Dates, those with "two weeks before" behind them moved, and what hangs on an event's name."""
    held: Expression | None = None
    for one in found:
        if not one.offset:
            if held is not None:
                yield held
            held = one
        elif held is not None and held.end == one.start and not held.yearly:
            held = _moved(held, one, text)
        else:
            if held is not None:
                yield held
            held = _named(one, text, held.end if held is not None else 0)
    if held is not None:
        yield held


def _moved(anchor: Expression, offset: Expression, text: str) -> Expression:
    count, unit = int(offset.offset.split()[0]), offset.offset.split()[1]
    both = (
        one
        for each in anchor.readings
        for one in (relative.ago(each.first if count < 0 else each.last, -count, unit), each)
    )
    return replace(
        anchor,
        text=text[anchor.start : offset.end],
        end=offset.end,
        readings=only(both),
        grain="week",
    )


def _named(offset: Expression, text: str, since: int) -> Expression | None:
    """The offset with the event whose name stands before it; None where none does."""
    before = _BEFORE.search(text, since, offset.start)
    event = re.split("[的在了是我们你他她和与跟到]", before.group())[-1] if before else ""
    if not event or event in _NO_EVENTS:
        return None
    count, unit = int(offset.offset.split()[0]), offset.offset.split()[1]
    start = offset.start - len(event)
    return replace(
        offset,
        text=text[start : offset.end],
        start=start,
        event=event,
        offset=f"{count * 7:+d} d" if unit == "w" else f"{count:+d} {unit}",
    )


def _number(match: re.Match[str], name: str) -> int | None:
    return numeral(match[name]) if match.groupdict().get(name) else None


def _within(match: re.Match[str], year: int) -> tuple[tuple[Interval, ...], Grain]:
    """What follows a year: a month, a day, a season, a quarter, a half or a part of it."""
    group = match.groupdict().get
    whole = years(year)
    if group("month"):
        return _month_of(match, year, numeral(match["month"]) or 0)
    if group("season"):
        return only(season(year, _SEASONS[match["season"]])), "season"
    if group("quarter"):
        return only([months(year, 3 * (_number(match, "quarter") or 1) - 2, 3)]), "season"
    if whole is not None and group("half"):
        return (half(whole, match["half"] == "下"),), "season"
    if whole is not None and group("part"):
        return (part(whole, _THIRDS[match["part"]]),), "season"
    return only([whole]), "year"


def _month_of(match: re.Match[str], year: int, month: int) -> tuple[tuple[Interval, ...], Grain]:
    whole = months(year, month) if 1 <= month <= 12 else None
    if match["day"]:
        return only([day(year, month, numeral(match["day"]) or 0)]), "day"
    if whole is not None and match["third"]:
        return (part(whole, _THIRDS[match["third"]]),), "week"
    return only([whole]), "month"


def _year(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    """A year, or a part of it."""
    named = match.groupdict().get("named")
    numbers = (
        [one.year + _YEARS[named] for one in references] if named else [numeral(match["year"]) or 0]
    )
    found = [_within(match, number) for number in numbers]
    readings = only(one for each, _ in found for one in each)
    return _Got(readings, found[0][1], relative=bool(named)) if readings else None


def _years_ago(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    count = numeral(match["n"])
    if not count:
        return None
    found = [_within(match, one.year - count) for one in references]
    readings = only(one for each, _ in found for one in each)
    return _Got(readings, found[0][1], relative=True) if readings else None


def _decade(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    value = numeral(match["decade"])
    if value is None or value % 10:
        return None
    if value < 100:
        value += 1900 if value >= 30 else 2000
    readings = only([years(value, 10)])
    return _Got(readings, "open") if readings else None


def _counted(match: re.Match[str]) -> tuple[int | None, str] | None:
    """The count (None: a few) and the unit."""
    unit = _UNITS.get(match["unit"].lstrip("个個ヶか"))
    count = None if match["n"] in _FEW else numeral(match["n"])
    if unit is None or count == 0 or (count is None and match["n"] not in _FEW):
        return None
    return count, unit


def _ago(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    counted = _counted(match)
    if counted is None:
        return None
    readings = only(relative.ago(one, *counted) for one in references)
    grains: dict[str, Grain] = {"d": "day", "w": "week", "m": "month", "y": "year"}
    return _Got(readings, grains[counted[1]], relative=True) if readings else None


def _trailing(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    counted = _counted(match)
    if counted is None:
        return None
    readings = only(relative.trailing(one, *counted) for one in references)
    return _Got(readings, "month", relative=True) if readings else None


def _beside(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    """So long before or after what stands in front of it."""
    counted = _counted(match)
    if counted is None or counted[0] is None:
        return None
    count = counted[0] if match["side"] in "后後" else -counted[0]
    return _Got((), "week", offset=f"{count} {counted[1]}")


def _week(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    step = _STEPS[match["step"]]
    number = _weekday_number(match)
    readings = only(
        one
        for reference in references
        for one in (
            [unit_of(reference, step, "w")]
            if number is None
            else [relative.weekend(reference, step)]
            if number == 7
            else [unit_of(reference, 7 * step - reference.weekday() + number, "d")]
        )
    )
    grain: Grain = "week" if number is None else "day"
    return _Got(readings, grain, relative=True) if readings else None


def _weekday_number(match: re.Match[str]) -> int | None:
    group = match.groupdict().get
    if group("weekday"):
        return _WEEKDAYS[match["weekday"]]
    return _JAPANESE_WEEKDAYS[match["japanese"]] if group("japanese") else None


def _month(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    step = _STEPS[match["step"]]
    wholes = only(unit_of(one, step, "m") for one in references)
    found = [_month_of(match, one.first.year, one.first.month) for one in wholes]
    readings = only(one for each, _ in found for one in each)
    return _Got(readings, found[0][1], relative=True) if readings else None


def _quarter(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    readings = only(unit_of(one, _STEPS[match["step"]], "q") for one in references)
    return _Got(readings, "season", relative=True) if readings else None


def _this_year(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    """Half of this year, or a year counted from it."""
    step = match["step"]
    if match["half"]:
        if step not in ("上", "下"):
            return None
        wholes = only(years(one.year) for one in references)
        return _Got(only(half(one, step == "下") for one in wholes), "season", relative=True)
    if step not in ("这", "這", "上"):
        return None
    readings = only(years(one.year + _STEPS[step]) for one in references)
    return _Got(readings, "year", relative=True) if readings else None


def _half_year_ago(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    readings = only(unit_of(one, -6, "m") for one in references)
    return _Got(readings, "month", relative=True) if readings else None


def _days(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    readings = only(unit_of(one, _DAYS[match["days"]], "d") for one in references)
    return _Got(readings, "day", relative=True) if readings else None


def _yearly(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    month, number = _number(match, "month") or 0, _number(match, "day")
    one = relative.every_year(references[-1], month, number)
    if one is None or not 1 <= month <= 12:
        return None
    if match["third"]:
        return _Got((part(one, _THIRDS[match["third"]]),), "week", yearly=True)
    return _Got((one,), "month" if number is None else "day", yearly=True)


def _weekday(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    number = _weekday_number(match)
    if number is None:
        return None
    if number == 7:
        readings = only(relative.weekend(one, -(one.weekday() < 5)) for one in references)
    else:
        readings = only(one for r in references for one in relative.weekday(r, number, None))
    return _Got(readings, "day", relative=True) if readings else None


def _bare_season(match: re.Match[str], references: Sequence[date]) -> _Got | None:
    number, year = _SEASONS[match["season"]], references[-1].year
    one = relative.latest(references[-1], [season(each, number)[0] for each in (year - 1, year)])
    return _Got((one,), "season", yearly=True) if one is not None else None
