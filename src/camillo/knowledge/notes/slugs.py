"""Slugs: the short names that notes have in links, files and addresses; and a note's title."""

import hashlib
import re
import unicodedata
from collections.abc import Container

from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.blocks import blocks, heading_text
from camillo.knowledge.notes.front import read_front
from camillo.text.scripts import fold

LONGEST_SLUG = 80
LONGEST_TITLE = 200
#: Names that Windows keeps for devices, and those of the map of content.
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "index", "readme"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
)
_WORDS = re.compile(r"[a-z0-9]+")
#: What ends a link or means something else in it, or is no part of a file's name.
_UNFIT = re.compile(r"[\[\]|#^<>:\"/\\?*`\s]")
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019\u02bc](?=\w)")
#: So many Latin letters or digits make a name amid letters of another script.
_READABLE = 3
_HEAD = 64 * 1024
_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]+"
)


def slug_of(title: str, day: str) -> str:
    """A note's slug: the Latin words of its title, else the day (``2026-01-02``) and a hash of the title.

    Lower case, ASCII letters, digits and hyphens, at most 80 characters; never a name that Windows
    keeps for devices. The same title and day give the same slug.

    >>> slug_of("Café & OAuth 2.0", "2026-01-02"), slug_of("知识库", "2026-01-02")
    ('cafe-oauth-2-0', '2026-01-02-975b35f9')
    """
    title = unicodedata.normalize("NFC", title)
    words = _WORDS.findall(_latin(title))
    if not _usable(words, title):
        digest = hashlib.sha256(" ".join(title.split()).encode("utf-8", "surrogatepass"))
        return f"{day}-{digest.hexdigest()[:8]}"
    made = _bounded("-".join(words), LONGEST_SLUG)
    return f"{made}-note" if made in _RESERVED else made


def _latin(title: str) -> str:
    bare = fold(_APOSTROPHE.sub("", unicodedata.normalize("NFKC", title)).casefold())
    return unicodedata.normalize("NFKD", bare)


def _usable(words: list[str], title: str) -> bool:
    made = "".join(words)
    other = any(char.isalpha() and not fold(char.casefold()).isascii() for char in title)
    return bool(made) and (not other or (len(made) >= _READABLE and not made.isdigit()))


def _bounded(words: str, longest: int) -> str:
    if len(words) <= longest:
        return words
    cut = words[: longest + 1].rpartition("-")[0]
    return cut if len(cut) > longest // 2 else words[:longest].rstrip("-")


def checked_slug(slug: str) -> str:
    """A slug that somebody chose, in Unicode's composed form: it may be of any script.

    Raises:
        InvalidInput: a link or a file cannot have this name.

    >>> checked_slug("知识库"), checked_slug("cafe\u0301") == "café"
    ('知识库', True)
    """
    made = unicodedata.normalize("NFC", slug)
    if (
        not made
        or len(made) > LONGEST_SLUG
        or _UNFIT.search(made)
        or not made.isprintable()
        or made.startswith(".")
        or made.endswith((".", ".md", ".markdown"))
        or made.casefold() in _RESERVED
    ):
        raise InvalidInput(
            f"{slug[:LONGEST_SLUG]!r} cannot be a note's name in links",
            f"use letters, digits and hyphens, at most {LONGEST_SLUG}",
        )
    return made


def unique(wanted: str, taken: Container[str]) -> str:
    """The slug itself, else with the first number from 2 on that is free.

    >>> unique("plan", {"plan", "plan-2"})
    'plan-3'
    """
    if wanted not in taken:
        return wanted
    number = 2
    while (found := f"{_bounded(wanted, LONGEST_SLUG - len(str(number)) - 1)}-{number}") in taken:
        number += 1
    return found


def one_line(text: str, longest: int = LONGEST_TITLE) -> str:
    r"""A title on one line, without control, bidi and invisible characters, bounded.

    >>> one_line("Two\n lines\u202e!")
    'Two lines !'
    """
    head = text[: 16 * longest]
    line = " ".join((head if head.isprintable() else _CONTROLS.sub(" ", head)).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "\u2026"


def title_of(text: str, fallback: str) -> str:
    r"""What a note is called: by its front matter, by its first heading, else as its file is.

    >>> title_of("---\ntitle: The move\n---\n# Other\n", "a.md"), title_of("text", "notes/plan b.md")
    ('The move', 'plan b')
    """
    front = read_front(text)
    found = one_line(front.title)
    if not found:
        for block in blocks(text[: front.end + _HEAD]):
            if block.kind == "heading" and (found := one_line(heading_text(text, block))):
                break
    return found or one_line(_stem(fallback)) or one_line(fallback)


def _stem(name: str) -> str:
    """A file's name without its folders and suffix; what is no Markdown file's name stays whole."""
    bare = re.sub(r"\.(?:md|markdown)$", "", name, flags=re.IGNORECASE)
    return bare if bare == name else bare.replace("\\", "/").rpartition("/")[2]
