"""Runs of tools: a call, the error that came back, the edit that mended it, the result that passed.

Each event looks back a bounded way in its own conversation, so that what is linked does not depend on where a
run was cut into slices.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from camillo.domain.knowledge import Link
from camillo.domain.search import Memory
from camillo.knowledge.links.origins import CAUSED_BY
from camillo.knowledge.links.shelf import Shelf
from camillo.knowledge.links.slices import Slice
from camillo.ports.store import Snapshot

CALL, RESULT = "tool_call", "tool_result"
#: So many events of tools are looked back at from each.
_BACK = 40
#: Two commands are the same if they share so much of their words.
_SAME = 0.6
_CALLED, _MENDED, _PASSED = 0.9, 0.8, 0.8

_FAILED = re.compile(
    r"(?i:\bexit(?:ed with)?(?:[ _](?:status|code))?)[\"']?[:= ]+[1-9]\d*\b|Traceback \(most recent call last\)"
    r"|^E {2,}\S|\b[1-9]\d* (?:failed|errors?)\b|^(?:FAILED|FAIL|ERROR|error|fatal|panic)\b[:\[ ]"
    r"|\b\w*(?:Error|Exception): |npm ERR!|<tool_use_error>|\bBUILD FAILED\b|command not found"
    r"|is_error[\"']?: ?true|: No such file or directory",
    re.MULTILINE,
)
_EDITS = re.compile(
    r"\b(?:Edit|MultiEdit|Write|NotebookEdit|str_replace|apply_patch|write_file|edit_file|create_file)\b"
    r"|[\"']old_str(?:ing)?[\"']|^\*\*\* (?:Update|Add) File|\bsed -i\b|\bgit apply\b",
    re.MULTILINE,
)
_COMMANDS = ("command", "cmd", "script", "code")
_WORDS = re.compile(r"[\w./:-]+")
_READ = 4_000


@dataclass(frozen=True, slots=True)
class Event:
    """A call or a result of a tool.

    ``drawer`` stands for its turn: the first, or the first that tells the error. ``command`` are the words of a
    call that runs something, ``edits`` says that it changes a file, ``failed`` that a result is an error.
    """

    drawer: int
    position: int
    is_call: bool
    edits: bool = False
    failed: bool = False
    command: frozenset[str] = frozenset()


def runs(snapshot: Snapshot, shelf: Shelf, part: Slice) -> list[Link]:
    """Links of the slice's calls and results to what brought them about."""
    labels = {word: number for number, word in snapshot.labels().items()}
    kinds = {labels[each] for each in (CALL, RESULT) if each in labels}
    if not kinds:
        return []
    tools = np.isin(shelf.rows.part, list(kinds))
    asking = set(shelf.rows.drawer[part.asking[tools[part.asking]]].tolist())
    links: list[Link] = []
    for conversation in np.unique(
        shelf.rows.conversation[part.asking[tools[part.asking]]]
    ).tolist():
        rows = np.flatnonzero(tools & (shelf.rows.conversation == conversation))
        events = _events(snapshot, shelf, rows, part, labels.get(CALL, -1))
        links += [link for link in linked_events(events) if link.a in asking]
    return links


def linked_events(events: Sequence[Event]) -> list[Link]:
    """What brought each event about.

    An error comes of its call; an edit of the last error that nothing has mended; a result that passes,
    where the same command had failed, of the last edit since.
    """
    links = []
    for at, event in enumerate(events):
        back = events[max(0, at - _BACK) : at]
        cause = _cause(event, back)
        if cause is not None:
            links.append(Link(event.drawer, cause[0].drawer, CAUSED_BY, cause[1]))
    return [link for link in links if link.a != link.b]


def _cause(event: Event, back: Sequence[Event]) -> tuple[Event, float] | None:
    if event.is_call:
        error = _unmended(back) if event.edits else None
        return None if error is None else (error, _MENDED)
    call = _call_of(back)
    if event.failed:
        return None if call is None else (call, _CALLED)
    edit = _mending(call, back) if call is not None else None
    return None if edit is None else (edit, _PASSED)


def _call_of(back: Sequence[Event]) -> Event | None:
    return next((each for each in reversed(back) if each.is_call), None)


def _unmended(back: Sequence[Event]) -> Event | None:
    """The last error after which its command has not passed."""
    passed: list[frozenset[str]] = []
    for at in range(len(back) - 1, -1, -1):
        event = back[at]
        call = _call_of(back[:at]) if not event.is_call else None
        if call is None or not call.command:
            continue
        if not event.failed:
            passed.append(call.command)
        elif not any(_is_same(call.command, each) for each in passed):
            return event
    return None


def _mending(call: Event, back: Sequence[Event]) -> Event | None:
    """The last edit before a call whose command had failed, and had not passed, before that edit."""
    if not call.command:
        return None
    edit = None
    for at in range(len(back) - 1, -1, -1):
        event = back[at]
        if event.is_call:
            edit = edit or (event if event.edits else None)
            continue
        own = _call_of(back[:at])
        if own is None or not _is_same(own.command, call.command):
            continue
        return edit if event.failed else None
    return None


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= _SAME * max(len(one), len(other))


def _events(
    snapshot: Snapshot, shelf: Shelf, rows: np.ndarray, part: Slice, call: int
) -> list[Event]:
    """The events of a conversation from a way before the slice on, in order."""
    table = shelf.rows
    rows = rows[np.lexsort((table.ordinal[rows], table.position[rows]))]
    inside = np.flatnonzero(part.rank[rows] >= 0)
    inside = inside[part.rank[rows[inside]] < len(part.asking)]
    positions = np.unique(table.position[rows])
    first = np.searchsorted(positions, table.position[rows[inside]].min())
    start = positions[max(0, int(first) - 2 * _BACK)]
    rows = rows[(table.position[rows] >= start) & (part.rank[rows] < len(part.asking))]
    told = snapshot.passages(table.drawer[rows].tolist())
    turns: dict[int, list[int]] = {}
    for row in rows.tolist():
        turns.setdefault(int(table.position[row]), []).append(row)
    return [
        _event(
            position, [int(table.drawer[row]) for row in held], table.part[held[0]] == call, told
        )
        for position, held in turns.items()
    ]


def _event(
    position: int, drawers: Sequence[int], is_call: bool, told: Mapping[int, Memory]
) -> Event:
    texts = {drawer: told[drawer].text for drawer in drawers if drawer in told}
    if is_call:
        whole = "".join(texts.values())[:_READ]
        edits = _EDITS.search(whole) is not None
        command = frozenset() if edits else _command(whole)
        return Event(drawers[0], position, True, edits=edits, command=command)
    wrong = next((drawer for drawer, text in texts.items() if _FAILED.search(text)), None)
    return Event(wrong or drawers[0], position, False, failed=wrong is not None)


def _command(text: str) -> frozenset[str]:
    """The words of what a call runs: its command where it is JSON that has one, else all of it."""
    try:
        given = json.loads(text)
    except ValueError:
        return frozenset(_WORDS.findall(text[:_READ]))
    for one in (given, given.get("input") if isinstance(given, dict) else None):
        if isinstance(one, dict):
            for name in _COMMANDS:
                value = one.get(name)
                if value:
                    return frozenset(_WORDS.findall(str(value)))
    return frozenset()
