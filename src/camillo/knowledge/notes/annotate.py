"""Pointers to notes in memories get the titles of what they point at."""

import re
from collections.abc import Mapping

from camillo.knowledge.notes.links import wiki_link
from camillo.knowledge.notes.resolve import name_key
from camillo.knowledge.notes.slugs import one_line

_LONGEST = 80
_POINTER = re.compile(r"(?<!!)\[\[kb:[^\[\]\r\n]{1,500}\]\](?!\()", re.IGNORECASE)
#: What could end the brackets, open a link or a tag, or close a fence.
_HARMLESS = str.maketrans("[]()<>`", "［］（）‹›'")


def pointers(text: str) -> tuple[str, ...]:
    """The targets of the pointers in a text, each once, as :func:`annotate` looks them up.

    >>> pointers("see [[kb:oauth#Cost]], [[kb:oauth]] and [[plan]]")
    ('oauth',)
    """
    links = (wiki_link(found[0]) for found in _POINTER.finditer(text))
    return tuple(dict.fromkeys(link.target[3:].strip() for link in links if link))


def annotate(text: str, titles: Mapping[str, str]) -> str:
    """The text with ``[[kb:slug]]`` followed by the note's title in brackets.

    What no title is known for stays as it is (a page to be written), and so does what has one already.
    A title cannot break the line or its brackets: one line, at most 80 characters, no controls.

    >>> annotate("see [[kb:oauth]] and [[kb:new]]", {"oauth": "OAuth 与 PKCE"})
    'see [[kb:oauth]](OAuth 与 PKCE) and [[kb:new]]'
    """

    def told(found: re.Match[str]) -> str:
        link = wiki_link(found[0])
        if link is None:
            return found[0]
        slug = link.target[3:].strip()
        title = shown_title(titles.get(slug) or titles.get(name_key(slug)) or "")
        known = not title or name_key(link.alias) == name_key(title)
        return found[0] if known else f"{found[0]}({title})"

    return _POINTER.sub(told, text)


def shown_title(title: str) -> str:
    r"""A title as it may stand behind a link in a prompt.

    >>> shown_title("A (b)\n[x]")
    'A （b） ［x］'
    """
    return one_line(title, _LONGEST).translate(_HARMLESS)
