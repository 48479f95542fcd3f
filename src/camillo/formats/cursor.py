"""Cursor: transcripts of its agent in JSON Lines, and conversations in ``state.vscdb``.

The lines were taken from public test files of readers of ``~/.cursor/projects/*/agent-transcripts``
(``{"role", "message": {"content": [...]}}`` and ``{"type": "turn_ended"}``), for want of a description by Cursor.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import cursor_database, database, jsonl, peek
from camillo.formats.beside import path_of
from camillo.formats.blocks import Blocks, Item, label
from camillo.formats.injected import only_elements
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, moment
from camillo.formats.slices import written
from camillo.formats.wings import name_of
from camillo.ports.reader import SourceFile

NAME = "cursor"

#: Elements that Cursor puts into the user's message beside ``user_query``.
_INJECTED = frozenset(
    (
        "additional_data",
        "agent_skills",
        "attached_files",
        "current_file",
        "git_status",
        "open_and_recently_viewed_files",
        "project_layout",
        "rules",
        "system_notification",
        "system_reminder",
        "timestamp",
        "user_info",
    )
)
_ROLES = ("user", "assistant")
#: The folder of transcripts, in a folder named after the whole path of the project.
_FOLDER = "agent-transcripts"
#: What only other hosts' records have.
_FOREIGN = ("uuid", "sessionId", "payload", "conversation")
_STAMP = re.compile(
    r"<timestamp>\w+, ([A-Z][a-z]{2}) (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d) ([AP]M) "
    r"\(UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?\)</timestamp>",
    re.ASCII,
)
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"


class Cursor:
    """Reads one transcript, or the database that Cursor's editor keeps its conversations in."""

    name = NAME
    needed = (b'"name"',)
    awaited = b""

    def sniff(self, file: SourceFile) -> bool:
        """Whether the first lines are messages of its agent, or the file is its database."""
        return cursor_database.sniff(file) or any(map(_is_message, peek.first_records(file)))

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns in order."""
        of_file = _lines(file)
        if file.head.startswith(database.MAGIC):
            of_file = cursor_database.read(file, NAME)
        seen = False
        for item in of_file:
            seen = seen or isinstance(item, Turn)
            yield item
        if not seen:
            yield Problem(file.name, "no record of it is a message", "it may be an empty chat")


def _is_message(record: Mapping[str, Any]) -> bool:
    message = record.get("message", "")
    return (
        record.get("role") in _ROLES
        and (message is None or (isinstance(message, dict) and "content" in message))
        and "type" not in record
        and not any(name in record for name in _FOREIGN)
    )


def _lines(file: SourceFile) -> Iterator[Item]:
    path = path_of(file)
    agent = path.stem if path.parent.name == "subagents" and len(path.parts) > 2 else ""
    session = path.parts[-3] if agent else path.stem
    project = path.parts[: path.parts.index(_FOLDER)] if _FOLDER in path.parts else ("",)
    tools: dict[str, str] = {}
    with file.open() as opened:
        for record in jsonl.records(opened, file.name):
            if isinstance(record, Problem):
                yield record
                continue
            fields = as_dict(record.value)
            if fields.get("role") not in _ROLES or "message" not in fields:
                yield label("", fields.get("type"))
                continue
            message = Message(
                kind=NAME,
                conversation=session,
                id=f"{agent}/line-{record.number}" if agent else f"line-{record.number}",
                role=fields["role"],
                wing=name_of(project[-1]),
                meta={"agent": agent} if agent else {},
            )
            yield from _line(message, fields, record.text, f"{file.name}:{record.number}", tools)


def _line(
    message: Message, fields: dict[str, Any], line: str, where: str, tools: dict[str, str]
) -> Iterator[Item]:
    content = as_dict(fields["message"]).get("content")
    message.at, problem = moment(fields.get("timestamp"), where)
    if problem:
        yield problem
    if message.at is None and message.role == "user":
        message.at = _stamped(content)
    for block in map(as_dict, as_list(content)):
        if as_text(block.get("id")) and as_text(block.get("name")):
            tools[block["id"]] = block["name"]

    def own(value: object, *path: str | int) -> str:
        return written(line, value, "message", "content", *path)

    for item in Blocks(message, where, "text", tools, own).read(content):
        if isinstance(item, Turn) and item.part == "text" and item.role == "user":
            item = replace(item, part="system") if only_elements(item.text, _INJECTED) else item
        yield item


def _stamped(content: object) -> Moment | None:
    """The time that Cursor writes in front of the user's words, in its own text."""
    for block in [content] if isinstance(content, str) else as_list(content):
        text = block if isinstance(block, str) else as_text(as_dict(block).get("text"))
        found = _STAMP.search(text)
        if not found or found[1] not in _MONTHS.split():
            continue
        month, hour = _MONTHS.split().index(found[1]) + 1, int(found[4]) % 12
        minutes = int(found[8] or 0) * 60 + int(found[9] or 0)
        shift = timedelta(minutes=-minutes if found[7] == "-" else minutes)
        with suppress(ValueError, OverflowError):
            day = datetime(int(found[3]), month, int(found[2]), tzinfo=timezone(shift))
            whole = day + timedelta(hours=hour + 12 * (found[6] == "PM"), minutes=int(found[5]))
            return Moment.parse(whole)
    return None


READER = Cursor()
