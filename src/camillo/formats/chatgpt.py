"""ChatGPT's export: an archive, or the JSON files in it, whole or split into numbered ones."""

from collections.abc import Iterator

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import archive, peek
from camillo.formats.blocks import Item, label
from camillo.formats.chatgpt_assets import Assets
from camillo.formats.chatgpt_conversation import NAME, turns_of
from camillo.formats.elements import elements
from camillo.ports.reader import SourceFile


class ChatGPT:
    """Reads conversations as trees: the visible branch, then the others, which are marked."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether it is a file of conversations with a mapping, or an archive that has one."""
        if not file.head.startswith(archive.MAGIC):
            return _holds_conversations(file.head)
        return archive.any_json(file, _holds_conversations)

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of every conversation, in the order of the files and of each tree."""
        seen = False
        for item in _archived(file) if file.head.startswith(archive.MAGIC) else _loose(file):
            seen = seen or isinstance(item, Turn)
            yield item
        if not seen:
            yield Problem(file.name, "no conversation in it has a message", "export it again")


def _holds_conversations(head: bytes) -> bool:
    return any(
        "mapping" in fields
        and ("title" in fields or "create_time" in fields or "current_node" in fields)
        and isinstance(fields["mapping"], (dict, type(None)))
        for fields in peek.first_objects(head)
    )


def _loose(file: SourceFile) -> Iterator[Item]:
    with file.open() as stream:
        for element in elements(stream, file.name):
            if isinstance(element, Problem):
                yield element
            else:
                yield from turns_of(element.value, f"{file.name}[{element.index}]", Assets())


def _archived(file: SourceFile) -> Iterator[Item]:
    try:
        opened = archive.Archive(file)
    except InvalidInput as error:
        yield Problem(file.name, error.what, error.mend)
        return
    with opened:
        yield from opened.problems
        assets = Assets(opened)
        for member, head in archive.json_heads(opened):
            if not _holds_conversations(head):
                continue
            assets.read.add(member.name)
            where = f"{file.name}!/{member.name}"
            try:
                with opened.open(member) as stream:
                    for element in elements(stream, where):
                        if isinstance(element, Problem):
                            yield element
                        else:
                            yield from turns_of(element.value, f"{where}[{element.index}]", assets)
            except InvalidInput as error:
                yield Problem(where, error.what, error.mend)
        for member in opened.members:
            if member.name not in assets.read:
                yield label("member", archive.sort_of(member))


READER = ChatGPT()
