"""The pictures, sounds and documents that a ChatGPT export keeps beside its conversations."""

import re
from collections.abc import Iterator, Mapping

from camillo.domain.errors import InvalidInput
from camillo.domain.report import Problem
from camillo.formats import attachments
from camillo.formats.archive import Member
from camillo.formats.blocks import Item
from camillo.formats.exports import Export
from camillo.formats.jsonl import parse
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_text

_NAMES = "conversation_asset_file_names.json"
_ID = re.compile(r"file[-_][A-Za-z0-9]+")


class Assets:
    """Finds the member an asset pointer means; without an archive it finds none."""

    def __init__(self, export: Export) -> None:
        self._used = export.used
        self._archive = export.archive
        self._members: dict[str, Member] = {}
        self._names: dict[str, str] = {}
        for member in export.archive.members if export.archive else ():
            if member.base == _NAMES:
                self._load_names(member)
            elif not member.base.endswith((".json", ".html")):
                found = _ID.match(member.base)
                self._members.setdefault(found.group() if found else member.base, member)
                self._members.setdefault(member.base, member)

    def turns(
        self,
        message: Message,
        pointer: object,
        where: str,
        name: str = "",
        role: str = "",
        meta: Mapping[str, object] | None = None,
    ) -> Iterator[Item]:
        """The turns of one asset: its bytes where the archive has them, and what names it."""
        key = _key(as_text(pointer))
        member = self._members.get(key) or self._members.get(as_text(pointer))
        shown = name or (self._names.get(member.base, "") if member else "")
        if member is None or self._archive is None:
            yield from attachments.named(message, shown or as_text(pointer), role=role, meta=meta)
            return
        self._used.add(member.name)
        try:
            content = self._archive.read(member)
        except InvalidInput as error:
            yield Problem(where, error.what, error.mend)
            yield from attachments.named(message, shown or key, role=role, meta=meta)
            return
        yield from attachments.stored(message, content, shown or member.base, role=role, meta=meta)

    def _load_names(self, member: Member) -> None:
        self._used.add(member.name)
        try:
            names = as_dict(parse(self._archive.read(member).decode("utf-8")))  # type: ignore[union-attr]
        except (InvalidInput, ValueError):
            return
        self._names = {key: name for key, name in names.items() if isinstance(name, str)}


def _key(pointer: str) -> str:
    """The id in a pointer such as ``file-service://file-abc`` or ``sediment://file_abc``."""
    last = pointer.rsplit("://", 1)[-1].split("#", 1)[0]
    found = _ID.match(last)
    return found.group() if found else last
