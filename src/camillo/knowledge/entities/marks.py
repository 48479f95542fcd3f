"""Names by their shape: handles, tags, identifiers, files, hosts, issue keys, quoted and linked titles."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise

from camillo.knowledge.entities.cues import ARTICLES, PARTICLES, plain
from camillo.knowledge.entities.sighting import Sighting
from camillo.text.names import name_key

#: Identifiers of one drawer beyond this many say no more of what it is about.
_MOST_IDENTIFIERS = 16
_LONGEST = 80
_LONGEST_TITLE = 8
_SMALL = frozenset(PARTICLES)
_EXTENSIONS = (
    "py|pyi|ipynb|js|jsx|ts|tsx|mjs|cjs|json|jsonl|toml|ya?ml|md|mdx|rst|txt|html?|css|scss|sql|sh|bash|rs|go"
    "|java|kt|swift|c|cc|cpp|h|hpp|cs|rb|php|lua|lock|cfg|ini|conf|env|csv|tsv|xml|svg|png|jpe?g|gif|webp|pdf"
    "|docx?|xlsx?|pptx?|mp[34]|wav|zip|gz|tar|log|db|sqlite|proto|gradle|vue|svelte|tf|r|jl|ex|hs|scala|zig"
)

#: Endings that are attributes in code more often than files, where nothing else tells of a file.
_ATTRIBUTES = frozenset("db log lock env conf sql zip csv tar c h r".split())  # noqa: SIM905

_URL = re.compile(
    r"\b(?:https?|wss?|ftp|ssh|git)://(?:[^\s/@]*@)?([\w-]+(?:\.[\w-]+)+)[^\s<>\"')\]]*"
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}")
#: What stands alone in a line, or is called there, is a decorator.
_HANDLE = re.compile(r"(?<![\w@/.`$])@([^\W\d_][\w.-]{1,38})(?![\w.-]*[(\n])")
_IMPORTED = re.compile(
    r"^[ \t]*(?:from|import|use|package|require)[ \t]+[\"']?([A-Za-z_][\w.:/-]{3,60})", re.MULTILINE
)
_TAG = re.compile(r"(?<![\w#&/`'\"(=:])#([\w-]*[^\W\d_][\w-]*)(?![\w;-])")
_COLOUR = re.compile(r"(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_ISSUE = re.compile(r"(?<![\w#&/])#(\d{1,7})(?![\w-])")
_KEYED = re.compile(r"[A-Z][A-Z0-9]{1,9}-\d{1,7}")
_VERSION = re.compile(r"v\d+(?:\.\d+){1,3}(?:-[\w.]+)?")
_FILE = re.compile(rf"(?:~?/|\.{{1,2}}/)?(?:[\w.@-]+/)*[\w.-]*\w\.(?:{_EXTENSIONS})")
_TOKEN = re.compile(r"[A-Za-z0-9_.@/~-]{3,}")
_LINK = re.compile(r"\[\[([^\]|#\n]{2,80}+)[^\]\n]{0,80}+\]\]")
_CODE = re.compile(r"`([^`\n]{2,60})`")
_PLAIN_CODE = re.compile(r"[\w./:@\\#-]+(?:\(\))?")
_QUOTED = re.compile(r"[“«]([^“”«»\n]{2,80})[”»]|(?<![\w\"])\"([A-Z][^\"\n]{2,80})\"(?!\w)")
_NO_TITLE = re.compile(r"[\[\]{}<>|=_/\\]")
_MANIFESTS = {
    "package.json": re.compile(r'^\s{0,4}"name"\s*:\s*"([^"\n]{2,80})"', re.MULTILINE),
    "pyproject.toml": re.compile(r'\[project\][^\[]*?^name\s*=\s*"([^"\n]{2,80})"', re.MULTILINE),
    "Cargo.toml": re.compile(r'\[package\][^\[]*?^name\s*=\s*"([^"\n]{2,80})"', re.MULTILINE),
    "go.mod": re.compile(r"^module\s+(\S{2,80})", re.MULTILINE),
}
_WORDS = re.compile(r"[^\W_][\w'’-]*")


def titled(text: str, language: str, code: bool) -> tuple[list[Sighting], str]:
    """Links and quoted titles, and the text without them, so that their words are not taken for names."""
    found = []
    if "[[" in text:
        found += [Sighting(name.strip(), "work", True) for name in _LINK.findall(text)]
        text = _LINK.sub(" ", text)
    if "“" in text or "«" in text or ('"' in text and not code):
        for match in _QUOTED.finditer(text):
            title = (match.group(1) or match.group(2)).strip(" ,.")
            if _is_title(title, plain(language)):
                found.append(Sighting(title, "work", True, without_article(name_key(title))))
                text = text.replace(match.group(), " ")
    return found, text


def without_article(key: str) -> str:
    """A key without the article that opens it.

    >>> without_article("the hobbit"), without_article("theodor")
    ('hobbit', 'theodor')
    """
    first, _, rest = key.partition(" ")
    return rest if rest and first in ARTICLES else key


def _is_title(title: str, common: frozenset[str]) -> bool:
    """Whether every word of more than a few letters has a capital, as no sentence has it."""
    if _NO_TITLE.search(title):
        return False
    words = _WORDS.findall(title)
    named = [word for word in words if word.casefold() not in common | _SMALL]
    return bool(
        1 < len(words) <= _LONGEST_TITLE
        and named
        and words[0][0].isupper()
        and words[-1][0].isupper()
        and all(word[0].isupper() or word[0].isdigit() for word in named)
        and not title.isupper()
        and title[-1] not in "!?"
    )


def marked(text: str, code: bool) -> Iterator[Sighting]:
    """What a text names by marks of its own; each kind is looked for where its sign is there at all.

    >>> [(one.name, one.kind) for one in marked("@ana fixed #12 in `src/app.py`, see auth_token", False)]
    [('@ana', 'handle'), ('#12', 'identifier'), ('src/app.py', 'file'), ('auth_token', 'identifier')]
    """
    if "://" in text:
        for match in _URL.finditer(text):
            yield Sighting(match.group(1).lower().removeprefix("www."), "url", True)
        text = _URL.sub(" ", text)
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Sighting(match.group().rstrip("."), "address", True)
        if not code:
            for match in _HANDLE.finditer(text):
                yield Sighting("@" + match.group(1).rstrip(".-"), "handle", True)
    if "#" in text:
        yield from _numbered(text, code)
    yield from _technical(text, code)


def project(text: str, file: str) -> Iterator[Sighting]:
    r"""The name that a manifest gives its project; ``file`` is the name of the file that the text is of.

    >>> [one.name for one in project('[project]\nname = "zuni"', "app/pyproject.toml")]
    ['zuni']
    """
    pattern = _MANIFESTS.get(file.rsplit("/", 1)[-1])
    found = pattern.search(text) if pattern else None
    if found:
        yield Sighting(found.group(1), "project", True)


def _numbered(text: str, code: bool) -> Iterator[Sighting]:
    """Issue numbers and tags."""
    for match in _ISSUE.finditer(text):
        yield Sighting(match.group(), "identifier", True, f"issue {match.group(1)}")
    if not code:
        for match in _TAG.finditer(text):
            if not _COLOUR.fullmatch(match.group(1)):
                yield Sighting("#" + match.group(1).rstrip("-"), "tag", True)


def _technical(text: str, code: bool) -> Iterator[Sighting]:
    """Identifiers, files, issue keys and versions: words whose shape no everyday word has."""
    found: dict[str, Sighting] = {}
    spans = "`" in text
    if code:
        names = filter(_structured, _IMPORTED.findall(text)[:_MOST_IDENTIFIERS])
        found.update((name, Sighting(name, "identifier", True)) for name in names)
    for word in _TOKEN.findall(text) if code or spans else text.split():
        token, kind = _shape(word)
        if kind == "file" and code and _is_attribute(token):
            continue
        if kind and token not in found and len(found) < _MOST_IDENTIFIERS:
            prose = kind == "camel" and not code and not spans
            # In prose a small letter and a capital are often two words that lost their space.
            if not prose or token[0].isupper() or token[1].isupper():
                name = "name" if prose else "identifier" if kind == "camel" else kind
                found[token] = Sighting(token, name, True)
    if spans:
        for name in _CODE.findall(text):
            if name not in found and _PLAIN_CODE.fullmatch(name) and _structured(name):
                found[name] = Sighting(name, "identifier", True)
    yield from islice(found.values(), _MOST_IDENTIFIERS)


@lru_cache(maxsize=50_000)
def _shape(word: str) -> tuple[str, str]:
    """A word without signs around it, and what its shape says it is: nothing for an everyday word.

    A file, an identifier, or ``camel``, which can be a name or an identifier.
    """
    found = _TOKEN.search(word)
    token = found.group().rstrip(".-/") if found else ""
    return token, _kind(token)


def _kind(name: str) -> str:
    if not 4 <= len(name) <= _LONGEST or name[0] == "@":
        return ""
    if "." in name and _FILE.fullmatch(name) and _is_file(name):
        return "file"
    if _KEYED.fullmatch(name) or _VERSION.fullmatch(name):
        return "identifier"
    bare = name.strip("_.")
    if "/" in name or "-" in bare or len(bare) < 4 or not bare[0].isalpha():
        return ""
    if "." in bare or name[0] == ".":
        # Dots also stand where a space after a sentence is missing, and between the parts of a call.
        return ""
    if "_" in bare:
        return "identifier"
    return "camel" if _is_camel(bare) else ""


def _is_file(name: str) -> bool:
    """Whether a name with a known ending is a file's: not a lone letter or a number."""
    stem = name.rsplit(".", 1)[0]
    if stem in ("self", "this", "cls"):
        return False
    if "." in stem.strip("./") and _is_attribute(name):
        return False
    return len(stem) > 1 and any(map(str.isalpha, stem))


def _is_attribute(name: str) -> bool:
    return "/" not in name and name.rsplit(".", 1)[-1] in _ATTRIBUTES


def _structured(name: str) -> bool:
    """Whether a span of code is more than a word of everyday language."""
    inner = name.strip("._-/:()")
    return any(map(str.isalpha, inner)) and (
        any(sign in inner for sign in "_./:") or name.endswith("()") or _is_camel(inner)
    )


def _is_camel(name: str) -> bool:
    """Whether a capital follows a small letter inside a word."""
    return not name.islower() and any(a.islower() and b.isupper() for a, b in pairwise(name))
