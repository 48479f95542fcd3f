"""Asking a language model what a message states and where it belongs; what it says is believed where it is cited."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from camillo.distill.memories import words
from camillo.distill.memories.memory import NOTES, SECTIONS, one_line
from camillo.distill.memories.topic import content
from camillo.ports.language_model import Json, Schema
from camillo.text.asking import Passage
from camillo.text.scripts import is_unspaced
from camillo.text.tokens import index_terms

TASK = (
    "You keep the long-term memory of one person. You are given a message and, numbered, what is remembered of"
    " matters that may be related. List what the message states that will still be worth knowing in a month: who"
    " people are and what they do, what they like, what was decided, found out or planned. Leave out questions,"
    " orders, greetings, guesses and secrets; a message may state nothing at all. For each fact give its `text`,"
    " one short sentence in the language and words of the message; the `quote`, the exact stretch of the message"
    " that says it; its `section`; in `memory` the number of the memory that is about the same person or matter,"
    " or 0 if none is; and in `replaces` the numbers of that memory's lines which it makes untrue. Say nothing"
    " that the message does not say."
)
TOKENS = 1_024
_MOST_FACTS, _LONGEST = 40, 600
#: So large a part of a fact's words may be other words than the message's; of a text without spaces a larger one.
_OWN, _OWN_UNSPACED = 0.34, 0.5
_NUMBER_OR_NAME = re.compile(r"\b(?:\w*\d\w*|[^\W\d_a-z]\w+)")
#: What a fact may call the person who speaks.
_SPEAKING = frozenset(
    [
        "user",
        "i",
        "the",
        "my",
        "he",
        "she",
        "they",
        "o",
        "a",
        "ele",
        "ela",
        "eu",
        "utilizador",
        "usuário",
        "usuario",
        "用户",
    ]
)


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a model told it, with the stretch of the message that says it.

    ``memory`` is the place of the memory it goes into, None for none; ``replaces`` are places of its lines.
    """

    text: str
    start: int
    end: int
    section: str
    memory: int | None = None
    replaces: tuple[int, ...] = ()


def passages(message: str, memories: Sequence[Sequence[str]]) -> list[Passage]:
    """What the model is shown: the message, and lines of memories by number."""
    shown: list[Passage] = [({"kind": "message"}, message)]
    for number, lines in enumerate(memories, 1):
        numbered = "\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1))
        shown.append(({"memory": str(number)}, numbered))
    return shown


def schema(memories: Sequence[Sequence[str]]) -> Schema:
    """The form of the answer."""
    most = max((len(lines) for lines in memories), default=0)
    number = {"type": "integer", "minimum": 1, "maximum": max(1, most)}
    properties = {
        "text": {"type": "string", "minLength": 1, "maxLength": _LONGEST},
        "quote": {"type": "string", "minLength": 1},
        "section": {"type": "string", "enum": list(SECTIONS)},
        "memory": {"type": "integer", "minimum": 0, "maximum": len(memories)},
        "replaces": {"type": "array", "items": number, "maxItems": most},
    }
    fact = {"type": "object", "properties": properties, "required": ["text", "quote"]}
    facts = {"type": "array", "items": fact, "maxItems": _MOST_FACTS}
    return {"type": "object", "properties": {"facts": facts}, "required": ["facts"]}


def checked(
    answer: Json,
    message: str,
    memories: Sequence[Sequence[str]],
    secrets: Sequence[tuple[int, int]],
    speaker: str,
) -> tuple[tuple[Told, ...], bool]:
    """What of an answer the message bears out, and whether anything was dropped.

    A fact needs a quote that stands in the message and is no question, order or secret; its names and numbers
    must be the message's, and most of its words. A line is replaced only where it shares a word with the fact.
    """
    facts = answer.get("facts") if isinstance(answer, dict) else None
    found, dropped = [], False
    for fact in facts if isinstance(facts, list) else ():
        told = _told(fact, message, memories, secrets, speaker) if isinstance(fact, dict) else None
        if told is None:
            dropped = True
            continue
        wished = fact.get("replaces") if isinstance(fact, dict) else ()
        dropped = dropped or len(told.replaces) != len(wished if isinstance(wished, list) else ())
        found.append(told)
    return tuple(found), dropped


def _told(
    fact: dict[str, Json],
    message: str,
    memories: Sequence[Sequence[str]],
    secrets: Sequence[tuple[int, int]],
    speaker: str,
) -> Told | None:
    text, quote = one_line(str(fact["text"])), str(fact["quote"])
    place = quoted(quote, message)
    if place is None or not borne_out(text, message, speaker):
        return None
    start, end = place
    sentence = message[start : _sentence_end(message, end)]
    if (
        words.asks(sentence)
        or words.orders(sentence)
        or words.hides(sentence)
        or words.chats(sentence)
    ):
        return None
    if any(low < end and start < high for low, high in secrets):
        return None
    number = fact.get("memory")
    memory = number - 1 if isinstance(number, int) and number > 0 else None
    wished = fact.get("replaces")
    replaces = [
        at - 1
        for at in (wished if isinstance(wished, list) and memory is not None else ())
        if isinstance(at, int) and memory is not None and at <= len(memories[memory])
        if content(memories[memory][at - 1]) & content(text)
    ]
    return Told(text, start, end, str(fact.get("section", NOTES)), memory, tuple(replaces))


def quoted(quote: str, message: str) -> tuple[int, int] | None:
    """Where a quote stands in a message word for word, white space aside; None where it does not."""
    tokens = quote.split()
    if not tokens:
        return None
    found = re.search(r"\s+".join(map(re.escape, tokens)), message)
    return found.span() if found else None


def _sentence_end(message: str, end: int) -> int:
    """The end with the marks that close a sentence right there."""
    while end < len(message) and message[end] in ".!?。！？؟ ":
        end += 1
    return end


def borne_out(text: str, message: str, speaker: str, own_share: float = 0.0) -> bool:
    """Whether a message has the names and numbers of a text, and most of its words.

    ``own_share`` is how large a part may be words of its own, where that is more than usual.
    """
    low = message.casefold()
    known = _SPEAKING | set(speaker.casefold().split())
    for word in _NUMBER_OR_NAME.findall(text):
        if word.casefold() not in low and word.casefold() not in known:
            return False
    given = index_terms(message, None).terms.keys() | known
    stems = {term.lstrip("~") for term in given} | _stems(message)
    own = [term for term in content(text) if term not in stems and not _stems(term) & stems]
    share = max(own_share, _OWN_UNSPACED if is_unspaced(text) else _OWN)
    return len(own) <= share * max(1, len(content(text)))


def _stems(text: str) -> set[str]:
    """Stem classes of the words of a text in the languages that the words tell apart."""
    return {
        term.lstrip("~")
        for language in ("en", "pt", "es", "fr", "de")
        for term in index_terms(text, language).terms
        if term.startswith("~")
    }
