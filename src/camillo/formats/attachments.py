"""Attachments: inline base64 becomes bytes, and bytes get a media type."""

import base64
import binascii
import hashlib
import mimetypes
import re
from collections.abc import Iterator, Mapping

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats.parts import Message
from camillo.formats.shapes import as_text

_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w=.+-]+)*),", re.ASCII)
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
)
_BINARY = ("image/", "audio/", "video/", "application/pdf")
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}


def media_type_of(content: bytes, name: str = "", declared: object = "") -> str:
    r"""What bytes are: by their signature, else as declared, else by the name.

    >>> media_type_of(b"GIF89a...", "picture.png")
    'image/gif'
    >>> media_type_of(b"a,b\n", "table.csv")
    'text/csv'
    """
    for signature, media_type in _SIGNATURES:
        if content.startswith(signature):
            return media_type
    if content[:4] == b"RIFF" and content[8:12] in _RIFF:
        return _RIFF[content[8:12]]
    if content[4:8] == b"ftyp":
        return "video/mp4"
    given = as_text(declared)
    if _MEDIA_TYPE.fullmatch(given):
        return given
    guessed = mimetypes.guess_type(name, strict=False)[0] if "\0" not in name else None
    return guessed or "application/octet-stream"


def unpack(data: object) -> bytes | None:
    """The bytes of base64 text, line breaks allowed; None where it is not base64.

    >>> unpack("aGk="), unpack("not base64"), unpack(7)
    (b'hi', None, None)
    """
    if not isinstance(data, str):
        return None
    try:
        return base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def inline(
    message: Message,
    data: object,
    declared: object,
    where: str,
    *,
    name: str = "",
    role: str = "",
    meta: Mapping[str, object] | None = None,
) -> Iterator[Turn | Problem]:
    """The turn of an attachment given as base64 text; a problem where it is not base64."""
    content = unpack(data)
    if content is None:
        shown = f"the attachment {name!r}" if name else "an attachment"
        yield Problem(where, f"{shown} is not base64", "export it again")
        return
    facts = {**(meta or {}), **({"attachment": name} if name else {})}
    media_type = media_type_of(content, name, declared)
    yield from message.attachment(content, media_type, role=role, meta=facts)


def stored(
    message: Message,
    content: bytes,
    name: str,
    *,
    role: str = "",
    meta: Mapping[str, object] | None = None,
) -> Iterator[Turn]:
    """The turns of an attachment's bytes: text as a caption, else the bytes and their name."""
    facts = {**(meta or {}), "attachment": name, "sha256": fingerprint(content)}
    media_type = media_type_of(content, name)
    text = _as_text(content) if not media_type.startswith(_BINARY) else None
    if text is not None:
        yield from message.text(text, "caption", role=role, meta=facts)
    else:
        yield from message.attachment(content, media_type, role=role, meta=facts)
        yield from message.text(name, "caption", role=role, meta=facts)


def _as_text(content: bytes) -> str | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def from_url(
    message: Message,
    url: object,
    where: str,
    *,
    role: str = "",
    meta: Mapping[str, object] | None = None,
) -> Iterator[Turn | Problem]:
    """An attachment given by url: the bytes of a ``data:`` url, else a caption that names it."""
    text = as_text(url)
    head = _DATA_URL.match(text)
    if head and head.group(2).lower().endswith(";base64"):
        yield from inline(message, text[head.end() :], head.group(1), where, role=role, meta=meta)
    elif text:
        yield from named(message, text, role=role, meta=meta)


def named(
    message: Message,
    name: object,
    text: object = "",
    *,
    role: str = "",
    meta: Mapping[str, object] | None = None,
) -> Iterator[Turn]:
    """A caption for an attachment whose bytes are not here: its text, or at least its name."""
    shown = as_text(name)
    facts = {**(meta or {}), "attachment": shown} if shown else meta
    yield from message.text(as_text(text) or shown, "caption", role=role, meta=facts)


def fingerprint(content: bytes) -> str:
    """The SHA-256 of an attachment's bytes, as captions name it."""
    return hashlib.sha256(content).hexdigest()
