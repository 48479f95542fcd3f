"""A server on this machine whose pages are as awkward as a test wants them, and documents as programs write them."""

import io
import ssl
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

Page = Callable[["Request"], None]


class Request:
    """One request, and the means to answer it well or badly."""

    def __init__(self, handler: BaseHTTPRequestHandler, stopped: threading.Event) -> None:
        self._handler, self.stopped = handler, stopped
        self.path = handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}

    def send(self, content: bytes | str, media: str = "text/html", status: int = 200, **headers):
        content = content.encode() if isinstance(content, str) else content
        self.start(status, media, content_length=len(content), **headers)
        self.write(content)

    def start(self, status: int = 200, media: str = "text/html", **headers: object) -> None:
        self._handler.send_response(status)
        self._handler.send_header("Content-Type", media)
        for name, value in headers.items():
            self._handler.send_header(name.replace("_", "-"), str(value))
        self._handler.end_headers()

    def write(self, content: bytes) -> None:
        self._handler.wfile.write(content)
        self._handler.wfile.flush()


class Web:
    """Pages by path; the last one given for a path is served."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[Request] = []
        self.stopped = threading.Event()
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                request = Request(self, web.stopped)
                web.asked.append(request)
                page = web.pages.get(self.path)
                try:
                    if page is None:
                        request.send("nothing here", status=404)
                    else:
                        page(request)
                except OSError:  # the client had enough
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """A client that does not trust the server leaves in the middle of a word."""

        self._http = Server(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.port = self._http.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self.allowed = frozenset({f"127.0.0.1:{self.port}"})
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def serve(self, path: str, content: bytes | str, media: str = "text/html", **headers) -> str:
        """Serve this content at a path; its URL."""
        return self.at(path, lambda request: request.send(content, media, **headers))

    def redirect(self, path: str, place: str, status: int = 302) -> str:
        return self.at(path, lambda request: request.send("", status=status, location=place))

    def at(self, path: str, page: Page) -> str:
        self.pages[path] = page
        return self.url + path

    def secure(self, context: ssl.SSLContext) -> None:
        """Speak TLS from now on."""
        self._http.socket = context.wrap_socket(self._http.socket, server_side=True)

    def close(self) -> None:
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def web() -> Iterator[Web]:
    server = Web()
    yield server
    server.close()


_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>{title}</dc:title><dc:creator>Ada Finch</dc:creator>"
    "<dcterms:created>2024-05-01T10:00:00Z</dcterms:created></cp:coreProperties>"
)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def docx(
    *paragraphs: str,
    title: str = "Harbour plan",
    head: str = "",
    extra: Mapping[str, bytes] | None = None,
) -> bytes:
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    kinds = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    relations = (
        f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Target="word/document.xml" '
        f'Type="{_OFFICE}/officeDocument"/></Relationships>'
    )
    return zipped(
        {
            "[Content_Types].xml": kinds,
            "_rels/.rels": relations,
            "word/document.xml": f'{head}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>',
            "docProps/core.xml": _CORE.format(title=title),
        }
        | dict(extra or {})
    )


def pptx(title: str, text: str) -> bytes:
    from pptx import Presentation

    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = text
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def xlsx(rows) -> bytes:
    from openpyxl import Workbook

    made = Workbook()
    for row in rows:
        made.active.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def epub(title: str, *chapters: str) -> bytes:
    names = [f"c{number}" for number in range(len(chapters))]
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in names
    )
    order = "".join(f'<itemref idref="{name}"/>' for name in names)
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title><dc:creator>Ada Finch</dc:creator><dc:language>de</dc:language>"
        f"<dc:date>2024-05-01</dc:date></metadata><manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    container = (
        '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>'
    )
    pages = {
        f"OEBPS/{name}.xhtml": f"<html><body>{text}</body></html>"
        for name, text in zip(names, chapters, strict=True)
    }
    head = {"mimetype": "application/epub+zip", "META-INF/container.xml": container}
    return zipped(head | {"OEBPS/content.opf": package} | pages)


def pdf(
    *lines: str, filler: int = 0, title: str = "Harbour plan", packed: bytes | None = None
) -> bytes:
    """A PDF of one page; ``filler`` bytes stand apart from the page, ``packed`` is the page as zlib packs it."""
    text = " T* ".join(f"({line}) Tj" for line in lines)
    stream = f"BT /F1 12 Tf 14 TL 72 720 Td {text} ET".encode() if packed is None else packed
    filtered = b"" if packed is None else b"/Filter /FlateDecode"
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(stream), filtered, stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (%s) /Author (Ada Finch) /CreationDate (D:20240501100000+02'00') >>"
        % title.encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (filler, bytes(filler)),
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(bodies) + 1, rows)
    out += b"trailer << /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(bodies) + 1,
        start,
    )
    return bytes(out)


@pytest.fixture
def documents() -> SimpleNamespace:
    """Makes documents of each kind."""
    return SimpleNamespace(zipped=zipped, docx=docx, pptx=pptx, xlsx=xlsx, epub=epub, pdf=pdf)
