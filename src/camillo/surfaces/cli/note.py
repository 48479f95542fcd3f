"""``camillo note``: pages and captured sources, their links and versions.

JSON: create, write, edit, read, delete, restore: ``Note``, read also ``backlinks``; rename: ``{"note": Note,
"rewritten"}``; list: ``{"notes": [Note]}``; history: ``{"versions": [NoteVersion]}``; diff: ``{"diff"}``; links:
``Linked``, without a note ``Overview``; related: ``{"related": [Related]}``; map: the whole map, its Markdown as
``markdown``; capture: ``{"note": Note, "written"}``; import: ``Imported``;
watch: ``{"watched": [Watched]}``.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, exact, options, output
from camillo.surfaces.cli.note_show import show
from camillo.surfaces.cli.note_watch import check, watch
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number

if TYPE_CHECKING:
    from camillo.app.palace import Palace

#: Each action with the words it takes, the fewest and the most of them.
_WORDS = {
    "create": ("[TEXT]", 0, 1),
    "write": ("NOTE [TEXT]", 1, 2),
    "edit": ("NOTE [TEXT] --version N", 1, 2),
    "read": ("NOTE", 1, 1),
    "list": ("", 0, 0),
    "rename": ("NOTE TITLE", 2, 2),
    "delete": ("NOTE", 1, 1),
    "restore": ("NOTE", 1, 1),
    "history": ("NOTE", 1, 1),
    "diff": ("NOTE OLD NEW", 3, 3),
    "links": ("[NOTE]", 0, 1),
    "related": ("NOTE", 1, 1),
    "map": ("", 0, 0),
    "capture": ("URL|FILE", 1, 1),
    "import": ("FILE|FOLDER", 1, 1),
    "watch": ("add|remove|approve URL, or list", 1, 2),
}
_WRITES = ("create", "write", "capture", "import")
_PARTS = ("orphans", "broken", "hubs")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=tuple(_WORDS), help="what to do")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="; ".join(f"{name}: {told}" for name, (told, *_) in _WORDS.items() if told)
        + ". NOTE is a slug, a title, a path or a [[link]]; TEXT may be - for standard input",
    )
    parser.add_argument(
        "--file", metavar="PATH", type=options.path, help="create, write, edit: the text is in it"
    )
    parser.add_argument("--title", metavar="TEXT", help="create, write: its title, else the text's")
    parser.add_argument("--slug", metavar="NAME", help="create, rename: its name in links")
    parser.add_argument(
        "--wing",
        metavar="NAME",
        help="create, capture, import, watch add: in this wing; list, map: of it",
    )
    parser.add_argument(
        "--version",
        metavar="N",
        type=number(1),
        help="edit: the version you have seen; read, restore: that one",
    )
    parser.add_argument(
        "--no-autolink", action="store_true", help="create, edit: titles of pages stay plain words"
    )
    parser.add_argument(
        "--tokens", metavar="N", type=number(0), default=2_000, help="map: at most so many"
    )
    parser.add_argument("--layer", choices=("page", "source"), help="list: of this layer")
    parser.add_argument(
        "--tag",
        metavar="TAG",
        action="append",
        default=[],
        help="list: with this tag; watch add: what comes gets it; may be repeated",
    )
    parser.add_argument("--deleted", action="store_true", help="list: what was deleted")
    parser.add_argument(
        "--every",
        metavar="HOURS",
        type=number(1, 720),
        default=6,
        help="watch add: how often to look",
    )
    parser.add_argument(
        "--by",
        metavar="NAME",
        default="user",
        help="watch add: on whose word, which waits unless it is the user's",
    )
    for part in _PARTS:
        parser.add_argument(f"--{part}", action="store_true", help=f"links: only {part}")


def command(
    *, action: str, words: list[str], palace: Path | None, as_json: bool, **given: Any
) -> int:
    """Keep a knowledge base: write pages, read them with what links to them, capture what others wrote.

    Pages are Markdown with `[[links]]`; every version stays. `edit` refuses to write over a version you
    have not seen; `write` does not ask. `delete` is undone by `restore`; to lose a text, `camillo forget` it.
    `import` takes in what Joplin (JEX, RAW), Evernote (ENEX) or Apple Notes (a folder) exported, each note once.
    `watch` keeps the list of feeds and pages that `camillo watch` looks at: new items become sources, and one
    brief a day links to them. `rsshub:/PATH` is a feed of the RSSHub that the settings name.
    """
    shape, least, most = _WORDS[action]
    if not least <= len(words) <= most:
        told = f"camillo note {action} {shape}".rstrip()
        raise InvalidInput(f"{action} takes other words", f"write `{told}`")
    if action == "watch":
        check(words)
    text = _text(action, words, given)
    creates = action in _WRITES or (action == "watch" and words[0] == "add")
    with opened(palace, create=creates) as memory:
        made = _ACTIONS[action](memory, words, given | {"text": text})
    if as_json:
        output.emit(made)
    else:
        show(action, made)
    return codes.FOUND_WANTING if made == {"notes": []} else codes.DONE


def _text(action: str, words: list[str], given: dict[str, Any]) -> str:
    """The text that is to be written, from the one place that is named."""
    if action not in ("create", "write", "edit"):
        return ""
    told = words[_WORDS[action][1] :]
    if given["file"] is not None and not told:
        try:
            return str(given["file"].read_bytes().decode("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(
                f"{given['file']} cannot be read as UTF-8 text", "name a Markdown file"
            ) from error
    if len(told) != 1 or given["file"] is not None:
        raise InvalidInput("there is not one text", "give TEXT, - for standard input, or --file")
    return exact.given(told[0])


def _create(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    rest = {name: given[name] for name in ("title", "slug", "wing")}
    return memory.notes.create(given["text"], link=not given["no_autolink"], **rest)


def _write(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    return memory.notes.write(words[0], given["text"], title=given["title"])


def _edit(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    if given["version"] is None:
        raise InvalidInput(
            "an edit names the version it was made on",
            "add --version N, as `camillo note read` tells it, or use `camillo note write`",
        )
    link = not given["no_autolink"]
    return memory.notes.edit(words[0], given["text"], version=given["version"], link=link)


def _read(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    from camillo.app.shape import plain

    if given["version"] is not None:
        return {
            "text": memory.notes.at_version(words[0], given["version"]),
            "version": given["version"],
        }
    made = plain(memory.notes.read(words[0]))
    return {**made, "backlinks": memory.notes.links(words[0]).backlinks}  # type: ignore[dict-item]


def _list(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    found = memory.notes.all(layer=given["layer"], deleted=given["deleted"])
    tags = {tag.removeprefix("#") for tag in given["tag"]}
    return {
        "notes": [
            one for one in found if tags <= set(one.tags) and given["wing"] in (None, one.wing)
        ]
    }


def _rename(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    note, rewritten = memory.notes.rename(words[0], words[1], slug=given["slug"])
    return {"note": note, "rewritten": rewritten}


def _links(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    wanted = [part for part in _PARTS if given[part]]
    if words and wanted:
        raise InvalidInput(f"--{wanted[0]} is of all notes", "leave out the note")
    if words:
        return memory.notes.links(words[0])
    told = memory.notes.overview()
    return {part: getattr(told, part) for part in wanted or ("hubs", "orphans", "broken")}


def _map(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    drawn = memory.notes.map(tokens=given["tokens"], wing=given["wing"])
    return {"markdown": drawn.markdown, **json.loads(drawn.json)}


def _capture(memory: "Palace", words: list[str], given: dict[str, Any]) -> object:
    return memory.capturing.capture(words[0], wing=given["wing"])


_ACTIONS: dict[str, Callable[..., object]] = {
    "create": _create,
    "write": _write,
    "edit": _edit,
    "read": _read,
    "list": _list,
    "rename": _rename,
    "delete": lambda memory, words, given: memory.notes.delete(words[0]),
    "restore": lambda memory, words, given: memory.notes.restore(
        words[0], version=given["version"]
    ),
    "history": lambda memory, words, given: {"versions": memory.notes.history(words[0])},
    "diff": lambda memory, words, given: {
        "diff": memory.notes.diff(words[0], _version(words[1]), _version(words[2]))
    },
    "links": _links,
    "related": lambda memory, words, given: {"related": memory.notes.related(words[0])},
    "map": _map,
    "capture": _capture,
    "import": lambda memory, words, given: memory.notes.import_export(words[0], wing=given["wing"]),
    "watch": watch,
}


def _version(given: str) -> int:
    if not given.isascii() or not given.isdigit():
        raise InvalidInput(f"{given!r} is no version", "give its number: `camillo note history`")
    return int(given)
