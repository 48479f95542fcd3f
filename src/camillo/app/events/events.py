"""Events of one palace: the save that cannot fail for a model, and the queue of what is to be distilled."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.events import relations, states, turns, workspaces
from camillo.app.events.states import DISTILLED, State
from camillo.app.memories.renewing import TAKEN, Renewed
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import (
    CamilloError,
    InvalidInput,
    ModelOffline,
    NotFound,
    PalaceBusy,
)
from camillo.domain.event import Action, Event, Taken
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment, Time
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.alone import AloneStore
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.links.links import Links
    from camillo.app.memories.memories import Memories
    from camillo.app.resident.locks import FileLock

#: How often one process tries to distil an event, times without an answer of the language model left out.
TRIES = 3
_WHOLE = 1 << 40


class Events:
    """What host applications tell of: notes saved, actions done, prompts executed, texts stored.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         taken = palace.events.note_saved(
    ...             "n1", "Stack", "We chose Postgres for billing.", ["billing"], "w1", "2026-05-01"
    ...         )
    ...         found = palace.search("Postgres for billing", meta={"source_note": "n1"})
    >>> taken.action, taken.wing, taken.rooms, taken.extracted, len(found.results) > 0
    ('saved', 'w1', ('billing',), True, True)
    """

    def __init__(self, parts: "Parts", memories: "Memories", links: "Links", path: Path) -> None:
        self._store = parts.store
        self._parts = parts
        self._memories = memories
        self._links = links
        self._path = path
        self._tries: Counter[int] = Counter()
        self._unanswered: Counter[int] = Counter()
        self._notes = relations.Notes()
        self._drained = 0

    # ---- what hosts call -------------------------------------------------------------------

    def note_saved(
        self,
        note_id: str,
        title: str,
        body: str,
        tags: Sequence[str],
        workspace: str,
        updated_at: Time | None,
        relations: Sequence[str] = (),
        *,
        workspace_name: str = "",
    ) -> Taken:
        """A note was made or changed: its text is kept, and only what changed in it is distilled.

        ``workspace`` is the workspace's id; its wing is made at the first save and called
        ``workspace_name``. Each tag is a room. ``relations`` are ids of notes it hangs together with.
        An older ``updated_at`` than the last is passed over.

        Raises:
            InvalidInput: a name or the time cannot be used, or the whole text was forgotten.
        """
        event = Event(
            "note",
            body,
            workspace,
            id=note_id,
            title=title,
            tags=tuple(tags),
            at=Moment.given(updated_at),
            relations=tuple(relations),
            workspace_name=workspace_name,
        )
        return self.take(event)

    note_updated = note_saved

    def agent_action(
        self,
        task_id: str,
        text: str,
        *,
        workspace: str,
        action_id: str = "",
        note: str = "",
        tags: Sequence[str] = (),
        agent: str = "",
        at: Time | None = None,
    ) -> Taken:
        """An agent finished an action of a task; ``text`` is what it put out."""
        event = Event(
            "action", text, workspace, id=task_id, part=action_id, note=note,
            tags=tuple(tags), speaker=agent, at=Moment.given(at),
        )  # fmt: skip
        return self.take(event)

    def prompt_executed(
        self,
        prompt_id: str,
        prompt: str,
        result: str,
        *,
        workspace: str,
        note: str = "",
        task: str = "",
        tags: Sequence[str] = (),
        at: Time | None = None,
    ) -> Taken:
        """A prompt was executed: both sides are kept, and the result is distilled."""
        event = Event(
            "prompt", result, workspace, id=prompt_id, asked=prompt, note=note, task=task,
            tags=tuple(tags), at=Moment.given(at),
        )  # fmt: skip
        return self.take(event)

    def store(
        self,
        text: str,
        *,
        workspace: str,
        note: str = "",
        task: str = "",
        tags: Sequence[str] = (),
        at: Time | None = None,
    ) -> Taken:
        """A text that somebody wants remembered."""
        return self.take(
            Event(
                "store",
                text,
                workspace,
                note=note,
                task=task,
                tags=tuple(tags),
                at=Moment.given(at),
            )
        )

    def take(self, event: Event) -> Taken:
        """Keep an event's text, then distil it and what else waits. The same event twice changes nothing.

        Raises:
            InvalidInput: a name cannot be used, or the whole text was forgotten.
            PalaceBusy: other processes save events for longer than the settings allow to wait.
        """
        event = turns.checked(event)
        with self._alone("saving", self._parts.settings.busy_seconds):
            action, state = self._save(event)
        with self._store.snapshot() as snapshot:
            place, rooms = _places(snapshot, state, event)
        if action != "saved" and not self.waiting():
            return Taken(action, state.id, place.wing, rooms)
        left = self.drain()
        mine = state.number in {one.number for one in left}
        return Taken(action, state.id, place.wing, rooms, not mine, len(left))

    def waiting(self) -> tuple[State, ...]:
        """What was saved and is not distilled yet, in the order in which it came."""
        with self._store.snapshot() as snapshot:
            found = states.waiting(snapshot.acts(states.VERBS, after=self._drained))
            if not found:
                self._drained = snapshot.last_act()
        return tuple(found)

    def drain(self) -> tuple[State, ...]:
        """Distil what waits; what fails waits for another try. Returns what still waits.

        Where a language model is named and fails, its event waits too: the rules do not answer in its stead.
        """
        left = self.waiting()
        try:
            with self._alone("distilling", 0.0):
                self._try_all([one for one in left if self._tries[one.number] < TRIES])
        except PalaceBusy:
            return left  # another process is at it
        return self.waiting()

    # ---- saving ----------------------------------------------------------------------------

    def _save(self, event: Event) -> tuple[Action, State]:
        turn = self._allowed(turns.turn_of(event))
        subject = turns.subject_of(event, turn)
        id = str(Span(turn.key, 0, len(turn.content)))
        with self._store.snapshot() as snapshot:
            last = states.newest(snapshot, subject)
            held = snapshot.get(Span(turn.key, 0, _WHOLE), 0)
        payload = states.payload(event, id, event.relations)
        if last is not None and last.payload == payload and held is not None:
            if held.current and (event.title or held.title) == held.title:
                return "unchanged", last
        elif last is not None and _is_older(event, last):
            return "outdated", last
        self._file(event, turn, last)
        if last is None or last.payload != payload:
            self._store.record(TAKEN, [Act(TAKEN, subject, "", payload)])
        relations.dig(self._store, self._links, self._notes, subject)
        with self._store.snapshot() as snapshot:
            state = states.newest(snapshot, subject)
        if state is None:
            raise NotFound("the event that was saved is gone", "save it again")
        return "saved", state

    def _allowed(self, turn: Turn) -> Turn:
        (allowed,) = self._store.forgotten([turn])
        if allowed is None:
            raise InvalidInput(
                "the text was forgotten for good and is not kept again", "say it in other words"
            )
        return allowed

    def _file(self, event: Event, turn: Turn, last: State | None) -> None:
        wing = workspaces.wing_of(self._store, event.workspace, event.workspace_name)
        rooms = event.tags or (None,)
        given = [one for one in (turns.asked_of(event), turn) if one is not None]
        filed = []
        for one in map(self._allowed, given):
            cuts, language = self._parts.cuts(one)
            for room in rooms:
                place, _ = self._parts.placer().place(one, None, wing=wing, room=room)
                filed.append(Filed(one, place, cuts, language))
        known = self._store.known([turn.key])
        if known and last is not None and self._lies_elsewhere(event, last):
            self._store.move([Span(turn.key, 0, 0)], filed[-1].place)
        self._store.file("save event", workspaces.source_of(event.workspace, turn.kind), filed)
        self._store.compact()
        self._parts.linking().soon()
        self._parts.deriving().soon()

    @staticmethod
    def _lies_elsewhere(event: Event, last: State) -> bool:
        return (event.workspace, event.tags) != (last.payload.get("workspace"), last.told("tags"))

    # ---- distilling ------------------------------------------------------------------------

    def _try_all(self, waiting: Sequence[State]) -> None:
        """Try those first that went unanswered least, and none any more once a model gives no answer."""
        for state in sorted(waiting, key=lambda one: self._unanswered[one.number]):
            try:
                self._try(state)
            except ModelOffline:
                self._unanswered[state.number] += 1
                return

    def _try(self, state: State) -> None:
        """Distil one state; a fault leaves it waiting.

        Raises:
            ModelOffline: the language model gives no answer.
        """
        self._tries[state.number] += 1
        try:
            self._distil(state)
        except ModelOffline:
            self._tries[state.number] -= 1
            raise
        except (CamilloError, OSError):
            return
        except Exception:  # noqa: BLE001 - the edge: no fault of an extraction may fail a host's save
            return
        self._store.record(DISTILLED, [Act(DISTILLED, state.subject, "", {"act": state.number})])
        del self._tries[state.number], self._unanswered[state.number]

    def _distil(self, state: State) -> None:
        with self._store.snapshot() as snapshot:
            text = snapshot.get(Span.parse(state.id), 0)
            before = states.distilled(snapshot, state.subject)
            old = (
                None if before is None or not before.id else snapshot.get(Span.parse(before.id), 0)
            )
        if text is None:
            return  # it was forgotten meanwhile
        renewed = Renewed(old.text if old is not None else "", state.order)
        room = next(iter(state.told("tags")), None)
        if text.text.strip():
            self._memories.distil(state.id, room=room, renewed=renewed, by_rule=False)
        if old is not None:
            self._memories.retire(state.id, state.order)

    @contextmanager
    def _alone(self, what: str, seconds: float) -> Iterator[None]:
        """Nobody else does this meanwhile: no process of this machine, and none of another's before one database.

        Raises:
            PalaceBusy: others did for so long.
        """
        with ExitStack() as held:
            held.enter_context(self._lock(f"{what}.lock", seconds))
            if isinstance(self._store, AloneStore):
                held.enter_context(self._store.alone(f"{what} events", seconds))
            yield

    def _lock(self, name: str, seconds: float) -> "FileLock":
        from camillo.app.resident.locks import FileLock
        from camillo.app.resident.state import State as Folder

        folder = Folder.of(self._path)
        folder.make()
        lock = FileLock(folder.folder / name)
        if not lock.take(seconds):
            raise PalaceBusy("another process is saving events", "try again")
        return lock


def _places(snapshot: Snapshot, state: State, event: Event) -> tuple[Place, tuple[str, ...]]:
    """Where an event's text lies, and its rooms."""
    held = snapshot.get(Span.parse(state.id), 0) if state.id else None
    if held is None:
        return Place(event.workspace), ()
    return Place(held.wing, held.room, held.hall), event.tags or (held.room,)


def _is_older(event: Event, last: State) -> bool:
    return event.kind == "note" and event.at is not None and event.at.micros < (last.at or 0)
