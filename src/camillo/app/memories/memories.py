"""Memories of one palace: remembering messages, reading and writing documents by their path."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.believing import Believing
from camillo.app.compose import span_of
from camillo.app.memories import ending, exporting, joining, keeping, modelled, shelf
from camillo.app.memories.dependants import dependants
from camillo.app.memories.keeping import Finder, Target
from camillo.app.memories.reading import Reading, language_of
from camillo.app.memories.renewing import Renewed, origins_of, unsupported
from camillo.app.memories.shelf import KIND, Version
from camillo.app.memories.telling import Telling
from camillo.distill.memories.document import Document, read, write
from camillo.distill.memories.memory import Line, Memory, one_line
from camillo.distill.memories.merge import merge
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.identity import address, encode_text
from camillo.domain.moment import Moment
from camillo.domain.place import GENERAL, Place, check_name
from camillo.domain.remembered import Kept, Remembered
from camillo.domain.search import Memory as Text
from camillo.ports.store import Snapshot, Source

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.report import Receipt

_PATH = re.compile(r"[^\\/:\x00-\x1f]+(?:/[^\\/:\x00-\x1f]+)*\.md")
_LONGEST_PATH = 255
_MOST_PADS = 64
INSIGHTS = "insights"
_SOURCE = Source(KIND, KIND, by_name=True)
Adder = Callable[..., "Receipt"]


class Memories:
    """What a palace remembers in distilled form. Every document is a turn, found and forgotten as any.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         first = palace.remember("My name is Tiago, I'm a TypeScript developer")
    ...         second = palace.remember("Tiago now also works with AI")
    >>> first.action, second.action, second.path == first.path
    ('created', 'merged', True)
    """

    def __init__(self, parts: "Parts", add: Adder) -> None:
        self._parts = parts
        self._store = parts.store
        self._add = add

    # ---- remembering -----------------------------------------------------------------------

    def remember(
        self,
        message: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        at: "str | date | Moment | None" = None,
        speaker: str = "",
        source: str | None = None,
        session: str | None = None,
    ) -> Remembered:
        """See :meth:`camillo.app.palace.Palace.remember`."""
        digest = address(encode_text(message)).hex()[:16]
        receipt = self._add(
            message,
            wing=wing,
            room=room,
            at=at,
            speaker=speaker,
            role="user",
            source=source or f"agent:{session or digest}",
            conversation=session,
        )
        return self.distil(receipt.ids[0], wing=wing, room=room)

    def distil(
        self,
        id: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        renewed: "Renewed | None" = None,
        by_rule: bool = True,
    ) -> Remembered:
        """Distil a message that is filed. Doing it again changes nothing, so that what failed can be done later.

        Of a text that is ``renewed`` only what its version before did not say is distilled. ``by_rule`` says
        whether the rules answer where a language model fails.

        Raises:
            NotFound: no message has this id. ModelUnavailable: the model fails, and the rules may not answer.
        """
        with self._store.snapshot() as snapshot:
            message = snapshot.get(Span.parse(id), 0)
            if message is None:
                raise NotFound(f"nothing has the id {id!r}", "it may have been forgotten")
            if wing and any(row.wing_name == wing for row in snapshot.rooms()):
                message = replace(message, wing=wing)
            citing = shelf.last_citing(snapshot, Span.parse(id).key)
            done = [one for one in citing if one.text.wing == message.wing]
            if done and renewed is None:
                return Remembered("unchanged", done[0].id, done[0].path, id, also=_paths(done[1:]))
            reading = self._reading(snapshot)
            at = Telling.of(snapshot, message)
            if renewed is not None:
                at = replace(at, order=renewed.order)
        fresh = renewed.fresh(message.text) if renewed is not None else _all_fresh
        secrets = reading.secrets(message.text)
        answer, flags = modelled.answered(self._parts, reading, message, secrets, by_rule)
        flags += ("secrets-left-out",) * reading.leaves_out(message.text)
        with self._store.snapshot() as snapshot:
            finder = Finder(self._parts, snapshot, reading, message.wing)
            if answer is not None:
                kept = tuple(one for one in answer.told if fresh(one.start, one.end))
                answer = replace(answer, told=kept)
                told = [at.line(one.text, one.start, one.end, one.section) for one in answer.told]
                targets = modelled.aimed(answer, finder, told)
            else:
                found = reading.statements(message.text, at.language, at.speaker, at.moment)
                targets = keeping.gathered(
                    finder,
                    [
                        (at.line(one.text, one.start, one.end, one.section), one.heading)
                        for one in found
                        if fresh(one.start, one.end)
                    ],
                )
        if not targets:
            return Remembered("unchanged", id, "", id, flags=("nothing-stated", *flags))
        return self._file(message, reading, targets, room, flags)

    def _file(
        self,
        message: Text,
        reading: Reading,
        targets: Sequence["Target"],
        room: str | None,
        flags: tuple[str, ...],
    ) -> Remembered:
        filed: list[Filed] = []
        ended: list[str] = []
        paths: list[tuple[str, str]] = []
        taken: set[str] = set()
        for target in targets:
            memory, over = keeping.changed(target, reading)
            if target.heads and keeping.same(memory, target.heads):
                paths.append((target.heads[0].path, target.heads[0].id))
                continue
            made = self._made(memory, reading, target, message, room, taken)
            taken.add(made.turn.conversation)
            filed.append(made)
            ended += over
            paths.append(
                (made.turn.conversation, str(Span(made.turn.key, 0, len(made.turn.content))))
            )
        if filed:
            self._store.file("remember", _SOURCE, filed)
            self._store.compact()
            self._parts.linking().soon()
        action = (
            "unchanged" if not filed else "merged" if any(t.heads for t in targets) else "created"
        )
        return Remembered(
            action,  # type: ignore[arg-type]
            paths[0][1],
            paths[0][0],
            message.id,
            tuple(ended),
            tuple(
                dict.fromkeys(
                    cite for target in targets for line in target.lines for cite in line.cites
                )
            ),
            tuple(path for path, _ in paths[1:]),
            flags,
        )

    def _made(
        self,
        memory: Memory,
        reading: Reading,
        target: "Target",
        message: Text,
        room: str | None,
        taken: set[str],
    ) -> Filed:
        language = memory.language or language_of(message.text) or "en"
        memory = Memory(memory.lines, language)
        heads, old = target.heads, target.heads[0] if target.heads else None
        chosen = room or (check_room(target.heading) if target.heading else message.room)
        place = Place(message.wing, chosen, shelf.hall_of(memory))
        if old is not None:
            place = _place(heads)
            made = self._filed(memory, reading, old.path, heads, place)
            if made is not None:
                return made
            # What came back was forgotten at that path: it lives on at another one.
            memory = merge(Memory((), language), target.lines, reading.slots)
        return self._filed_anew(memory, reading, place, taken)

    def _filed(
        self,
        memory: Memory,
        reading: Reading,
        path: str,
        heads: Sequence[Version],
        place: Place,
        whole: str | None = None,
        *,
        also: Sequence[Version] = (),
        joined: str = "",
        proposal: str = "",
    ) -> Filed | None:
        """A version ready to be filed; None where lines of it were forgotten at this path for good.

        ``also`` are the heads of a memory that goes into this one; ``joined`` the path of the one it goes into.
        """
        document = write(memory) if whole is None else Document(whole, memory.lines)
        with self._store.snapshot() as snapshot:
            origins = origins_of(snapshot, memory)
        for pad in range(_MOST_PADS):
            turn = shelf.turn(
                path,
                replace(document, text=document.text + "\n" * pad),
                [slot for line in memory.current for slot in reading.slots(line)],
                language=memory.language,
                after=(*heads, *also),
                speaker=keeping.speaker_of(memory),
                origins=origins,
                joined=joined,
                proposal=proposal,
            )
            (allowed,) = self._store.forgotten([turn])
            # A whole text that was redacted is never filed again, but its words may be said again.
            if allowed is None and whole is None:
                continue
            if allowed != turn:
                return None
            cuts, language = self._parts.cuts(turn)
            before = max((one.number for one in heads), default=0)
            return Filed(turn, place, cuts, language, str(before) if before else "")
        return None

    def _filed_anew(self, memory: Memory, reading: Reading, place: Place, taken: set[str]) -> Filed:
        """The first version of a memory at a path of its own."""
        made = self._filed(memory, reading, self._new_path(taken), (), place)
        if made is None:
            raise InvalidInput(
                "the memory's text was forgotten for good and is not kept again",
                "say it in other words",
            )
        return made

    def _new_path(self, taken: set[str]) -> str:
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S")
        with self._store.snapshot() as snapshot:
            number = 1
            while True:
                path = f"memory/facts-{stamp}{'' if number == 1 else f'-{number}'}.md"
                if path not in taken and not len(snapshot.conversation_numbers(path)):
                    return path
                number += 1

    def _reading(self, snapshot: Snapshot) -> Reading:
        return Reading(
            self._parts, Believing(snapshot, self._parts.names().at(snapshot)).vocabulary
        )

    def resting_on(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of the stretches of memories that rest on these texts alone, in every version."""
        with self._store.snapshot() as snapshot:
            found = dependants(snapshot, _spans(snapshot, ids))
        return tuple(map(str, found.spans))

    def without(self, ids: Sequence[str]) -> tuple[str, ...]:
        """File memories anew without what rests on these texts alone, which are about to be forgotten.

        Returns the ids of what has to be forgotten with them. What becomes of a memory is on disk before a
        word is gone, so that a forgetting that is cut off can be done again.
        """
        with self._store.snapshot() as snapshot:
            found = dependants(snapshot, _spans(snapshot, ids))
            reading = self._reading(snapshot)
        filed: list[Filed] = []
        for left in found.left:
            place = _place(left.heads)
            memory = merge(Memory((), left.memory.language), left.memory.lines, reading.slots)
            made = self._filed(memory, reading, left.heads[0].path, left.heads, place)
            taken = {one.turn.conversation for one in filed}
            filed.append(made or self._filed_anew(memory, reading, place, taken))
        if filed:
            self._store.file("shorten memories", _SOURCE, filed)
        return tuple(map(str, found.spans))

    def retire(self, id: str, order: int) -> tuple[str, ...]:
        """End the lines that rested on older versions of a text and on nothing else, as of ``order``.

        Memories without such a line stay byte for byte. Returns the paths of the others, each with a new
        version, in which the lines are kept as earlier ones. Doing it again changes nothing.
        """
        with self._store.snapshot() as snapshot:
            found = unsupported(snapshot, id, order)
            reading = self._reading(snapshot)
        filed = []
        for left in found:
            memory = merge(Memory((), left.memory.language), left.memory.lines, reading.slots)
            made = self._filed(memory, reading, left.heads[0].path, left.heads, _place(left.heads))
            if made is not None:
                filed.append(made)
        self._write("retire memories", filed)
        return tuple(one.turn.conversation for one in filed)

    # ---- joining ---------------------------------------------------------------------------

    def join(self, path: str, *, into: str, proposal: str = "") -> Kept:
        """Make two memories of one wing one: every statement of both, the newest of those that contradict.

        It cites all that both cited. What stood at ``path`` keeps its versions and says where it went.
        Doing it again changes nothing. ``proposal`` is the id of the proposal that it was done by.

        Raises:
            NotFound: there is no memory at one of the paths. InvalidInput: they lie in two wings, are not lists of
            statements, or a line was forgotten at ``into`` for good.
        """
        with self._store.snapshot() as snapshot:
            pair = joining.pair(snapshot, path, into)
            reading = self._reading(snapshot)
        if pair.is_done:
            return self.read(into)
        made = self._filed(
            pair.both(reading.slots), reading, into, pair.kept, _place(pair.kept), also=pair.gone
        )
        stub = self._filed(
            Memory((), pair.gone[0].memory.language), reading, path, pair.gone, _place(pair.gone),
            joining.stub(into), joined=into, proposal=proposal,
        )  # fmt: skip
        if made is None or stub is None:
            raise InvalidInput(
                f"a line of {path!r} was forgotten at {into!r} for good", "join them the other way"
            )
        self._write("join memories", [made, stub])
        return self.read(into)

    def part(self, path: str) -> None:
        """Undo joining: what stood at ``path`` stands there again, and the other memory is without it.

        What both were told since stays where it is.

        Raises:
            NotFound: no memory at the path went into another. InvalidInput: it was forgotten for good.
        """
        with self._store.snapshot() as snapshot:
            reading = self._reading(snapshot)
            parting = joining.parting(snapshot, path, reading.slots)
        filed = [
            self._filed(memory, reading, heads[0].path, heads, _place(heads))
            for heads, memory in (
                (parting.stub, parting.restored), (parting.kept, parting.left),
            ) if heads and memory.lines
        ]  # fmt: skip
        made = [one for one in filed if one is not None]
        if len(made) < len(filed):
            raise InvalidInput("a line of them was forgotten for good", "edit them by hand")
        self._write("part memories", made)

    def joined_by(self, proposal: str) -> tuple[str, ...]:
        """The paths of memories that went into others by a proposal, and are there still."""
        with self._store.snapshot() as snapshot:
            found = shelf.proposed(snapshot, proposal)
            paths = dict.fromkeys(one.path for one in found)
            return tuple(
                path
                for path in paths
                if all(one.joined for one in shelf.heads(shelf.at_path(snapshot, path)))
            )

    def end(self, path: str, text: str, order: int, *, proposal: str) -> None:
        """Say that a statement holds no longer since an order; it stays in the memory, as an earlier one."""
        with self._store.snapshot() as snapshot:
            self._again(ending.ended(snapshot, path, text, order), proposal)

    def reopen(self, proposal: str) -> None:
        """Undo ending by a proposal: what it ended holds again."""
        with self._store.snapshot() as snapshot:
            self._again(ending.reopened(snapshot, proposal), "")

    def _again(self, changed: Sequence[tuple[list[Version], Memory]], proposal: str) -> None:
        with self._store.snapshot() as snapshot:
            reading = self._reading(snapshot)
        made = [
            self._filed(memory, reading, heads[0].path, heads, _place(heads), proposal=proposal)
            for heads, memory in changed
        ]
        self._write("end statement", [one for one in made if one is not None])

    def _write(self, verb: str, filed: Sequence[Filed]) -> None:
        if filed:
            self._store.file(verb, _SOURCE, filed)
            self._store.compact()

    # ---- documents -------------------------------------------------------------------------

    def store(
        self,
        path: str,
        text: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        speaker: str = "",
    ) -> "Receipt":
        """Write a memory at a path, word for word; a new version where there is one. Lines it had keep their cites.

        Raises:
            InvalidInput: the path is no relative one to a Markdown file, or the text is empty.
        """
        path = checked_path(path)
        if not text.strip():
            raise InvalidInput("the text is empty", "give at least one character")
        with self._store.snapshot() as snapshot:
            heads = shelf.heads(shelf.at_path(snapshot, path))
            reading = self._reading(snapshot)
        known = {line.key: line for head in heads for line in head.memory.lines}
        language = language_of(text)
        written = read(text, [], language)
        lines = tuple(_with(line, known.get(line.key)) for line in written.lines)
        old = heads[0].text if heads else None
        place = Place(
            check_name("wing", wing) if wing else old.wing if old else GENERAL,
            check_name("room", room) if room else old.room if old else GENERAL,
            old.hall if old else GENERAL,
        )
        made = self._filed(Memory(lines, language), reading, path, heads, place, text)
        if made is None:
            raise InvalidInput(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        receipt = self._store.file("store memory", _SOURCE, [made])
        self._store.compact()
        if receipt.counts.get("known"):
            return replace(receipt, ids=(str(Span(made.turn.key, 0, len(made.turn.content))),))
        return receipt

    def insight(self, name: str, text: str, cites: Sequence[str], wing: str) -> str:
        """File an insight as a memory of one line that cites what it rests on; returns its id.

        The same name and text again add nothing.

        Raises:
            InvalidInput: the text was forgotten for good.
        """
        line = Line(one_line(text), INSIGHTS, cites=tuple(cites))
        place = Place(wing or GENERAL, GENERAL, self._parts.hall(INSIGHTS) or GENERAL)
        path = _insight_path(name)
        with self._store.snapshot() as snapshot:
            heads = shelf.heads(shelf.at_path(snapshot, path))
            reading = self._reading(snapshot)
        memory = Memory((line,), language_of(text) or "en")
        if heads and keeping.same(memory, heads):
            return heads[0].id
        made = self._filed(memory, reading, path, heads, place)
        made = made or self._filed_anew(memory, reading, place, set())
        self._store.file("file insight", _SOURCE, [made])
        self._store.compact()
        return str(Span(made.turn.key, 0, len(made.turn.content)))

    def insight_of(self, name: str) -> str:
        """The id of the insight that was filed under a name; "" where there is none."""
        with self._store.snapshot() as snapshot:
            heads = shelf.heads(shelf.at_path(snapshot, _insight_path(name)))
        return heads[0].id if heads else ""

    def read(self, path: str) -> Kept:
        """The memory at a path.

        Raises:
            NotFound: there is none.
        """
        with self._store.snapshot() as snapshot:
            found = shelf.at_path(snapshot, path)
        if not found:
            raise NotFound(
                f"there is no memory at {path!r}", "list them with `camillo export memories`"
            )
        return _kept(found)

    def all(self, wing: str | None = None) -> tuple[Kept, ...]:
        """Every memory, or those of one wing, by path; what went into another is told there."""
        with self._store.snapshot() as snapshot:
            found = [one for one in _every(snapshot) if wing is None or one.text.wing == wing]
        grouped: dict[str, list[Version]] = {}
        for one in found:
            grouped.setdefault(one.path, []).append(one)
        standing = (
            path
            for path in sorted(grouped)
            if not all(one.joined for one in shelf.heads(grouped[path]))
        )
        return tuple(map(_kept, map(grouped.__getitem__, standing)))

    def export(self, folder: Path, *, wing: str | None = None) -> tuple[Path, ...]:
        """Write each memory to its path in a folder; what stands there is overwritten.

        Names that some system cannot have, or cannot tell apart, are changed.

        Raises:
            InvalidInput: a file cannot be written.
        """
        return exporting.export(self.all(wing), folder, self._parts.redacted)


def checked_path(path: str) -> str:
    """A path of a memory: relative, forward slashes, ending in ``.md``, without ``..``, drives and controls.

    Raises:
        InvalidInput: it is none.

    >>> checked_path("memory/facts-2026-11-29T10-15-00.md")
    'memory/facts-2026-11-29T10-15-00.md'
    """
    parts = path.split("/")
    fit = len(path) <= _LONGEST_PATH and path.isprintable() and _PATH.fullmatch(path)
    if not fit or {".", ".."} & set(parts):
        raise InvalidInput(
            f"{path!r} cannot be a memory's path",
            "use one such as memory/tiago.md, of at most 255 characters",
        )
    return path


def check_room(heading: str) -> str:
    """A heading as the name of a room."""
    from camillo.ingest.place import clean_name

    return clean_name(heading) or GENERAL


def _insight_path(name: str) -> str:
    return checked_path(f"memory/insight-{name}.md")


def _place(heads: Sequence[Version]) -> Place:
    """Where a memory lies."""
    text = heads[0].text
    return Place(text.wing, text.room, text.hall)


def _all_fresh(start: int, end: int) -> bool:
    return start <= end


def _spans(snapshot: Snapshot, ids: Sequence[str]) -> list[Span]:
    return [span_of(snapshot, id) for id in ids]


def _every(snapshot: Snapshot) -> list[Version]:
    return shelf.versions(snapshot, {})


def _paths(found: Sequence[Version]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.path for one in found))


def _kept(found: Sequence[Version]) -> Kept:
    """The current state of a memory from its versions; heads of two writers are shown as one."""
    heads = shelf.heads(found)
    last = heads[-1]
    text = last.text.text
    if len(heads) > 1:
        lines = tuple(line for one in heads for line in one.memory.lines)
        text = write(merge(Memory((), last.memory.language), lines, lambda _: ())).text
    cites = dict.fromkeys(cite for one in heads for line in one.memory.lines for cite in line.cites)
    return Kept(
        last.path, last.id, text, last.text.wing, tuple(cites), tuple(one.id for one in found)
    )


def _with(line: Line, known: Line | None) -> Line:
    if known is None:
        return line
    return replace(
        known,
        text=line.text,
        section=line.section,
        until=known.until if line.until is not None else None,
    )
