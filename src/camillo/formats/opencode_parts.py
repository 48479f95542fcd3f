"""The parts of opencode's messages, each turned into the turns it holds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from camillo.formats import attachments
from camillo.formats.blocks import Item, label
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, milliseconds

#: Parts without words: marks of steps and snapshots of files.
_MARKS = ("step-start", "step-finish", "snapshot", "patch", "agent", "compaction", "retry")
#: How a value inside a part is written in its source, by the path to it.
Written = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Said:
    """Which message the parts are of; ``within`` is the session that called this one's agent."""

    kind: str
    session: str
    message: str
    title: str
    wing: str
    within: str
    where: str


def turns(
    said: Said, info: dict[str, Any], parts: Sequence[tuple[dict[str, Any], Written]]
) -> Iterator[Item]:
    """The turns of a message: each part has its own id; a tool's result is its part's second turn."""
    role = as_text(info.get("role"))
    given = as_dict(info.get("time")).get("created")
    unasked = info.get("summary") is True or role not in ("user", "assistant")
    for number, (facts, own) in enumerate(parts):
        state = as_dict(facts.get("state"))
        started = (as_dict(one.get("time")).get("start") for one in (facts, state))
        time = next((one for one in started if one), given)
        at, problem = milliseconds(time, said.where)
        if problem:
            yield problem
        message = _begin(said, info, as_text(facts.get("id")) or f"{said.message}/{number + 1}")
        message.at = at
        yield from _part(message, facts, own, said.where, "system" if unasked else "text")
    yield from _error(said, info)


def _begin(said: Said, info: dict[str, Any], turn: str) -> Message:
    named = {"agent": first_text(info, "agent", "mode"), "within": said.within}
    return Message(
        kind=said.kind,
        conversation=said.session,
        id=turn,
        role=as_text(info.get("role")) or "system",
        title=said.title,
        parent=as_text(info.get("parentID")),
        wing=said.wing,
        meta={key: value for key, value in named.items() if value},
    )


def _error(said: Said, info: dict[str, Any]) -> Iterator[Item]:
    error = as_dict(info.get("error"))
    text = first_text(as_dict(error.get("data")), "message") or first_text(error, "name")
    if text:
        message = _begin(said, info, f"{said.message}/error")
        message.at, _ = milliseconds(as_dict(info.get("time")).get("completed"), said.where)
        yield from message.text(text, "system")


def _part(
    message: Message, facts: dict[str, Any], own: Written, where: str, spoken: str
) -> Iterator[Item]:
    kind = as_text(facts.get("type"))
    if kind == "text":
        put_in = facts.get("synthetic") is True or facts.get("ignored") is True
        yield from message.text(facts.get("text"), "system" if put_in else spoken)
    elif kind == "reasoning":
        yield from message.text(facts.get("text"), "thinking")
    elif kind == "tool":
        yield from _tool(message, facts, own, where)
    elif kind == "file":
        yield from _file(message, facts, where)
    elif kind == "subtask":
        yield from message.text(facts.get("prompt"), "tool_call", meta={"tool": "subtask"})
    else:
        yield label("part", facts.get("type"))
        if kind not in _MARKS and facts:
            yield from message.text(own(facts), "system")


def _tool(message: Message, facts: dict[str, Any], own: Written, where: str) -> Iterator[Item]:
    named = {"tool": as_text(facts.get("tool")), "call": as_text(facts.get("callID"))}
    meta: dict[str, object] = {key: value for key, value in named.items() if value}
    state = as_dict(facts.get("state"))
    given = state.get("input")
    text = own(given, "state", "input") if given else as_text(state.get("raw"))
    yield from message.text(text, "tool_call", meta=meta)
    if state.get("status") == "error":
        meta["error"] = True
    for answer in ("output", "error"):
        result = state.get(answer)
        shown = result if isinstance(result, str) else dumps(result) if result else ""
        yield from message.text(shown, "tool_result", role="tool", meta=meta)
    for file in map(as_dict, as_list(state.get("attachments"))):
        yield from _file(message, file, where, "tool", meta)


def _file(
    message: Message,
    facts: dict[str, Any],
    where: str,
    role: str = "",
    meta: dict[str, object] | None = None,
) -> Iterator[Item]:
    name, url = as_text(facts.get("filename")), as_text(facts.get("url"))
    shown = {**(meta or {}), **({"attachment": name} if name else {})}
    if url.startswith("data:"):
        yield from attachments.from_url(message, url, where, role=role, meta=shown)
    else:
        yield from attachments.named(message, name or url, role=role, meta=shown)
