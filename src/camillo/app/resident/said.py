"""What a hook's own input says was spoken, for when no transcript holds it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from camillo.app.resident.entries import Entry
from camillo.domain.noted import PREFIX, saying
from camillo.domain.search import Memory
from camillo.domain.turn import Turn
from camillo.formats.wings import wing_of

#: What the readers of transcripts call their turns, by host.
KINDS = {"claude-code": "claude-code", "codex": "codex", "gemini": "gemini-cli", "cursor": "cursor"}
_PROMPT_EVENT = "UserPromptSubmit"
_REPLIES = ("last_assistant_message", "prompt_response", "text")
_COMMAND = "<command-name>{}</command-name>"


@dataclass(frozen=True, slots=True)
class Said:
    """One text of a hook's input: who said it and what part of a message it is.

    ``again`` says that it may repeat what an earlier hook of the session told.
    """

    role: str
    part: str
    text: str
    again: bool = True
    meta: Mapping[str, object] = field(default_factory=dict)


def said(entry: Entry) -> list[Said]:
    """The prompt, the tool call and the reply that an entry holds, in the order they were made."""
    return [one for one in _said(entry) if one.text.strip()]


def _said(entry: Entry) -> Iterator[Said]:
    given = entry.input
    prompt = _text(given, "prompt")
    yield Said("user", "text", prompt, again=entry.event != _PROMPT_EVENT)
    tool = _text(given, "tool_name")
    if tool and entry.event == "PostToolUse":
        meta = {"tool": tool, "call": _text(given, "tool_use_id")}
        meta = {key: value for key, value in meta.items() if value}
        yield Said("assistant", "tool_call", _written(given.get("tool_input")), False, meta)
        yield Said("tool", "tool_result", _written(given.get("tool_response")), False, meta)
    reply = next((text for name in _REPLIES if (text := _text(given, name))), "")
    agent = _text(given, "agent_id")
    yield Said("assistant", "text", reply, meta={"agent": agent} if agent else {})


def is_among(one: Said, latest: Sequence[Memory]) -> bool:
    """Whether the newest turns of the session hold a text, a command of the host included."""
    wanted = saying(one.role, one.part, one.text)
    if any(saying(turn.turn.role, turn.part, turn.text) == wanted for turn in latest):
        return True
    command = one.text.split(None, 1)[0]
    if one.role != "user" or not command.startswith("/"):
        return False
    return any(_COMMAND.format(command) in turn.text for turn in latest)


def is_repeated(one: Said, latest: Sequence[Memory]) -> bool:
    """Whether the last words of the session, the newest first here, are these already."""
    spoken = (turn for turn in latest if turn.part == "text")
    last = next(spoken, None)
    return (
        one.again
        and last is not None
        and saying(last.turn.role, last.part, last.text) == saying(one.role, one.part, one.text)
    )


def noted(entry: Entry, number: int, one: Said) -> Turn:
    """The turn of a text that only the hook told; the same entry always gives the same one."""
    return Turn.of_text(
        one.text,
        kind=KINDS.get(entry.host, entry.host),
        conversation=entry.session or entry.path.stem,
        turn=f"{PREFIX}{entry.path.stem}:{number}",
        part=one.part,
        role=one.role,
        at=entry.at,
        wing=wing_of(entry.cwd),
        meta={**one.meta, "event": entry.event},
    )


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _written(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
