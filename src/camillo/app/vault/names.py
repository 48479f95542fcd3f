"""Names of files that notes may have on any system, and free ones."""

import re
from collections.abc import Callable

from camillo.app.vault.plan import composed
from camillo.formats.ignoring import reason_for_folder

#: Bytes of one part of a path; most file systems allow 255, and temporary names are longer.
_LONGEST = 200
_DEEPEST = 32
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\\\ud800-\udfff]+')
#: Names of devices, which Windows takes for them whatever ending follows, spaces before it included.
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|conin\$|conout\$|clock\$)(?= *(?:\.|$))", re.IGNORECASE
)
_SUFFIX = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


def is_markdown(path: str) -> bool:
    """Whether a file of this name is a note's.

    >>> is_markdown("a/Plan.MD"), is_markdown("a/plan.md.bak"), is_markdown(".hidden/plan.md")
    (True, False, False)
    """
    return bool(_SUFFIX.search(path)) and not any(part.startswith(".") for part in path.split("/"))


def safe(path: str) -> str:
    r"""The path as a file inside the vault can have it on any system: visible, relative, Markdown.

    >>> safe("../../etc/passwd"), safe("a\\b: c?.md"), safe(".hidden/aux.md"), safe("")
    ('etc/passwd.md', 'a/b- c-.md', 'hidden/aux_.md', 'note.md')
    """
    parts = [_part(part) for part in composed(path).replace("\\", "/").split("/")]
    kept = [part for part in parts if part][-_DEEPEST:] or ["note"]
    folders = [f"{part}_" if reason_for_folder(part) else part for part in kept[:-1]]
    bare = _SUFFIX.sub("", kept[-1])
    suffix = kept[-1][len(bare) :] or ".md"
    last = bare.rstrip(". ") or "note"
    return "/".join([*(_device(part) for part in folders), _device(_short(last)) + suffix])


def _part(part: str) -> str:
    return _short(_UNSAFE.sub("-", part).strip().lstrip(".").rstrip(". ").strip())


def _short(part: str) -> str:
    if len(part.encode("utf-8")) <= _LONGEST:
        return part
    stem, suffix = (part[: -len(end[0])], end[0]) if (end := _SUFFIX.search(part)) else (part, "")
    room = _LONGEST - len(suffix)
    return stem.encode("utf-8")[:room].decode("utf-8", "ignore").rstrip(". ") + suffix


def _device(part: str) -> str:
    found = _DEVICE.match(part)
    return f"{found[0]}_{part[found.end() :]}" if found else part


def free(path: str, taken: Callable[[str], bool]) -> str:
    """The path itself, else with the first number that makes it free.

    >>> free("a/plan.md", {"a/plan.md", "a/plan 2.md"}.__contains__)
    'a/plan 3.md'
    """
    number, found = 1, path
    while taken(found):
        number += 1
        found = beside(path, str(number))
    return found


def beside(path: str, told: str) -> str:
    """The name of a file beside another, with something said after it.

    >>> beside("a/plan.md", "(conflict 2026-01-02)")
    'a/plan (conflict 2026-01-02).md'
    """
    folder, slash, name = path.rpartition("/")
    found = _SUFFIX.search(name)
    stem, suffix = (name[: found.start()], name[found.start() :]) if found else (name, "")
    room = _LONGEST - len(told) - len(suffix) - 1
    stem = stem.encode("utf-8", "surrogatepass")[:room].decode("utf-8", "ignore")
    return f"{folder}{slash}{stem} {told}{suffix}"
