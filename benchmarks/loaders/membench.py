"""MemBench: which steps of a trajectory answer its question.

Shape, from the data of import-myself/Membench as its readers describe it: nested objects whose lists
hold trajectories ``{"tid", "message_list", "QA": {"question", "target_step_id", "time", "choices",
"ground_truth"}}``. A ``message_list`` is a list of steps, or of sessions that are lists of steps. A
step is a text, or ``{"mid" or "sid", "time", "place"}`` with ``message``, with ``user`` and
``assistant`` or ``agent``, or with ``user_message`` and ``assistant_message``. A
``target_step_id`` lists step numbers, or pairs of a step's number and its session's place.

A step is one turn, both sides together with its place. A number is first taken for the step's own
``mid`` or ``sid``; only where steps have none it is a position. (Published figures accept either,
which gives each question two chances.) A question whose steps are not there is skipped. Choices and
answers are never filed or asked.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.cases import Case, Question, Turn, TurnKey

_TIME = re.compile(r"(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?")
_SIDES = (
    ("user", ("user_message", "user")),
    ("assistant", ("assistant_message", "assistant", "agent")),
    ("", ("message",)),
)


def cases(path: Path) -> Iterator[Case]:
    """A case for each trajectory of a file, or of a folder's files."""
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        for number, (category, item) in enumerate(_trajectories(data, "")):
            yield _case(f"{file.stem} {number}", category, item)


def _trajectories(node: Any, category: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, list):
        for child in node:
            yield from _trajectories(child, category)
    elif isinstance(node, dict) and "message_list" in node:
        yield category, node
    elif isinstance(node, dict):
        for name, child in node.items():
            yield from _trajectories(child, category or name)


def _case(wing: str, category: str, item: dict[str, Any]) -> Case:
    turns: list[Turn] = []
    places: dict[tuple[int | None, int], TurnKey] = {}
    for at, session in enumerate(item["message_list"]):
        nested = isinstance(session, list)
        for step in session if nested else [session]:
            place = len(turns)
            turn = Turn(
                f"{wing}/{at if nested else 0}", str(place), _text(step), at=_time(_when(step))
            )
            turns.append(turn)
            number = _number(step, place)
            places.setdefault((at, number), turn.key)
            places.setdefault((None, number), turn.key)
    asked = item["QA"]
    found = [places.get(target) for target in _targets(asked.get("target_step_id"))]
    evidence = frozenset(key for key in found if key is not None)
    complete = evidence if None not in found else frozenset[TurnKey]()
    sessions = frozenset(conversation for conversation, _ in complete)
    question = Question(
        asked["question"], sessions, complete, category, _time(str(asked.get("time") or ""))
    )
    return Case(wing, tuple(turns), (question,))


def _targets(listed: Any) -> Iterator[tuple[int | None, int]]:
    for target in listed or ():
        if isinstance(target, list):
            yield (int(target[1]) if len(target) > 1 else None), int(target[0])
        else:
            yield None, int(target)


def _number(step: Any, place: int) -> int:
    own = step.get("mid", step.get("sid")) if isinstance(step, dict) else None
    return place if own is None else int(own)


def _text(step: Any) -> str:
    if isinstance(step, str):
        return step
    lines = []
    for side, names in _SIDES:
        said = next((str(step[name]) for name in names if step.get(name)), "")
        if said:
            lines.append(f"{side}: {said}" if side else said)
    if step.get("place"):
        lines.append(f"({step['place']})")
    return "\n".join(lines)


def _when(step: Any) -> str:
    return step if isinstance(step, str) else str(step.get("time") or "")


def _time(written: str) -> str | None:
    found = _TIME.search(written)
    return None if found is None else found[1] + (f"T{found[2]}" if found[2] else "")
