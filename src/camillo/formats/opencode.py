"""opencode: its database, and what ``opencode export`` writes.

The shapes were taken from anomalyco/opencode: the tables from packages/opencode/src/session/session.sql.ts, messages
and parts from packages/opencode/src/session/message-v2.ts, the export from packages/opencode/src/cli/cmd/export.ts.
The folders of versions before 1.2 are read from a session's own file, see `opencode_folders`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import apsw

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import database, jsonl, opencode_folders, peek
from camillo.formats.blocks import Item, label
from camillo.formats.elements import elements
from camillo.formats.opencode_parts import Said, turns
from camillo.formats.shapes import as_dict, as_list, as_text
from camillo.formats.slices import written
from camillo.formats.wings import wing_of
from camillo.ports.reader import SourceFile

NAME = "opencode"

_SESSIONS = "SELECT id, directory, title, parent_id FROM session ORDER BY time_created, id"
_MESSAGES = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT id, data FROM part WHERE message_id = ? ORDER BY id"
#: Messages of the second kind of store, which has them whole; read by no one here yet.
_NEWER = "SELECT type, count(*) FROM session_message WHERE session_id = ? GROUP BY type"


class OpenCode:
    """Reads a database of sessions, one exported session, or one with its folders beside it."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether a JSON file starts with a session's facts, or a database has its tables."""
        if not file.head.startswith(database.MAGIC):
            first = peek.first_objects(file.head)
            return any(_is_export(one) or opencode_folders.sniff(file, one) for one in first)
        try:
            with database.opened(file) as connection:
                return all(database.has_columns(connection, *one) for one in _TABLES)
        except (apsw.Error, OSError):
            return False

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of every session, in order of time."""
        stored = file.head.startswith(database.MAGIC)
        seen = False
        for item in _stored(file) if stored else _exported(file):
            seen = seen or isinstance(item, Turn)
            yield item
        if not seen:
            yield Problem(file.name, "no session in it has a message", "it may be an empty one")


_TABLES = (
    ("session", "id", "directory", "title", "parent_id", "time_created"),
    ("message", "id", "session_id", "time_created", "data"),
    ("part", "id", "message_id", "data"),
)


def _is_export(fields: Mapping[str, object]) -> bool:
    info = as_dict(fields.get("info"))
    known = "directory" in info or "projectID" in info
    return "messages" in fields and bool(as_text(info.get("id"))) and known


def _exported(file: SourceFile) -> Iterator[Item]:
    with file.open() as stream:
        for element in elements(stream, file.name):
            if isinstance(element, Problem):
                yield element
            elif "messages" in (facts := as_dict(element.value)):
                yield from _session(facts, file.name)
            else:
                facts, problems = opencode_folders.gathered(file, facts)
                yield from problems
                yield from _session(facts, file.name)


def _session(exported: dict[str, Any], file: str) -> Iterator[Item]:
    facts = as_dict(exported.get("info"))
    session = as_text(facts.get("id")) or "session"
    for number, entry in enumerate(as_list(exported.get("messages"))):
        info = as_dict(as_dict(entry).get("info"))
        said = Said(
            kind=NAME,
            session=session,
            message=as_text(info.get("id")) or f"message-{number + 1}",
            title=as_text(facts.get("title")),
            wing=wing_of(facts.get("directory")),
            within=as_text(facts.get("parentID")),
            where=f"{file}[{number}]",
        )
        parts = as_list(as_dict(entry).get("parts"))
        yield from turns(said, info, [(as_dict(part), _canonical) for part in parts])
    for _ in as_list(exported.get("todos")):
        yield label("", "todo")


def _canonical(value: object, *path: str | int) -> str:
    """As the database writes it, so that a session read from either has the same turns."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _stored(file: SourceFile) -> Iterator[Item]:
    try:
        with database.opened(file) as connection:
            newer = database.has_columns(connection, "session_message", "type", "session_id")
            for row in database.rows(connection, _SESSIONS):
                session, directory, title, within = map(as_text, row)
                messages = database.rows(connection, _MESSAGES, (session,)) if session else []
                for message, data in messages:
                    said = Said(
                        kind=NAME,
                        session=session,
                        message=as_text(message) or "message",
                        title=title,
                        wing=wing_of(directory),
                        within=within,
                        where=f"{file.name}#{as_text(message)}",
                    )
                    yield from _message(connection, said, data)
                if newer and not messages:
                    for kind, many in database.rows(connection, _NEWER, (session,)):
                        yield from [label("session_message", kind)] * _counted(many)
    except apsw.Error as error:
        yield database.damaged(file, error)


def _counted(many: object) -> int:
    return many if isinstance(many, int) else 1


def _message(connection: apsw.Connection, said: Said, data: object) -> Iterator[Item]:
    info, problem, _ = _json(data, said.where)
    if problem:
        yield problem
    parts = []
    for part, stored in database.rows(connection, _PARTS, (said.message,)):
        facts, problem, text = _json(stored, f"{said.where}/{as_text(part)}")
        if problem:
            yield problem
        parts.append(({**facts, "id": part}, _cut_from(text)))
    yield from turns(said, info, parts)


def _cut_from(text: str) -> Any:
    def own(value: object, *path: str | int) -> str:
        return written(text, value, *path)

    return own


def _json(stored: object, where: str) -> tuple[dict[str, Any], Problem | None, str]:
    text = database.as_json_text(stored)
    if text is None:
        return {}, Problem(where, "the record holds no text", "the rest is read"), ""
    try:
        return as_dict(jsonl.parse(text)), None, text
    except ValueError as error:
        return {}, Problem(where, f"not JSON: {error}", "the rest is read"), ""


READER = OpenCode()
