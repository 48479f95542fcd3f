"""Markdown files: one document each, with what its front matter says about it."""

import re
from collections.abc import Iterator, Mapping

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats.encodings import is_binary
from camillo.formats.plain import document, read_document
from camillo.ports.reader import SourceFile, Unknown

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")

# Front matter is untrusted: what is beyond these bounds stays in the text alone.
_FRONT_CHARS = 16 * 1024
_KEYS = 64
_KEY_CHARS = 64
_VALUE_CHARS = 1_000
_ITEMS = 100
_TITLE_CHARS = 300
_SCANNED = 64 * 1024

_FRONT = re.compile(
    r"\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_KEY = re.compile(r"\w[\w .-]*")
_ITEM = re.compile(r"[ \t]*-[ \t]+(\S.*)$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t])")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*$")
_TIMES = ("date", "datetime", "created", "created_at", "created-at", "date created", "date_created")


class MarkdownReader:
    """Markdown by its file name; its text says no more than that it is text."""

    name = "markdown"

    def sniff(self, file: SourceFile) -> bool:
        """Whether it is named as Markdown and its head is text."""
        named = file.name.lower().endswith(SUFFIXES)
        return named and bool(file.head) and not is_binary(file.head)

    def read(self, file: SourceFile) -> Iterator[Turn | Problem | Unknown]:
        """The file as one turn; a problem first where something is wrong with its bytes."""
        for item in read_document(file):
            if isinstance(item, Problem):
                yield item
                continue
            content, decoded = item
            meta = front_matter(decoded.text)
            yield document(
                self.name,
                file,
                content,
                decoded.encoding,
                media_type="text/markdown",
                title=_title(meta, decoded.text),
                at=_time(meta),
                meta=meta,
            )


def front_matter(text: str) -> dict[str, object]:
    r"""The plain ``key: value`` pairs and lists of texts that a Markdown text starts with.

    Values stay the texts they are. Nested and folded values are left to the text, and so is
    whatever is longer than 1,000 characters or beyond 64 keys or 100 items.

    >>> front_matter("---\ntitle: The move\ntags: [api, 'graph']\n---\n# Body\n")
    {'title': 'The move', 'tags': ['api', 'graph']}
    """
    match = _FRONT.match(text, 0, _FRONT_CHARS)
    if not match:
        return {}
    found: dict[str, object] = {}
    key = ""
    for line in match.group(1).splitlines():
        if pair := _pair(line):
            key, value = pair
            if len(key) > _KEY_CHARS or key in found or len(found) >= _KEYS:
                key = ""
                continue
            _put(found, key, value)
        elif (item := _ITEM.match(line)) and key and isinstance(found.get(key, []), list):
            _append(found, key, _scalar(item.group(1)))
        elif line.strip():
            key = ""
    return found


def _pair(line: str) -> tuple[str, str] | None:
    key, colon, value = line.partition(":")
    if not colon or (value and value[0] not in " \t") or not _KEY.fullmatch(key):
        return None
    return key.rstrip(), value.strip()


def _put(found: dict[str, object], key: str, value: str) -> None:
    if value.startswith("[") and value.endswith("]"):
        items = [_scalar(part) for part in _split(value[1:-1])]
        kept = [item for item in items if item and len(item) <= _VALUE_CHARS]
        found[key] = kept[:_ITEMS]
    elif value and value[0] not in "|>{[&*!" and len(value) <= _VALUE_CHARS:
        found[key] = _scalar(value)


def _append(found: dict[str, object], key: str, value: str) -> None:
    items = found.setdefault(key, [])
    if isinstance(items, list) and value and len(value) <= _VALUE_CHARS and len(items) < _ITEMS:
        items.append(value)


def _split(inside: str) -> list[str]:
    """The items of an inline list; a comma inside quotes parts nothing."""
    return re.findall(r"""\s*("[^"]*"|'[^']*'|[^,]+)\s*(?:,|$)""", inside)


def _scalar(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return re.split(r"(?:^|[ \t])#", value, maxsplit=1)[0].strip()


def _time(meta: Mapping[str, object]) -> Moment | None:
    named = {key.lower(): value for key, value in meta.items()}
    for key in _TIMES:
        value = named.get(key)
        if isinstance(value, str):
            try:
                return Moment.parse(value)
            except InvalidInput:
                continue
    return None


def _title(meta: Mapping[str, object], text: str) -> str:
    named = meta.get("title", "")
    title = named if isinstance(named, str) and named else first_heading(text)
    return title if len(title) <= _TITLE_CHARS else ""


def first_heading(text: str) -> str:
    r"""The text of the first heading outside code, or nothing.

    >>> first_heading("```\n# no\n```\nYes\n===\n")
    'Yes'
    """
    front = _FRONT.match(text, 0, _FRONT_CHARS)
    fence = previous = ""
    body = text[front.end() if front else 0 : _SCANNED].removeprefix("\ufeff")
    for line in body.splitlines():
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence):
                fence = ""
        elif mark:
            fence = mark.group(1)
        elif heading := _HEADING.match(line):
            return _without_closing(line[heading.end() :].strip())
        elif previous.strip() and _UNDERLINE.match(line):
            return previous.strip()
        previous = "" if fence or mark else line
    return ""


def _without_closing(heading: str) -> str:
    bare = heading.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else heading


READER = MarkdownReader()
