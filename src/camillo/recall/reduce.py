"""An over-long question, or one with a prompt pasted before it, is reduced to its question."""

import re
from dataclasses import dataclass

#: Characters up to which a question is taken as it is.
LONGEST = 500
_KEPT = 400
_FENCED = re.compile(r"```.*?(?:```|\Z)|<(\w+)>.*?</\1>", re.DOTALL)
_SENTENCE = re.compile(r"[^.!?。！？\n]*[?？؟;]+|[^.!?。！？\n]+[.!。！]*")
_ASKS = re.compile(r"[?？؟]\s*$")
# Bytes, since a word of Chinese is a character or two: "Which one?" needs what stands before it.
_SHORT = 20


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is searched, and how it came out of what was given ("" where it is all of it)."""

    text: str
    how: str


def reduce(question: str) -> Reduced:
    """The last question of a long text; else its last paragraph, cut to 400 characters.

    >>> reduce("Why did we switch?")
    Reduced(text='Why did we switch?', how='')
    >>> reduce("You are a helpful assistant. " * 40 + "Why did we switch to GraphQL?").text
    'Why did we switch to GraphQL?'
    """
    text = question.strip()
    if len(text) <= LONGEST:
        return Reduced(text, "")
    plain = _FENCED.sub("\n", text).strip() or text
    sentences = [each.group().strip() for each in _SENTENCE.finditer(plain)]
    sentences = [each for each in sentences if each]
    asked = [at for at, each in enumerate(sentences) if _ASKS.search(each)]
    if asked:
        at = asked[-1]
        found = sentences[at]
        if len(found.encode("utf-8", "replace")) < _SHORT and at > 0:
            found = f"{sentences[at - 1]} {found}"
        return Reduced(found[-_KEPT:], "last question")
    paragraph = plain.rsplit("\n\n", 1)[-1].strip() or plain
    return Reduced(paragraph[-_KEPT:], "last paragraph")
