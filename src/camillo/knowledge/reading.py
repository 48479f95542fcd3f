"""What a passage says, read out of its text when it is cut."""

from camillo.domain.knowledge import Known, Mention
from camillo.ports.knowing import Said
from camillo.text.names import flat, mentioned, mentions
from camillo.text.scripts import normalise
from camillo.text.stops import function_words

#: Parts of a message that are somebody's words.
_SPOKEN = frozenset(("text", "thinking", "caption", "system"))
_OPENING = frozenset(".!?:;。！？：；\n\"'“”‘’「」*-#>|([")


def read(said: Said) -> Known:
    """The names that a passage mentions; a name counts as sure where it stands inside a sentence.

    >>> [(one.name, one.sure) for one in read(Said("Paris it is, says Ana Kova.", "en")).mentions]
    [('Paris', False), ('Ana Kova', True), ('Ana', True), ('Kova', True)]
    """
    if said.part not in _SPOKEN:
        return Known()
    keys = mentioned(said.text, function_words(said.language or None))
    if not keys:
        return Known()
    text, words = normalise(said.text), flat(said.text)
    found = [_mention(key, text, words) for key in keys if mentions(words, key)]
    return Known(tuple(found))


def _mention(key: str, text: str, words: str) -> Mention:
    low = text.casefold()
    at = low.find(key) if len(low) == len(text) else -1
    name = text[at : at + len(key)] if at >= 0 else key
    before = text[:at].rstrip(" \t") if at >= 0 else ""
    sure = " " in key or (bool(before) and before[-1] not in _OPENING)
    return Mention(key, name, "name", max(1, words.count(f" {key} ")), sure)
