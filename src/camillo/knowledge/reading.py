"""What a passage says, read out of its text when it is cut."""

import re

from camillo.domain.knowledge import Known, Mention
from camillo.ports.knowing import Said
from camillo.text.names import flat, mentioned, name_key
from camillo.text.scripts import normalise
from camillo.text.stops import function_words

#: Parts of a message that are somebody's words.
_SPOKEN = frozenset(("text", "thinking", "caption", "system"))
_OPENING = frozenset(".!?:;。！？：；\n\"'“”‘’「」*-#>|([")

#: A capital, or a letter beyond ASCII, that does not open a sentence: without one no name is sure.
_INSIDE = re.compile(r"[^\s.!?:;\"'*#>|(\[-][ \t]+(?!I\b)[A-Z]|-[A-Z]|[^\x00-\x7f]|\[\[")


def read(said: Said) -> Known:
    """The names that a passage mentions: of several capitals, or with one inside a sentence.

    A capital that opens a sentence says nothing, so that a name there is left out.

    >>> [one.name for one in read(Said("Paris it is, says Ana Kova.", "en")).mentions]
    ['Ana Kova', 'Ana', 'Kova']
    """
    if said.part not in _SPOKEN or not _INSIDE.search(said.text):
        return Known()
    keys = mentioned(said.text, function_words(said.language or None))
    if not keys:
        return Known()
    text, words = normalise(said.text), flat(said.text)
    low = text.casefold()
    if len(low) != len(text):
        return Known()
    spots = [(key, low.find(key)) for key in keys]
    found = [
        Mention(key, text[at : at + len(key)], "name", max(1, words.count(f" {key} ")), True)
        for key, at in spots
        if at >= 0 and _tells(text, key, at) and name_key(key) == key
    ]
    return Known(tuple(found))


def _tells(text: str, key: str, at: int) -> bool:
    """Whether a name that begins at an offset is one for more than opening a sentence."""
    if not text[at].isupper():
        return False
    before = text[:at].rstrip(" \t")[-1:]
    return " " in key or (bool(before) and before not in _OPENING)
