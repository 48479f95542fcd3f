"""What the exports of chat services have in common: an archive, or the JSON files from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import peek
from camillo.formats.archive import MAGIC, Archive, Member
from camillo.formats.blocks import Item, label
from camillo.formats.elements import elements
from camillo.ports.reader import SourceFile

#: Whether the fields of a JSON object, as far as they are seen, are those of a format's records.
Known = Callable[[dict[str, object]], bool]
#: The turns of one record; the text says where the record stands.
Records = Callable[[object, str], Iterator[Item]]

#: Where none of so many JSON members is known, the archive is no export.
_PEEKED = 500
_FIRST_NAMES = 4096


@dataclass(slots=True)
class Export:
    """The file being read: its archive, if it is one, and the names of members that were used."""

    archive: Archive | None = None
    used: set[str] = field(default_factory=set)


def sniff(file: SourceFile, known: Known) -> bool:
    """Whether a JSON file starts with a known record, or an archive has such a file in it.

    Where an archive or its member is refused, a name like an export's must do, so that this is told.
    """
    if not file.head.startswith(MAGIC):
        return _starts_with(file.head, known)
    try:
        with Archive(file) as archive:
            heads = (archive.head(member) for member in _json_members(archive))
            return any(_starts_with(head, known) for head in islice(heads, _PEEKED)) or any(
                map(_is_named_like_an_export, _refused(archive))
            )
    except OSError:
        return False
    except InvalidInput:
        return b"conversations" in file.head[:_FIRST_NAMES]


def read(file: SourceFile, known: Known, begin: Callable[[Export], Records]) -> Iterator[Item]:
    """The turns of every record; ``begin`` is called once and gives what reads a record.

    That there are none is a problem where nothing else was one.
    """
    seen = False
    for item in (_archived if file.head.startswith(MAGIC) else _loose)(file, known, begin):
        seen = seen or isinstance(item, Turn | Problem)
        yield item
    if not seen:
        yield Problem(file.name, "no conversation in it has a message", "export it again")


def _loose(file: SourceFile, known: Known, begin: Callable[[Export], Records]) -> Iterator[Item]:
    records = begin(Export())
    with file.open() as stream:
        for element in elements(stream, file.name):
            if isinstance(element, Problem):
                yield element
            else:
                yield from records(element.value, f"{file.name}[{element.index}]")


def _archived(file: SourceFile, known: Known, begin: Callable[[Export], Records]) -> Iterator[Item]:
    try:
        archive = Archive(file)
    except InvalidInput as error:
        yield Problem(file.name, error.what, error.mend)
        return
    with archive:
        yield from archive.problems
        export = Export(archive)
        records = begin(export)
        for member in _json_members(archive):
            head = archive.head(member)
            if _starts_with(head, known) or (member.size and not head):
                export.used.add(member.name)
                yield from _member(archive, member, f"{file.name}!/{member.name}", records)
        for member in archive.members:
            if member.name not in export.used:
                yield label("member", _sort(member))


def _member(archive: Archive, member: Member, where: str, records: Records) -> Iterator[Item]:
    try:
        with archive.open(member) as stream:
            for element in elements(stream, where):
                if isinstance(element, Problem):
                    yield element
                else:
                    yield from records(element.value, f"{where}[{element.index}]")
    except InvalidInput as error:
        yield Problem(where, error.what, error.mend)


def _json_members(archive: Archive) -> Iterator[Member]:
    return (member for member in archive.members if member.name.lower().endswith(".json"))


def _refused(archive: Archive) -> Iterator[str]:
    """The names of members that may not or cannot be read."""
    yield from archive.refused
    for member in _json_members(archive):
        if member.size and not archive.head(member, 1):
            yield member.name


def _is_named_like_an_export(name: str) -> bool:
    base = name.rsplit("/", 1)[-1].lower()
    return base.startswith("conversations") and base.endswith(".json")


def _starts_with(head: bytes, known: Known) -> bool:
    return any(known(fields) for fields in peek.first_objects(head))


def _sort(member: Member) -> str:
    """What the census calls a member that was not read: a page's own name, else the suffix."""
    name = member.base.lower()
    return name if name.endswith((".json", ".html")) else name[name.rfind(".") :]
