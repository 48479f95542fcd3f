"""Files as Markdown: text as it is, documents through converters that run apart and within bounds."""

import io
import re
import stat
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Literal

from camillo.capture.bounded import Bounds, need, read_apart
from camillo.capture.captured import Captured, titled_by
from camillo.capture.charset import decoded
from camillo.capture.page import language_of
from camillo.capture.video import moment
from camillo.domain.errors import InvalidInput, NotFound, Unreadable
from camillo.domain.moment import Moment
from camillo.knowledge.notes.addresses import canonical_url
from camillo.knowledge.notes.slugs import one_line, title_of

Kind = Literal["pdf", "docx", "pptx", "xlsx", "epub", "html", "markdown", "text"]

#: The largest file that is read.
LARGEST = 256 * 1024 * 1024
_BOUNDS = Bounds()
_PARTS: tuple[tuple[str, Kind], ...] = (
    ("word/document.xml", "docx"),
    ("ppt/presentation.xml", "pptx"),
    ("xl/workbook.xml", "xlsx"),
    ("META-INF/container.xml", "epub"),
)
_HTML = re.compile(
    rb"\s*(<!--(?:(?!-->).){0,2000}-->\s*|<\?xml[^>]{0,200}\?>\s*)*+<(!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)
_MARKUP = ("text/html", "application/xhtml+xml")
_SUFFIXES: dict[str, Kind] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}
_PDF_DAY = re.compile(
    r"D?:?(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?\s*(?:Z|([+-]\d\d)'?(\d\d)?'?)?"
)


def capture_file(path: Path, *, bounds: Bounds = _BOUNDS) -> Captured:
    """A file of this machine as Markdown.

    Raises:
        NotFound: there is no such file.
        InvalidInput: it is no file, is larger than 256 MB, or the extra that reads it is not installed.
        Unreadable: as :func:`read_file` says.
    """
    try:
        # Opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(path.stat().st_mode):
            raise InvalidInput(f"{path} is no ordinary file", "give the path of one")
        with path.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {path}", "see whether its path is right") from error
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror})", "see who may read it"
        ) from error
    return read_file(content, path.name, bounds=bounds)


def read_file(
    content: bytes, name: str, *, media_type: str = "", charset: str = "", url: str = "",
    bounds: Bounds = _BOUNDS,
) -> Captured:  # fmt: skip
    """The content of a file as Markdown. Its bytes decide what kind it is, then its type and its name.

    ``published`` is the day that a document itself names as that of its making.

    Raises:
        InvalidInput: it is larger than 256 MB, or the extra that reads it is not installed.
        Unreadable: it is of no kind that is read, is broken or locked, has no text, or costs more than the bounds.
    """
    shown = one_line(name, 200) or "the file"
    if len(content) > LARGEST:
        raise InvalidInput(
            f"{shown} is larger than {LARGEST:,} bytes", "capture its parts one by one"
        )
    kind = kind_of(content, name, media_type)
    if kind in ("text", "markdown"):
        return _plain(content, name, charset, url, kind)
    need("markitdown", "markdownify")
    if kind == "html":
        content = decoded(content, charset, shown).encode("utf-8", "replace")
    told = read_apart(kind, content, shown, bounds)
    text = told.get("markdown", "").strip()
    if not text:
        scanned = " or is scanned: have its text recognised first" if kind == "pdf" else ""
        raise Unreadable(f"{shown} has no text", f"see whether it is the right file{scanned}")
    return Captured(
        url=canonical_url(url) if url else "",
        title=one_line(told.get("title", "")) or titled_by(name),
        author=one_line(told.get("author", "")),
        published=_day(one_line(told.get("published", ""), 60)),
        site="",
        language=language_of(told.get("language", ""), text),
        markdown=text,
        how=kind,
    )


def kind_of(content: bytes, name: str = "", media_type: str = "") -> Kind:
    """What kind of file it is.

    Raises:
        Unreadable: none that is read.

    >>> kind_of(b"%PDF-1.7", "page.html", "text/html")
    'pdf'
    """
    head = content[:4_096].removeprefix(b"\xef\xbb\xbf")
    if b"%PDF-" in head[:1_024]:
        return "pdf"
    if head.startswith(b"PK"):
        return _in_archive(content, name)
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        raise _other(name, "of an older Office, or locked with a password")
    if _HTML.match(head) or media_type in _MARKUP:
        return "html"
    if media_type.partition("/")[0] in ("image", "audio", "video", "font"):
        raise _other(name, f"of type {media_type}")
    if media_type == "text/markdown":
        return "markdown"
    return _SUFFIXES.get(Path(one_line(name)).suffix.lower(), "text")


def _in_archive(content: bytes, name: str) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise Unreadable(
            f"{name} is broken ({one_line(str(error), 100)})", "see whether it opens"
        ) from error
    for part, kind in _PARTS:
        if part in names:
            return kind
    raise _other(name, "an archive")


def _other(name: str, what: str) -> Unreadable:
    return Unreadable(
        f"{one_line(name, 200) or 'the file'} is {what}",
        "PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown and plain text are read: save it as one of these",
    )


def _plain(content: bytes, name: str, charset: str, url: str, kind: Kind) -> Captured:
    text = decoded(content, charset, one_line(name, 200))
    if text.count("\N{REPLACEMENT CHARACTER}") * 100 > len(text):
        raise _other(name, "no text")
    if not text.strip():
        raise Unreadable(f"{one_line(name, 200)} is empty", "see whether it is the right file")
    stem = titled_by(name) or "text"
    title = title_of(text, stem) if kind == "markdown" else stem
    return Captured(
        canonical_url(url) if url else "",
        one_line(title),
        "",
        None,
        "",
        language_of("", text),
        text,
        kind,
    )


def _day(told: str) -> Moment | None:
    """When a document says it was made: ISO 8601, or as PDF writes it."""
    if found := _PDF_DAY.fullmatch(told):
        year, month, day, hour, minute, second, zone, rest = found.groups()
        time = f"T{hour}:{minute}:{second or '00'}" if hour else ""
        offset = (
            f"{zone}:{rest or '00'}"
            if zone and time
            else "Z"
            if told.endswith("Z") and time
            else ""
        )
        told = f"{year}-{month}-{day}{time}{offset}"
    found_day = moment(told)
    # Programs write the first second they know where nobody told them a day.
    return found_day if found_day and found_day.micros > _NO_DAY else None


_NO_DAY = int(datetime.fromisoformat("1980-01-02T00:00:00Z").timestamp()) * 1_000_000
