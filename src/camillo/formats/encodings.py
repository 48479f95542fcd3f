"""How bytes read as text: encodings recognised without losing a byte, and bytes that are no text."""

import codecs
import re
from dataclasses import dataclass

from camillo.domain.turn import decode, encode

_SAMPLE = 64 * 1024
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_CONTROL = bytes([*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
#: Text may hold so many stray control bytes, or this share of them, before it counts as binary.
_STRAY_CONTROLS = 4
_CONTROL_SHARE = 0.02

# The longer mark first: UTF-32's little-endian one starts with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = re.compile(
    rb"PK\x03\x04|PK\x05\x06|\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a[^\n]{0,8}[\x00-\x08\x80-\xff]"
    rb"|%PDF-\d\.\d\s*[\r\n]|\x1f\x8b\x08|BZh[1-9]1AY&SY|\xfd7zXZ\x00|\x28\xb5\x2f\xfd"
    rb"|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x7fELF|[\xce\xcf]\xfa\xed\xfe|\xfe\xed\xfa[\xce\xcf]"
    rb"|\xca\xfe\xba\xbe|\x00asm|SQLite format 3\x00|OggS\x00|fLaC\x00|ID3[\x02-\x04]"
    rb"|RIFF.{4}(?:WAVE|WEBP|AVI )|wOF[F2]\x00|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|PAR1[\x00-\x1f]"
    rb"|.{257}ustar[\x00 ]",
    re.DOTALL,
)
#: Encodings in which every part of a text encodes by itself, so that a span of bytes reads alone.
#: Where several read equally well the earlier one is taken, as more text is written in it.
_CANDIDATES = [
    "cp1252",
    "gb18030",
    "cp932",
    "euc_jp",
    "big5",
    "cp949",
    "cp1253",
    "cp1251",
    "koi8_r",
    "cp1250",
    "koi8_u",
    "cp1254",
    "cp1255",
    "cp1256",
    "cp1257",
    "cp1258",
    "tis_620",
    "iso8859_2",
    "iso8859_5",
    "iso8859_7",
    "iso8859_9",
    "iso8859_13",
    "iso8859_15",
    "iso8859_16",
    "latin_1",
    "mac_roman",
    "mac_cyrillic",
    "cp866",
    "cp850",
    "cp852",
    "cp437",
]
#: Encodings that differ from the first in a few letters: the language found decides between them.
_LATIN = ("cp1252", "cp1250", "cp1254", "cp1257", "cp1258")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Bytes as text: ``encode(text, encoding)`` gives exactly those bytes back.

    ``problem`` says what is wrong with them, or is None.
    """

    text: str
    encoding: str
    problem: str | None = None


def read_text(content: bytes) -> Decoded | None:
    r"""Read bytes as text, or None where they are no text.

    Tried in turn: UTF-8 (a byte order mark stays a character), UTF-16 and UTF-32 with a mark,
    UTF-16 without one, UTF-8 with a few bad bytes, the encoding `charset-normalizer` finds, if
    it gives the same bytes back, and last UTF-8 with every other byte escaped.

    >>> read_text("crème".encode()).encoding
    'utf-8'
    >>> read_text("crème brûlée \N{EURO SIGN}".encode()[:-1]).problem
    'byte 0xe2 at offset 16 is no UTF-8'
    """
    if is_binary(content[:_SAMPLE]):
        return None
    for encoding in _wide(content[:_SAMPLE]):
        if _reads(content[:_SAMPLE], encoding) and (decoded := _exactly(content, encoding)):
            return decoded
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as found:
        error = found
    escaped = content.decode("utf-8", "surrogateescape")
    if not _is_nearly_utf8(escaped, error) and (decoded := _legacy(content)):
        return decoded
    bad = f"byte 0x{content[error.start]:02x} at offset {error.start} is no UTF-8"
    return Decoded(escaped, "utf-8-escaped", bad)


def is_binary(head: bytes) -> bool:
    r"""Whether the start of a file shows that it is no text.

    A known signature, or more control bytes than stray ones; UTF-16 and UTF-32 are text.

    >>> is_binary(b"\x89PNG\r\n\x1a\n\x00\x00"), is_binary(b"a lone \x00 in a text")
    (True, False)
    """
    if _MAGIC.match(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROL))
    few = controls <= max(_STRAY_CONTROLS, int(len(head) * _CONTROL_SHARE))
    if few and controls * 2 <= len(head):
        return False
    return not any(_reads(head, encoding) for encoding in _wide(head))


def _wide(head: bytes) -> list[str]:
    """The wide encoding a text may be in, if any: by its mark, else by where its zeros are."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return [encoding]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) < 8 or max(even, odd) * 5 < len(head) or min(even, odd) * 50 > len(head):
        return []
    return ["utf-16-be" if even > odd else "utf-16-le"]


def _reads(head: bytes, encoding: str) -> bool:
    """Whether the head reads in a wide encoding as characters, not as controls and gaps."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return False
    controls = sum(char < " " and char not in "\t\n\v\f\r\x1b" for char in text)
    return controls * 50 <= len(text)


def _exactly(content: bytes, encoding: str) -> Decoded | None:
    """The content in an encoding, if that gives the same bytes back."""
    try:
        text = decode(content, encoding)
        return Decoded(text, encoding) if encode(text, encoding) == content else None
    except UnicodeError:
        return None


def _is_nearly_utf8(escaped: str, error: UnicodeDecodeError) -> bool:
    """Whether a text is UTF-8 with a few bad bytes, or cut off inside its last character."""
    bad = sum(map(len, re.findall("[\udc80-\udcff]+", escaped)))
    good = sum(map(len, re.findall("[^\x00-\x7f\udc80-\udcff]+", escaped)))
    return good >= 4 * bad or (good > 0 and error.end == len(error.object) and bad < 4)


def _legacy(content: bytes) -> Decoded | None:
    """The content in the older encoding that its own lines speak for."""
    for encoding in _ranked(_telling(content)):
        if decoded := _exactly(content, encoding):
            return decoded
    return None


def _ranked(sample: bytes) -> list[str]:
    """Encodings in which the sample reads well, the likeliest first."""
    from charset_normalizer import from_bytes

    matches = from_bytes(
        sample,
        cp_isolation=_CANDIDATES,
        threshold=0.3,
        preemptive_behaviour=False,
        enable_fallback=False,
    )
    chaos: dict[str, int] = {}
    coherence: dict[str, float] = {}
    for match in matches:
        for encoding in match.could_be_from_charset:
            chaos[encoding] = int(match.chaos * 7)
            coherence[encoding] = match.coherence
    ranked = sorted(chaos, key=lambda name: (chaos[name], _CANDIDATES.index(name)))
    if ranked and ranked[0] == _LATIN[0]:
        ranked.insert(0, max(_LATIN, key=lambda name: round(coherence.get(name, 0.0), 1)))
    # Chinese and Japanese share the codes of kana, and little Chinese text has any.
    kana = re.findall("[\u3041-\u3096]", sample.decode("gb18030", "ignore"))
    if ranked and ranked[0] == "gb18030" and "euc_jp" in chaos and len(kana) * 20 > len(sample):
        ranked.insert(0, "euc_jp")
    return ranked


def _telling(content: bytes) -> bytes:
    """The lines that are not plain ASCII, up to a bound: what tells encodings apart."""
    if len(content) <= _SAMPLE:
        return content
    lines: list[bytes] = []
    size = at = 0
    while size < _SAMPLE and (found := _NOT_ASCII.search(content, at)):
        start = content.rfind(b"\n", at, found.start()) + 1 or max(at, found.start() - 1_000)
        stop = content.find(b"\n", found.start(), found.start() + _SAMPLE)
        at = stop + 1 if stop >= 0 else min(len(content), found.start() + _SAMPLE)
        lines.append(content[start:at])
        size += at - start
    return b"".join(lines)
