"""LongMemEval (S, M, oracle): which sessions of a chat history answer a question.

Shape, from the README of xiaowu0162/LongMemEval: a JSON list of ``{"question_id", "question_type",
"question", "question_date", "haystack_session_ids", "haystack_dates", "haystack_sessions":
[[{"role", "content", "has_answer"?}]], "answer_session_ids"}``; dates as ``2023/05/30 (Tue) 23:40``;
a ``question_id`` that ends in ``_abs`` has no answer in its history.

Nothing that gives the answer away reaches the palace: session ids (those of evidence begin with
``answer_``) become positions, ``has_answer`` is read as evidence and left out, and the type of a
question only groups the report. Both sides of each session are filed. Abstention questions have no
evidence and are skipped, as the paper does for retrieval.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Literal

import ijson

from benchmarks.cases import Case, Question, Turn, TurnKey

Part = Literal["all", "tuned", "heldout"]
#: Questions that parameters may be chosen on; the other 450 are held out.
TUNED = 50
_SEED = 20


def cases(path: Path, part: Part = "all") -> Iterator[Case]:
    """A case for each question of the part, read one at a time."""
    chosen = None if part == "all" else split(path)[part]
    for item in _items(path):
        if chosen is None or item["question_id"] in chosen:
            yield _case(item)


def split(path: Path) -> dict[str, frozenset[str]]:
    """The ids of the 50 tuned and the 450 held-out questions: a fixed draw over the sorted ids."""
    ids = sorted(item["question_id"] for item in _items(path))
    Random(_SEED).shuffle(ids)
    return {"tuned": frozenset(ids[:TUNED]), "heldout": frozenset(ids[TUNED:])}


def _items(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        yield from ijson.items(file, "item")


def _case(item: dict[str, Any]) -> Case:
    wing = str(item["question_id"]).removesuffix("_abs")
    turns: list[Turn] = []
    evidence: set[TurnKey] = set()
    sessions: set[str] = set()
    named = set(item["answer_session_ids"])
    listed = zip(
        item["haystack_session_ids"], item["haystack_dates"], item["haystack_sessions"], strict=True
    )
    for position, (id, date, messages) in enumerate(listed):
        name = f"{wing}/{position:04d}"
        if id in named:
            sessions.add(name)
        for number, message in enumerate(messages):
            if not message["content"].strip():
                continue
            turn = _turn(name, number, message, _time(date))
            turns.append(turn)
            if message.get("has_answer"):
                evidence.add(turn.key)
    asked = _question(item, sessions, evidence)
    return Case(wing, tuple(turns), (asked,))


def _turn(session: str, number: int, message: dict[str, Any], at: str) -> Turn:
    role = message["role"]
    return Turn(session, str(number), message["content"], role, role, at)


def _question(item: dict[str, Any], sessions: set[str], evidence: set[TurnKey]) -> Question:
    if item["question_id"].endswith("_abs"):
        sessions, evidence = set(), set()
    return Question(
        item["question"],
        frozenset(sessions),
        frozenset(evidence),
        item["question_type"],
        _time(item["question_date"]),
    )


def _time(written: str) -> str:
    day, _, hour = written.split()
    return datetime.strptime(f"{day} {hour}", "%Y/%m/%d %H:%M").isoformat()
