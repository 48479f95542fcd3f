"""Making remembered text inert: it may hold escape sequences that would steer a terminal."""

import re

#: Controls (line feed and tab aside), bidi and invisible format controls, lone surrogates and the
#: tag characters that hide text inside text; and runs, which no script has, of what alone chooses a
#: character's form or joins two of them.
_HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|[\u200b-\u200d]{3,}"
)


def inert(text: str) -> str:
    r"""Text that a terminal can only print: every steering character is written as an escape.

    Line feeds and tabs stay, and a carriage return before a line feed is dropped.

    >>> inert("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return _HOSTILE.sub(_escaped, text.replace("\r\n", "\n"))


def inert_line(text: str) -> str:
    r"""The same for what must stay on one line, such as a name or a path.

    >>> inert_line("two\nlines")
    'two\\nlines'
    """
    return inert(text).replace("\n", "\\n").replace("\t", "\\t")


def inert_json(written: str) -> str:
    r"""JSON text in which every steering character is a JSON escape; it reads back the same.

    >>> inert_json('"\u202e"')
    '"\\u202e"'
    """
    return _HOSTILE.sub(_json_escaped, written)


def _escaped(found: re.Match[str]) -> str:
    return "".join(map(_escape, found[0]))


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escaped(found: re.Match[str]) -> str:
    return "".join(map(_json_escape, found[0]))


def _json_escape(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
