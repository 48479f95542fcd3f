"""What models took: counted in this process, and by day in a file of the user's, without any text."""

import json
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from camillo.ports.language_model import Usage


def spending_folder() -> Path:
    """Where the files lie, one a month."""
    import platformdirs

    return platformdirs.user_state_path("camillo") / "spending"


class Spending:
    """Adds up usage; threads and processes may share its folder.

    Each answered call is one line of JSON appended to the file of its month (UTC).
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._here: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def add(self, usage: Usage) -> None:
        """Take note of a call; a file that cannot be written loses the line, never the answer."""
        with self._lock:
            self._here[usage.model] = usage.plus(self._here.get(usage.model, Usage(usage.model)))
        now = datetime.now(UTC)
        line = {
            "at": now.isoformat(timespec="seconds"), "model": usage.model, "calls": usage.calls,
            "read": usage.read, "written": usage.written, "cost": usage.cost,
            "estimated": usage.estimated,
        }  # fmt: skip
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            handle = os.open(self._file(now), flags, 0o600)
            try:
                os.write(handle, json.dumps(line).encode() + b"\n")
            finally:
                os.close(handle)
        except OSError:
            return

    def here(self) -> list[Usage]:
        """What this process took, by model."""
        with self._lock:
            return list(self._here.values())

    def month(self, day: datetime | None = None) -> list[Usage]:
        """What all processes took in the month of a day (UTC, default: now), by model."""
        found: dict[str, Usage] = {}
        for usage in self._read(day or datetime.now(UTC)):
            found[usage.model] = usage.plus(found.get(usage.model, Usage(usage.model)))
        return sorted(found.values(), key=lambda usage: usage.model)

    def _file(self, day: datetime) -> Path:
        return self._folder / f"{day:%Y-%m}.jsonl"

    def _read(self, day: datetime) -> Iterator[Usage]:
        try:
            lines = self._file(day).read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                one = json.loads(line)
                calls, read, written = (int(one[name]) for name in ("calls", "read", "written"))
                cost = None if one["cost"] is None else float(one["cost"])
                yield Usage(str(one["model"]), calls, read, written, cost, int(one["estimated"]))
            except (ValueError, TypeError, KeyError):
                continue  # a line that a full disk cut short


def told(usages: list[Usage]) -> str:
    """One line for people.

    >>> told([Usage("tiny", 2, 1200, 30, 0.004)])
    'tiny: 2 calls, 1,200 tokens read, 30 written, cost 0.0040'
    >>> told([])
    'nothing'
    """
    return "; ".join(
        f"{one.model}: {one.calls:,} calls, {one.read:,} tokens read, {one.written:,} written"
        + ("" if one.cost is None else f", cost {one.cost:,.4f}")
        + (f" ({one.estimated:,} calls estimated)" if one.estimated else "")
        for one in usages
    ) or "nothing"  # fmt: skip
