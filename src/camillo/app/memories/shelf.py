"""The shelf: memories as the palace holds them, found by path, by what they cite and by what they are about."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from camillo.distill.memories.document import Document, read, write
from camillo.distill.memories.memory import Line, Memory, Slot
from camillo.distill.memories.merge import merge
from camillo.domain.drawer import Span
from camillo.domain.place import GENERAL
from camillo.domain.remembered import Kept
from camillo.domain.search import Memory as Text
from camillo.domain.turn import MEMORY, Turn
from camillo.ports.store import Snapshot
from camillo.text.names import claim_key

KIND = "memory"
MEDIA = "text/markdown"
_PATH, _AFTER, _LINES, _LANGUAGE, _CITE = "memory", "after", "lines", "language", "cite "
#: What says in a memory's meta that it went into another.
JOINED = "joined"
_PROPOSAL = "proposal"
_WHOLE = 1 << 40


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a memory: its turn's key, its text as it is filed, its lines."""

    path: str
    key: bytes
    text: Text
    memory: Memory
    after: tuple[str, ...]

    @property
    def id(self) -> str:
        """What `get` takes."""
        return self.text.id

    @property
    def number(self) -> int:
        """Its place among the versions; what two writers made at once has the same."""
        told = self.text.turn.id
        return int(told) if told.isdecimal() else 0

    @property
    def joined(self) -> str:
        """The path of the memory that this one went into; "" where it stands for itself."""
        return str(self.text.meta.get(JOINED, ""))

    @property
    def proposal(self) -> str:
        """The id of the proposal by which it went there; "" for none."""
        return str(self.text.meta.get(_PROPOSAL, ""))


def versions(snapshot: Snapshot, meta: Mapping[str, object]) -> list[Version]:
    """The versions whose meta has these values and of which something is left, the oldest first."""
    found = []
    for number in snapshot.turns_where(meta).tolist():
        drawers = list(snapshot.cuts_of(number))
        passages = snapshot.passages(drawers[:1])
        for passage in passages.values():
            key = Span.parse(passage.id).key
            whole = snapshot.get(Span(key, 0, _WHOLE), 0)
            if whole is not None and whole.source_kind == KIND and whole.text.strip():
                found.append(_version(key, whole))
    return found


def _version(key: bytes, text: Text) -> Version:
    meta = text.meta
    noted = meta.get(_LINES)
    lines = [_noted(row) for row in noted] if isinstance(noted, list) else []
    after = meta.get(_AFTER)
    language = str(meta.get(_LANGUAGE, ""))
    memory = read(text.text, lines, language)
    return Version(
        text.conversation,
        key,
        text,
        memory,
        tuple(map(str, after)) if isinstance(after, list) else (),
    )


def _noted(row: Any) -> Line:
    section, order, at, cites, until, said, *retired = row
    return Line("", section, order, at, tuple(cites), until, (), said, bool(retired))


def heads(found: Sequence[Version]) -> list[Version]:
    """The versions that no other was made from: one, or several where two writers met."""
    made_from = {key for one in found for key in one.after}
    return [one for one in found if one.key.hex() not in made_from]


def at_path(snapshot: Snapshot, path: str) -> list[Version]:
    """The versions of one memory, the oldest first."""
    return versions(snapshot, {_PATH: path})


def kept(found: Sequence[Version]) -> Kept:
    """The current state of a memory from its versions; heads of two writers are shown as one."""
    current = heads(found)
    last = current[-1]
    text = last.text.text
    if len(current) > 1:
        lines = tuple(line for one in current for line in one.memory.lines)
        text = write(merge(Memory((), last.memory.language), lines, lambda _: ())).text
    cites = dict.fromkeys(
        cite for one in current for line in one.memory.lines for cite in line.cites
    )
    return Kept(
        last.path, last.id, text, last.text.wing, tuple(cites), tuple(one.id for one in found)
    )


def citing(snapshot: Snapshot, key: bytes) -> list[Version]:
    """The versions that cite a turn."""
    return versions(snapshot, {_CITE + key.hex(): 1})


def last_citing(snapshot: Snapshot, key: bytes) -> list[Version]:
    """The last versions that cite a turn, those of memories that still say so first."""
    found = heads(citing(snapshot, key))
    standing = {
        one.key for path in {one.path for one in found} for one in heads(at_path(snapshot, path))
    }
    return sorted(found, key=lambda one: one.key not in standing)


def _joined_into(snapshot: Snapshot, path: str) -> list[Version]:
    """The versions by which other memories went into the one at a path."""
    return versions(snapshot, {JOINED: path})


def proposed(snapshot: Snapshot, proposal: str) -> list[Version]:
    """The versions by which a memory went into another as a proposal said."""
    return versions(snapshot, {_PROPOSAL: proposal})


def family(snapshot: Snapshot, path: str) -> list[str]:
    """The paths of all memories that were ever joined with the one at a path, itself first."""
    found, left = [path], [path]
    while left:
        own = left.pop()
        near = [one.path for one in _joined_into(snapshot, own)]
        near += [one.joined for one in at_path(snapshot, own) if one.joined]
        new = [one for one in dict.fromkeys(near) if one not in found]
        found += new
        left += new
    return found


def about(snapshot: Snapshot, slot: tuple[str, str]) -> list[Version]:
    """The versions that state something of a slot."""
    return versions(snapshot, {slot_mark(*slot): 1})


def slot_mark(subject: str, predicate: str) -> str:
    """The name by which memories with a slot are found; it does not tell the subject."""
    told = f"{claim_key(subject)}\n{predicate}".encode("utf-8", "surrogatepass")
    return f"slot {hashlib.sha256(told).hexdigest()[:10]}"


@dataclass(frozen=True, slots=True)
class Draft:
    """A version that is to be filed: its words, the slots that they state, and the versions it is made from.

    ``origins`` are the notes and tasks that it rests on, by their names in meta; ``joined`` is the path of the
    memory that it went into, and ``proposal`` the id of the proposal by which it did.
    """

    path: str
    document: Document
    slots: Sequence[Slot]
    language: str
    after: Sequence[Version]
    speaker: str
    origins: Mapping[str, Sequence[str]]
    joined: str = ""
    proposal: str = ""


def turn(draft: Draft) -> Turn:
    """A version as it is filed."""
    made = Turn.of_text(
        draft.document.text,
        kind=KIND,
        conversation=draft.path,
        turn=str(1 + max((one.number for one in draft.after), default=0)),
        speaker=draft.speaker,
        part=MEMORY,
        media_type=MEDIA,
        title=draft.path,
    )
    return replace(made, meta=_meta(draft))


def _meta(draft: Draft) -> dict[str, object]:
    """Times, cites and marks, never words of a line, so that forgetting a line leaves none."""
    lines = draft.document.lines
    meta: dict[str, object] = {
        _PATH: draft.path,
        _AFTER: sorted(one.key.hex() for one in draft.after),
        _LANGUAGE: draft.language,
        _LINES: [_note(line) for line in lines],
    }
    marks = [_CITE + Span.parse(cite).key.hex() for line in lines for cite in line.cites]
    marks += [slot_mark(*slot.key) for slot in draft.slots]
    marks += [profile_mark(line.said) for line in lines if line.section == "profile"]
    meta.update((mark, 1) for mark in marks)
    meta.update((name, [*told]) for name, told in draft.origins.items() if told)
    told = {JOINED: draft.joined, _PROPOSAL: draft.proposal}
    meta.update((name, one) for name, one in told.items() if one)
    return meta


def _note(line: Line) -> list[object]:
    """What is noted of a line beside its words; :func:`_noted` reads it."""
    section = line.section if line.until is None else ""
    retired = [1] if line.retired else []
    return [section, line.order, line.at, [*line.cites], line.until, line.said, *retired]


def profile_mark(said: str) -> str:
    """The name by which memories with somebody's profile are found."""
    return slot_mark(said, "profile")


def hall_of(memory: Memory) -> str:
    """The hall that most of a memory's current lines belong to."""
    sections = [line.section for line in memory.current]
    common = max(sections, key=sections.count, default="")
    return (
        common
        if common in ("decisions", "events", "discoveries", "preferences", "advice", "insights")
        else GENERAL
    )
