"""``camillo event``: what a host application tells of: a note saved, an action done, a prompt executed.

JSON: ``Taken``.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser

if TYPE_CHECKING:
    from camillo.domain.event import Event

_TEXTS = (
    "kind", "text", "workspace", "id", "title", "workspace_name", "asked", "note", "task", "part", "speaker",
)  # fmt: skip
_LISTS = ("tags", "relations")


def arguments(parser: Parser) -> None:
    """Declare the options: there are none but the common ones."""


def command(*, palace: Path | None, as_json: bool) -> int:
    """Take one event, a JSON object on standard input, and say what became of it.

    Its fields are kind (note, action, prompt, store), text, workspace, id, at, title, tags, relations,
    workspace_name, asked, note, task, part and speaker; kind, text and workspace are needed.
    """
    event = _read(sys.stdin.buffer.read())
    with opened(palace, create=True) as memory:
        taken = memory.events.take(event)
    if as_json:
        output.emit(taken)
        return codes.DONE
    output.line(f"{taken.action}: {taken.id}")
    if taken.waiting:
        output.line(f"{output.many(taken.waiting, 'event')} wait to be distilled", "faint")
    return codes.DONE


def _read(written: bytes) -> "Event":
    from camillo.domain.event import Event
    from camillo.domain.moment import Moment

    try:
        told = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"standard input is no JSON: {error}", "give one object") from error
    if not isinstance(told, dict):
        raise InvalidInput("the event is no JSON object", 'give one such as {"kind": "note", ...}')
    at = told.pop("at", None)
    for name, value in told.items():
        fits = (
            isinstance(value, str)
            if name in _TEXTS
            else name in _LISTS
            and isinstance(value, list)
            and all(isinstance(v, str) for v in value)
        )
        if not fits:
            raise InvalidInput(f"the field {name!r} cannot be used", "see `camillo event --help`")
    if missing := {"kind", "text", "workspace"} - told.keys():
        raise InvalidInput(
            f"the event has no {min(missing)}", "kind, text and workspace are needed"
        )
    if at is not None and not isinstance(at, str):
        raise InvalidInput(f"{at!r} is not a date or time", "write it as ISO 8601")
    given: dict[str, Any] = {**told, **{name: tuple(told.get(name, ())) for name in _LISTS}}
    return Event(**given, at=Moment.given(at))
