"""Evernote's export: one XML file of notes, read one note at a time."""

import hashlib
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable
from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.formats.notebooks.html import markdown_of
from camillo.formats.notebooks.page import Page

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MARK = re.compile(rb"<en-export[\s>]")
_NOTE = re.compile(r"<en-note[^>]*>(.*)</en-note\s*>", re.DOTALL | re.IGNORECASE)


def is_enex(head: bytes) -> bool:
    """Whether a file that begins like this is such an export."""
    return bool(_MARK.search(head))


def read_enex(stream: BinaryIO, name: str) -> Iterator[Page | Problem]:
    """The notes of an export, in order; entities of its own and external ones are refused.

    Raises:
        InvalidInput: the XML reader is not installed, or the file is no XML.
    """
    try:
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError, iterparse
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "what reads Evernote's export", ["defusedxml"], "capture")
        ) from error
    notebook, seen = Path(name).stem, Counter[tuple[str, str]]()
    try:
        for _, element in iterparse(stream, events=("end",)):
            if element.tag != "note":
                continue
            try:
                yield _page(element, notebook, seen)
            except InvalidInput as error:
                yield Problem(f"{name}: {_said(element, 'title')}", error.what, error.mend)
            element.clear()
    except (ParseError, DefusedXmlException) as error:
        raise InvalidInput(
            f"{name} is no sound export of Evernote ({error})", "export it again"
        ) from error


def _page(element: "Element", notebook: str, seen: "Counter[tuple[str, str]]") -> Page:
    title, created = _said(element, "title") or "Untitled", _said(element, "created")
    seen[title, created] += 1
    content = _said(element, "content")
    found = _NOTE.search(content)
    files = {_hash(one): _attachment(one) for one in element.findall("resource")}
    return Page(
        ("enex", notebook, title, created, str(seen[title, created])),
        title,
        markdown_of(found[1] if found else content, files),
        f"{notebook}/{title.replace('/', '-')}.md",
        _moment(created),
        _moment(_said(element, "updated")),
        tuple(dict.fromkeys(tag.text.strip() for tag in element.findall("tag") if tag.text)),
        _said(element, "note-attributes/source-url"),
        _said(element, "note-attributes/author"),
        tuple(map(_attachment, element.findall("resource"))),
    )


def _attachment(resource: "Element") -> str:
    return _said(resource, "resource-attributes/file-name") or _said(resource, "mime") or "file"


def _hash(resource: "Element") -> str:
    """What a note's text names a file by: the MD5 of its bytes."""
    try:
        content = b64decode("".join(_said(resource, "data").split()), validate=True)
    except ValueError:
        return ""
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def _said(element: "Element", path: str) -> str:
    return (element.findtext(path) or "").strip()


def _moment(written: str) -> Moment | None:
    """Evernote's way to write a time, ``20260102T030405Z``.

    >>> _moment("20260102T030405Z").text
    '2026-01-02T03:04:05+00:00'
    """
    try:
        return Moment.parse(datetime.strptime(written, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC))
    except ValueError:
        return None
