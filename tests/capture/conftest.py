"""A server on this machine whose pages are as awkward as a test wants them."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
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

    def close(self) -> None:
        self.stopped.set()
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def web() -> Iterator[Web]:
    server = Web()
    yield server
    server.close()
