"""Whose words a question asks for: speakers by name, the palace's owner, the assistant."""

import re
from collections.abc import Sequence
from functools import lru_cache

from camillo.recall.catalogue import Catalogue
from camillo.text.pieces import chunks
from camillo.text.scripts import normalise

#: What exports call a speaker without a name.
_NO_NAMES = frozenset({"user", "assistant", "system", "tool", "human", "ai", "bot", "you", "me"})
_SHORTEST_FIRST_NAME = 3
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7a3]")

_SAY = (
    "sa(?:id|y)|t(?:old|ell)|mention(?:ed)?|ask(?:ed)?|wr(?:ote|ite)|explain(?:ed)?|describe[d]?|share[d]?|note[d]?"
    "|suggest(?:ed)?|propose[d]?|complain(?:ed)?|recommend(?:ed)?|advise[d]?|answer(?:ed)?|repl(?:y|ied)|g[ai]ve"
    "|respond(?:ed)?|list(?:ed)?"
)
_NAMES = "assistant|claude|chatgpt|codex|gemini|copilot|gpt(?:-\\w+)?"
_SOME = r"(?:\s+[^\W\d_]+){0,2}?\s+"
#: "Can you tell me" asks for something new.
_TOLD = r"(?<!can )(?<!could )(?<!will )(?<!would )(?<!should )(?<!please )"
_BEFORE_DE = r"[^.!?]{0,40}?\b"
_PATTERNS = {
    "user": (
        rf"\b{_TOLD}i{_SOME}(?:{_SAY})\b",
        r"\beu\s+(?:(?:te|lhe|já|não|ta)\s+)*(?:disse|falei|contei|mencionei|perguntei|escrevi|pedi)\b",
        r"\b(?:falei|mencionei|perguntei|contei|escrevi)\b",
        r"\b(?:dije|conté|mencioné|pregunté|escribí|pedí|comenté|expliqué)\b",
        rf"\bich\b{_BEFORE_DE}(?:gesagt|erwähnt|erzählt|gefragt|geschrieben|erklärt)\b",
        r"\b(?:sagte|erwähnte|erzählte|fragte|schrieb)\s+ich\b",
        r"\bich\s+(?:sagte|erwähnte|erzählte|fragte|schrieb)\b",
        r"\bj['’ ]ai\s+(?:dit|mentionné|demandé|écrit|raconté|parlé|expliqué)\b",
        r"\bai-je\s+(?:dit|mentionné|demandé|écrit|raconté|parlé)\b",
        r"我(?:之前|以前|曾经|曾|上次|昨天|当时|有没有)?(?:[跟和对向]你)?"
        r"(?:说|提到|提过|讲|问过|问了|问你|写过|告诉|聊过)",
    ),
    "assistant": (
        rf"\b{_TOLD}(?:you|(?:the\s+)?(?:{_NAMES})|the\s+(?:ai|model|bot)){_SOME}(?:{_SAY})\b",
        r"\byour\s+(?:answer|suggestion|advice|recommendation|reply|response)s?\b",
        r"\b(?:você|vc|tu|o\s+assistente)\s+(?:(?:me|já|não)\s+)*"
        r"(?:disse|sugeriu|recomendou|falou|respondeu|explicou|propôs|aconselhou)\b",
        r"\b(?:disseste|sugeriste|recomendaste|respondeste|explicaste|aconselhaste|propuseste)\b",
        r"\b(?:dijiste|aconsejaste|propusiste|respondiste)\b",
        r"\b(?:usted|el\s+asistente)\s+(?:me\s+)?(?:dijo|sugirió|recomendó|respondió|explicó)\b",
        rf"\b(?:du|der\s+assistent)\b{_BEFORE_DE}"
        r"(?:gesagt|vorgeschlagen|empfohlen|erklärt|geraten|geantwortet)\b",
        r"\b(?:tu\s+m['’ ]as|tu\s+as|as-tu|vous\s+(?:m['’ ])?avez|avez-vous|l['’ ]assistant\s+a)\s+"
        r"(?:dit|suggéré|conseillé|recommandé|proposé|expliqué|répondu)\b",
        r"(?:你|您|助手|助理|模型|Claude|ChatGPT)(?:之前|以前|曾经|曾|上次|昨天|当时)?"
        r"(?:给我|[跟和对向]我)?的?(?:说|建议|推荐|提到|提议|讲|告诉|回答|解释|答复)",
    ),
}


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (role, re.compile("|".join(patterns), re.IGNORECASE))
        for role, patterns in _PATTERNS.items()
    )


def roles(question: str) -> tuple[str, ...]:
    """Whose turns the question asks for by who spoke: ``user`` (I said), ``assistant`` (you told me).

    >>> roles("what did I say about the roof?"), roles("你建议我用什么数据库"), roles("where is the roof?")
    (('user',), ('assistant',), ())
    """
    text = normalise(question)
    return tuple(role for role, pattern in _compiled() if pattern.search(text))


def speakers(text: str, catalogue: Catalogue) -> tuple[int, ...]:
    """Numbers of the speakers whose name, or first name of three letters or more, is in the text.

    A name without spaces, as in Chinese, is looked for in the text itself. A capitalised short
    form counts ("Mel") where one speaker's first name alone begins with it.
    """
    said = chunks(text)
    words = {word.removesuffix("'s").casefold() for word in said}
    names = {
        number: catalogue.labels[number]
        for number in catalogue.speakers
        if catalogue.labels.get(number, "").casefold() not in _NO_NAMES | {""}
    }
    named = {number for number, name in names.items() if _is_named(name, words, text)}
    for word in said[1:]:
        short = word.removesuffix("'s")
        if len(short) < _SHORTEST_FIRST_NAME or not short.istitle():
            continue
        longer = {n for n, name in names.items() if name.casefold().startswith(short.casefold())}
        if len(longer) == 1:
            named |= longer
    return tuple(number for number in catalogue.labels if number in named)


def _is_named(name: str, words: set[str], text: str) -> bool:
    if _UNSPACED.search(name):
        return len(name) > 1 and normalise(name) in normalise(text)
    folded: Sequence[str] = [part.casefold() for part in chunks(name)]
    if not folded:
        return False
    first = len(folded[0]) >= _SHORTEST_FIRST_NAME and folded[0] in words
    return first or all(part in words for part in folded)
