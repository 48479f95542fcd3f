"""ChatGPT's export: an archive, or the JSON files in it, whole or split into numbered ones."""

from collections.abc import Iterator, Mapping
from functools import partial

from camillo.formats import exports
from camillo.formats.blocks import Item
from camillo.formats.chatgpt_assets import Assets
from camillo.formats.chatgpt_conversation import NAME, turns_of
from camillo.ports.reader import SourceFile


class ChatGPT:
    """Reads conversations as trees: the visible branch, then the others, which are marked."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether it is a file of conversations with a mapping, or an archive that has one."""
        return exports.sniff(file, _is_conversation)

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of every conversation, in the order of the files and of each tree."""
        return exports.read(file, _is_conversation, _begin)


def _is_conversation(fields: Mapping[str, object]) -> bool:
    named = "title" in fields or "create_time" in fields or "current_node" in fields
    return named and "mapping" in fields and isinstance(fields["mapping"], (dict, type(None)))


def _begin(export: exports.Export) -> exports.Records:
    return partial(turns_of, assets=Assets(export))


READER = ChatGPT()
