"""Renewing: what a new version of a text says that the one before did not, and what rested on that alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from camillo.app.ids import span_of
from camillo.app.memories import shelf
from camillo.app.memories.dependants import Left
from camillo.distill.memories.memory import Line, Memory, one_line
from camillo.distill.sentences import sentences
from camillo.domain.drawer import Span
from camillo.domain.identity import decode_text
from camillo.ports.store import Snapshot

#: What meta says a memory comes from.
ORIGINS = ("source_note", "source_task")
#: The verb of the act that says that an event was taken; its subject is the kind and id of what changed.
TAKEN = "event taken"
_WHOLE = 1 << 40


@dataclass(frozen=True, slots=True)
class Renewed:
    """A text that replaced another: the older text, and when the new one was written, in micros."""

    before: str
    order: int

    def fresh(self, text: str) -> Callable[[int, int], bool]:
        """Whether a stretch of the new text, in characters, lies in a sentence that the older had not."""
        known = said(self.before)
        spans = [(start, end) for start, end in sentences(text)]

        def is_fresh(start: int, end: int) -> bool:
            return any(
                one_line(text[low:high]) not in known
                for low, high in spans
                if low < end and start < high
            )

        return is_fresh


def said(text: str) -> frozenset[str]:
    """The sentences of a text, each as one line."""
    return frozenset(one_line(text[start:end]) for start, end in sentences(text))


def unsupported(snapshot: Snapshot, id: str, order: int) -> list[Left]:
    """Memories with lines that rested on older versions of this text and on nothing that stands.

    The lines are ended at ``order``.
    """
    span = span_of(snapshot, id)
    current = snapshot.get(Span(span.key, 0, _WHOLE), 0)
    if current is None:
        return []
    support = Support(snapshot)
    paths: dict[str, None] = {}
    for key in _versions(snapshot, current.source_kind, current.conversation):
        paths.update(dict.fromkeys(one.path for one in shelf.citing(snapshot, key)))
    found = []
    for path in paths:
        heads = shelf.heads(shelf.at_path(snapshot, path))
        lines = [line for head in heads for line in head.memory.lines]
        kept = tuple(
            replace(line, until=max(order, line.order), retired=True)
            if line.until is None and line.cites and not support.of(line)
            else line
            for line in lines
        )
        if list(kept) != lines:
            found.append(Left(tuple(heads), Memory(kept, heads[-1].memory.language)))
    return found


class Support:
    """Whether what lines cite still stands: in a current turn, or word for word in its newest version."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._said: dict[tuple[str, str], frozenset[str]] = {}

    def of(self, line: Line) -> bool:
        """Whether any of its cites does."""
        return any(self._stands(Span.parse(cite)) for cite in line.cites)

    def _stands(self, span: Span) -> bool:
        memory = self._snapshot.get(Span(span.key, 0, _WHOLE), 0)
        if memory is None:
            return False
        if memory.current:
            return True
        name = (memory.source_kind, memory.conversation)
        if name not in self._said:
            newest = self._snapshot.latest(*name, "", 1)
            self._said[name] = frozenset[str]().union(*(said(one.text) for one in newest))
        low = len(decode_text(memory.content[: span.start]))
        high = low + len(decode_text(memory.content[span.start : span.end]))
        told = [
            one_line(memory.text[start:end])
            for start, end in sentences(memory.text)
            if start < high and low < end
        ]
        return bool(told) and self._said[name].issuperset(told)


def _versions(snapshot: Snapshot, kind: str, conversation: str) -> list[bytes]:
    """Keys of the turns that a note had before, as the events that brought them tell."""
    acts = snapshot.acts((TAKEN,), (f"{kind} {conversation}",))
    return [Span.parse(str(act.payload["id"])).key for act in acts if "id" in act.payload]


def origins_of(snapshot: Snapshot, memory: Memory) -> dict[str, list[str]]:
    """The notes and tasks that the lines of a memory which stand rest on, by their names in meta."""
    keys = {Span.parse(cite).key for line in memory.current for cite in line.cites}
    found: dict[str, set[str]] = {name: set() for name in ORIGINS}
    for key in keys:
        cited = snapshot.get(Span(key, 0, 0), 0)
        for name in ORIGINS if cited is not None else ():
            value = cited.meta.get(name) if cited is not None else None
            if isinstance(value, str):
                found[name].add(value)
    return {name: sorted(values) for name, values in found.items() if values}
