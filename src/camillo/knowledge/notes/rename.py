"""Links follow a note that is renamed."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from camillo.knowledge.notes import inline
from camillo.knowledge.notes.links import NoteLink, note_links
from camillo.knowledge.notes.resolve import name_key
from camillo.knowledge.notes.yaml_write import scalar

#: Start and end of what is replaced, and by what.
Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a link is to lead: to the note ``slug``, which was called ``old`` before.

    ``file`` is what a Markdown link names from now on; "" for the file of the new slug in the folder it names.
    """

    slug: str
    old: str = ""
    file: str = ""


def renamed_links(text: str, lead: Callable[[NoteLink], Lead | None]) -> str:
    """The text with every link for which there is a ``lead`` leading there; other bytes stay.

    Heading, block, alias and ``kb:`` are kept. A bare link by title or alias reads as before, by an
    alias of its own; one by the old slug shows the new one. Markdown links keep their folder.

    >>> plan = lambda link: Lead("goal", "plan") if "plan" in link.target.lower() else None
    >>> renamed_links("[[Plan B]] [[plan|it]] [[kb:plan#Cost]] [p](x/plan.md#c)", plan)
    '[[goal|Plan B]] [[goal|it]] [[kb:goal#Cost]] [p](x/goal.md#c)'
    """
    edits = [
        _edit(text, link, found)
        for link in note_links(text)
        if (found := lead(link)) and (found.file or name_key(link.target) != name_key(found.slug))
    ]
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _edit(text: str, link: NoteLink, lead: Lead) -> Edit:
    if link.kind == "markdown":
        return _destination(text, link, lead)
    written = text[link.start : link.end]
    if link.kind == "source":
        return link.start, link.end, _entry(written, link, lead.slug)
    return link.start, link.end, _wiki(written, link, lead.slug, name_key(lead.old))


def _wiki(written: str, link: NoteLink, slug: str, old: str) -> str:
    mark = "![[" if link.kind == "embed" else "[["
    named, bar, alias = written[len(mark) : -2].partition("|")
    if bar and named.endswith("\\"):
        named, bar = named[:-1], "\\|"
    _, hash_, part = named.partition("#")
    if not bar and link.kind == "link":
        bar, alias = _shown(link, part, old)
    return f"{mark}{_prefix(link)}{slug}{hash_}{part}{bar}{alias}]]"


def _prefix(link: NoteLink) -> str:
    return "kb:" if link.target[:3].lower() == "kb:" else ""


def _shown(link: NoteLink, part: str, old: str) -> tuple[str, str]:
    """The alias by which a bare link reads as before, with its bar; nothing for a link by the slug."""
    bare = link.target[len(_prefix(link)) :].strip()
    if name_key(bare.replace("\\", "/").rpartition("/")[2]) == old:
        return "", ""
    words = " > ".join(piece.strip() for piece in (bare, *part.split("#")) if piece.strip())
    return "\\|" if link.row else "|", words


def _destination(text: str, link: NoteLink, lead: Lead) -> Edit:
    """The name of the file in a Markdown link's destination."""
    pieces = inline.pieces(text, link.start, link.end)
    whole = next(one for one in pieces if one.kind == "markdown" and one.end == link.end)
    path = text[whole.inner : whole.stop].partition("#")[0]
    if lead.file:
        return whole.inner, whole.inner + len(path), quote(lead.file)
    name = path.rpartition("/")[2]
    start = whole.inner + len(path) - len(name)
    suffix = name[name.rfind(".") :]
    return start, whole.inner + len(path), quote(lead.slug, safe="") + suffix


def _entry(written: str, link: NoteLink, slug: str) -> str:
    """An entry of ``sources:``, in brackets where it was."""
    if "[[" not in written:
        return scalar(_prefix(link) + slug)
    inner = written.strip("\"'")
    new = _wiki(inner[inner.find("[[") : inner.rfind("]]") + 2], link, slug, name_key(link.target))
    return new if written.startswith("[") else scalar(new)
