"""Aliases that a text states: "Melanie (Mel)", "IBM, short for ...", "刘慈欣，又名..."."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from camillo.domain.knowledge import Mention
from camillo.knowledge.entities.capitals import run_pattern
from camillo.knowledge.entities.cues import PARTICLES, plain
from camillo.knowledge.entities.ideographs import DOTTED, PART
from camillo.knowledge.entities.marks import without_article
from camillo.text.names import name_key

#: The kind of a mention that states an alias, and what opens its key and parts it in two.
KIND, MARK = "alias", "="
_SMALL = frozenset(PARTICLES)

#: By language, what says that a name is another one's (X also called Y), that it is its short form
#: (Y, short for X), and that a speaker bears it (they call me Y).
_CUES = {
    "en": (
        "also known as|also called|also named|also spelled|better known as|known as|nicknamed|aka|a\\.k\\.a\\.|alias"
        "|formerly",
        "short for|stands for",
        "call me|calls me|called me",
    ),
    "de": ("auch bekannt als|auch genannt|genannt|alias", "steht für|kurz für", "nennen mich"),
    "es": ("conocida? como|también llamad[oa]|apodad[oa]|alias", "abreviatura de", "me llaman"),
    "pt": (
        "conhecid[oa] como|também conhecid[oa] como|também chamad[oa]|apelidad[oa]|vulgo",
        "abreviação de",
        "me chamam(?: de)?",
    ),
    "fr": (
        "surnommée?|aussi appelée?|dite?|alias|alias",
        "abréviation de",
        "on m'appelle|m'appellent",
    ),
    "it": ("noto come|nota come|dett[oa]|soprannominat[oa]", "abbreviazione di", "mi chiamano"),
    "nl": ("bijgenaamd|ook bekend als|alias", "staat voor|afkorting van", "noemen me"),
}
#: What one of these needs to stand in a text at all; looked for first, since it costs little.
_SIGNS = {
    "en": (
        "nown as",
        "also called",
        "also named",
        "also spelled",
        "icknamed",
        " aka ",
        "(aka",
        "a.k.a",
        "alias",
        "formerly",
        "hort for ",
        "tands for ",
        "call me",
        "calls me",
        "called me",
    ),
    "de": ("nannt", "bekannt", "alias", " für ", "nennen mich"),
    "es": ("conocid", "llama", "apodad", "alias", "abreviatura"),
    "pt": ("conhecid", "chama", "apelidad", "vulgo", "abreviação"),
    "fr": ("nommé", "appel", " dit", "alias", "abréviation"),
    "it": ("nota come", "noto come", "dett", "nominat", "abbreviazione", "chiamano"),
    "nl": ("genaamd", "bekend", "alias", "staat voor", "afkorting", "noemen"),
}
_HAN_SIGNS = ("又称", "又名", "也叫", "简称", "簡稱", "又稱", "亦称", "人称", "绰号")
_HAN_WHOLE = "(?P<x>《[^》\n]{1,30}》|「[^」\n]{1,12}」|"
_HAN_ALSO = re.compile(
    rf"(?:^|[，。、；！？,;!?\n]){_HAN_WHOLE}{PART}{{2,10}})[（(]?[，,]?(?:{'|'.join(_HAN_SIGNS)})(?:为|為|作)?[“「《]?"
    f"(?P<y>(?:{PART}|[·A-Za-z0-9]){{1,12}})(?=[”」》）)，。,])"
)
_HAN_LATIN = re.compile(rf"{_HAN_WHOLE}{DOTTED})[（(](?P<y>[A-Z][\w .'’-]{{1,40}}?)[）)，,;；]")
#: What a name and a name in brackets look like where they meet.
_BRACKET = re.compile(r"[A-Za-z\u00c0-\u024f] ?[(（][\"“']?[^\W\d_a-z]")


@lru_cache(maxsize=32)
def _patterns(language: str, ascii_only: bool) -> tuple[re.Pattern[str], ...]:
    """Expressions for a language's three ways to state an alias; of all languages where it is not known."""
    name = run_pattern(ascii_only)
    listed = [_CUES.get(language, _CUES["en"])] if language else list(_CUES.values())
    also, short, own = ("|".join(cues) for cues in zip(*listed, strict=True))
    also = rf"\s*[,(]?\s*(?:who is |which is |is |was )?(?i:{also})\s+[\"“']?"
    short = rf"\s*[,(]?\s*(?:is |which is )?(?i:{short})\s+(?:the |der |die |das |la |el )?"
    return (
        re.compile(rf"(?P<x>{name}){also}(?P<y>{name})"),
        re.compile(rf"(?P<y>{name}){short}(?P<x>{name})"),
        re.compile(rf"(?i:\b(?:{own}))\s+[\"“']?(?P<y>{name})"),
    )


@lru_cache(maxsize=2)
def _bracketed(ascii_only: bool) -> re.Pattern[str]:
    name = run_pattern(ascii_only)
    return re.compile(rf"(?P<x>{name}) ?[(（][\"“']?(?P<y>{name})[\"”']?[)）]")


@lru_cache(maxsize=32)
def _signs(language: str) -> tuple[str, ...]:
    if language:
        return _SIGNS.get(language, _SIGNS["en"])
    return tuple(sign for signs in _SIGNS.values() for sign in signs)


def stated(text: str, speaker: str, language: str) -> Iterator[Mention]:
    """Mentions that state an alias, each with a key of both names.

    >>> [one.key for one in stated("Melanie (Mel) left International Business Machines (IBM).", "", "en")]
    ['=mel=melanie', '=ibm=international business machines']
    >>> [one.key for one in stated("Ana Kova (Lisbon) came; my friends call me Zed.", "Zedekiah", "en")]
    ['=zed=zedekiah']
    """
    found: dict[str, str] = {}
    ascii_only = text.isascii()
    if _any(_signs(language), text):
        also, short, own = _patterns(language, ascii_only)
        for pattern in (also, short):
            for match in pattern.finditer(text):
                _pair(found, _bare(match["y"], language), _bare(match["x"], language))
        for match in own.finditer(text) if speaker else ():
            _pair(found, match["y"], speaker)
    if _any("(（", text) and _BRACKET.search(text):
        for match in _bracketed(ascii_only).finditer(text):
            before, inside = _bare(match["x"], language), match["y"]
            if _is_short(inside, before):
                _pair(found, inside, before)
            elif _is_short(before, inside):
                _pair(found, before, inside)
    if not ascii_only:
        _in_ideographs(found, text)
    yield from (Mention(key, name, KIND, 1, True) for key, name in found.items())


def _in_ideographs(found: dict[str, str], text: str) -> None:
    patterns = []
    if _any(_HAN_SIGNS, text):
        patterns.append(_HAN_ALSO)
    if _any("(（", text) and _any("·・‧•》」", text):
        patterns.append(_HAN_LATIN)
    for pattern in patterns:
        for match in pattern.finditer(text):
            _pair(found, match["y"], match["x"].strip("《》「」"))


def _any(signs: Iterable[str], text: str) -> bool:
    return any(map(text.__contains__, signs))


def _bare(run: str, language: str) -> str:
    """A run without the everyday words that open it: "Now the Food Agency"."""
    words = run.split(" ")
    while len(words) > 1 and words[0].casefold() in plain(language) | _SMALL:
        del words[0]
    return " ".join(words)


def _pair(found: dict[str, str], alias: str, entity: str) -> None:
    short, long = name_key(alias), without_article(name_key(entity))
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
    big = [word for word in words if word not in _SMALL]
    return frozenset("".join(word[0] for word in part) for part in (words, big) if len(part) > 1)


def _is_short(short: str, long: str) -> bool:
    """Whether one name is plainly the other's short form: its initials, or how its first word begins."""
    low, whole = short.casefold().replace(".", ""), long.casefold()
    if " " in low:
        return False
    return low in initials(whole) or (
        2 < len(low) < len(whole.split()[0]) and whole.startswith(low) and " " not in whole
    )
