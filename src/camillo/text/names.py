"""Names: what a passage is called by its headings, and which names a text mentions."""

import re
from collections.abc import Iterator, Set

from camillo.text.scripts import WORD, normalise

#: Opens the index term of a name; no word of a text can begin with it.
NAME_MARK = "^"
#: Opens the index term of an entity that a text mentions; no word of a text can begin with it.
ENTITY_MARK = "@"
_LONGEST = 80
_MOST_NAMES = 12
_MOST_WORDS = 6
_MOST_MENTIONS = 48
_SHORTEST = 2
#: Longer lower-case words between two capitals end a name: "Lord of the Rings" is one.
_JOINING, _JOINED = 3, 2

_WORDS = re.compile(f"(?:(?!_){WORD})+")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_FIRST_LINE = re.compile(r"\s*([^\n]{2,80})\n\s*\S")
_NO_TITLE = re.compile(r"[.!?,;:。！？，；：…]$|^[-*+>|`<{\[/\d]")
_QUALIFIER = re.compile(r"(?<=\S)\s*[(（][^()（）]*[)）]\s*$")
_MARKED = re.compile(
    r"\[\[([^\]|#\n]{2,80})|《([^》\n]{2,80})》|「([^」\n]{2,80})」|“([^”\n]{2,80})”"
)
_PARTING = frozenset(".,;:!?\n")


def flat(text: str) -> str:
    """The words of a text, casefolded, one space before and after each.

    >>> flat("Ed Wood's (film)")
    ' ed wood s film '
    """
    return f" {' '.join(_WORDS.findall(normalise(text).casefold()))} "


def name_key(name: str) -> str:
    """A name as it is compared: its words, without a qualifier in brackets; "" for no name.

    >>> name_key("Ed Wood (film)"), name_key("zuni-mountains"), name_key("《三体》")
    ('ed wood', 'zuni mountains', '三体')
    """
    if len(name) > _LONGEST:
        return ""
    key = flat(_QUALIFIER.sub("", name)).strip()
    return key if len(key) >= _SHORTEST and not key.isdigit() else ""


def claim_key(words: str) -> str:
    """The subject or object of a claim as it is looked up: as a name, else by all its words.

    >>> claim_key("Ed Wood (film)"), claim_key("42"), claim_key(" 🎉 ")
    ('ed wood', '42', '🎉')
    """
    return name_key(words) or flat(words).strip() or words.strip().casefold()


def headings(text: str) -> tuple[str, ...]:
    r"""Keys of what a text is headed by: its Markdown headings, or a title alone in its first line.

    >>> headings("Zuni Mountains\nA range in New Mexico."), headings("# Plan\n\n## Cost\n1")
    (('zuni mountains',), ('plan', 'cost'))
    >>> headings("We went home.\nIt rained."), headings("one line")
    ((), ())
    """
    found = [match.group(1) for match in _HEADING.finditer(text)]
    first = _FIRST_LINE.match(text)
    if not found and first and not _NO_TITLE.search(first.group(1).strip()):
        found.append(first.group(1))
    keys = dict.fromkeys(filter(None, map(name_key, found[:_MOST_NAMES])))
    return tuple(keys)


def name_terms(text: str) -> dict[str, int]:
    """Index terms by which a text is found under the names of its headings."""
    return {NAME_MARK + key: 1 for key in headings(text)}


def mentioned(text: str, stops: Set[str], *, any_case: bool = False) -> tuple[str, ...]:
    """Keys of the names that a text may mention, at most 48.

    What stands in ``[[...]]`` or in title marks; runs of capitalised words and what is inside them.
    With ``any_case`` a text without capitals (as a question is typed) counts by its content words.

    >>> mentioned("They belong to the Zuni Mountains, says [[field-trip|the log]].", frozenset({"they"}))
    ('field trip', 'zuni mountains', 'zuni', 'mountains')
    """
    text = normalise(text)
    marked = [next(filter(None, match.groups())) for match in _MARKED.finditer(text)]
    keys = dict.fromkeys(filter(None, map(name_key, marked)))
    for run in _runs(text, stops, any_case):
        keys.update(dict.fromkeys(_inside(run)))
    return tuple(key for key in list(keys) if key not in stops)[:_MOST_MENTIONS]


def _runs(text: str, stops: Set[str], any_case: bool) -> Iterator[list[tuple[str, bool]]]:
    """Words that stand side by side as a name's do, each with whether it may open or end one."""
    found = list(_WORDS.finditer(text))
    bare = any_case and not any(match.group()[0].isupper() for match in found[1:])
    run: list[tuple[str, bool]] = []
    end, joined = 0, 0
    for match in found:
        word = match.group()
        opens = (bare or not word[0].islower()) and word.casefold() not in stops
        if match.start() - end > 1 or text[end : match.start()] in _PARTING:
            yield run
            run = []
        joined = 0 if opens else joined + 1
        if opens or (run and len(word) <= _JOINING and joined <= _JOINED):
            run.append((word.casefold(), opens))
        else:
            yield run
            run = []
        end = match.end()
    yield run


def _inside(run: list[tuple[str, bool]]) -> Iterator[str]:
    """The names that a run can hold, the longest first."""
    for size in range(min(len(run), _MOST_WORDS), 0, -1):
        for part in (run[at : at + size] for at in range(len(run) - size + 1)):
            if part[0][1] and part[-1][1]:
                yield " ".join(word for word, _ in part)
