"""Conversations in Cursor's ``state.vscdb``: composers, and the bubbles their headers list.

The shape was taken from michaeldhood/chatrxiv (docs/cursor/storage-reference.md) and pppp606/cursor-efficiency
(docs/vscdbRelation.md), and from the bubbles in public test files of readers of it.
"""

from collections.abc import Iterator
from typing import Any

import apsw

from camillo.domain.moment import Moment
from camillo.domain.report import Problem
from camillo.formats import attachments, database, jsonl
from camillo.formats.blocks import Item, label
from camillo.formats.parts import Message
from camillo.formats.shapes import (
    as_dict,
    as_list,
    as_text,
    dumps,
    first_text,
    folder_of,
    milliseconds,
)
from camillo.formats.wings import wing_of
from camillo.ports.reader import SourceFile

_VALUE = "SELECT value FROM cursorDiskKV WHERE key = ?"
#: The keys with a prefix, by the index; ``;`` is the character behind ``:``.
_KEYS = "SELECT key FROM cursorDiskKV WHERE key >= ? || ':' AND key < ? || ';' ORDER BY key"
_ROLES = {1: "user", 2: "assistant"}
_FAILED = ("error", "cancelled", "rejected")


def sniff(file: SourceFile) -> bool:
    """Whether a file is a database that holds at least one composer."""
    if not file.head.startswith(database.MAGIC):
        return False
    try:
        with database.opened(file) as connection:
            return database.has_columns(connection, "cursorDiskKV", "key", "value") and bool(
                database.rows(connection, f"{_KEYS} LIMIT 1", ("composerData", "composerData"))
            )
    except (apsw.Error, OSError):
        return False


def read(file: SourceFile, kind: str) -> Iterator[Item]:
    """The turns of every composer, in the order of their ids."""
    try:
        with database.opened(file) as connection:
            for (key,) in database.rows(connection, _KEYS, ("composerData", "composerData")):
                if isinstance(key, str):
                    yield from _Composer(file.name, kind, connection, key).items()
    except apsw.Error as error:
        yield database.damaged(file, error)


class _Composer:
    """One conversation: its own record, and its bubbles in order.

    Where no folder is known its wing is named after Cursor, since the file's name says nothing.
    """

    def __init__(self, file: str, kind: str, connection: apsw.Connection, key: str) -> None:
        self._file = file
        self._kind = kind
        self._connection = connection
        self._key = key
        self._id = key.partition(":")[2]
        self._title = ""
        self._wing = ""

    def items(self) -> Iterator[Item]:
        """What the headers list, then the bubbles that no header lists any more, as a branch."""
        facts, problem = self._value(self._key)
        if problem:
            yield problem
        self._title = first_text(facts, "name", "subtitle")
        identity = as_dict(as_dict(facts.get("workspaceIdentifier")).get("uri"))
        self._wing = wing_of(first_text(identity, "fsPath", "path"))
        listed = [
            as_text(as_dict(one).get("bubbleId"))
            for one in as_list(facts.get("fullConversationHeadersOnly"))
        ]
        for bubble in filter(None, listed):
            yield from self._stored(bubble, "")
        inline = as_dict(facts.get("conversationMap"))
        for bubble in (*as_list(facts.get("conversation")), *inline.values()):
            said = as_dict(bubble)
            if (name := as_text(said.get("bubbleId"))) not in listed:
                listed.append(name)
                yield from self._bubble(said, name, "")
        prefix = f"bubbleId:{self._id}"
        seen = set(listed)
        for (key,) in database.rows(self._connection, _KEYS, (prefix, prefix)):
            bubble = as_text(key).rpartition(":")[2]
            if bubble not in seen:
                yield from self._stored(bubble, "unlisted")

    def _value(self, key: str) -> tuple[dict[str, Any], Problem | None]:
        found = database.rows(self._connection, _VALUE, (key,))
        text = database.as_json_text(found[0][0]) if found else None
        if text is None:
            return {}, None
        try:
            return as_dict(jsonl.parse(text)), None
        except ValueError as error:
            return {}, Problem(f"{self._file}#{key}", f"not JSON: {error}", "the rest is read")

    def _stored(self, bubble: str, branch: str) -> Iterator[Item]:
        facts, problem = self._value(f"bubbleId:{self._id}:{bubble}")
        if problem:
            yield problem
        elif facts:
            yield from self._bubble(facts, bubble, branch)
        else:
            yield label("bubble", "missing")

    def _bubble(self, facts: dict[str, Any], bubble: str, branch: str) -> Iterator[Item]:
        where = f"{self._file}#bubbleId:{self._id}:{bubble}"
        at, problem = _time(facts, where)
        if problem:
            yield problem
        self._wing = self._wing or _workspace(facts)
        kind = facts.get("type")
        role = _ROLES.get(kind) if isinstance(kind, int) else None
        if role is None:
            yield label("bubble", kind)
        message = Message(
            kind=self._kind,
            conversation=self._id,
            id=bubble or "bubble",
            role=role or "system",
            at=at,
            title=self._title,
            branch=branch,
            wing=self._wing or self._kind,
        )
        yield from _parts(message, facts, where)


def _parts(message: Message, facts: dict[str, Any], where: str) -> Iterator[Item]:
    thoughts = [facts.get("thinking"), *as_list(facts.get("allThinkingBlocks"))]
    for thought in dict.fromkeys(as_text(as_dict(one).get("text")) for one in thoughts):
        yield from message.text(thought, "thinking")
    yield from message.text(facts.get("text"), "text" if message.role != "system" else "system")
    if isinstance(facts.get("toolFormerData"), dict):
        yield from _tool(message, facts["toolFormerData"])
    for chunk in as_list(facts.get("attachedCodeChunks")):
        said = as_dict(chunk)
        lines = [line for line in as_list(said.get("lines")) if isinstance(line, str)]
        name = first_text(said, "relativeWorkspacePath", "path")
        yield from attachments.named(message, name, "\n".join(lines))
    for image in as_list(facts.get("images")):
        yield from attachments.named(message, first_text(as_dict(image), "path", "uuid"))
    error = as_dict(facts.get("errorDetails"))
    yield from message.text(first_text(error, "message", "error"), "system")


def _tool(message: Message, facts: dict[str, Any]) -> Iterator[Item]:
    named = {"tool": as_text(facts.get("name")), "call": as_text(facts.get("toolCallId"))}
    meta: dict[str, object] = {key: value for key, value in named.items() if value}
    given = next((facts[key] for key in ("rawArgs", "params") if facts.get(key)), None)
    yield from message.text(_written(given), "tool_call", meta=meta)
    if as_text(facts.get("status")) in _FAILED:
        meta["error"] = True
    for answer in (facts.get("result"), facts.get("error")):
        yield from message.text(_written(answer), "tool_result", role="tool", meta=meta)


def _written(value: object) -> str:
    return value if isinstance(value, str) else dumps(value) if value else ""


def _time(facts: dict[str, Any], where: str) -> tuple[Moment | None, Problem | None]:
    timing = as_dict(facts.get("timingInfo"))
    given = facts.get("createdAt") or timing.get("clientStartTime")
    return milliseconds(given, where)


def _workspace(facts: dict[str, Any]) -> str:
    for uri in as_list(facts.get("workspaceUris")):
        return wing_of(folder_of(uri))
    return wing_of(facts.get("workspaceProjectDir"))
