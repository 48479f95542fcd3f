"""Claude.ai's export: an archive, or the JSON files in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from camillo.domain.report import Problem
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.formats import attachments, exports
from camillo.formats.blocks import Blocks, Item, label
from camillo.formats.parts import Message
from camillo.formats.shapes import as_dict, as_list, as_text, dumps, first_text, moment
from camillo.formats.tree import lines, uncycle
from camillo.formats.wings import name_of
from camillo.ports.reader import SourceFile

NAME = "claude-ai"

_ROLES = {"human": "user"}


class ClaudeAi:
    """Reads conversations, the documents of projects, and what Claude remembers of them."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether it is a file of conversations, projects or memories, or an archive of them."""
        return exports.sniff(file, _is_known)

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turns of every conversation and every document, in the order of the files."""
        return exports.read(file, _is_known, lambda export: _record)


def _is_known(fields: Mapping[str, object]) -> bool:
    return _sort(fields) != ""


def _sort(fields: Mapping[str, object]) -> str:
    if "chat_messages" in fields and "uuid" in fields:
        return "conversation"
    if (
        "uuid" in fields
        and "docs" in fields
        and ("prompt_template" in fields or "creator" in fields)
    ):
        return "project"
    remembered = "conversations_memory" in fields or "project_memories" in fields
    return "memory" if remembered else ""


def _record(value: object, where: str) -> Iterator[Item]:
    fields = as_dict(value)
    sort = _sort(fields)
    if sort == "conversation":
        yield from _conversation(fields, where)
    elif sort == "project":
        yield from _project(fields, where)
    elif sort == "memory":
        yield from _memory(fields)
    else:
        yield Problem(where, "neither a conversation, a project nor a memory", "export it again")


def _conversation(fields: dict[str, Any], where: str) -> Iterator[Item]:
    messages = [as_dict(one) for one in as_list(fields.get("chat_messages"))]
    name = as_text(fields.get("uuid"))
    if not name:
        yield Problem(where, "the conversation has no uuid", "export it again")
        return
    ids = [as_text(one.get("uuid")) or f"message-{place}" for place, one in enumerate(messages)]
    parents, stop = _parents(fields, messages, ids)
    for place in uncycle(parents):
        yield Problem(where, f"message {ids[place][:80]!r} is its own ancestor", "it is cut there")
    for line in lines(parents, range(len(parents)), stop):
        nodes = [node for node in line.nodes if node < len(ids)]
        branch = "" if line.visible else ids[nodes[0]]
        for node in nodes:
            message = Message(
                kind=NAME,
                conversation=name,
                id=ids[node],
                role=_role(messages[node]),
                title=as_text(fields.get("name")),
                parent=as_text(messages[node].get("parent_message_uuid")),
                branch=branch,
                wing=name_of(as_dict(fields.get("project")).get("name")),
            )
            yield from _spoken(message, messages[node], f"{where}.chat_messages[{node}]")


def _parents(
    fields: dict[str, Any], messages: list[dict[str, Any]], ids: list[str]
) -> tuple[list[int], int]:
    """The parent of each message, and the last visible one; a list without parents is one line."""
    places = {name: place for place, name in enumerate(ids)}
    parents = []
    for place, message in enumerate(messages):
        parent = message.get("parent_message_uuid")
        known = places.get(parent, -1) if isinstance(parent, str) else place - 1
        parents.append(known)
    roots = [place for place, parent in enumerate(parents) if parent < 0]
    if len(roots) > 1:
        for place in roots:
            parents[place] = len(parents)
        parents.append(-1)
    leaf = fields.get("current_leaf_message_uuid")
    return parents, places.get(leaf, -1) if isinstance(leaf, str) else -1


def _role(message: dict[str, Any]) -> str:
    sender = first_text(message, "sender", "role")
    return _ROLES.get(sender, sender)


def _spoken(message: Message, fields: dict[str, Any], where: str) -> Iterator[Item]:
    message.at, problem = moment(fields.get("created_at"), where)
    if problem:
        yield problem
    worded = False
    for item in Blocks(message, where).read(fields.get("content")):
        worded = worded or isinstance(item, Turn)
        yield item
    if not worded:
        yield from message.text(fields.get("text"))
    for one in map(as_dict, as_list(fields.get("attachments"))):
        name = first_text(one, "file_name", "name", "id")
        yield from attachments.named(message, name, one.get("extracted_content"))
    for one in map(as_dict, as_list(fields.get("files"))):
        name = first_text(one, "file_name", "name", "file_uuid")
        yield from attachments.named(message, name, one.get("extracted_content"))


def _project(fields: dict[str, Any], where: str) -> Iterator[Item]:
    project, wing = as_text(fields.get("uuid")), name_of(fields.get("name"))
    if not project:
        yield Problem(where, "the project has no uuid", "export it again")
        return
    at, problem = moment(fields.get("created_at"), where)
    if problem:
        yield problem
    for name in ("description", "prompt_template"):
        message = _document(project, name, f"{as_text(fields.get('name'))}: {name}", wing)
        message.at = at
        yield from message.text(fields.get(name))
    for place, doc in enumerate(map(as_dict, as_list(fields.get("docs")))):
        name = as_text(doc.get("uuid")) or f"{project}:{place}"
        message = _document(name, name, as_text(doc.get("filename")), wing)
        message.at, problem = moment(doc.get("created_at"), f"{where}.docs[{place}]")
        if problem:
            yield problem
        yield from message.text(doc.get("content"))


def _memory(fields: dict[str, Any]) -> Iterator[Item]:
    name = f"memories:{as_text(fields.get('account_uuid'))}"
    message = _document(name, "conversations_memory", "memories", "")
    yield from message.text(fields.get("conversations_memory"))
    for project, text in as_dict(fields.get("project_memories")).items():
        yield from _document(name, f"project:{project}", "memories", "").text(text)
    known = ("account_uuid", "conversations_memory", "project_memories")
    for key in fields:
        if key not in known:
            yield label("memory", key)
            yield from _document(name, key, "memories", "").text(
                fields[key] if isinstance(fields[key], str) else dumps(fields[key])
            )


def _document(conversation: str, turn: str, title: str, wing: str) -> Message:
    return Message(NAME, conversation, turn, DOCUMENT_ROLE, title=title, wing=wing)


READER = ClaudeAi()
