"""GitHub Copilot's chats in VS Code: one JSON document, or a log of changes to it.

The shapes were taken from microsoft/vscode: src/vs/workbench/contrib/chat/common/model/chatSessionOperationLog.ts
and chatModel.ts beside it. The arguments and results of tool calls (``toolCallRounds``, ``toolCallResults``), which
Copilot's own extension stores in ``result.metadata``, were taken from public test files of readers of it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import attachments, jsonl, peek
from camillo.formats.beside import near, path_of
from camillo.formats.blocks import Item
from camillo.formats.copilot_parts import Answer
from camillo.formats.elements import elements
from camillo.formats.mutations import Log
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, first_text, folder_of, milliseconds
from camillo.formats.wings import last_name, wing_of
from camillo.ports.reader import SourceFile

NAME = "copilot"

_LOG = re.compile(r'\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*(?=\{)')
_FOLDER = "chatSessions"
_MARKS = ("responderUsername", "creationDate", "initialLocation")


class Copilot:
    """Reads one session; requests that were edited away or undone are a branch."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether the file starts with a session, or with a log's first entry that holds one."""
        text = peek.head_text(file.head)
        if log := _LOG.match(text):
            return _is_session(dict(peek.fields(text, log.end())))
        return text.lstrip().startswith("{") and any(
            map(_is_session, peek.first_objects(file.head))
        )

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of each request and its answer, then those that are no longer shown."""
        log = Log()
        if _LOG.match(peek.head_text(file.head)):
            with file.open() as stream:
                yield from log.read(stream, file.name)
        else:
            with file.open() as stream:
                for element in elements(stream, file.name):
                    if isinstance(element, Problem):
                        yield element
                    else:
                        log.state = as_dict(element.value)
        seen = False
        for item in _session(file, log):
            seen = seen or isinstance(item, Turn)
            yield item
        if not seen:
            yield Problem(file.name, "no request in it", "the chat may be an empty one")


def _is_session(fields: Mapping[str, object]) -> bool:
    return "requests" in fields and any(mark in fields for mark in _MARKS)


def _session(file: SourceFile, log: Log) -> Iterator[Item]:
    session, shown = log.state, as_list(log.state.get("requests"))
    message = Message(
        kind=NAME,
        conversation=as_text(session.get("sessionId")) or path_of(file).stem,
        id="",
        role="user",
        title=as_text(session.get("customTitle")),
        wing=_wing(file, session),
    )
    names = {_name(as_dict(one), number) for number, one in enumerate(shown)}
    for number, request in enumerate(map(as_dict, shown)):
        yield from _request(message, request, file, _name(request, number), "")
    for number, request in enumerate(map(as_dict, log.cut.get("requests", []))):
        name = _name(request, number)
        if name not in names:
            names.add(name)
            yield from _request(message, request, file, name, "removed")


def _name(request: dict[str, Any], number: int) -> str:
    return as_text(request.get("requestId")) or f"request-{number + 1}"


def _wing(file: SourceFile, session: dict[str, Any]) -> str:
    """The working folder that the session names, else the one its window had open."""
    named = wing_of(folder_of(session.get("workingDirectory")))
    if named or path_of(file).parent.name != _FOLDER:
        return named
    try:
        workspace = as_dict(jsonl.parse(near(file, 1, "workspace.json").decode("utf-8")))
    except ValueError:
        return ""
    folder = first_text(workspace, "folder", "workspace", "configuration")
    path = folder_of(folder)
    named = path.removesuffix(".code-workspace")
    # A workspace gathers folders of several projects under a name of its own.
    return wing_of(path) if named == path else last_name(named)


def _request(
    message: Message, request: dict[str, Any], file: SourceFile, name: str, branch: str
) -> Iterator[Item]:
    where = f"{file.name}#{name}"
    at, problem = milliseconds(request.get("timestamp"), where)
    if problem:
        yield problem
    asked = replace(message, id=name, at=at, branch=branch, _parts=0)
    told = request.get("message")
    text = told if isinstance(told, str) else as_dict(told).get("text")
    by_host = request.get("isSystemInitiated") is True
    yield from asked.text(text, "system" if by_host else "text")
    for variable in map(as_dict, as_list(as_dict(request.get("variableData")).get("variables"))):
        yield from attachments.named(asked, _called(variable), variable.get("value"))
    yield from Answer(asked, request, where).items()


def _called(variable: dict[str, Any]) -> str:
    value = as_dict(variable.get("value"))
    uri = as_dict(value.get("uri")) or value
    return first_text(variable, "fullName", "name") or first_text(uri, "fsPath", "path")


READER = Copilot()
