"""Memories of one palace: remembering messages, reading and writing documents by their path."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.memories import exporting, modelled, shelf
from camillo.app.memories.filing import place_of
from camillo.app.memories.modelled import Answered
from camillo.app.memories.reading import Reading, language_of
from camillo.app.memories.renewing import Renewed
from camillo.app.memories.revising import Revising
from camillo.app.memories.shelf import Version
from camillo.app.memories.targets import Finder, Target, changed, gathered, same
from camillo.app.memories.telling import Telling
from camillo.distill.memories.document import read
from camillo.distill.memories.memory import Line, Memory, one_line
from camillo.distill.memories.merge import merge
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.identity import address, encode_text
from camillo.domain.moment import Time
from camillo.domain.place import GENERAL, Place, check_name
from camillo.domain.remembered import Kept, Remembered
from camillo.domain.search import Memory as Text

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.domain.report import Receipt

_PATH = re.compile(r"[^\\/:\x00-\x1f]+(?:/[^\\/:\x00-\x1f]+)*\.md")
_LONGEST_PATH = 255
INSIGHTS = "insights"
Adder = Callable[..., "Receipt"]


class Memories(Revising):
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
        super().__init__(parts)
        self._add = add

    # ---- remembering -----------------------------------------------------------------------

    def remember(
        self,
        message: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        at: Time | None = None,
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
            reading = self._filing.reading(snapshot)
            at = Telling.of(snapshot, message)
            if renewed is not None:
                at = replace(at, order=renewed.order)
        fresh = renewed.fresh(message.text) if renewed is not None else _all_fresh
        secrets = reading.secrets(message.text)
        answer, flags = modelled.answered(self._parts, reading, message, secrets, by_rule)
        flags += ("secrets-left-out",) * reading.leaves_out(message.text)
        targets = self._targets(message, reading, at, answer, fresh)
        if not targets:
            return Remembered("unchanged", id, "", id, flags=("nothing-stated", *flags))
        return self._merged(message, reading, targets, room, flags)

    def _targets(
        self,
        message: Text,
        reading: Reading,
        at: Telling,
        answer: Answered | None,
        fresh: Callable[[int, int], bool],
    ) -> list[Target]:
        """What the message states that is fresh, with the memories it goes into; by rule without an answer."""
        with self._store.snapshot() as snapshot:
            finder = Finder(self._parts, snapshot, reading, message.wing)
            if answer is not None:
                kept = tuple(one for one in answer.told if fresh(one.start, one.end))
                told = [at.line(one.text, one.start, one.end, one.section) for one in kept]
                return modelled.aimed(replace(answer, told=kept), finder, told)
            lines = [
                (at.line(one.text, one.start, one.end, one.section), one.heading)
                for one in reading.statements(message.text, at.language, at.speaker, at.moment)
                if fresh(one.start, one.end)
            ]
            return gathered(finder, lines)

    def _merged(
        self,
        message: Text,
        reading: Reading,
        targets: Sequence[Target],
        room: str | None,
        flags: tuple[str, ...],
    ) -> Remembered:
        """File each memory with what goes into it."""
        filed: list[Filed] = []
        ended: list[str] = []
        ids: dict[str, str] = {}
        for target in targets:
            memory, over = changed(target, reading)
            if target.heads and same(memory, target.heads):
                ids[target.heads[0].path] = target.heads[0].id
                continue
            made = self._made(memory, reading, target, message, room, {*ids})
            filed.append(made)
            ended += over
            ids[made.turn.conversation] = _id_of(made)
        if filed:
            self._filing.file("remember", filed)
            self._parts.linking().soon()
        merged = any(one.heads for one in targets)
        cites = (cite for target in targets for line in target.lines for cite in line.cites)
        path, *also = ids
        return Remembered(
            action="unchanged" if not filed else "merged" if merged else "created",
            id=ids[path],
            path=path,
            message=message.id,
            superseded=tuple(ended),
            cites=tuple(dict.fromkeys(cites)),
            also=tuple(also),
            flags=flags,
        )

    def _made(
        self,
        memory: Memory,
        reading: Reading,
        target: Target,
        message: Text,
        room: str | None,
        taken: set[str],
    ) -> Filed:
        language = memory.language or language_of(message.text) or "en"
        memory = Memory(memory.lines, language)
        heads, old = target.heads, target.heads[0] if target.heads else None
        chosen = room or (_room_of(target.heading) if target.heading else message.room)
        place = Place(message.wing, chosen, shelf.hall_of(memory))
        if old is not None:
            place = place_of(heads)
            made = self._filing.version(memory, reading, old.path, heads, place)
            if made is not None:
                return made
            # What came back was forgotten at that path: it lives on at another one.
            memory = merge(Memory((), language), target.lines, reading.slots)
        return self._filing.first(memory, reading, place, taken)

    # ---- documents -------------------------------------------------------------------------

    def store(
        self,
        path: str,
        text: str,
        *,
        wing: str | None = None,
        room: str | None = None,
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
            reading = self._filing.reading(snapshot)
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
        made = self._filing.version(Memory(lines, language), reading, path, heads, place, text)
        if made is None:
            raise InvalidInput(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        receipt = self._filing.file("store memory", [made])
        if receipt.counts.get("known"):
            return replace(receipt, ids=(_id_of(made),))
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
            reading = self._filing.reading(snapshot)
        memory = Memory((line,), language_of(text) or "en")
        if heads and same(memory, heads):
            return heads[0].id
        made = self._filing.version(memory, reading, path, heads, place)
        made = made or self._filing.first(memory, reading, place)
        self._filing.file("file insight", [made])
        return _id_of(made)

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
        return shelf.kept(found)

    def all(self, wing: str | None = None) -> tuple[Kept, ...]:
        """Every memory, or those of one wing, by path; what went into another is told there."""
        with self._store.snapshot() as snapshot:
            found = [
                one for one in shelf.versions(snapshot, {}) if wing is None or one.text.wing == wing
            ]
        grouped: dict[str, list[Version]] = {}
        for one in found:
            grouped.setdefault(one.path, []).append(one)
        standing = (
            path
            for path in sorted(grouped)
            if not all(one.joined for one in shelf.heads(grouped[path]))
        )
        return tuple(map(shelf.kept, map(grouped.__getitem__, standing)))

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


def _room_of(heading: str) -> str:
    """A heading as the name of a room."""
    from camillo.ingest.place import clean_name

    return clean_name(heading) or GENERAL


def _insight_path(name: str) -> str:
    return checked_path(f"memory/insight-{name}.md")


def _id_of(made: Filed) -> str:
    return str(Span(made.turn.key, 0, len(made.turn.content)))


def _all_fresh(start: int, end: int) -> bool:
    return start <= end


def _paths(found: Sequence[Version]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.path for one in found))


def _with(line: Line, known: Line | None) -> Line:
    if known is None:
        return line
    return replace(
        known,
        text=line.text,
        section=line.section,
        until=known.until if line.until is not None else None,
    )
