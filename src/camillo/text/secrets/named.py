"""Secrets that a word before them gives away: passwords in many languages, keys and tokens of programs."""

import re
from collections.abc import Iterator

from camillo.text.secrets.shapes import Found
from camillo.text.secrets.values import is_password, is_random, is_told

#: "Password" as programs and people write it, in lower case.
_PASSWORDS = (
    "password", "passwd", "passphrase", "passcode", "pwd", "pw:", "pw=", "db_pass", "_pass",
    "passwort", "kennwort", "wachtwoord", "contraseña", "contrasena", "senha", "palavra-passe",
    "palavra passe", "mot de passe", "mdp", "parola", "hasło", "lösenord", "adgangskode", "passord",
    "salasana", "jelszó", "heslo", "şifre", "пароль", "κωδικός", "كلمة المرور", "كلمة السر", "סיסמה",
    "mật khẩu", "kata sandi", "รหัสผ่าน", "पासवर्ड", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호",
)  # fmt: skip
#: Names that programs give to keys and tokens.
_KEYS = (
    "secret", "token", "api_key", "api-key", "api key", "apikey", "access_key", "access-key",
    "accesskey", "accountkey", "account_key", "auth_key", "authkey", "private_key", "signing_key",
    "encryption_key", "storage_key", "license_key", "_auth", "sessionid", "session_id", "sig=",
    "密钥", "金鑰", "令牌", "секрет", "токен", "ключ api", "clave_api",
)  # fmt: skip


#: What a program keeps of a secret or a token that is none itself.
_DERIVED = r"(?![\w.-]{0,24}(?:sha|hash|md5|digest|sum|izer|count|limit))"
#: Scripts without spaces go on after a value.
_IDEOGRAPHS = "\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"


#: Verbs after which a value is told in prose.
_COPULAS = "is|ist|lautet|es|é|è|est|är|er|je|jest|to"
#: What people have for their secrets, and rules for them, which no value follows.
_ABOUT = (
    r"\s+(?:manager|app|tool|vault|generator|policy|field|prompt|hash\w*|rule|file|store|length|format|type"
    r"|encoding|algorithm|endpoint|lifetime|expiry)\b"
)
#: What stands between a name and its value: a sign, a verb, or only space.
_SIGN = (
    r"(?P<sign>\s{0,4}(?:==?|:=|=>|[:：＝|>])\s{0,4}"
    rf"|(?P<told>(?!{_ABOUT})(?:\s+[^\W\d_]{{1,24}}){{0,4}}\s+(?:{_COPULAS})\s*:?\s+"
    r"|\s*(?:是|为|為|は|这|這)\s*[:：]?\s*)"
    r"|(?:\s+[^\W\d_]{1,24}){1,5}\s?[:：]\s+|\s{1,2})"
)


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(
        # A name may end in its own sign ("pw:").
        rf"(?:{either}){_DERIVED}(?:(?![是为為は])[\w.-]){{0,24}}[\"'`\])]{{0,2}}(?:(?<=[:=])\s{{0,4}}|{_SIGN})"
        r"(?:\\?[\"'`]|“|「)?"
        rf"(?P<value>[^\s\"'`”\\,;<>(){{}}{_IDEOGRAPHS}]+)(?P<next>.?)",
        re.IGNORECASE,
    )


#: A number for a card or a door, told beside the word for it.
_PIN = re.compile(
    r"(?:(?<!GPIO )\b(?-i:PIN)"
    r"|\b(?:my|our|your|his|her|card|sim|phone|door|bank|code|mi|mon|mein|meine)\s+pin)(?:[- ]?(?:code|number))?"
    rf"(?:\s*[:=：]\s*|\s+(?:{_COPULAS})\s+|\s*[是为為]\s*)(?P<value>\d{{4,8}})(?![\w.])",
    re.IGNORECASE,
)
_NAMED = {kind: _pattern(words) for kind, words in (("password", _PASSWORDS), ("key", _KEYS))}
#: What is told in prose has at least so many characters.
_LEAST = {"password": 6, "key": 8}
_SIGNS = "=:：＝|>"
_MACHINE_MADE = re.compile(r"[\w+/=.~%-]+")
_AFTER = ".!?。！？)*"


#: Parts of the words, one of which stands in every text with such a word; most texts are plain ASCII.
_ASCII_PARTS = {
    "password": ("pass", "pwd", "pw:", "pw=", "wort", "woord", "contrase", "senha", "palavra", "mdp",
                 "parola", "kode", "salasana", "heslo", "kata sandi"),
    "key": ("secret", "token", "key", "_auth", "session", "sig="),
}  # fmt: skip
_OTHER_PARTS = {
    kind: tuple(word for word in words if not word.isascii())
    for kind, words in (("password", _PASSWORDS), ("key", _KEYS))
}


def named(text: str, folded: str) -> Iterator[Found]:
    """Spans and kinds; ``folded`` is the text in lower case."""
    for kind, parts in _ASCII_PARTS.items():
        if any(part in folded for part in parts) or (
            not folded.isascii() and any(part in folded for part in _OTHER_PARTS[kind])
        ):
            yield from _found(text, kind)
    if "pin" in folded:
        for found in _PIN.finditer(text):
            yield found.start("value"), found.end("value"), "pin"


def _found(text: str, kind: str) -> Iterator[Found]:
    at = 0
    while found := _NAMED[kind].search(text, at):
        # A word can be the value of the one before it and have a value itself.
        at = found.start("value")
        value = found["value"].rstrip(_AFTER)
        told = found["told"] is not None
        written = found["sign"] is None or any(sign in found["sign"] for sign in _SIGNS)
        called = found["next"] in ("(", "[", "{") and found.end("value") == found.start("next")
        if called or not value:
            continue
        drawn = _MACHINE_MADE.match(value)
        start = found.start("value")
        if kind == "password" and is_password(value, written=written):
            yield start, start + len(value), kind
        elif drawn and is_random(drawn[0]):
            yield start, start + len(drawn[0]), kind
        elif told and is_told(value, least=_LEAST[kind]):
            yield start, start + len(value), kind
