"""Exact phrases and exclusions in a question, and their proof on a text."""

import re
from dataclasses import dataclass

from camillo.text.scripts import normalise

_QUOTED = r'"([^"\n]{2,300})"|“([^”\n]{2,300})”|«([^»\n]{2,300})»|「([^」\n]{1,300})」'
_PHRASE = re.compile(_QUOTED)
_EXCLUDED = re.compile(rf"(?<!\S)-(?:(?:{_QUOTED})|([^\W\d_][\w']{{2,}}))(?=[\s.,;:!?]|$)")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Phrases:
    """A question without its exclusions, the phrases that must stand as written, what must not occur."""

    text: str
    wanted: tuple[str, ...]
    excluded: tuple[str, ...]


def parse(question: str) -> Phrases:
    """Take ``"exact phrases"`` and ``-exclusions`` out of a question.

    The words of a phrase stay in the question's text, so that they are searched as words too. An
    exclusion is a dash before a quotation or before a word of three letters or more.

    >>> parse('what about "blue door" -garage -"old house"')
    Phrases(text='what about "blue door"', wanted=('blue door',), excluded=('garage', 'old house'))
    >>> parse("rm -rf and well-known").excluded
    ()
    """
    excluded = [_inner(match) for match in _EXCLUDED.finditer(question)]
    rest = _SPACE.sub(" ", _EXCLUDED.sub(" ", question)).strip() if excluded else question
    wanted = [_inner(match) for match in _PHRASE.finditer(rest)]
    return Phrases(rest, tuple(filter(None, wanted)), tuple(filter(None, excluded)))


def _inner(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None).strip()


def contains(text: str, phrase: str) -> bool:
    r"""Whether a text holds a phrase: case and spacing do not matter, word borders do.

    >>> contains("The  Blue\nDoor.", "blue door"), contains("indoor", "door")
    (True, False)
    """
    pattern = _pattern(phrase)
    return bool(pattern and pattern.search(_flat(text)))


def _flat(text: str) -> str:
    return _SPACE.sub(" ", normalise(text).casefold())


def _pattern(phrase: str) -> re.Pattern[str] | None:
    flat = _flat(phrase).strip()
    if not flat:
        return None
    before = r"(?<!\w)" if _spaced(flat[0]) else ""
    after = r"(?!\w)" if _spaced(flat[-1]) else ""
    return re.compile(before + re.escape(flat) + after)


def _spaced(char: str) -> bool:
    """Whether words that begin or end with this character are set off by spaces."""
    return (
        char.isalnum()
        and not (0x0E00 <= ord(char) <= 0x0EFF or 0x1000 <= ord(char) <= 0x109F)
        and (ord(char) < 0x2E80)
    )
