"""The files of a session: its transcript and those of its subagents."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from camillo.app.resident.entries import Entry

#: Folders beside a transcript that hold those of its subagents.
_SUBAGENTS = "subagents"


def files_of(session: Iterable[Entry]) -> list[Path]:
    """The transcripts that these entries name, each once, followed by those of their subagents."""
    named = dict.fromkeys(entry.transcript for entry in session if entry.transcript is not None)
    found: dict[Path, None] = {}
    for path in named:
        if path.is_file():
            found[path] = None
        found.update(dict.fromkeys(_of_subagents(path)))
    return list(found)


def _of_subagents(transcript: Path) -> Iterator[Path]:
    for folder in (transcript.with_suffix("") / _SUBAGENTS, transcript.parent / _SUBAGENTS):
        try:
            with os.scandir(folder) as listed:
                names = sorted(one.name for one in listed if one.name.endswith(".jsonl"))
        except OSError:
            continue
        yield from (folder / name for name in names)
