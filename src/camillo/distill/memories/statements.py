"""Statements: what of a message is worth keeping as a line of a memory. Pure; claims and kinds are handed in."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from camillo.distill.memories import words
from camillo.distill.memories.memory import NOTES, one_line
from camillo.distill.sentences import sentences
from camillo.domain.halls import CODING, known
from camillo.domain.halls import NOTES as HALLS
from camillo.text.stops import all_function_words, function_words
from camillo.text.tokens import index_terms

#: Longer sentences are logs or data.
_LONGEST = 600
_FEWEST_WORDS = 2
_LABEL = re.compile(r"\s*[*_]{0,2}([^\W\d_][\w -]{0,24}?)[*_]{0,2}\s?[:：][*_]{0,2}\s*(?=\S)")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.{1,80}?)[ \t#]*$", re.M)
#: Scripts whose words no space parts, or that glue their endings on.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u2e80-\ud7a3]")
_TASK = re.compile(r"^[ \t]*[-*+][ \t]+\[[ xX]\][ \t]", re.M)
_SECTION_OF_HALL = {
    "decisions": "decisions", "events": "events", "discoveries": "discoveries",
    "preferences": "preferences", "advice": "advice", "insights": "insights",
}  # fmt: skip
_SECTION_OF_KIND = {
    "decision": "decisions", "event": "events", "discovery": "discoveries", "preference": "preferences",
    "insight": "insights", "plan": "plans", "advice": "advice", "feeling": "life", "person": "life",
}  # fmt: skip
_SECTION_OF_PREDICATE = {
    **dict.fromkeys(
        ("named", "works at", "works as", "lives in", "born in", "born on", "comes from", "aged", "studies",
         "studies at", "studied", "teaches", "leads", "owns", "coaches", "speaks", "married to", "uses"),
        "profile",
    ),
    **dict.fromkeys(("likes", "dislikes", "prefers", "enjoys", "loves", "hates", "wants"), "preferences"),
    **dict.fromkeys(("allergic to", "has condition", "takes"), "health"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim of a message, as far as a section depends on it: character offsets and the predicate."""

    start: int
    end: int
    predicate: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that states something: its place in the message, and where it belongs.

    ``text`` is what a memory says: the sentence without its label. ``heading`` is the one above it.
    """

    text: str
    start: int
    end: int
    section: str
    heading: str = ""


#: Kinds of memory that a sentence speaks for, with weights.
Kinds = Callable[[str], Iterable[tuple[str, float]]]


def statements(
    message: str,
    language: str,
    claims: Sequence[Claimed],
    secrets: Sequence[tuple[int, int]],
    kinds: Kinds,
) -> tuple[Statement, ...]:
    """What a message states, in its order. Questions, commands, small talk and secrets are left out.

    >>> told = statements("Hi! I moved to Rome in May. Why not? Please sing.", "en", [], [], lambda _: [])
    >>> [one.text for one in told]
    ['I moved to Rome in May.']
    """
    headings = [(found.start(), found.end(), found[1]) for found in _HEADING.finditer(message)]
    tasks = [found.end() for found in _TASK.finditer(message)]
    found = []
    for start, end in sentences(message):
        if any(low <= start < high for low, high, _ in headings):
            continue
        if any(low < end and start < high for low, high in secrets):
            continue
        inside = [one.predicate for one in claims if one.start < end and start < one.end]
        above = next((title for low, _, title in reversed(headings) if low < start), "")
        made = _statement(message, (start, end), language, inside, kinds, task=start in tasks)
        if made is not None:
            text, section = made
            found.append(Statement(text, start, end, section, above))
    return tuple(found)


def _statement(
    message: str,
    span: tuple[int, int],
    language: str,
    predicates: Sequence[str],
    kinds: Kinds,
    *,
    task: bool,
) -> tuple[str, str] | None:
    start, end = span
    label = _LABEL.match(message, start, end)
    section = _labelled(label[1]) if label else ""
    if label and (section or _mends(label[1])):
        start = label.end()
    text = one_line(message[start:end])
    named = words.introduced(text)
    if not text or len(text) > _LONGEST or words.asks(text) or words.hides(text):
        return None
    if not (section or task or named) and (words.orders(text) or words.chats(text)):
        return None
    section = "plans" if task else section
    if not section and not predicates and not named and _says_little(text, language):
        return None
    return text, section or _section(text, predicates, named, kinds)


def _labelled(label: str) -> str:
    """The section that a line's label names, such as ``Decision:`` or ``待办：``."""
    low = " ".join(label.casefold().split())
    if _mends(low):
        return ""
    if low in words.listed("notes"):
        return NOTES
    if known(low, CODING) == "todos":
        return "plans"
    return _SECTION_OF_HALL.get(known(low, HALLS), "")


def _mends(label: str) -> bool:
    return label.casefold().strip() in words.listed("mending")


def _says_little(text: str, language: str) -> bool:
    """Whether too few words are left without function words and those of small talk."""
    if _UNSPACED.search(text):
        return index_terms(text, language or None).length < _FEWEST_WORDS
    empty = (
        function_words(language or None)
        | all_function_words()
        | words.listed("talk")
        | words.listed("common")
    )
    own = {word for word in re.findall(r"[^\W_]+", text.casefold()) if word not in empty}
    return len(own) < _FEWEST_WORDS


def _section(text: str, predicates: Sequence[str], named: Sequence[str], kinds: Kinds) -> str:
    if named:
        return "profile"
    for predicate in predicates:
        if predicate.startswith("favourite") or "favorit" in predicate or "喜欢" in predicate:
            return "preferences"
        if predicate in _SECTION_OF_PREDICATE:
            return _SECTION_OF_PREDICATE[predicate]
    ranked = sorted(_summed(kinds(text)).items(), key=lambda pair: (-pair[1], pair[0]))
    return _SECTION_OF_KIND.get(ranked[0][0], NOTES) if ranked and ranked[0][1] >= _SURE else NOTES


#: So much evidence files a text in a hall.
_SURE = 2.0


def _summed(kinds: Iterable[tuple[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for kind, weight in kinds:
        total[kind] = total.get(kind, 0.0) + weight
    return total
