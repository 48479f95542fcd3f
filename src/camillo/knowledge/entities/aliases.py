"""Aliases that a text states: "Melanie (Mel)", "IBM, short for ...", "刘慈欣，又名..."."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from camillo.domain.knowledge import Mention
from camillo.knowledge.entities.capitals import run_pattern
from camillo.knowledge.entities.cues import PARTICLES
from camillo.knowledge.entities.ideographs import DOTTED, PART
from camillo.text.names import name_key

#: The kind of a mention that states an alias, and what opens its key and parts it in two.
KIND, MARK = "alias", "="

_ALSO = (
    "also known as|also called|also named|also spelled|known as|nicknamed|aka|a\\.k\\.a\\.|alias|formerly"
    "|auch bekannt als|auch genannt|genannt|conocida? como|también llamad[oa]|apodad[oa]|conhecid[oa] como"
    "|também chamad[oa]|apelidad[oa]|também conhecid[oa] como|surnommée?|dite?|alias|aussi appelée?"
    "|noto come|detto|bijgenaamd"
)
_SHORT = "short for|stands for|steht für|kurz für|abreviatura de|abreviação de|abréviation de"
_ME = "(?:call|calls|called) me|meine freunde nennen mich|me llaman|me chamam(?: de)?|on m'appelle"
#: What one of these expressions needs to stand in a text at all; looked for first, since it costs little.
_ALSO_SIGNS = (
    "known as", "also called", "also named", "also spelled", "nicknamed", " aka ", "a.k.a", "(aka", "alias",
    "formerly", "nannt", "bekannt als", "conocid", "apodad", "también llamad", "conhecid", "apelidad",
    "também chamad", "surnomm", " dit ", " dite ", "appelé", "noto come", "detto",
)  # fmt: skip
_SHORT_SIGNS = (
    " short for ",
    "stands for",
    "steht für",
    "kurz für",
    "abreviatura",
    "abreviação",
    "abréviation",
)
_OWN_SIGNS = (
    "call me",
    "calls me",
    "called me",
    "nennen mich",
    "me llaman",
    "me chamam",
    "m'appelle",
)
_HAN_SIGNS = ("又称", "又名", "也叫", "简称", "簡稱", "又稱", "亦称", "人称", "绰号")
_HAN_WHOLE = "(?P<x>《[^》\n]{1,30}》|「[^」\n]{1,12}」|"
_HAN_ALSO = re.compile(
    rf"(?:^|[，。、；！？,;!?\n]){_HAN_WHOLE}{PART}{{2,10}})[（(]?[，,]?(?:{'|'.join(_HAN_SIGNS)})(?:为|為|作)?[“「《]?"
    f"(?P<y>(?:{PART}|[·A-Za-z0-9]){{1,12}})(?=[”」》）)，。,])"
)
_HAN_LATIN = re.compile(rf"{_HAN_WHOLE}{DOTTED})[（(](?P<y>[A-Z][\w .'’-]{{1,40}}?)[）)，,;；]")
#: What a name and a name in brackets look like where they meet.
_BRACKET = re.compile(r"\w ?\([\"“']?[^\W\d_a-z]")


@lru_cache(maxsize=2)
def _patterns(ascii_only: bool) -> tuple[re.Pattern[str], ...]:
    name = run_pattern(ascii_only)
    also = rf"\s*[,(]?\s*(?:who is |which is |is |was )?(?i:{_ALSO})\s+[\"“']?"
    short = rf"\s*[,(]?\s*(?:is |which is )?(?i:{_SHORT})\s+(?:the |der |die |das |la |el )?"
    return (
        re.compile(rf"(?P<x>{name}){also}(?P<y>{name})"),
        re.compile(rf"(?P<y>{name}){short}(?P<x>{name})"),
        re.compile(rf"(?P<x>{name}) ?\([\"“']?(?P<y>{name})[\"”']?\)"),
    )


@lru_cache(maxsize=2)
def _own(ascii_only: bool) -> re.Pattern[str]:
    return re.compile(rf"(?i:\b(?:{_ME}))\s+[\"“']?(?P<y>{run_pattern(ascii_only)})")


def stated(text: str, speaker: str) -> Iterator[Mention]:
    """Mentions that state an alias, each with a key of both names.

    >>> [one.key for one in stated("Melanie (Mel) left International Business Machines (IBM).", "")]
    ['=mel=melanie', '=ibm=international business machines']
    >>> [one.key for one in stated("Ana Kova (Lisbon) came; my friends call me Zed.", "Zedekiah")]
    ['=zed=zedekiah']
    """
    found: dict[str, str] = {}
    plain = text.isascii()
    also, short, bracket = _patterns(plain)
    for signs, pattern in ((_ALSO_SIGNS, also), (_SHORT_SIGNS, short)):
        if _any(signs, text):
            for match in pattern.finditer(text):
                _pair(found, match["y"], match["x"])
    if "(" in text and _BRACKET.search(text):
        for match in bracket.finditer(text):
            if _is_short(match["y"], match["x"]):
                _pair(found, match["y"], match["x"])
            elif _is_short(match["x"], match["y"]):
                _pair(found, match["x"], match["y"])
    if speaker and _any(_OWN_SIGNS, text):
        for match in _own(plain).finditer(text):
            _pair(found, match["y"], speaker)
    if not plain:
        _in_ideographs(found, text)
    yield from (Mention(key, name, KIND, 1, True) for key, name in found.items())


def _in_ideographs(found: dict[str, str], text: str) -> None:
    patterns = []
    if _any(_HAN_SIGNS, text):
        patterns.append(_HAN_ALSO)
    if "(" in text and _any("·・》」", text):
        patterns.append(_HAN_LATIN)
    for pattern in patterns:
        for match in pattern.finditer(text):
            _pair(found, match["y"], match["x"].strip("《》「」"))


def _any(signs: Iterable[str], text: str) -> bool:
    return any(sign in text for sign in signs)


def _pair(found: dict[str, str], alias: str, entity: str) -> None:
    short, long = name_key(alias), name_key(entity)
    if short and long and short != long:
        found[f"{MARK}{short}{MARK}{long}"] = alias


def pair_of(key: str) -> tuple[str, str] | None:
    """The alias and its entity that a mention's key states, None for any other key.

    >>> pair_of("=mel=melanie"), pair_of("mel")
    (('mel', 'melanie'), None)
    """
    parts = key.split(MARK)
    return (parts[1], parts[2]) if len(parts) == 3 and not parts[0] else None


def initials(key: str) -> frozenset[str]:
    """What a name of several words is shortened to, with and without its small words.

    >>> sorted(initials("lord of the rings"))
    ['lotr', 'lr']
    """
    words = key.split()
    big = [word for word in words if word not in PARTICLES]
    return frozenset("".join(word[0] for word in part) for part in (words, big) if len(part) > 1)


def _is_short(short: str, long: str) -> bool:
    """Whether one name is plainly the other's short form: its initials, or how its first word begins."""
    low, whole = short.casefold().replace(".", ""), long.casefold()
    if " " in low:
        return False
    return low in initials(whole) or (
        2 < len(low) < len(whole.split()[0]) and whole.startswith(low) and " " not in whole
    )
