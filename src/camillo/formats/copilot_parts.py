"""What Copilot answers to one request: text, thoughts, tool calls and edits, as VS Code stores them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from camillo.formats import attachments
from camillo.formats.blocks import Item, label
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, milliseconds

#: Parts that say nothing to keep: progress, marks and offers of buttons.
_MARKS = (
    *("undoStop", "codeblockUri", "progressTaskSerialized", "mcpServersStarting", "command"),
    *("prepareToolInvocation", "clearToPreviousToolInvocation", "extensions", "treeData"),
    *("disabledClaudeHooks", "markdownVuln", "progressTask", "workspaceEdit"),
)
_NOTICES = ("warning", "progressMessage", "info")
_EDITS = ("textEditGroup", "notebookEditGroup")


@dataclass(slots=True)
class Answer:
    """The answer to one request; ``asked`` is the request's message."""

    asked: Message
    request: dict[str, Any]
    where: str
    _calls: dict[str, dict[str, Any]] = field(default_factory=dict)
    _results: dict[str, Any] = field(default_factory=dict)
    _words: list[str] = field(default_factory=list)
    _references: list[str] = field(default_factory=list)
    _number: int = 0
    _message: Message = field(init=False)

    def __post_init__(self) -> None:
        """Find the calls' arguments and results, which stand apart from the parts that show them."""
        name = as_text(self.request.get("responseId")) or f"{self.asked.id}/answer"
        self._message = replace(
            self.asked, id=name, role="assistant", parent=self.asked.id, _parts=0
        )
        metadata = as_dict(as_dict(self.request.get("result")).get("metadata"))
        for turn in map(as_dict, as_list(metadata.get("toolCallRounds"))):
            for call in map(as_dict, as_list(turn.get("toolCalls"))):
                if as_text(call.get("id")):
                    self._calls[call["id"]] = call
        self._results = as_dict(metadata.get("toolCallResults"))

    def items(self) -> Iterator[Item]:
        """The turns of every part in order, then calls that no part shows, then an error."""
        done = self.request.get("responseTimestamp")
        done = as_dict(self.request.get("modelState")).get("completedAt") or done
        if done:
            at, problem = milliseconds(done, self.where)
            if problem:
                yield problem
            self._message.at = at or self.asked.at
        response = self.request.get("response")
        for part in response if isinstance(response, list) else [response]:
            yield from self._part(part)
        yield from self._spoken()
        for call in list(self._calls):
            yield from self._call(call, "", {})
        error = as_dict(as_dict(self.request.get("result")).get("errorDetails"))
        yield from self._next("error").text(error.get("message"), "system")

    def _part(self, part: object) -> Iterator[Item]:
        facts = as_dict(part)
        kind = as_text(facts.get("kind"))
        words = part if isinstance(part, str) else _markdown(facts) if _is_text(facts) else ""
        if words:
            self._words.append(words)
            return
        if kind == "inlineReference":
            self._refer(facts)
            return
        yield from self._spoken()
        if kind == "thinking":
            for text in _texts(facts.get("value")):
                yield from self._next().text(text, "thinking")
        elif kind in ("toolInvocationSerialized", "toolInvocation"):
            yield from self._invocation(facts)
        elif kind in _EDITS:
            yield from self._next().text(dumps(part), "tool_call", meta={"tool": kind})
        elif kind in _NOTICES:
            yield from self._next().text(_shown(facts.get("content")), "system")
        elif facts and not _is_text(facts):
            yield label("part", facts.get("kind"))
            if kind not in _MARKS:
                yield from self._next().text(dumps(part), "system")

    def _next(self, name: str = "") -> Message:
        """The message of the next part: each has its own number, whatever grows before it."""
        self._number += not name
        return replace(self._message, id=f"{self._message.id}/{name or self._number}", _parts=0)

    def _spoken(self) -> Iterator[Item]:
        """What was said since the last part of another kind: one text, as it is shown."""
        text, self._words = "".join(self._words), []
        meta = {"references": self._references} if self._references else {}
        self._references = []
        if text:
            yield from self._next().text(text, meta=meta)

    def _refer(self, facts: dict[str, Any]) -> None:
        """A reference inside the text is shown by its name; its path is kept beside the text."""
        place = as_dict(facts.get("inlineReference"))
        uri = as_dict(place.get("uri")) or as_dict(as_dict(place.get("location")).get("uri"))
        path = first_text(uri or place, "fsPath", "path", "external")
        name = first_text(facts, "name") or first_text(place, "name")
        self._words.append(name or PurePosixPath(path).name)
        if path:
            self._references.append(path)

    def _invocation(self, facts: dict[str, Any]) -> Iterator[Item]:
        call = as_text(facts.get("toolCallId"))
        details = as_dict(facts.get("resultDetails"))
        special = as_dict(facts.get("toolSpecificData"))
        command = as_dict(special.get("commandLine"))
        shown = (
            as_text(details.get("input"))
            or first_text(command, "toolEdited", "userEdited", "original")
            or as_text(special.get("command"))
            or (dumps(special["rawInput"]) if "rawInput" in special else "")
            or _shown(facts.get("pastTenseMessage"))
            or _shown(facts.get("invocationMessage"))
        )
        yield from self._call(call, shown, facts)

    def _call(self, call: str, shown: str, facts: dict[str, Any]) -> Iterator[Item]:
        known = self._calls.pop(call, {})
        tool = as_text(known.get("name")) or as_text(facts.get("toolId"))
        named = {"tool": tool, "call": call}
        meta: dict[str, object] = {key: value for key, value in named.items() if value}
        given = known.get("arguments")
        text = given if isinstance(given, str) else dumps(given) if given else ""
        message = self._next(call)
        yield from message.text(text or shown, "tool_call", meta=meta)
        result = self._results.pop(call, None)
        yield from self._answered(message, result, facts, meta)

    def _answered(
        self, message: Message, result: object, facts: dict[str, Any], meta: dict[str, object]
    ) -> Iterator[Item]:
        details = as_dict(facts.get("resultDetails"))
        if details.get("isError") is True:
            meta = {**meta, "error": True}
        contents = as_list(as_dict(result).get("content"))
        for content in contents:
            value = as_dict(content).get("value", content)
            text = value if isinstance(value, str) else dumps(value)
            yield from message.text(text, "tool_result", role="tool", meta=meta)
        output = details.get("output")
        for one in as_list(output) if not contents else ():
            yield from self._output(message, as_dict(one), meta)
        terminal = as_dict(facts.get("toolSpecificData")).get("terminalCommandOutput")
        if not contents and not output:
            yield from message.text(
                as_dict(terminal).get("text"), "tool_result", role="tool", meta=meta
            )

    def _output(
        self, message: Message, one: dict[str, Any], meta: dict[str, object]
    ) -> Iterator[Item]:
        value, kind = one.get("value"), as_text(one.get("mimeType"))
        is_bytes = kind and not kind.startswith("text/") and one.get("isText") is not True
        if is_bytes and attachments.unpack(value) is not None:
            yield from attachments.inline(message, value, kind, self.where, role="tool", meta=meta)
        else:
            text = value if isinstance(value, str) else dumps(one)
            yield from message.text(text, "tool_result", role="tool", meta=meta)


def _is_text(facts: dict[str, Any]) -> bool:
    kind = facts.get("kind")
    return kind in ("markdownContent", "markdown") or (kind is None and "value" in facts)


def _markdown(facts: dict[str, Any]) -> str:
    return _shown(facts.get("value")) or _shown(facts.get("content"))


def _shown(value: object) -> str:
    """A text, or the text of a markdown string."""
    return as_text(value) or as_text(as_dict(value).get("value"))


def _texts(value: object) -> Iterator[str]:
    for one in value if isinstance(value, list) else [value]:
        if as_text(one):
            yield as_text(one)
