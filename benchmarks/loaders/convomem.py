"""ConvoMem: which messages of many conversations answer a question.

Shape, from the case classes and the loader of SalesforceAIResearch/ConvoMem: either a file
``{"evidence_items": [item]}`` or a list of mixed test cases ``{"evidenceItems": [item],
"conversations": [conversation]}``, where an item is ``{"question", "answer", "category",
"message_evidences": [{"speaker", "text"}], "conversations": [conversation]}`` and a conversation
``{"messages": [{"speaker", "text"}], "id"?, "containsEvidence"?}``.

Conversations get neutral ids by position; ``containsEvidence`` is left out. A message is evidence
when it contains the evidence's text (white space and case aside), never the other way round. A
question none of whose evidence is found (abstention has none) is skipped.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.cases import Case, Question, Turn


def cases(path: Path) -> Iterator[Case]:
    """A case for each evidence item or mixed test case of a file, or of a folder's files."""
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(data, dict):
            for number, item in enumerate(data["evidence_items"]):
                yield _case(f"{file.stem} {number}", item["conversations"], [item])
        else:
            for number, mixed in enumerate(data):
                name = f"{file.stem} {number}"
                yield _case(name, mixed["conversations"], mixed["evidenceItems"])


def _case(wing: str, conversations: list[dict[str, Any]], items: list[dict[str, Any]]) -> Case:
    turns = [
        _turn(f"{wing}/{position}", number, message)
        for position, conversation in enumerate(conversations)
        for number, message in enumerate(conversation["messages"])
        if message["text"].strip()
    ]
    folded = [_fold(turn.text) for turn in turns]
    asked = (_question(item, turns, folded) for item in items)
    return Case(wing, tuple(turns), tuple(asked))


def _turn(conversation: str, number: int, message: dict[str, str]) -> Turn:
    role = message["speaker"].lower()
    return Turn(conversation, str(number), message["text"], role, role)


def _question(item: dict[str, Any], turns: Sequence[Turn], folded: Sequence[str]) -> Question:
    wanted = [_fold(one["text"]) for one in item["message_evidences"] if one["text"].strip()]
    found = [
        turn.key
        for turn, text in zip(turns, folded, strict=True)
        if any(evidence in text for evidence in wanted)
    ]
    sessions = frozenset(conversation for conversation, _ in found)
    return Question(item["question"], sessions, frozenset(found), item.get("category") or "")


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
