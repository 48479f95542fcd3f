"""The parts of Gemini's messages (a ``PartListUnion`` of its API), each turned into the turns it holds."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from camillo.formats import attachments
from camillo.formats.blocks import Item, label
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, moment
from camillo.formats.slices import written

_FAILED = ("error", "cancelled")


def parts_of(message: Message, content: object, where: str, *, answered: bool) -> Iterator[Item]:
    """The turns of a content: a text, one part, or a list of either.

    ``answered`` says that the message lists its calls beside the content, which then says them again.
    """
    spoken = "text" if message.role in ("user", "assistant") else "system"
    for part in content if isinstance(content, list) else [content]:
        facts = as_dict(part)
        if isinstance(part, str):
            yield from message.text(part, spoken)
        elif isinstance(facts.get("text"), str):
            thought = facts.get("thought") is True
            yield from message.text(facts["text"], "thinking" if thought else spoken)
        elif "functionCall" in facts:
            if not answered:
                yield from _call(message, as_dict(facts["functionCall"]))
        elif "functionResponse" in facts:
            yield from _response(message, as_dict(facts["functionResponse"]), {})
        elif part is not None:
            yield from _other(message, facts, part, where)


def thoughts(message: Message, listed: object) -> Iterator[Item]:
    """The summaries of a message's thoughts: subject and description, each as it stands."""
    for thought in map(as_dict, as_list(listed)):
        yield from message.text(thought.get("subject"), "thinking")
        yield from message.text(thought.get("description"), "thinking")


def tool_calls(message: Message, calls: list[Any], line: str, where: str) -> Iterator[Item]:
    """Each call with its result; ``line`` is the text the arguments are cut from, if there is one."""
    for index, call in enumerate(map(as_dict, calls)):
        meta = _meta(call.get("name"), call.get("id"))
        at, problem = moment(call.get("timestamp"), where)
        if problem:
            yield problem
        # Each call counts its own parts, so that a result that comes later renames no other turn.
        turn = f"{message.id}/{as_text(call.get('id')) or index + 1}"
        own = replace(message, id=turn, at=at or message.at, _parts=0)
        if "args" in call:
            args = call["args"]
            text = written(line, args, "toolCalls", index, "args") if line else dumps(args)
            yield from own.text(text, "tool_call", meta=meta)
        if call.get("status") in _FAILED:
            meta["error"] = True
        yield from _results(own, call, meta, where)


def _results(
    message: Message, call: dict[str, Any], meta: dict[str, object], where: str
) -> Iterator[Item]:
    result = call.get("result")
    if not result:
        shown = call.get("resultDisplay")
        text = shown if isinstance(shown, str) else dumps(shown) if shown else ""
        yield from message.text(text, "tool_result", role="tool", meta=meta)
        return
    for part in result if isinstance(result, list) else [result]:
        facts = as_dict(part)
        if "functionResponse" in facts:
            yield from _response(message, as_dict(facts["functionResponse"]), meta)
        elif isinstance(facts.get("inlineData"), dict):
            yield from _inline(message, facts["inlineData"], where, "tool", meta)
        else:
            text = part if isinstance(part, str) else as_text(facts.get("text")) or dumps(part)
            yield from message.text(text, "tool_result", role="tool", meta=meta)


def _call(message: Message, call: dict[str, Any]) -> Iterator[Item]:
    meta = _meta(call.get("name"), call.get("id"))
    yield from message.text(dumps(call.get("args")), "tool_call", meta=meta)


def _response(message: Message, facts: dict[str, Any], meta: dict[str, object]) -> Iterator[Item]:
    meta = meta or _meta(facts.get("name"), facts.get("id"))
    answer = as_dict(facts.get("response"))
    output = first_text(answer, "output", "error") if len(answer) == 1 else ""
    if "error" in answer:
        meta = {**meta, "error": True}
    text = output or dumps(facts.get("response"))
    yield from message.text(text, "tool_result", role="tool", meta=meta)


def _other(message: Message, facts: dict[str, Any], part: object, where: str) -> Iterator[Item]:
    if isinstance(facts.get("inlineData"), dict):
        yield from _inline(message, facts["inlineData"], where, "", {})
    elif isinstance(facts.get("fileData"), dict):
        file = facts["fileData"]
        yield from attachments.named(message, first_text(file, "displayName", "fileUri"))
    else:
        yield label("part", next(iter(facts), None))
        yield from message.text(dumps(part), "system")


def _inline(
    message: Message, data: dict[str, Any], where: str, role: str, meta: dict[str, object]
) -> Iterator[Item]:
    name, kind = as_text(data.get("displayName")), data.get("mimeType")
    yield from attachments.inline(
        message, data.get("data"), kind, where, name=name, role=role, meta=meta
    )


def _meta(tool: object, call: object) -> dict[str, object]:
    named = {"tool": as_text(tool), "call": as_text(call)}
    return {key: value for key, value in named.items() if value}
