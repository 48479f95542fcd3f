"""Mining: sources into the palace, one pipeline for every format."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from camillo.domain.drawer import Cut, Filed
from camillo.domain.errors import InvalidInput
from camillo.domain.place import Place
from camillo.domain.report import MineReport, Problem
from camillo.domain.turn import Turn
from camillo.ingest.cutting import Cutter, Passage, told_apart
from camillo.ingest.folding import Folding
from camillo.ingest.place import Placer
from camillo.ports.reader import Skipped, SourceFile, SourceReader, Unknown
from camillo.ports.rows import Source
from camillo.ports.store import PalaceStore
from camillo.text.secrets.finding import Secrets

#: A batch is filed in one transaction: short enough that other writers need not wait.
BATCH_TURNS = 256
BATCH_BYTES = 1 << 20
_CHUNK = 1 << 20
_PROBLEMS_KEPT = 1_000
_TOO_BIG = "needs more memory than there is"
_SMALLER = "split the file, or give the process more memory and mine again"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: the file in hand and what it was read as, files and bytes done, turns filed."""

    stage: str
    name: str
    files: int
    bytes: int
    turns: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Where the caller wants things filed; None leaves it to the source and the rules."""

    wing: str | None = None
    room: str | None = None
    hall: str | None = None


@dataclass(slots=True)
class Tally:
    """The running counts of one run, made into a report at its end."""

    counts: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    halls: Counter[str] = field(default_factory=Counter)
    rooms: Counter[str] = field(default_factory=Counter)
    wings: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, problem: Problem) -> None:
        """Note a problem; all are counted, the first 1,000 are kept whole."""
        self.counts["problems"] += 1
        if len(self.problems) < _PROBLEMS_KEPT:
            self.problems.append(problem)

    def placed(self, filed: Sequence[Filed]) -> None:
        """Note where turns go."""
        for one in filed:
            self.wings[one.place.wing] += 1
            self.rooms[one.place.room] += 1
            self.halls[one.place.hall] += 1

    def report(self, *, interrupted: bool, dry_run: bool) -> MineReport:
        """The run as its caller sees it."""
        counts = self.counts
        return MineReport(
            documents=counts["documents"],
            turns=counts["turns"],
            drawers=counts["drawers"],
            known=counts["known"],
            forgotten=counts["forgotten"],
            sources=counts["sources"],
            unreachable=counts["unreachable"],
            bytes=counts["bytes"],
            problems=tuple(self.problems),
            skipped=dict(self.skipped),
            kinds=dict(self.kinds),
            unknown=dict(self.unknown),
            halls=dict(self.halls),
            rooms=dict(self.rooms),
            wings=dict(self.wings),
            secrets=counts["secrets"],
            interrupted=interrupted,
            dry_run=dry_run,
        )


class Miner:
    """Reads sources and files what is new in them.

    ``readers`` are tried in order by ``pick``. A run that was cut short is finished by running it
    again: what was filed is known by its keys.
    """

    def __init__(
        self,
        store: PalaceStore,
        cutter: Cutter,
        placer: Placer,
        pick: Callable[[SourceFile], SourceReader | None],
        secrets: Secrets,
    ) -> None:
        self._store = store
        self._cutter = cutter
        self._placer = placer
        self._pick = pick
        self._secrets = secrets

    def mine(
        self,
        found: Iterable[SourceFile | Skipped | Problem],
        wish: Wish,
        *,
        under: str = "",
        dry_run: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> MineReport:
        """File everything new in the sources found, and say what was done.

        ``under`` is the uri prefix that was walked to its end: sources under it that were not seen are
        marked unreachable. Ctrl-C ends the run between two transactions.
        """
        tally = Tally()
        seen: list[str] = []
        interrupted = False
        try:
            for item in found:
                if isinstance(item, Problem):
                    tally.problem(item)
                    continue
                if isinstance(item, Skipped):
                    tally.skipped[item.reason] += 1
                    continue
                seen.append(item.uri)
                kind = self._source(item, wish, tally, dry_run)
                if progress:
                    size, turns = tally.counts["bytes"], tally.counts["turns"]
                    progress(Progress("mine", item.name, len(seen), size, turns, kind))
        except KeyboardInterrupt:
            interrupted = True
        if not dry_run and not interrupted:
            if under:
                tally.counts["unreachable"] = self._store.mark_unreachable(under, seen)
            self._store.compact(force=tally.counts["drawers"] >= BATCH_TURNS)
        return tally.report(interrupted=interrupted, dry_run=dry_run)

    def _source(self, file: SourceFile, wish: Wish, tally: Tally, dry_run: bool) -> str:
        """File one source; what it was read as."""
        reader = self._pick(file)
        if reader is None:
            if not file.root:
                what = "holds nothing that is read: no known export, transcript or text"
                tally.problem(Problem(file.name, what, "if it is an archive, unpack it first"))
            tally.skipped["unknown format"] += 1
            return "unknown format"
        try:
            source = Source(reader.name, file.uri, _fingerprint(file))
        except OSError as error:
            tally.problem(Problem(file.name, f"cannot be read: {error.strerror or error}"))
            return "unreadable"
        tally.kinds[reader.name] += 1
        tally.counts["bytes"] += file.size
        asked = wish.wing or ""
        if self._store.unchanged(source, asked):
            tally.counts["unchanged"] += 1
            tally.skipped["unchanged"] += 1
            return reader.name
        problems = tally.counts["problems"]
        try:
            for batch in _batches(self._turns(reader, file, tally)):
                self._file(source, file, batch, wish, tally, dry_run)
        except MemoryError:
            tally.problem(Problem(file.name, _TOO_BIG, _SMALLER))
        except InvalidInput as error:
            # Another process forgot lines of it meanwhile: what is not sealed is read again.
            tally.problem(Problem(file.name, error.what, error.mend))
        tally.counts["sources"] += 1
        if not dry_run and tally.counts["problems"] == problems:
            self._store.seal(source, asked)
        return reader.name

    def _turns(self, reader: SourceReader, file: SourceFile, tally: Tally) -> Iterator[Turn]:
        try:
            for item in reader.read(file):
                if isinstance(item, Problem):
                    tally.problem(item)
                elif isinstance(item, Unknown):
                    tally.unknown[item.type] += 1
                else:
                    yield item
        except OSError as error:
            tally.problem(Problem(file.name, f"reading stopped: {error.strerror or error}"))
        except MemoryError:
            tally.problem(Problem(file.name, _TOO_BIG, _SMALLER))

    def _file(
        self,
        source: Source,
        file: SourceFile,
        batch: list[Turn],
        wish: Wish,
        tally: Tally,
        dry_run: bool,
    ) -> None:
        allowed = [turn for turn in self._store.forgotten(batch) if turn is not None]
        tally.counts["forgotten"] += len(batch) - len(allowed)
        # Each key once: a resumed session repeats its history, within one file too.
        turns = {turn.key: turn for turn in allowed}
        folding = Folding(self._store)
        known = self._store.known(list(turns))
        passages = told_apart([turn for key, turn in turns.items() if key not in known])
        fresh = zip(self._cutter.cuts(passages), passages, strict=True)
        filed = []
        for key, turn in turns.items():
            place = self._place(turn, file, wish)
            if key in known:
                filed.append(Filed(turn, place, ()))
                continue
            cuts, language = _cut(next(fresh))
            filed.append(Filed(turn, place, cuts, language, folding.replaced_by(turn)))
        new = [one for key, one in zip(turns, filed, strict=True) if key not in known]
        tally.placed(new)
        tally.counts["secrets"] += sum(len(self._secrets.find(one.turn.text)) for one in new)
        if dry_run:
            tally.counts["known"] += len(filed) - len(new)
            tally.counts["documents"] += len(new)
            tally.counts["turns"] += len(new)
            tally.counts["drawers"] += sum(len(one.cuts) for one in new)
        elif filed:
            receipt = self._store.file("mine", source, filed)
            tally.counts.update(receipt.counts)
            self._store.compact()

    def _place(self, turn: Turn, file: SourceFile, wish: Wish) -> Place:
        place, _ = self._placer.place(turn, file, wing=wish.wing, room=wish.room, hall=wish.hall)
        return place


def _batches(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    batch: list[Turn] = []
    size = 0
    for turn in turns:
        batch.append(turn)
        size += len(turn.content)
        if len(batch) >= BATCH_TURNS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _cut(made: tuple[tuple[Cut, ...], Passage]) -> tuple[tuple[Cut, ...], str]:
    cuts, passage = made
    return cuts, passage.language


def _fingerprint(file: SourceFile) -> bytes:
    if file.digest is not None:
        return file.digest()
    running = hashlib.sha256()
    with file.open() as stream:
        while chunk := stream.read(_CHUNK):
            running.update(chunk)
    return running.digest()
