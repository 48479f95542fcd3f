"""Topics: whether a statement belongs to what a memory is about."""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from camillo.distill.memories.memory import NOTES, Line, Memory, Slot
from camillo.distill.memories.words import introduced, listed, speaks_of_self
from camillo.text.names import claim_key
from camillo.text.scripts import is_unspaced
from camillo.text.stops import function_words
from camillo.text.tokens import index_terms

#: Cosines of a statement with lines of a memory.
Cosines = Callable[[str, Sequence[str]], Sequence[float]]
_CLAUSE = re.compile(r"[,;:，；：。.!?！？()（）—–]+\s*|\s-\s")
_WORD = re.compile(r"[^\W_]+")
_HANGING_HAN = "和跟与對对给給向被把在同除为為比从從"
#: Letters of words that are written with spaces between them; an ideograph may stand beside a name.
_LETTERS = "0-9A-Za-z_\u00c0-\u1fff"
_MOST_BEFORE, _MOST_BEFORE_HAN = 4, 5
#: Of the words of the shorter of two lines, so many must be in both.
_SHARED, _SHARED_UNSPACED = 0.5, 0.6


def names(memory: Memory, slots: Callable[[Line], Sequence[Slot]], me: Set[str]) -> frozenset[str]:
    """What a memory is about: names that it introduces, and subjects of its slots other than oneself."""
    found: set[str] = set()
    for line in memory.lines:
        found.update(introduced(line.text))
        found.update(
            slot.subject for slot in slots(line) if slot.subject not in me and not slot.many
        )
    return frozenset(filter(None, found))


def leads(text: str, name: str) -> bool:
    """Whether a clause of a text is about a name: it opens the clause, or nothing it hangs on stands before.

    >>> leads("Besides Go, Tiago now does AI", "Tiago"), leads("The meeting with Tiago moved", "Tiago")
    (True, False)
    >>> leads("除了写软件，王伟现在也研究人工智能", "王伟"), leads("我跟王伟吃饭", "王伟")
    (True, False)
    """
    pattern = _pattern(name)
    for clause in _CLAUSE.split(text):
        found = pattern.search(clause)
        if found is not None and _opens(clause[: found.start()].strip()):
            return True
    return False


@lru_cache(maxsize=4_000)
def _pattern(name: str) -> re.Pattern[str]:
    if is_unspaced(name):
        return re.compile(re.escape(name))
    return re.compile(rf"(?<![{_LETTERS}]){re.escape(name)}(?![{_LETTERS}])", re.I)


def _opens(before: str) -> bool:
    """Whether what stands before a name lets the clause be about it."""
    if is_unspaced(before):
        return len(before) <= _MOST_BEFORE_HAN and not any(one in before for one in _HANGING_HAN)
    tokens = re.findall(r"[^\W_]+", before.casefold())
    while tokens and tokens[-1] in listed("articles"):
        tokens.pop()
    return len(tokens) <= _MOST_BEFORE and not (tokens and tokens[-1] in listed("hanging"))


def fits(
    line: Line,
    memory: Memory,
    slots: Callable[[Line], Sequence[Slot]],
    cosines: Cosines,
    threshold: float,
) -> str:
    """Why a line belongs into a memory: ``same``, ``slot``, ``subject``, ``profile`` or ``alike``; "" if not."""
    if any(line.key == other.key for other in memory.lines):
        return "same"
    me, own = {"user", claim_key(line.said)}, set(introduced(line.text))
    others = {name for one in memory.lines for name in introduced(one.text)}
    if own and others and own.isdisjoint(others):
        return ""
    mine = {slot.key for slot in slots(line)}
    if any(slot.key in mine for other in memory.current for slot in slots(other)):
        return "slot"
    if any(leads(line.text, name) for name in names(memory, slots, me)):
        return "subject"
    if _profiles(line, slots, me) and any(
        _profiles(other, slots, me) for other in memory.current if other.said == line.said
    ):
        return "profile"
    return "" if alike(line, memory, cosines, threshold) is None else "alike"


def alike(line: Line, memory: Memory, cosines: Cosines, threshold: float) -> Line | None:
    """The current line of a memory that is nearest to a line by meaning and by words, if one is near enough."""
    near = [
        one
        for one in memory.current
        if one.section == line.section
        and shares(line.text, one.text)
        and not _of_others(line.text, one.text)
    ]
    scores = cosines(line.text, [one.text for one in near]) if near else ()
    best = max(range(len(near)), key=lambda at: scores[at], default=None)
    return near[best] if best is not None and scores[best] >= threshold else None


def _profiles(line: Line, slots: Callable[[Line], Sequence[Slot]], me: Set[str]) -> bool:
    """Whether a line tells who the one is that speaks."""
    of_me = any(slot.subject in me and not slot.many for slot in slots(line))
    return line.section == "profile" and (of_me or speaks_of_self(line.text))


def placed(line: Line, memory: Memory, why: str) -> Line:
    """A line as it stands in the memory it belongs to: what has no section of its own joins the subject's."""
    if why == "subject" and line.section == NOTES:
        sections = {one.section for one in memory.current}
        if "profile" in sections:
            return replace(line, section="profile")
    return line


def content(text: str) -> frozenset[str]:
    """The words of a text that carry something, as index terms."""
    terms = index_terms(text, None).terms
    return frozenset(term for term in terms if term not in _stops() and not term.startswith("~"))


def shares(a: str, b: str) -> bool:
    """The lexical guard: half of the shorter text's words are in both.

    >>> shares("I like coffee in the morning", "I like tea"), shares("The port is 80", "The port was 80")
    (False, True)
    """
    one, other = content(a), content(b)
    least = min(len(one), len(other))
    # Pairs of characters cross the borders of words, and few models read them: more have to agree.
    enough = _SHARED_UNSPACED if is_unspaced(a) else _SHARED
    return least > 0 and len(one & other) >= max(enough * least, min(2, least))


def _of_others(a: str, b: str) -> bool:
    """Whether two lines open with words for different people or things, neither being in the other.

    >>> _of_others("Ana works with AI here", "Bo works with AI here"), _of_others("We rest", "Now we rest")
    (True, False)
    """
    if speaks_of_self(a) or speaks_of_self(b):
        return False
    one, other = (_WORD.findall(text.casefold()) for text in (a, b))
    first, second = (next((w for w in each if w not in _stops()), "") for each in (one, other))
    return bool(first and second) and first not in other and second not in one


def _stops() -> Set[str]:
    return function_words("en") | function_words("pt") | function_words("es") | function_words("zh")
