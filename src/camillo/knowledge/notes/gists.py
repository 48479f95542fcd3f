"""The gist line of a note: its first words of prose, on one line."""

import re

from camillo.knowledge.notes import inline
from camillo.knowledge.notes.blocks import Block, blocks
from camillo.knowledge.notes.front import read_front
from camillo.knowledge.notes.links import wiki_link
from camillo.knowledge.notes.slugs import one_line

_LONGEST = 160
_HEAD = 16 * 1024
_ENDS = re.compile(r"(?<=[\w)\]'\"”])[.!?](?=\s)|[。！？]")
_MARKS = re.compile(r"^(?:[>\s]|[-+*]\s|\d{1,9}[.)]\s|\[[ xX]\]\s)+", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~|==")


def gist_line(text: str) -> str:
    r"""The first sentence of a note's prose, at most 160 characters; "" where it has none.

    Links are told by their words, marks of Markdown are left out.

    >>> gist_line("# Plan\n\n- We **move** to [[kb:graphql|GraphQL]]. Then rest.")
    'We move to GraphQL.'
    """
    front = read_front(text)
    described = front.values.get("description")
    if isinstance(described, str) and (line := one_line(described, _LONGEST)):
        return line
    for block in blocks(text[: front.end + _HEAD]):
        if block.kind == "text" and (line := _sentence(_plain(text, block))):
            return line
    return ""


def _plain(text: str, block: Block) -> str:
    """The block's words, with links as they read."""
    parts: list[str] = []
    at = block.start
    for piece in sorted(inline.pieces(text, block.start, block.end), key=lambda one: one.start):
        if piece.start < at or piece.kind in ("bracket", "math", "code", "url"):
            continue
        parts += [text[at : piece.start], _words(text[piece.start : piece.end], piece.kind)]
        at = piece.end
    parts.append(text[at : block.end])
    return _EMPHASIS.sub("", _MARKS.sub("", "".join(parts)))


def _words(written: str, kind: str) -> str:
    if kind == "wiki":
        link = wiki_link(written)
        return (
            (link.alias or link.target.removeprefix("kb:")) if link and link.kind == "link" else ""
        )
    if kind == "markdown":
        return written[1 : written.rfind("](")]
    return ""


def _sentence(words: str) -> str:
    end = _ENDS.search(words[:_HEAD])
    line = one_line(words[: end.end()] if end else words, _LONGEST)
    return line if any(char.isalpha() for char in line) else ""
