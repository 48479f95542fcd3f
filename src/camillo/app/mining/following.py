"""Following files that grow: each look files what one has gained, and reads little more than that."""

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from camillo.app.compose import Parts
from camillo.app.plugins import LAST, readers
from camillo.domain.report import MineReport, Problem
from camillo.domain.turn import Turn
from camillo.formats.database import MAGIC as SQLITE
from camillo.formats.growing import Gained, Mark, look
from camillo.formats.reading import pick, source_file
from camillo.ingest.mine import Miner, Wish
from camillo.ports.reader import AppendedReader, SourceFile, SourceReader, Unknown

#: So many files are remembered; the one looked at longest ago is read whole the next time.
_REMEMBERED = 256
#: A file that lacks what makes it readable is left alone for so long after its last change.
_AWAIT_SECONDS = 60


@dataclass(slots=True)
class _Known:
    """What is remembered of one file."""

    reader: AppendedReader
    mark: Mark


class Follower:
    """Files what growing files have gained; made for one open palace and used by one thread.

    A look that was cut short, or that met a busy palace, is made again by the next one: nothing is
    remembered as read before it is filed.
    """

    def __init__(self, parts: Parts, wish: Wish | None = None, *, pages: bool = True) -> None:
        self._parts = parts
        self._wish = wish or Wish()
        self._known: OrderedDict[Path, _Known] = OrderedDict()
        # Without pages only conversations are read: whoever names a file could name any.
        self._readers = [one for one in readers() if pages or one.name not in LAST]

    def take(self, path: Path, root: Path | None = None, home: str = "") -> MineReport:
        """File what a file has gained since the last look, up to its last whole record.

        ``root`` is the folder it is mined in, ``home`` the wing of turns that name none. A last
        line that is still being written is left for the next look and is no problem, nor is a file
        without messages.

        Raises:
            OSError: it cannot be read. PalaceBusy: another process holds the palace; look again.
        """
        known = self._known.get(path)
        limit, size = self._parts.settings.file_limit, path.stat().st_size
        if size > limit:
            what = f"has {size:,} bytes, more than the file_limit of {limit:,}"
            return MineReport(problems=(Problem(str(path), what, "raise file_limit"),))
        if known is None:
            file = source_file(path, root)
            reader = pick(file, self._readers) if file.head else None
            if reader is None or _is_begun(path, reader):
                return MineReport()
            if not isinstance(reader, AppendedReader) or file.head.startswith(SQLITE):
                return self._mine(file, _Live(reader, home=home))
            known = _Known(reader, Mark())
        return self._look(path, root, known, home)

    def _look(self, path: Path, root: Path | None, known: _Known, home: str) -> MineReport:
        gained = look(path, root, known.mark, known.reader.needed)
        if gained is None or self._is_early(gained, known.reader):
            return MineReport()
        report = self._mine(gained.file, _Live(known.reader, gained.before, home))
        if not report.interrupted:
            self._known[path] = _Known(known.reader, gained.mark)
            self._known.move_to_end(path)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return report

    def follows(self, path: Path) -> bool:
        """Whether the file is read line by line as it grows, so that what is read of it is final."""
        return path in self._known

    def forget(self, path: Path) -> None:
        """Remember nothing of a file that is gone."""
        self._known.pop(path, None)

    @staticmethod
    def _is_early(gained: Gained, reader: AppendedReader) -> bool:
        """Whether what the reader awaits is still missing in a file that has just changed."""
        if not reader.awaited or any(reader.awaited in line for _, line in gained.mark.needed()):
            return False
        return _is_recent(gained.mark.changed)

    def _mine(self, file: SourceFile, reader: "_Live") -> MineReport:
        parts = self._parts
        miner = Miner(
            parts.store, parts.cutter(), parts.placer(), lambda _: reader, parts.secrets()
        )
        return miner.mine([file], self._wish)


def _is_begun(path: Path, reader: SourceReader) -> bool:
    """Whether a file of records looks like plain text only because its first is half written."""
    plain = reader.name in LAST and path.suffix.lower() in (".json", ".jsonl")
    return plain and _is_recent(path.stat().st_mtime)


def _is_recent(changed: float) -> bool:
    return time.time() - changed < _AWAIT_SECONDS


class _Live:
    """A reader as it reads a file that is being written.

    What ``before`` holds was filed by an earlier look and is left out, with its problems. ``home``
    is the wing of turns that name none.
    """

    def __init__(
        self, reader: SourceReader, before: SourceFile | None = None, home: str = ""
    ) -> None:
        self.name = reader.name
        self._reader = reader
        self._before = before
        self._home = home

    def sniff(self, file: SourceFile) -> bool:
        """Whatever is followed was recognised before."""
        return True

    def read(self, file: SourceFile) -> Iterator[Turn | Problem | Unknown]:
        """What is new in the file; that it holds no message yet is no problem."""
        filed, problems = self._filed_before()
        seen = False
        held: Problem | None = None
        for item in self._reader.read(file):
            if held is not None:
                yield held
                held = None
            if isinstance(item, Turn):
                seen = True
                if item.key not in filed:
                    yield item if item.wing else replace(item, wing=self._home)
            elif isinstance(item, Problem):
                held = None if item in problems else item
            else:
                yield item
        if held is not None and (seen or held.where != file.name):
            yield held

    def _filed_before(self) -> tuple[set[bytes], Sequence[Problem]]:
        if self._before is None:
            return set(), ()
        items = list(self._reader.read(self._before))
        keys = {item.key for item in items if isinstance(item, Turn)}
        return keys, [item for item in items if isinstance(item, Problem)]
