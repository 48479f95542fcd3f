"""What a vault and a palace had in common last, kept in the vault: a journal that any kill leaves readable."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from camillo.app.vault.plan import Base
from camillo.app.vault.seen import Seen
from camillo.domain.identity import digest

#: The journal is written anew once it has this many lines more than twice what it says.
_SLACK = 200
_FIELDS = ("note", "file", "path", "text", "digest")


class State:
    """The bases of one vault and one palace. A lost or torn line costs a comparison, never a text.

    Since it lies in the vault, a folder that is not there (a disk that is not mounted) has no state, and
    nothing counts as deleted from it.
    """

    def __init__(self, folder: Path, palace: Path) -> None:
        name = digest(os.fsencode(palace.resolve())).hex()[:16]
        self._path = folder / f"sync-{name}.jsonl"
        self.seen = Seen(folder / f"seen-{name}.json")
        self._lines = 0
        self._dropped = False
        self.wing: str | None = None
        self.bases: dict[str, Base] = {}
        #: Digests of files whose text the palace has forgotten, by path.
        self.held: dict[str, str] = {}
        for told in self._read():
            self._take(told)

    def put(self, base: Base) -> None:
        """Note what a file and a note have in common now."""
        if self.bases.get(base.note) != base:
            self.bases[base.note] = base
            self._append({name: getattr(base, name) for name in _FIELDS})

    def drop(self, note: str) -> None:
        """Note that a note has no file any more."""
        if self.bases.pop(note, None) is not None:
            self._dropped = True
            self._append({"gone": note})

    def hold(self, file: str, digest: str) -> None:
        """Note that a file's text was forgotten: the file is left alone for as long as it stays so."""
        self.held[file] = digest
        self._append({"held": file, "digest": digest})

    def release(self, file: str) -> None:
        """Note that a file that was held is another one now, or gone."""
        if self.held.pop(file, None) is not None:
            self._dropped = True
            self._append({"released": file})

    def set_wing(self, wing: str) -> None:
        """Bind the vault to one wing."""
        if self.wing != wing:
            self.wing = wing
            self._append({"wing": wing})

    def tidy(self) -> None:
        """Write the journal anew where most of it holds no longer, or it tells of what is gone."""
        if not self._dropped and self._lines <= 2 * (len(self.bases) + len(self.held)) + _SLACK:
            return
        fresh = self._path.with_suffix(".new")
        lines = [{"wing": self.wing}] if self.wing else []
        lines += [{name: getattr(one, name) for name in _FIELDS} for one in self.bases.values()]
        lines += [{"held": file, "digest": digest} for file, digest in self.held.items()]
        with fresh.open("wb") as stream:
            stream.write(b"".join(map(_line, lines)))
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(self._path)
        self._lines, self._dropped = len(lines), False

    def _append(self, told: dict[str, str]) -> None:
        # A line feed first ends what a killed run left half written.
        start = b"" if self._lines else b"\n"
        descriptor = os.open(
            self._path,
            os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0),
            0o600,
        )
        with os.fdopen(descriptor, "ab") as stream:
            stream.write(start + _line(told))
        self._lines += 1

    def _read(self) -> Iterator[dict[str, object]]:
        if self._path.is_symlink() or not self._path.is_file():
            return
        for line in self._path.read_bytes().split(b"\n"):
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if isinstance(told, dict) and all(isinstance(one, str) for one in told.values()):
                yield told

    def _take(self, told: dict[str, object]) -> None:
        values = {name: str(value) for name, value in told.items()}
        if values.keys() >= set(_FIELDS):
            base = Base(*(values[name] for name in _FIELDS))
            self.bases[base.note] = base
        elif "gone" in values:
            self.bases.pop(values["gone"], None)
        elif values.keys() >= {"held", "digest"}:
            self.held[values["held"]] = values["digest"]
        elif "released" in values:
            self.held.pop(values["released"], None)
        elif "wing" in values:
            self.wing = values["wing"]


def _line(told: dict[str, str]) -> bytes:
    return json.dumps(told, ensure_ascii=True).encode("ascii") + b"\n"
