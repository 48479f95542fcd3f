"""A folder of Markdown, text and HTML files, such as Apple Notes and most note applications export."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.formats.encodings import read_text
from camillo.formats.folder import walk
from camillo.formats.notebooks.html import markdown_of
from camillo.formats.notebooks.page import Page
from camillo.knowledge.notes.front import read_front
from camillo.knowledge.notes.slugs import title_of
from camillo.ports.reader import SourceFile

_PAGES = re.compile(r"\.(md|markdown|txt|html?)$", re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]*>([^<]{1,1000})</title", re.IGNORECASE)
_LONGEST = 64 << 20
_BESIDE = re.compile(r"(?:_files|\.assets|attachments|resources|images|media)$", re.IGNORECASE)


def read_folder(root: Path) -> Iterator[Page | Problem]:
    """The notes of a folder; other files are attachments of the notes of their folder or of the one above."""
    pages: list[SourceFile] = []
    others: dict[str, list[str]] = {}
    for found in walk(root):
        if isinstance(found, Problem):
            yield found
        elif isinstance(found, SourceFile) and _PAGES.search(found.name):
            pages.append(found)
        elif not found.name.rpartition("/")[2].startswith("."):
            folder, _, name = found.name.rpartition("/")
            others.setdefault(folder, []).append(name)
    for file in pages:
        yield _page(root, file, others)


def read_file(path: Path) -> Page | Problem:
    """One file as a note."""
    for found in walk(path):
        if isinstance(found, SourceFile):
            return _page(path.parent, found, {})
        return found if isinstance(found, Problem) else Problem(found.name, found.reason)
    return Problem(str(path), "cannot be read")


def _page(root: Path, file: SourceFile, others: dict[str, list[str]]) -> Page | Problem:
    try:
        with file.open() as stream:
            content = stream.read(_LONGEST + 1)
    except OSError as error:
        return Problem(file.name, error.strerror or "cannot be read")
    decoded = read_text(content) if len(content) <= _LONGEST else None
    if decoded is None:
        return Problem(file.name, "is no text, or too long")
    try:
        return _made(root, file, decoded.text.removeprefix("\ufeff"), others)
    except InvalidInput as error:
        return Problem(file.name, error.what, error.mend)


def _made(root: Path, file: SourceFile, text: str, others: dict[str, list[str]]) -> Page:
    is_html = file.name.lower().endswith((".html", ".htm"))
    stem = _PAGES.sub("", file.name)
    base = stem.rpartition("/")[2]
    told = _TITLE.search(text) if is_html else None
    body = markdown_of(text) if is_html else text
    front = read_front(body)
    return Page(
        ("folder", root.name, file.name),
        _unescaped(told[1]) if told else title_of(body, base),
        body,
        f"{stem}.md",
        _front_time(front.values.get("created") or front.values.get("date")),
        _front_time(front.values.get("updated") or front.values.get("modified"))
        or _changed(root, file),
        attachments=tuple(_mentioned(text, base, file.name.rpartition("/")[0], others)),
        verbatim=not is_html,
    )


def _mentioned(text: str, base: str, folder: str, others: dict[str, list[str]]) -> Iterator[str]:
    """Files that the text names, or that lie in a folder called after it."""
    for place, names in sorted(others.items()):
        own = place.rpartition("/")[2] in (base, f"{base}_files", f"{base}.assets")
        near = place == folder or (place.startswith(folder) and bool(_BESIDE.search(place)))
        for name in names:
            if (own and place.startswith(folder)) or (near and name in text):
                yield name


def _unescaped(title: str) -> str:
    from html import unescape

    return " ".join(unescape(title).split())


def _front_time(value: object) -> Moment | None:
    if not isinstance(value, str):
        return None
    try:
        return Moment.parse(value)
    except InvalidInput:
        return None


def _changed(root: Path, file: SourceFile) -> Moment | None:
    """When the file was changed last: exports keep the note's own time there."""
    path = root / file.name
    try:
        seconds = path.lstat().st_mtime
    except OSError:
        return None
    return Moment.parse(datetime.fromtimestamp(int(seconds), UTC))
