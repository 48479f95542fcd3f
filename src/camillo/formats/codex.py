"""Codex CLI's rollouts: JSON Lines of wrapped items, older ones of bare items."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import attachments, jsonl, peek
from camillo.formats.blocks import Item, label
from camillo.formats.injected import only_elements
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, moment
from camillo.formats.slices import exact
from camillo.formats.wings import wing_of
from camillo.ports.reader import SourceFile

NAME = "codex"

#: Elements that Codex puts into the user's role.
_INJECTED = frozenset(
    (
        "environment_context",
        "user_instructions",
        "permissions",
        "collaboration_mode",
        "turn_aborted",
        "skill",
        "skills_instructions",
        "apps_instructions",
        "plugins_instructions",
        "personality_spec",
        "model_switch",
        "subagent_notification",
        "user_shell_command",
        "INSTRUCTIONS",
        "goal_context",
        "hook_prompt",
    )
)
_AGENTS_FILE = "# AGENTS.md instructions"
_CALLS = ("function_call", "custom_tool_call", "mcp_call", "tool_search_call")
_BARE = frozenset(
    ("message", "reasoning", "function_call", "function_call_output", "local_shell_call")
)
#: Items that say again what a response item says, and records without words.
_SAID_TWICE = ("user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content")


class Codex:
    """Reads one rollout. Messages stand in it twice; the stream of response items is the one read."""

    name = NAME
    needed = (b'"session_meta"', b'"turn_context"', b'"response_item"', b'_call"')
    awaited = b'"response_item"'

    def sniff(self, file: SourceFile) -> bool:
        """Whether the first lines are a rollout's: wrapped items, or the header of a bare one."""
        for record in peek.first_records(file):
            if "payload" in record and record.get("type") in ("session_meta", "response_item"):
                return True
            if "instructions" in record and "id" in record and "timestamp" in record:
                return "type" not in record
        return False

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of every response item, or of the events where a rollout has no such item."""
        for stream in ("response_item", "event_msg"):
            seen = False
            for item in _read(file, stream):
                seen = seen or isinstance(item, Turn)
                if stream == "response_item" or isinstance(item, Turn):
                    yield item
            if seen:
                return
        yield Problem(file.name, "no line of it is a message", "the session may have been empty")


@dataclass(slots=True)
class _Session:
    """What the lines so far say of the session."""

    id: str
    wing: str = ""
    agent: str = ""
    named: bool = False

    def note(self, facts: dict[str, Any]) -> None:
        """Take in the session's own header; a forked rollout repeats those of its ancestors."""
        if not self.named and as_text(facts.get("id")):
            self.id, self.named = facts["id"], True
            if within := _session_above(facts):
                self.id, self.agent = within, facts["id"]
            self.wing = wing_of(facts.get("cwd")) or self.wing
        self.wing = self.wing or wing_of(facts.get("cwd"))


def _session_above(facts: dict[str, Any]) -> str:
    """The session that a subagent's header says it works for; empty for a session of its own.

    The shapes are those of `SessionMeta` and `SubAgentSource` in openai/codex, codex-rs/protocol.
    """
    source = as_dict(facts.get("source"))
    if "subagent" not in source:
        return ""
    spawned = as_dict(as_dict(source["subagent"]).get("thread_spawn"))
    above = as_text(facts.get("session_id")) or as_text(spawned.get("parent_thread_id"))
    return above if above != facts["id"] else ""


def _read(file: SourceFile, stream: str) -> Iterator[Item]:
    session = _Session(PurePosixPath(file.name).stem)
    tools: dict[str, str] = {}
    with file.open() as opened:
        for record in jsonl.records(opened, file.name):
            if isinstance(record, Problem):
                yield record
                continue
            fields = as_dict(record.value)
            kind, payload = _unwrapped(fields)
            if kind in ("session_meta", "turn_context"):
                session.note(payload if kind == "session_meta" else {"cwd": payload.get("cwd")})
            elif kind in (stream, "compacted"):
                yield from _line(record, payload, session, f"{file.name}:{record.number}", tools)
            elif kind == "event_msg":
                if payload.get("type") not in _SAID_TWICE:
                    yield label("event_msg", payload.get("type"))
            else:
                yield label("", kind)


def _line(
    record: jsonl.Record,
    payload: dict[str, Any],
    session: _Session,
    where: str,
    tools: dict[str, str],
) -> Iterator[Item]:
    fields = as_dict(record.value)
    at, problem = moment(fields.get("timestamp"), where)
    if problem:
        yield problem
    line = f"{session.agent}/line-{record.number}" if session.agent else f"line-{record.number}"
    message = Message(
        kind=NAME,
        conversation=session.id,
        id=as_text(payload.get("id")) or line,
        role="assistant",
        at=at,
        wing=session.wing,
        meta={"agent": session.agent} if session.agent else {},
    )
    yield from _item(message, payload, where, tools, record.text)


def _unwrapped(fields: dict[str, Any]) -> tuple[object, dict[str, Any]]:
    kind = fields.get("type")
    if isinstance(fields.get("payload"), dict):
        return kind, fields["payload"]
    if "type" not in fields and "id" in fields and "timestamp" in fields:
        return "session_meta", fields
    return ("response_item", fields) if as_text(kind) in _BARE else (kind, fields)


def _item(
    message: Message, payload: dict[str, Any], where: str, tools: dict[str, str], line: str
) -> Iterator[Item]:
    kind = as_text(payload.get("type"))
    if kind == "message":
        yield from _spoken(message, payload, where)
    elif kind in ("user_message", "agent_message"):
        message.role = "user" if kind == "user_message" else "assistant"
        yield from map(_marked, message.text(payload.get("message")))
    elif kind == "reasoning":
        for part in (*as_list(payload.get("summary")), *as_list(payload.get("content"))):
            yield from message.text(as_dict(part).get("text"), "thinking")
    elif kind in _CALLS:
        call, tool = as_text(payload.get("call_id")), as_text(payload.get("name"))
        tools[call] = tool
        text = first_text(payload, "arguments", "input") or _told(payload, line)
        yield from message.text(text, "tool_call", meta=_meta(tool, call))
    elif kind.endswith("_output"):
        call = as_text(payload.get("call_id"))
        yield from _output(message, payload.get("output"), where, _meta(tools.get(call, ""), call))
    elif kind.endswith("_call"):
        yield from _hosted_call(message, payload, where, line)
    elif "message" in payload and not kind:
        message.role = "system"
        yield from message.text(payload["message"], "system")
    else:
        yield label("response_item", payload.get("type"))


def _spoken(message: Message, payload: dict[str, Any], where: str) -> Iterator[Item]:
    message.role = as_text(payload.get("role")) or "assistant"
    part = "text" if message.role in ("user", "assistant") else "system"
    content = payload.get("content")
    for block in [content] if isinstance(content, str) else as_list(content):
        facts = as_dict(block)
        if "image_url" in facts:
            yield from attachments.from_url(message, facts["image_url"], where)
        elif isinstance(block, str) or isinstance(facts.get("text"), str):
            text = block if isinstance(block, str) else facts["text"]
            yield from map(_marked, message.text(text, part))
        else:
            yield label("content", facts.get("type"))
            yield from message.text(dumps(block), "system")


def _marked(turn: Turn) -> Turn:
    if turn.role != "user" or turn.part != "text":
        return turn
    text = turn.text
    injected = text.startswith(_AGENTS_FILE) or only_elements(text, _INJECTED)
    return replace(turn, part="system") if injected else turn


def _output(
    message: Message, output: object, where: str, meta: dict[str, object]
) -> Iterator[Item]:
    facts = as_dict(output)
    if facts.get("success") is False:
        meta = {**meta, "error": True}
    content = facts.get("content", output)
    for block in content if isinstance(content, list) else [content]:
        inner = as_dict(block)
        if "image_url" in inner:
            yield from attachments.from_url(
                message, inner["image_url"], where, role="tool", meta=meta
            )
        else:
            text = block if isinstance(block, str) else inner.get("text")
            if not isinstance(text, str) and block is not None:
                text = dumps(block)
            yield from message.text(text, "tool_result", role="tool", meta=meta)


def _hosted_call(
    message: Message, payload: dict[str, Any], where: str, line: str
) -> Iterator[Item]:
    """A call that the model's host runs itself: a web search, a shell, an image."""
    tool = as_text(payload.get("type")).removesuffix("_call")
    meta = _meta(tool, as_text(payload.get("call_id")))
    if tool != "image_generation":
        yield from message.text(_told(payload, line), "tool_call", meta=meta)
        return
    yield from message.text(payload.get("revised_prompt"), "caption", meta=meta)
    if payload.get("result"):
        image = payload["result"]
        yield from attachments.inline(message, image, "image/png", where, role="tool", meta=meta)


def _told(payload: dict[str, Any], line: str) -> str:
    """What a call says: its action as the line writes it, or all but its own bookkeeping."""
    if "action" in payload:
        own = exact(line, "payload", "action") or exact(line, "action")
        return own or dumps(payload["action"])
    left_out = ("type", "id", "call_id", "name", "status")
    return dumps({key: value for key, value in payload.items() if key not in left_out})


def _meta(tool: str, call: str) -> dict[str, object]:
    return {key: value for key, value in (("tool", tool), ("call", call)) if value}


READER = Codex()
