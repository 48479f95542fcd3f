"""opencode's folders of versions before 1.2: a session's file, and its messages and parts in files of their own.

Taken from anomalyco/opencode, packages/opencode/src/session/index.ts before 1.2:
``storage/session/<project>/<session>.json``, ``storage/message/<session>/<message>.json`` and
``storage/part/<message>/<part>.json``. Only the session's file is a source; the others are found by the names of
files and folders, never by a name that stands in a text.
"""

from collections.abc import Mapping
from typing import Any

from camillo.domain.report import Problem
from camillo.formats import jsonl
from camillo.formats.beside import names, near, path_of
from camillo.formats.shapes import as_dict, as_text
from camillo.ports.reader import SourceFile

#: How far ``storage`` is above a session's file.
_UP = 2
_LIMIT = 256 << 20
_JSON = ".json"


def sniff(file: SourceFile, fields: Mapping[str, object]) -> bool:
    """Whether these are the facts of a session, and its messages lie beside it."""
    known = all(as_text(fields.get(key)) for key in ("id", "projectID", "title"))
    return known and isinstance(fields.get("time"), dict) and bool(_messages(file))


def gathered(file: SourceFile, facts: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The session as an export of it would be, and a problem for each file that is not JSON."""
    problems: list[Problem] = []
    messages = []
    for message in _messages(file):
        info = _json(file, problems, "message", path_of(file).stem, message)
        folder = message.removesuffix(_JSON)
        listed = names(file, _UP, "part", folder)
        parts = [
            _json(file, problems, "part", folder, part) for part in listed if part.endswith(_JSON)
        ]
        messages.append({"info": info, "parts": parts})
    return {"info": facts, "messages": messages}, problems


def _messages(file: SourceFile) -> list[str]:
    listed = names(file, _UP, "message", path_of(file).stem)
    return [name for name in listed if name.endswith(_JSON)]


def _json(file: SourceFile, problems: list[Problem], *parts: str) -> dict[str, Any]:
    content = near(file, _UP, *parts, limit=_LIMIT)
    try:
        return as_dict(jsonl.parse(content.decode("utf-8")))
    except ValueError as error:
        where = f"{file.name}#{'/'.join(parts)}"
        problems.append(Problem(where, f"not JSON: {error}", "mine again once it is written"))
        return {}
