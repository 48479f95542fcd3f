"""BEAM: which messages of one very long conversation answer its probing questions.

Shape, from the repository mohammadtavakoli78/BEAM: a folder a conversation with ``chat.json``, a list
of batches ``{"batch_number", "turns": [[{"role", "id", "content", "time_anchor"?, ...}]]}`` (at 10M
one such list a plan, nested deeper), and ``probing_questions/probing_questions.json``: ability to a
list of ``{"question", "source_chat_ids": [id] or {name: [id]}, ...}``.

A batch is a conversation; its ``time_anchor`` (``March-15-2024``) dates its messages. The marker
`` ->-> 1,2`` that generation left at the end of messages is taken off. Questions whose source ids are
missing, unknown or stand for several messages (10M repeats ids) are skipped, abstention among them.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks.cases import Case, Question, Turn

_MARKER = re.compile(r"\s*->->\s*[\d,\s]+$")


def cases(path: Path) -> Iterator[Case]:
    """A case for each conversation folder under the path."""
    for probing in sorted(path.rglob("probing_questions/probing_questions.json")):
        folder = probing.parent.parent
        chat = json.loads((folder / "chat.json").read_text(encoding="utf-8"))
        asked = json.loads(probing.read_text(encoding="utf-8"))
        yield _case("/".join(folder.parts[-2:]), chat, asked)


def _case(wing: str, chat: Any, asked: dict[str, list[dict[str, Any]]]) -> Case:
    turns: list[Turn] = []
    ids: list[int] = []
    for number, batch in enumerate(_batches(chat)):
        at = None
        for message in _messages(batch):
            at = _time(message.get("time_anchor")) or at
            text = _MARKER.sub("", message["content"])
            if not text.strip():
                continue
            role = message["role"]
            turns.append(Turn(f"{wing}/{number}", str(len(turns)), text, role, role, at))
            ids.append(message["id"])
    counts = Counter(ids)
    known = {id: turn for id, turn in zip(ids, turns, strict=True) if counts[id] == 1}
    questions = tuple(
        _question(item, ability, known) for ability, items in asked.items() for item in items
    )
    return Case(wing, tuple(turns), questions)


def _batches(node: Any) -> Iterator[Any]:
    """The innermost objects that hold a batch's turns."""
    if isinstance(node, list):
        for child in node:
            yield from _batches(child)
    elif isinstance(node, dict):
        if "batch_number" in node:
            yield node["turns"]
        else:
            for child in node.values():
                yield from _batches(child)


def _messages(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, list):
        for child in node:
            yield from _messages(child)
    elif isinstance(node, dict) and "content" in node:
        yield node


def _question(item: dict[str, Any], ability: str, known: dict[int, Turn]) -> Question:
    wanted = set(_ids(item.get("source_chat_ids")))
    found = {known[id].key for id in wanted if id in known}
    if len(found) < len(wanted):
        found = set()
    sessions = frozenset(conversation for conversation, _ in found)
    return Question(item["question"], sessions, frozenset(found), ability)


def _ids(node: Any) -> Iterator[int]:
    if isinstance(node, int):
        yield node
    elif isinstance(node, list | dict):
        for child in node.values() if isinstance(node, dict) else node:
            yield from _ids(child)


def _time(anchor: str | None) -> str | None:
    if not anchor:
        return None
    try:
        return datetime.strptime(anchor, "%B-%d-%Y").date().isoformat()
    except ValueError:
        return None
