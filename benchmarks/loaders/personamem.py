"""PersonaMem v2: which messages of a chat history show the preference that a request turns on.

Shape, from the readers of bowen-upenn/PersonaMem-v2: a CSV (``benchmark/text/benchmark.csv``) with
``persona_id``, ``chat_history_32k_link`` (a path inside the data set), ``user_query`` (a message
``{"role", "content"}`` as JSON or as a Python literal, or its bare text), ``pref_type`` and
``related_conversation_snippet`` (a list of such messages); and a JSON file
``{"metadata", "chat_history": [{"role", "content"}]}`` for each persona.

The system message, which spells the persona out, is left out. Evidence is the messages of the
snippet that stand in the history word for word; a question without any is skipped. Version 1 names
no evidence, so retrieval cannot be scored on it.
"""

import ast
import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.cases import Case, Question, Turn

_LINK = "chat_history_32k_link"
_FIELD_LIMIT = 1 << 24


def cases(path: Path) -> Iterator[Case]:
    """A case for each chat history that the CSV at the path names."""
    csv.field_size_limit(_FIELD_LIMIT)
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if _LINK not in row:
                raise ValueError(f"{path} has no column {_LINK}: only version 2 names evidence")
            rows[row[_LINK]].append(row)
    for link, asked in rows.items():
        turns = _history(Path(link).stem, _within(path, link))
        yield Case(Path(link).stem, turns, tuple(_question(row, turns) for row in asked))


def _within(path: Path, link: str) -> Path:
    """The linked file, in the folder of the CSV or one of the two above it."""
    for root in list(path.resolve().parents)[:3]:
        target = (root / link).resolve()
        if target.is_file() and target.is_relative_to(root):
            return target
    raise ValueError(f"{path} names {link}, which is not beside it")


def _history(name: str, path: Path) -> tuple[Turn, ...]:
    messages = json.loads(path.read_text(encoding="utf-8"))["chat_history"]
    return tuple(
        Turn(name, str(number), message["content"], message["role"], message["role"])
        for number, message in enumerate(messages)
        if message["role"] != "system" and message["content"].strip()
    )


def _question(row: dict[str, str], turns: Sequence[Turn]) -> Question:
    asked = _parsed(row["user_query"])
    snippet = _parsed(row["related_conversation_snippet"])
    shown = {
        (message["role"], message["content"].strip())
        for message in (snippet if isinstance(snippet, list) else ())
    }
    found = frozenset(turn.key for turn in turns if (turn.role, turn.text.strip()) in shown)
    return Question(
        asked["content"] if isinstance(asked, dict) else row["user_query"],
        frozenset(conversation for conversation, _ in found),
        found,
        row["pref_type"],
    )


def _parsed(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        pass
    try:
        return ast.literal_eval(written)
    except (ValueError, SyntaxError):
        return None
