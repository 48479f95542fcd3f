"""Secrets that their own form gives away, whoever issued them: key blocks, signed tokens, logins in addresses."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Sequence

from camillo.text.secrets.values import is_placeholder, is_random

#: Character offsets and a kind.
Found = tuple[int, int, str]
#: A text with three lines of a key has more characters.
_BLOCK = 180
_NAMES = ("pass", "pw", "pwd", "password", "secret", "token", "port")
_PORT = re.compile(r"\d{1,5}")

_BASE64 = r"A-Za-z0-9+/="
#: A private key, also where the text breaks off inside it, or its line feeds are written as ``\n``.
_KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----"
    rf"(?:[{_BASE64}\s]|\\[nr]|[A-Z][A-Za-z-]{{2,20}}: [^\n]{{0,120}}\n)*"
    r"(?:-----END [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----)?"
)
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----")
_NOT_ENCODED = re.compile(rf"[^{_BASE64}\s]")
#: Lines of a key whose head and foot lie in other passages.
_ENCODED = re.compile(r"(?:^[ \t>|]{0,8}[A-Za-z0-9+/]{60,80}={0,2}[ \t]*\r?(?:\n|\Z)){3,}", re.M)
_OPEN_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}(?:CERTIFICATE|PUBLIC KEY|MESSAGE|SIGNATURE)[A-Z0-9 ]{0,20}-----\s*\Z"
)
_SIGNED = re.compile(r"\beyJ[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*)?")
_ADDRESS = re.compile(r"://[^\s/:@\"'<>]{0,128}:([^\s/@\"'<>]{3,256})@[\w\[]")
_BEARER = re.compile(
    r"(?:\b(?:bearer|basic)\s{1,3}|authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:token\s{1,3})?)"
    r"([\w+/=.~-]{12,})",
    re.IGNORECASE,
)
_CURL = re.compile(r"(?:\s-u|\s--user)[\s=]{1,3}[\"']?[^\s:\"']{1,64}:([^\s\"']{4,128})")
_MYSQL = re.compile(r"\bmysql\w{0,8}\s[^\n]{0,128}?\s-p([^\s\"'-][^\s\"']{3,127})")
_AUTHS = re.compile(r"\"auth\"\s{0,3}:\s{0,3}\"([\w+/=]{8,})\"")
#: Forms that issuers publish for their own scanners, of those that are pasted most.
_ISSUED = re.compile(
    r"""(?<![\w-])(?:
      (?P<aws>(?:AKIA|ASIA)[A-Z2-7]{16})
    | (?P<google>AIza[\w-]{35} | GOCSPX-[\w-]{28} | 1//0[\w-]{40,100})
    | (?P<github>gh[opsur]_[A-Za-z0-9]{36} | github_pat_\w{60,90})
    | (?P<gitlab>gl(?:pat|rt|ptt)-[\w-]{20,})
    | (?P<slack>xox[abeoprs]-[A-Za-z0-9-]{10,} )
    | (?P<anthropic>sk-ant-[\w-]{24,})
    | (?P<openai>sk-(?:proj|svcacct|admin)-[\w-]{24,} | sk-[A-Za-z0-9]{32,64})
    | (?P<stripe>[rs]k_(?:live|test)_[A-Za-z0-9]{16,})
    | (?P<vault>hv[sb]\.[\w-]{24,})
    | (?P<notion>ntn_[A-Za-z0-9]{40,})
    | (?P<newrelic>NRAK-[A-Z0-9]{27})
    | (?P<huggingface>hf_[A-Za-z]{34})
    | (?P<azure>[A-Za-z0-9_~.]{3}\dQ~[\w~.-]{31,34})
    | (?P<discord>[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6,7}\.[\w-]{27,38})
    )(?![\w])""",
    re.VERBOSE,
)
_PREFIXES = (
    "AKIA", "ASIA", "AIza", "GOCSPX-", "1//0", "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_",
    "glpat-", "glrt-", "glptt-", "xox", "sk-", "sk_", "rk_", "hvs.", "hvb.", "ntn_", "NRAK-", "Q~", "hf_",
)  # fmt: skip
_DISCORD = re.compile(r"(?<![\w-])[MNO][\w-]{23,27}\.")


def shaped(text: str, folded: str) -> Iterator[Found]:
    """Spans and kinds; ``folded`` is the text in lower case."""
    if "private key" in folded:
        yield from ((*span, "private key") for span in _key_blocks(text))
    if len(text) > _BLOCK and "\n" in text:
        for found in _ENCODED.finditer(text):
            if not _OPEN_BLOCK.search(text, max(0, found.start() - 100), found.start()):
                yield *found.span(), "encoded block"
    if "eyJ" in text:
        yield from ((*found.span(), "signed token") for found in _SIGNED.finditer(text))
    for words, pattern, kind, is_secret in _LOGINS:
        if any(word in folded for word in words):
            for found in pattern.finditer(text):
                if not is_placeholder(found[1]) and is_secret(found[1]):
                    yield *found.span(1), kind
    if any(prefix in text for prefix in _PREFIXES) or _DISCORD.search(text):
        for found in _ISSUED.finditer(text):
            yield *found.span(), f"{found.lastgroup} key"


def _key_blocks(text: str) -> Iterator[tuple[int, int]]:
    """Private keys, and the ends of those that begin in another passage."""
    done = 0
    for found in _KEY_BLOCK.finditer(text):
        yield found.span()
    for found in _KEY_END.finditer(text):
        before = text[done : found.start()]
        foreign = [each.end() for each in _NOT_ENCODED.finditer(before)]
        yield done + (foreign[-1] if foreign else 0), found.end()
        done = found.end()


def _is_own(value: str) -> bool:
    """Whether it is neither a name for a password nor a port."""
    return not _PORT.fullmatch(value) and value.lower() not in _NAMES


def _is_login(value: str) -> bool:
    """Whether it is a name and a password in Base64."""
    try:
        told = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return told.isprintable() and bool(told.partition(":")[2])


def _is_token(value: str) -> bool:
    return is_random(value) or _is_login(value)


#: Words of which one stands in every text with such a login, in lower case.
_LOGINS: Sequence[tuple[Sequence[str], re.Pattern[str], str, Callable[[str], bool]]] = (
    (("://",), _ADDRESS, "password", _is_own),
    (("bearer", "basic", "authorization"), _BEARER, "token", _is_token),
    ((" -u", "--user"), _CURL, "password", _is_own),
    (("mysql",), _MYSQL, "password", _is_own),
    (('"auth"',), _AUTHS, "password", _is_login),
)
