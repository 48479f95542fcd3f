"""The bytes of a page as text, whatever its server and its author say about them."""

import codecs
import re

from camillo.domain.errors import Unreadable

_HEAD = 4_096
#: A text has a zero by mistake, not one in so many bytes.
_STRAY = 200
_SAMPLE = 65_536
_META = re.compile(
    rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE
)
_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_:.-]{1,40})")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: What pages are written in where they give these names; source: the WHATWG Encoding Standard.
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "iso8859-9": "cp1254", "tis-620": "cp874", "big5": "big5hkscs",
}  # fmt: skip
#: One byte a letter: nearly all bytes read in them, so that nothing shows a wrong name but the words.
_SINGLE = re.compile(r"cp(125\d|874|866)|iso8859|koi8|mac[-_]|latin")
#: What servers and programs say where nobody told them; and what is told from it by few letters.
_DEFAULT = "cp1252"
_LATIN = re.compile(
    r"cp125[0247]|iso8859-(1|2|3|4|9|10|13|14|15|16)$|mac|cp(437|850|852|858|775|037|273|500)"
)
_HALF_KANA = re.compile("[\uff61-\uff9f]")
#: From fewer bytes beyond ASCII nothing can be told.
_TELLING = 16
_WRITTEN = (
    "cp1252", "gb18030", "cp932", "euc_jp", "big5", "cp949", "cp1253", "cp1251", "koi8_r", "cp1250", "koi8_u",
    "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "tis_620", "iso8859_2", "iso8859_5", "iso8859_7", "iso8859_9",
)  # fmt: skip
#: No text of a page is in these, whatever it says: they are no charsets, or hide markup in ASCII.
_NEVER = re.compile(
    r"utf-7|idna|punycode|unicode_escape|raw_unicode|undefined|rot|hex|base64|bz2|zlib|quopri|uu|mbcs|oem"
)
_BAD = "\N{REPLACEMENT CHARACTER}"


def decoded(content: bytes, told: str = "", what: str = "the page") -> str:
    r"""A page as text. ``told`` is the charset that the server named, ``what`` names the page in errors.

    Tried in turn: a byte order mark, UTF-8, what was told, by the server, then by the page, if it reads; what
    `charset-normalizer` finds; and last UTF-8 with bad bytes shown as U+FFFD. A name for letters of one byte is
    believed only where nothing speaks for another one.

    Raises:
        Unreadable: it is no text.

    >>> decoded("naïve café".encode(), "iso-8859-1")
    'naïve café'
    >>> decoded('<meta charset="gb2312">编码'.encode("gbk"), "utf-8")
    '<meta charset="gb2312">编码'
    """
    for mark, name in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, "replace")
    names = [known for one in (told, *_own(content)) if (known := _codec(one))]
    wide = [name for name in names if name.startswith(("utf-16", "utf-32"))]
    zeros = content[:_HEAD].count(0)
    text = _strictly(content, wide) if zeros else None
    if text is not None:
        return text
    if zeros * _STRAY > len(content[:_HEAD]):
        raise Unreadable(f"{what} is no text", "give what is read: pages, documents, plain text")
    text = _strictly(content, ["utf-8"])
    if text is not None and "iso2022" not in "".join(names):
        return text
    sure = [name for name in names if not _SINGLE.match(name) and not name.startswith("utf-")]
    text = _strictly(content, sure)
    if text is None:
        text = _nearly_utf8(content)
    if text is None:
        text = _strictly(content, _likeliest(content, names))
    return content.decode("utf-8", "replace") if text is None else text


def _own(content: bytes) -> list[str]:
    """What the page says about itself."""
    head = content[:_HEAD]
    return [found[1].decode("ascii") for one in (_DECLARED, _META) if (found := one.search(head))]


def _codec(name: str) -> str | None:
    """The codec that is meant by a name, None where there is none."""
    name = name.strip().lower().removeprefix("x-").replace("sjis", "shift_jis")
    if not name.isascii() or _NEVER.search(name):
        return None
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return None if _NEVER.search(codec) else _MEANT.get(codec, codec)


def _strictly(content: bytes, names: list[str]) -> str | None:
    for name in names:
        try:
            return content.decode(name)
        except UnicodeError:
            continue
    return None


def _nearly_utf8(content: bytes) -> str | None:
    """UTF-8 with few bad bytes, as pages have that were put together from others."""
    text = content.decode("utf-8", "replace")
    beyond = sum(char > "\x7f" for char in text)
    return text if text.count(_BAD) * 10 <= beyond else None


def _likeliest(content: bytes, told: list[str]) -> list[str]:
    """A name that is given by default says less than the letters do, any other one more."""
    sample = _letters(content)
    beyond = sum(byte > 0x7F for byte in sample)
    if told and beyond < _TELLING:
        return told
    found = _found(sample)
    if _DEFAULT in told and (not found or _LATIN.match(found[0])):
        found = [_DEFAULT]
    return [*(name for name in told if name != _DEFAULT), *found, *told]


def _found(sample: bytes) -> list[str]:
    """What the letters speak for; where several read equally well, in what more pages are written."""
    from charset_normalizer import from_bytes

    matches = from_bytes(
        sample,
        cp_isolation=list(_WRITTEN),
        threshold=0.3,
        preemptive_behaviour=False,
        enable_fallback=False,
    )
    chaos = {
        name: int(match.chaos * 20)
        for match in matches
        for name in match.could_be_from_charset
        if name in _WRITTEN  # of no bytes at all it says UTF-8, whatever it was asked
    }
    best = sorted(chaos, key=lambda name: (chaos[name], _WRITTEN.index(name)))
    # What other letters of one byte look like in it; nobody writes half-width kana by the line.
    if len(_HALF_KANA.findall(sample.decode("cp932", "ignore"))) * 5 > len(sample):
        best = [name for name in best if name != "cp932"]
    # Chinese and Japanese share the codes of kana, and little Chinese text has any.
    kana = re.findall("[\u3041-\u3096]", sample.decode("gb18030", "ignore"))
    if best[:1] == ["gb18030"] and "euc_jp" in chaos and len(kana) * 20 > len(sample):
        best.insert(0, "euc_jp")
    return [known for name in best if (known := _codec(name))]


def _letters(content: bytes) -> bytes:
    """The lines beyond ASCII without their tags, whose letters would drown those that tell, if others do."""
    whole = content[: _SAMPLE * 16]
    bare = re.sub(rb"<[^<>]{0,2000}>", b" ", whole)
    told = whole if bare.isascii() else bare
    return b"\n".join(line for line in told.splitlines() if not line.isascii())[:_SAMPLE]
