"""Documents as Markdown; run in the process for hostile content alone."""

import io
import zipfile
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markitdown import DocumentConverter

#: What an archive may unpack to, at all and as a multiple of its size, before it counts as a bomb.
_UNPACKED, _RATIO, _SLACK = 1024**3, 200, 32 * 1024**2
_MEMBERS = 50_000
_CORE = "docProps/core.xml"


def pdf(content: bytes) -> dict[str, str]:
    """The text of a PDF, page by page, and what it says of itself."""
    import pdfplumber
    from markitdown.converters import PdfConverter

    with pdfplumber.open(io.BytesIO(content)) as opened:
        told = {str(name): value for name, value in opened.metadata.items()}
        pages = len(opened.pages)
    fields = {
        "title": _text(told.get("Title")),
        "author": _text(told.get("Author")),
        "published": _text(told.get("CreationDate")),
        "pages": str(pages),
    }
    return fields | {"markdown": _converted(PdfConverter, content, ".pdf")}


def docx(content: bytes) -> dict[str, str]:
    """The text of a Word document."""
    from markitdown.converters import DocxConverter

    return _office(DocxConverter, content, ".docx")


def pptx(content: bytes) -> dict[str, str]:
    """The text of a PowerPoint presentation, slide by slide, with notes."""
    from markitdown.converters import PptxConverter

    return _office(PptxConverter, content, ".pptx")


def xlsx(content: bytes) -> dict[str, str]:
    """The sheets of an Excel workbook, each a table."""
    from markitdown.converters import XlsxConverter

    return _office(XlsxConverter, content, ".xlsx")


def epub(content: bytes) -> dict[str, str]:
    """The text of a book, chapter by chapter."""
    from markitdown.converters import EpubConverter

    refuse_bomb(content)
    return _book(content) | {"markdown": _converted(EpubConverter, content, ".epub")}


def refuse_bomb(content: bytes) -> None:
    """See that an archive unpacks to what such a file may hold.

    Raises:
        ValueError: it does not.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        locked = [member.filename for member in members if member.flag_bits & 1]
    if len(members) > _MEMBERS or size > min(_UNPACKED, len(content) * _RATIO + _SLACK):
        raise ValueError(f"it unpacks to {size:,} bytes in {len(members):,} parts")
    if locked:
        raise ValueError("it is locked with a password")


def _office(
    converter: "Callable[[], DocumentConverter]", content: bytes, suffix: str
) -> dict[str, str]:
    refuse_bomb(content)
    return _core(content) | {"markdown": _converted(converter, content, suffix)}


def _converted(converter: "Callable[[], DocumentConverter]", content: bytes, suffix: str) -> str:
    from markitdown import StreamInfo

    done = converter().convert(io.BytesIO(content), StreamInfo(extension=suffix))
    return str(done.markdown).strip()


def _core(content: bytes) -> dict[str, str]:
    """Title, author and day of an Office document, where its properties name them."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if _CORE not in archive.namelist():
            return {}
        return _named(
            archive.read(_CORE), {"title": "title", "creator": "author", "created": "published"}
        )


def _book(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        packages = [name for name in archive.namelist() if name.endswith(".opf")]
        if not packages:
            return {}
        wanted = {
            "title": "title",
            "creator": "author",
            "date": "published",
            "language": "language",
        }
        return _named(archive.read(packages[0]), wanted)


def _named(xml: bytes, wanted: dict[str, str]) -> dict[str, str]:
    from defusedxml.ElementTree import fromstring

    found: dict[str, str] = {}
    for element in fromstring(xml).iter():
        name = wanted.get(str(element.tag).rpartition("}")[2])
        if name and element.text:
            found.setdefault(name, element.text.strip())
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
