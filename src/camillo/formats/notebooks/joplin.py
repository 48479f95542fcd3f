"""Joplin's exports: a JEX archive, or the same files in a folder (RAW)."""

import re
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.formats.notebooks.html import markdown_of
from camillo.formats.notebooks.page import Page
from camillo.formats.reading import open_beneath

_NAME = re.compile(r"([0-9a-f]{32})\.md")
_FIELD = re.compile(r"(\w+): ?(.*)")
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]\\\n]|\\.){1,500})\]\(:/([0-9a-f]{32})(?:#[^)\s]*)?\)")
_RESOURCE = re.compile(r"\]\(:/([0-9a-f]{32})")
_NOTE, _FOLDER, _FILE, _TAG, _TAGGED = "1", "2", "4", "5", "6"
_HTML = "2"
_LONGEST = 64 << 20
_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class _Item:
    title: str
    body: str
    values: Mapping[str, str]


def is_raw(folder: Path) -> bool:
    """Whether a folder holds Joplin's own files."""
    for path in folder.iterdir():
        if _NAME.fullmatch(path.name) and path.is_file():
            return _item(path.read_text(encoding="utf-8", errors="replace")) is not None
    return False


def read_raw(folder: Path) -> Iterator[Page | Problem]:
    """The notes of a folder of Joplin's files."""
    texts = []
    for path in sorted(folder.iterdir()):
        if _NAME.fullmatch(path.name):
            try:
                with open_beneath(folder, (path.name,)) as stream:
                    texts.append((path.name, stream.read(_LONGEST + 1)))
            except OSError as error:
                yield Problem(path.name, error.strerror or "cannot be read")
    yield from _pages(texts)


def is_jex(stream: BinaryIO) -> bool:
    """Whether a file is a tar archive of Joplin's files, by its first members."""
    try:
        with tarfile.open(fileobj=stream, mode="r:") as archive:
            member = archive.next()
            while member is not None and not member.isfile():
                member = archive.next()
            name = member.name if member else ""
            return bool(_NAME.fullmatch(name)) or name.startswith("resources/")
    except (tarfile.TarError, OSError, ValueError):
        return False


def read_jex(stream: BinaryIO) -> Iterator[Page | Problem]:
    """The notes of an archive; nothing of it is unpacked onto the disk.

    Raises:
        InvalidInput: it is no sound archive.
    """
    texts = []
    try:
        with tarfile.open(fileobj=stream, mode="r:") as archive:
            for member in archive:
                if member.isfile() and _NAME.fullmatch(member.name):
                    file = archive.extractfile(member)
                    if file is not None:
                        texts.append((member.name, file.read(_LONGEST + 1)))
    except (tarfile.TarError, OSError, ValueError) as error:
        raise InvalidInput(f"the archive is not sound ({error})", "export it again") from error
    yield from _pages(texts)


def _pages(texts: Iterable[tuple[str, bytes]]) -> Iterator[Page | Problem]:
    items: dict[str, _Item] = {}
    for name, content in texts:
        item = None
        if len(content) <= _LONGEST:
            item = _item(content.decode("utf-8", "replace"))
        if item is None:
            yield Problem(name, "is no file of Joplin's")
        else:
            items[name.removesuffix(".md")] = item
    tags = _tags(items)
    for id, item in sorted(items.items()):
        if item.values.get("encryption_applied") == "1":
            yield Problem(f"{id}.md", "is encrypted", "decrypt it in Joplin and export again")
        elif item.values["type_"] == _NOTE:
            yield _page(id, item, items, tags.get(id, ()))


def _item(text: str) -> _Item | None:
    """A title, an empty line, a body, an empty line, and a line for each value."""
    body, _, tail = text.replace("\r\n", "\n").rstrip("\n").rpartition("\n\n")
    values = {}
    for line in tail.split("\n"):
        found = _FIELD.fullmatch(line)
        if found:
            values[found[1]] = found[2].replace("\\n", "\n").strip()
    if "id" not in values or "type_" not in values:
        return None
    title, _, rest = body.partition("\n\n")
    return _Item(title.strip(), rest, values)


def _tags(items: Mapping[str, _Item]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for item in items.values():
        tag = items.get(item.values.get("tag_id", ""))
        if item.values["type_"] == _TAGGED and tag is not None and tag.values["type_"] == _TAG:
            found[item.values.get("note_id", "")].append(tag.title)
    return {note: tuple(sorted(set(tags))) for note, tags in found.items()}


def _page(id: str, item: _Item, items: Mapping[str, _Item], tags: tuple[str, ...]) -> Page:
    values = item.values
    files = [items[one].title for one in _RESOURCE.findall(item.body) if _is(items, one, _FILE)]
    body = markdown_of(item.body) if values.get("markup_language") == _HTML else item.body
    return Page(
        ("joplin", id),
        item.title or "Untitled",
        _LINK.sub(lambda found: _linked(found, items), body),
        _path(item, items),
        _time(values, "created"),
        _time(values, "updated"),
        tags,
        values.get("source_url", ""),
        values.get("author", ""),
        tuple(dict.fromkeys(files)),
    )


def _linked(found: re.Match[str], items: Mapping[str, _Item]) -> str:
    """A link to a note of the export by its title, where a title can stand in a link."""
    title = items[found[2]].title if _is(items, found[2], _NOTE) else ""
    if not title or any(char in title for char in "[]|#^\n"):
        return found[0]
    return f"[[{title}]]" if found[1] == title else f"[[{title}|{found[1].replace('|', '-')}]]"


def _is(items: Mapping[str, _Item], id: str, kind: str) -> bool:
    return id in items and items[id].values["type_"] == kind


def _path(item: _Item, items: Mapping[str, _Item]) -> str:
    parts = [(item.title or "Untitled").replace("/", "-") + ".md"]
    parent = item.values.get("parent_id", "")
    while _is(items, parent, _FOLDER) and len(parts) < _DEEPEST:
        parts.append(items[parent].title.replace("/", "-"))
        parent = items[parent].values.get("parent_id", "")
    return "/".join(reversed(parts))


def _time(values: Mapping[str, str], name: str) -> Moment | None:
    """When a note was made or changed: as its user says, else as the application noted."""
    for key in (f"user_{name}_time", f"{name}_time"):
        try:
            return Moment.parse(values[key])
        except (KeyError, InvalidInput):
            continue
    return None
