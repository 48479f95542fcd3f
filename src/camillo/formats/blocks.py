"""The content blocks that Claude Code and Claude.ai share, each turned into the turns it holds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import attachments
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_text, dumps, first_text
from camillo.ports.reader import Unknown

Item = Turn | Problem | Unknown

_LABEL = 60


def label(kind: object, given: object) -> Unknown:
    """An unknown type as the census counts it; a type that is no short text is only named so.

    >>> label("block", "fallback").type, label("block", 7).type
    ('block:fallback', 'block:?')
    """
    name = given if isinstance(given, str) and len(given) <= _LABEL else "?"
    return Unknown(f"{kind}:{name}" if kind else name)


def _canonical(value: object, *path: str | int) -> str:
    return dumps(value)


@dataclass(slots=True)
class Blocks:
    """Reads the blocks of one message.

    ``part`` is what its plain text is; ``tools`` names the tool of a call's id; ``written`` gives
    the characters of a value inside the list of blocks, of which it gets the path.
    """

    message: Message
    where: str
    part: str = "text"
    tools: Mapping[str, str] = field(default_factory=dict)
    written: Callable[..., str] = _canonical

    def read(self, content: object) -> Iterator[Item]:
        """The turns of a message's content: one text, or a list of blocks."""
        if isinstance(content, str):
            yield from self.message.text(content, self.part)
            return
        for index, block in enumerate(content if isinstance(content, list) else ()):
            yield from self._block(block, index)

    def _block(self, block: object, index: int) -> Iterator[Item]:
        facts = as_dict(block)
        kind = as_text(facts.get("type"))
        if isinstance(block, str):
            yield from self.message.text(block, self.part)
        elif kind in ("text", "voice_note") and isinstance(facts.get("text"), str):
            yield from self.message.text(facts["text"], self.part)
        elif kind == "thinking" and isinstance(facts.get("thinking"), str):
            yield from self.message.text(facts["thinking"], "thinking")
        elif kind.endswith("tool_use"):
            yield from self._call(facts, index)
        elif kind.endswith("tool_result"):
            yield from self._result(facts, index)
        elif kind in ("image", "document"):
            yield from self._media(facts, "", {})
        else:
            yield label("block", facts.get("type"))
            if kind != "redacted_thinking":
                yield from self.message.text(self.written(block, index), "system")

    def _call(self, block: dict[str, Any], index: int) -> Iterator[Item]:
        meta = _call_meta(block.get("name"), block.get("id"))
        text = self.written(block["input"], index, "input") if "input" in block else ""
        yield from self.message.text(text or dumps(block), "tool_call", meta=meta)

    def _result(self, block: dict[str, Any], index: int) -> Iterator[Item]:
        call = as_text(block.get("tool_use_id"))
        meta = _call_meta(self.tools.get(call) or block.get("name"), call)
        if block.get("is_error") is True:
            meta["error"] = True
        content = block.get("content")
        if isinstance(content, list):
            for place, inner in enumerate(content):
                yield from self._inside(inner, meta, index, "content", place)
        else:
            yield from self._inside(content, meta, index, "content")

    def _inside(self, value: object, meta: dict[str, object], *path: str | int) -> Iterator[Item]:
        facts = as_dict(value)
        kind = facts.get("type")
        if kind in ("image", "document"):
            yield from self._media(facts, "tool", meta)
            return
        text = value if isinstance(value, str) else facts.get("text") if kind == "text" else None
        if text is None and value is not None:
            text = self.written(value, *path)
        yield from self.message.text(text, "tool_result", role="tool", meta=meta)

    def _media(
        self, block: dict[str, Any], role: str, meta: Mapping[str, object]
    ) -> Iterator[Turn | Problem]:
        source = as_dict(block.get("source"))
        name = first_text(block, "title", "file_name", "name")
        kind = source.get("type")
        if kind == "base64" or ("data" in source and kind != "text"):
            yield from attachments.inline(
                self.message,
                source.get("data"),
                source.get("media_type"),
                self.where,
                name=name,
                role=role,
                meta=meta,
            )
        else:
            known = name or first_text(source, "url", "file_id", "file_uuid")
            text = source.get("data") if kind == "text" else ""
            yield from attachments.named(self.message, known, text, role=role, meta=meta)
        yield from self.message.text(block.get("context"), "caption", role=role, meta=meta)


def _call_meta(tool: object, call: object) -> dict[str, object]:
    named = {"tool": as_text(tool), "call": as_text(call)}
    return {key: value for key, value in named.items() if value}
