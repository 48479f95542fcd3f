"""One conversation of a ChatGPT export: a tree of nodes, most of them with a message."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from camillo.domain.report import Problem
from camillo.formats.blocks import Item, label
from camillo.formats.chatgpt_assets import Assets
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, moment
from camillo.formats.tree import lines, uncycle

NAME = "chatgpt"


def turns_of(value: object, where: str, assets: Assets) -> Iterator[Item]:
    """The turns of a conversation: those on the way to its current node first, then other branches."""
    conversation = as_dict(value)
    mapping = conversation.get("mapping")
    name = first_text(conversation, "conversation_id", "id")
    if not isinstance(mapping, dict) or not name:
        missing = "mapping" if name else "id"
        yield Problem(where, f"the conversation has no {missing}", "export it again")
        return
    ids = list(mapping)
    places = {node: place for place, node in enumerate(ids)}
    parents, problems = _parents(mapping, places, where)
    yield from problems
    current = conversation.get("current_node")
    stop = places.get(current, -1) if isinstance(current, str) else -1
    if stop < 0 and current:
        yield Problem(where, "its current node is missing", "the latest branch is taken as visible")
    ranks = _ranks(mapping)
    ranks += [-1.0] * (len(parents) - len(ranks))
    for line in lines(parents, ranks, stop):
        nodes = [node for node in line.nodes if node < len(ids)]
        branch = "" if line.visible else ids[nodes[0]]
        for node in nodes:
            place = f"{where}.mapping[{ids[node][:80]!r}]"
            header = _Header(name, as_text(conversation.get("title")), ids[node], branch)
            yield from _node_turns(as_dict(mapping[ids[node]]), header, place, assets)


@dataclass(frozen=True, slots=True)
class _Header:
    conversation: str
    title: str
    node: str
    branch: str


def _parents(
    mapping: dict[str, Any], places: dict[str, int], where: str
) -> tuple[list[int], list[Problem]]:
    """The parent of each node; one more, virtual, unites several roots into one tree."""
    problems = []
    parents = [-1] * len(places)
    for node, place in places.items():
        for child in as_list(as_dict(mapping[node]).get("children")):
            if isinstance(child, str) and child in places and places[child] != place:
                parents[places[child]] = place
    for node, place in places.items():
        parent = as_text(as_dict(mapping[node]).get("parent"))
        if parent in places:
            parents[place] = places[parent]
        elif parent:
            what = f"the parent of node {node[:80]!r} is missing"
            problems.append(Problem(where, what, "the node is read as a beginning"))
    for place in uncycle(parents):
        what = f"node {list(places)[place][:80]!r} is its own ancestor"
        problems.append(Problem(where, what, "the circle is cut there"))
    roots = [place for place, parent in enumerate(parents) if parent < 0]
    if len(roots) > 1:
        for place in roots:
            parents[place] = len(parents)
        parents.append(-1)
    return parents, problems


def _ranks(mapping: dict[str, Any]) -> list[float]:
    """How late each node is among those with a message."""
    times = []
    for place, node in enumerate(mapping.values()):
        message = as_dict(node).get("message")
        times.append((bool(message), _number(as_dict(message).get("create_time")), place))
    ranks = [-1.0] * len(times)
    for rank, (worded, _, place) in enumerate(sorted(times)):
        ranks[place] = float(rank) if worded else -1.0
    return ranks


def _number(value: object) -> float:
    try:
        return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else 0.0
    except OverflowError:
        return 0.0


def _node_turns(
    node: dict[str, Any], header: _Header, where: str, assets: Assets
) -> Iterator[Item]:
    record = as_dict(node.get("message"))
    if not record:
        return
    at, problem = moment(record.get("create_time"), where)
    if problem:
        yield problem
    author = as_dict(record.get("author"))
    role = as_text(author.get("role"))
    message = Message(
        kind=NAME,
        conversation=header.conversation,
        id=header.node,
        role=role,
        speaker="" if role == "tool" else as_text(author.get("name")),
        at=at,
        title=header.title,
        parent=as_text(node.get("parent")),
        branch=header.branch,
        meta=_meta(role, as_text(author.get("name")), as_text(record.get("recipient"))),
    )
    content = _Content(message, _part(record, role), where, assets, _names(record))
    yield from content.read(as_dict(record.get("content")))
    yield from content.unshown()


def _meta(role: str, name: str, recipient: str) -> dict[str, object]:
    if role == "tool":
        return {"tool": name} if name else {}
    return {"tool": recipient} if recipient not in ("", "all") else {}


def _part(record: dict[str, Any], role: str) -> str:
    metadata = as_dict(record.get("metadata"))
    if role == "system" or metadata.get("is_visually_hidden_from_conversation") is True:
        return "system"
    if role == "tool":
        return "tool_result"
    return "tool_call" if as_text(record.get("recipient")) not in ("", "all") else "text"


def _names(record: dict[str, Any]) -> dict[str, str]:
    """The names of the message's attachments by their ids."""
    given = as_list(as_dict(record.get("metadata")).get("attachments"))
    return {
        as_text(one.get("id")) or as_text(one.get("name")): as_text(one.get("name"))
        for one in map(as_dict, given)
        if one.get("id") or one.get("name")
    }


class _Content:
    """Reads the content of one message by its type."""

    def __init__(
        self, message: Message, part: str, where: str, assets: Assets, names: dict[str, str]
    ) -> None:
        self.message = message
        self.part = part
        self.where = where
        self.assets = assets
        self.names = names
        self.shown: set[str] = set()

    def read(self, content: dict[str, Any]) -> Iterator[Item]:
        """The turns of the content; of an unknown type, everything that it says."""
        kind = as_text(content.get("content_type"))
        texts = _TEXTS.get(kind)
        if kind == "thoughts":
            for thought in map(as_dict, as_list(content.get("thoughts"))):
                yield from self.message.text(thought.get("summary"), "thinking")
                yield from self.message.text(thought.get("content"), "thinking")
        elif kind in ("text", "multimodal_text"):
            for part in as_list(content.get("parts")):
                yield from self._piece(part)
        elif texts and any(as_text(content.get(field)) for field in texts[1]):
            for name in texts[1]:
                yield from self.message.text(content.get(name), texts[0] or self.part)
        elif content and not (texts and not any(content.get(field) for field in texts[1])):
            yield label("content", content.get("content_type"))
            yield from self.message.text(dumps(content), "system")

    def unshown(self) -> Iterator[Item]:
        """The attachments that the message's text did not point at."""
        for key, name in self.names.items():
            if key not in self.shown:
                yield from self.assets.turns(self.message, key, self.where, name)

    def _piece(self, piece: object) -> Iterator[Item]:
        if isinstance(piece, str):
            yield from self.message.text(piece, self.part)
            return
        facts = as_dict(piece)
        kind = as_text(facts.get("content_type"))
        if kind == "audio_transcription" and isinstance(facts.get("text"), str):
            yield from self.message.text(facts["text"], self.part)
        elif kind == "real_time_user_audio_video_asset_pointer":
            yield from self._asset(as_dict(facts.get("audio_asset_pointer")))
            for frame in as_list(facts.get("frames_asset_pointers")):
                yield from self._asset(as_dict(frame))
        elif "asset_pointer" in facts:
            yield from self._asset(facts)
        elif piece is not None:
            yield label("part", facts.get("content_type"))
            yield from self.message.text(dumps(piece), "system")

    def _asset(self, facts: dict[str, Any]) -> Iterator[Item]:
        pointer = as_text(facts.get("asset_pointer"))
        key = pointer.rsplit("://", 1)[-1]
        self.shown.add(key)
        if pointer:
            yield from self.assets.turns(self.message, pointer, self.where, self.names.get(key, ""))
        drawn = as_dict(as_dict(facts.get("metadata")).get("dalle"))
        meta = {"attachment": key} if key else None
        yield from self.message.text(drawn.get("prompt"), "caption", meta=meta)


#: For each type of content that is text: what part it is ("" for the message's own), and its fields.
_TEXTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "code": ("", ("text",)),
    "execution_output": ("", ("text",)),
    "reasoning_recap": ("thinking", ("content",)),
    "tether_quote": ("", ("title", "text")),
    "tether_browsing_display": ("", ("result", "summary")),
    "system_error": ("system", ("name", "text")),
    "user_editable_context": ("system", ("user_profile", "user_instructions")),
    "model_editable_context": ("system", ("model_set_context", "repo_summary")),
}
