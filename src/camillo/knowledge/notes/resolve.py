"""What a link means: the note that answers to its target, as Obsidian would choose it."""

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from camillo.ports.notes import NAME_KINDS, NameKind, NoteName

#: So many folders of a path count as part of its name.
_DEEPEST = 16
_KB = re.compile(r"\s*kb:\s*", re.IGNORECASE)
_SUFFIX = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_STRENGTH = {kind: at for at, kind in enumerate(NAME_KINDS)}


@dataclass(frozen=True, slots=True)
class Named:
    """By what a note can be meant. ``path`` is relative to its folder of notes, with ``/``; or "".

    ``former`` are slugs and paths it had before.
    """

    note: int
    slug: str
    title: str
    layer: str = "page"
    aliases: tuple[str, ...] = ()
    path: str = ""
    former: tuple[str, ...] = ()


@lru_cache(maxsize=32_768)
def name_key(target: str) -> str:
    r"""A link's target as it is compared: without ``kb:`` and ``.md``, NFC, casefolded.

    Idempotent. "" for a target that names nothing.

    >>> name_key("kb:Plan B"), name_key("./Notes/plan.md"), name_key("cafe\u0301") == name_key("Café")
    ('plan b', 'notes/plan', True)
    """
    bare = " ".join(_KB.sub("", target, count=1).split()) if _KB.match(target) else target
    if "/" in bare or "\\" in bare:
        bare = _normal(bare)
    folded = " ".join(_folded(bare).split())
    while (shorter := _SUFFIX.sub("", folded).rstrip()) != folded and shorter:
        folded = shorter
    return folded


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFC", text).casefold()
    # Folding can bring out what folds further (U+0345 under a letter), so it is done twice.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", folded).casefold())


def _normal(path: str) -> str:
    """A relative path without ``.`` and ``..``; what would leave its folder stays inside."""
    path = path.replace("\\", "/").strip().strip("/")
    parts = [part.strip() for part in posixpath.normpath(path).split("/")]
    return "/".join(part for part in parts if part not in ("", ".", ".."))


def names(named: Named) -> tuple[NoteName, ...]:
    """All folded names that a note answers to, the strongest kind first, each once.

    The whole path is of kind ``path``; its ends (``b/c`` and ``c`` of ``a/b/c``) are of kind ``base``.

    >>> [(one.kind, one.key) for one in names(Named(1, "plan", "The Plan", path="a/b.md"))]
    [('slug', 'plan'), ('path', 'a/b'), ('base', 'b'), ('title', 'the plan')]
    """
    found: dict[str, NameKind] = {}
    for kind, name in _names(named):
        key = name_key(name)
        if key:
            found.setdefault(key, kind)
    return tuple(NoteName(kind, key) for key, kind in found.items())


def _names(named: Named) -> Iterator[tuple[NameKind, str]]:
    yield "slug", named.slug
    if path := _normal(named.path):
        yield "path", path
        parts = path.split("/")
        for at in range(max(1, len(parts) - _DEEPEST), len(parts)):
            yield "base", "/".join(parts[at:])
    yield "title", named.title
    for alias in named.aliases:
        yield "alias", alias
    for name in named.former:
        yield "former", name
        yield "former", name.rpartition("/")[2]


def rank(kind: NameKind, slug: str, path: str) -> tuple[int, int, int, str, str]:
    """By what several notes of one name are ordered; the least is meant.

    The stronger kind of name, then the fewer folders, the shorter path, the path, the slug.
    """
    return _STRENGTH[kind], path.count("/"), len(path), path, slug


def keys_of(target: str, base: str = "") -> tuple[str, ...]:
    """The folded names that a target asks for, to be looked up in this order.

    ``base`` is the path of the note it stands in, for relative targets; "" for wiki links.

    >>> keys_of("../plan.md", "notes/2026/day.md"), keys_of("Plan")
    (('notes/plan', 'plan'), ('plan',))
    """
    bare = name_key(target)
    folder = posixpath.dirname(_normal(base))
    absolute = target.lstrip().startswith(("/", "\\"))
    if not folder or absolute or _KB.match(target):
        return (bare,) if bare else ()
    near = name_key(f"{folder}/{target}")
    return tuple(dict.fromkeys(key for key in (near, bare) if key))


class Names:
    """Notes by all their names, changed note by note.

    >>> index = Names([Named(1, "oauth", "OAuth and PKCE"), Named(2, "pkce", "PKCE")])
    >>> index.resolve("OAuth and PKCE").slug, index.resolve("kb:PKCE").slug, index.resolve("no")
    ('oauth', 'pkce', None)
    """

    def __init__(self, named: Iterable[Named] = ()) -> None:
        self._notes: dict[int, Named] = {}
        self._holders: dict[str, dict[int, NameKind]] = {}
        for each in named:
            self.put(each)

    def put(self, named: Named) -> None:
        """Add a note, or change what it is called."""
        self.drop(named.note)
        self._notes[named.note] = named
        for name in names(named):
            self._holders.setdefault(name.key, {})[named.note] = name.kind

    def drop(self, note: int) -> None:
        """Take a note out; nothing happens where it is not in."""
        before = self._notes.pop(note, None)
        for name in names(before) if before else ():
            holders = self._holders[name.key]
            del holders[note]
            if not holders:
                del self._holders[name.key]

    def resolve(self, target: str, base: str = "") -> Named | None:
        """The note that a link means, None where there is none; ``base`` as in :func:`keys_of`."""
        for key in keys_of(target, base):
            if holders := self._holders.get(key):
                return min(
                    (self._notes[note] for note in holders),
                    key=lambda one: rank(holders[one.note], one.slug, one.path),
                )
        return None
