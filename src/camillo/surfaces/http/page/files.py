"""The built page: read once, compressed once, sent with what a browser needs to trust nothing else."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

BUILT = Path(__file__).with_name("built")
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
#: The page runs its own files alone, talks to its own origin alone, and stands in no frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page: its bytes, those bytes compressed, and a tag of what they are."""

    content: bytes
    packed: bytes
    media: str
    tag: str


@cache
def page_files() -> dict[str, PageFile]:
    """All files of the page by their path; ``/`` is the page itself."""
    found = {}
    for path in sorted(BUILT.rglob("*")):
        if path.is_file() and path.suffix in _MEDIA:
            name = "/" + path.relative_to(BUILT).as_posix()
            found["/" if name == "/index.html" else name] = _read(path)
    return found


def _read(path: Path) -> PageFile:
    content = path.read_bytes()
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    return PageFile(content, gzip.compress(content, 9, mtime=0), _MEDIA[path.suffix], tag)
