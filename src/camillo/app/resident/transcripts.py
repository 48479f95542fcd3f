"""The files of a session: its transcript and those of its subagents."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from camillo.app.resident.entries import Entry, as_path

#: Folders beside a transcript that hold those of its subagents.
_SUBAGENTS = "subagents"
#: Where there are no such folders, subagents lie beside their session's file under such names.
_BESIDE = "agent-*.jsonl"
_HEAD = 64 << 10
#: A subagent's file that has not changed for so long before its session's is another session's.
_DAY = 86_400


def files_of(session: Iterable[Entry]) -> list[Path]:
    """The transcripts that these entries name, each once, followed by those of their subagents."""
    found: dict[Path, None] = {}
    for entry in session:
        if entry.transcript is not None and entry.transcript.is_file():
            found[entry.transcript] = None
            found.update(dict.fromkeys(_of_subagents(entry.transcript)))
            found.update(dict.fromkeys(_beside(entry.transcript, entry.session)))
        found.update(dict.fromkeys(_named(entry)))
    return list(found)


def _named(entry: Entry) -> list[Path]:
    """The subagent's transcript that the host names when one ends; Codex keeps those anywhere."""
    path = as_path(entry.input.get("agent_transcript_path"))
    return [path] if path is not None and path.is_file() else []


def _of_subagents(transcript: Path) -> Iterator[Path]:
    for folder in (transcript.with_suffix("") / _SUBAGENTS, transcript.parent / _SUBAGENTS):
        try:
            with os.scandir(folder) as listed:
                names = sorted(one.name for one in listed if one.name.endswith(".jsonl"))
        except OSError:
            continue
        yield from (folder / name for name in names)


def _beside(transcript: Path, session: str) -> Iterator[Path]:
    try:
        since = transcript.stat().st_mtime - _DAY
        near = [path for path in transcript.parent.glob(_BESIDE) if path.stat().st_mtime > since]
    except OSError:
        return
    for path in sorted(near):
        if session and path != transcript and _session_in(path) == session:
            yield path


def _session_in(path: Path) -> str:
    """The session that the first record of a file names; empty where it names none."""
    try:
        with path.open("rb") as stream:
            record = json.loads(stream.readline(_HEAD))
    except (OSError, ValueError, RecursionError):
        return ""
    named = record.get("sessionId") if isinstance(record, dict) else None
    return named if isinstance(named, str) else ""
