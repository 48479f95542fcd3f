"""Gemini CLI's sessions: one JSON document, or JSON Lines of messages and changes to them.

The shapes were taken from google-gemini/gemini-cli: packages/core/src/services/chatRecordingTypes.ts and
chatRecordingService.ts beside it (``$set``, ``$rewindTo``, messages written again as they grow), and the folder's
name from packages/core/src/config/projectRegistry.ts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import jsonl, peek
from camillo.formats.beside import path_of
from camillo.formats.blocks import Item, label
from camillo.formats.elements import elements
from camillo.formats.gemini_parts import parts_of, thoughts, tool_calls
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, moment
from camillo.formats.wings import name_of, wing_of
from camillo.ports.reader import SourceFile

NAME = "gemini-cli"

_ROLES = {"user": "user", "gemini": "assistant"}
_NOTICES = ("info", "error", "warning")
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class GeminiCli:
    """Reads one session; what was rewound is a branch."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether the file starts with the facts of a session."""
        return any(map(_is_session, peek.first_objects(file.head)))

    def read(self, file: SourceFile) -> Iterator[Item]:
        """Every message as it was last written, in order of their first lines; then what was rewound."""
        whole = any("messages" in one for one in peek.first_objects(file.head)) or _is_spread(file)
        seen = False
        for item in _document(file) if whole else _log(file):
            seen = seen or isinstance(item, Turn)
            yield item
        if not seen:
            yield Problem(file.name, "no record of it is a message", "the session may be empty")


def _is_session(fields: Mapping[str, object]) -> bool:
    times = "startTime" in fields or "lastUpdated" in fields or "messages" in fields
    named = all(as_text(fields.get(key)) for key in ("sessionId", "projectHash"))
    return named and times


def _is_spread(file: SourceFile) -> bool:
    """Whether the one object is written over many lines, as JSON Lines never are."""
    return peek.head_text(file.head).lstrip().split("\n", 1)[0].strip() == "{"


@dataclass(slots=True)
class _Session:
    """What the file says of the whole session."""

    id: str
    title: str = ""
    wing: str = ""

    def note(self, facts: Mapping[str, Any]) -> None:
        self.id = as_text(facts.get("sessionId")) or self.id
        self.title = as_text(facts.get("summary")) or self.title
        folders = as_list(facts.get("directories"))
        if not self.wing and folders and facts.get("kind") == "subagent":
            self.wing = wing_of(folders[0])


def _session_of(file: SourceFile) -> _Session:
    """A session named by its file, in the wing its folder is named after, unless that is a hash."""
    path = path_of(file)
    folders = path.parts[: path.parts.index("chats")] if "chats" in path.parts else ()
    named = folders[-1] if folders and not _HASH.fullmatch(folders[-1]) else ""
    return _Session(path.stem, wing=name_of(named))


def _document(file: SourceFile) -> Iterator[Item]:
    with file.open() as stream:
        for element in elements(stream, file.name):
            if isinstance(element, Problem):
                yield element
                continue
            facts, session = as_dict(element.value), _session_of(file)
            session.note(facts)
            for number, message in enumerate(as_list(facts.get("messages"))):
                where = f"{file.name}[{number}]"
                yield from _message(session, as_dict(message), "", where, "", "")


@dataclass(slots=True)
class _Line:
    """Where a message was last written: a line, or a change that holds it."""

    record: tuple[int, int] | None
    value: dict[str, Any] = field(default_factory=dict)
    branch: str = ""


def _log(file: SourceFile) -> Iterator[Item]:
    session, lines = _session_of(file), _Lines()
    with file.open() as stream:
        for record in jsonl.records(stream, file.name):
            if isinstance(record, Problem):
                yield record
                continue
            fields = as_dict(record.value)
            if as_text(fields.get("$rewindTo")):
                lines.rewind(fields["$rewindTo"])
            elif as_text(fields.get("id")):
                lines.write(fields["id"], _Line((record.start, record.number)))
            elif isinstance(fields.get("$set"), dict):
                session.note(fields["$set"])
                lines.add(as_list(fields["$set"].get("messages")))
            elif "sessionId" in fields:
                session.note(fields)
            else:
                yield label("", fields.get("type"))
        for line in lines.ordered():
            yield from _written(stream, file.name, session, line)


@dataclass(slots=True)
class _Lines:
    """The messages by their ids, in order of their first lines, and those that were rewound."""

    shown: dict[str, _Line] = field(default_factory=dict)
    left: list[_Line] = field(default_factory=list)

    def write(self, message: str, line: _Line) -> None:
        self.shown[message] = line

    def add(self, messages: list[Any]) -> None:
        """Messages that a change brings; those known by a line of their own stay as that says."""
        for message in map(as_dict, messages):
            if as_text(message.get("id")) and message["id"] not in self.shown:
                self.shown[message["id"]] = _Line(None, message)

    def rewind(self, message: str) -> None:
        """Leave a message and all behind it; where it is not known, everything, as the host does."""
        ids = list(self.shown)
        for left in ids[ids.index(message) if message in self.shown else 0 :]:
            line = self.shown.pop(left)
            line.branch = message
            self.left.append(line)

    def ordered(self) -> Iterator[_Line]:
        yield from self.shown.values()
        yield from self.left


def _written(stream: BinaryIO, file: str, session: _Session, line: _Line) -> Iterator[Item]:
    if line.record is None:
        yield from _message(session, line.value, line.branch, file, "", "")
        return
    start, number = line.record
    record = jsonl.record_at(stream, start, number, file)
    if isinstance(record, Problem):
        yield record
        return
    where, own = f"{file}:{number}", record.text
    yield from _message(session, as_dict(record.value), line.branch, where, own, f"line-{number}")


def _message(
    session: _Session, fields: dict[str, Any], branch: str, where: str, line: str, name: str
) -> Iterator[Item]:
    at, problem = moment(fields.get("timestamp"), where)
    if problem:
        yield problem
    kind = as_text(fields.get("type"))
    if kind not in _ROLES and kind not in _NOTICES:
        yield label("message", fields.get("type"))
    message = Message(
        kind=NAME,
        conversation=session.id,
        id=as_text(fields.get("id")) or name or where,
        role=_ROLES.get(kind, "system"),
        at=at,
        title=session.title,
        branch=branch,
        wing=session.wing,
    )
    yield from thoughts(message, fields.get("thoughts"))
    yield from parts_of(message, fields.get("content"), where, answered=bool(_calls(fields)))
    yield from tool_calls(message, _calls(fields), line, where)


def _calls(fields: dict[str, Any]) -> list[Any]:
    return as_list(fields.get("toolCalls"))


READER = GeminiCli()
