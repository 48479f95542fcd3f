"""What changes where texts lie, or takes them away: forgetting, moving, renaming."""

from collections.abc import Sequence
from dataclasses import replace

from camillo.app.given import listed
from camillo.app.verbs.handles import Handles
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.note import LAYERS
from camillo.domain.place import GENERAL, Place, check_name
from camillo.domain.report import Receipt
from camillo.domain.search import Memory


class Refiling(Handles):
    """The verbs of a palace that change what is filed already."""

    def plan_forget(self, ids: Sequence[str] = (), *, wing: str | None = None) -> list[Memory]:
        """What :meth:`forget` with the same arguments would remove; nothing is written."""
        from camillo.app.care.doomed import doomed

        named = doomed(self._store, listed(ids), wing)
        named += doomed(self._store, self._earlier([one.id for one in named]), None)
        resting = self.memories.resting_on([one.id for one in named])
        known = {one.id for one in named}
        return [
            *named,
            *doomed(self._store, [id for id in resting if id not in known], None),
        ]

    def forget(self, ids: Sequence[str] = (), *, wing: str | None = None) -> Receipt:
        """Remove texts for good: from the text, the index, the vectors and the file's bytes.

        A whole ``wing`` loses its placements; what lay only there is forgotten. Mining the source
        again does not bring it back. The receipt names backups and files of vaults that still hold it. Lines of
        memories that rest on nothing else go too, from every version, and with the text of a note all its
        versions; with a wing also facts stated by hand that cite nothing but its texts. There is no undo:
        see :meth:`plan_forget`.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         receipt = palace.add("The code of the door is 4711.")
        ...         doomed = palace.plan_forget(receipt.ids)
        ...         gone = palace.forget(receipt.ids)
        ...         found = palace.search("code of the door")
        >>> [one.text for one in doomed], found.results
        (['The code of the door is 4711.'], ())
        """
        from camillo.app.care.doomed import doomed, redactions
        from camillo.app.links.unlinking import Watch

        if wing is not None and ids:
            raise InvalidInput("give either ids or a wing to forget", "leave one of them out")
        watch = Watch(self._store)
        if wing is not None:
            try:
                lone = [one.id for one in doomed(self._store, (), wing)]
            except NotFound:
                # What rested on a wing alone is forgotten after it: a kill may have come between.
                watch.leftover()
                raise
            earlier = self._earlier(lone)
            too = [*earlier, *self.memories.without([*lone, *earlier])]
            notes = self._notes_among([*lone, *earlier])
            if too:
                self._store.forget(redactions(self._store, too, self._parts.recut))
            return self._with_files(watch.wing_deleted(self._store.delete_wing(wing)), notes)
        named = [*listed(ids), *self._earlier(listed(ids))]
        resting = self.memories.without(named)
        notes = self._notes_among(named)
        receipt = self._store.forget(redactions(self._store, [*named, *resting], self._parts.recut))
        self._parts.deriving().soon()
        return self._with_files(watch.forgotten(receipt), notes)

    def _notes_among(self, ids: Sequence[str]) -> list[str]:
        """Of these ids those of texts of notes, which a vault can hold."""
        with self._store.snapshot() as snapshot:
            found = ((id, snapshot.get(Span.parse(id), 0)) for id in ids)
            return [id for id, text in found if text is not None and text.source_kind in LAYERS]

    def _with_files(self, receipt: Receipt, notes: Sequence[str]) -> Receipt:
        """A receipt that names also the files of vaults that hold what was forgotten."""
        from camillo.app.vault.known import Vaults

        if self._parts.file is None or not notes:
            return receipt
        found = Vaults(self._parts.file).holding(notes)
        return replace(receipt, notes=(*receipt.notes, *found))

    def plan_move(self, ids: Sequence[str] = (), *, from_wing: str | None = None) -> list[Memory]:
        """What :meth:`move` with the same arguments would move; nothing is written."""
        from camillo.app.care.doomed import doomed

        planned = doomed(self._store, listed(ids), from_wing)
        along = () if from_wing else self._earlier(listed(ids))
        return [*planned, *doomed(self._store, along, None)]

    def move(
        self,
        ids: Sequence[str],
        *,
        wing: str,
        room: str = GENERAL,
        hall: str = GENERAL,
        from_wing: str | None = None,
    ) -> Receipt:
        """File the turns of these ids elsewhere, notes with all their versions; texts and ids stay as they are.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         receipt = palace.add("We chose Go.", wing="orion")
        ...         moved = palace.move(receipt.ids, wing="lyra", room="api")
        ...         memory = palace.get(receipt.ids[0])
        >>> memory.wing, memory.room
        ('lyra', 'api')
        """
        place = Place(
            check_name("wing", wing), check_name("room", room), self._parts.hall(hall) or GENERAL
        )
        moved = [*listed(ids), *(() if from_wing else self._earlier(listed(ids)))]
        return self._store.move([Span.parse(id) for id in moved], place, from_wing)

    def _earlier(self, ids: Sequence[str]) -> tuple[str, ...]:
        from camillo.app.notes.versions import earlier

        with self._store.snapshot() as snapshot:
            return earlier(snapshot, ids)

    def rename_wing(self, old: str, new: str) -> Receipt:
        """Rename a wing; onto an existing one it merges."""
        from camillo.app.links.unlinking import Watch
        from camillo.domain.link import Spot

        watch, name = Watch(self._store), check_name("wing", new)
        receipt = self._store.rename_wing(old, name)
        watch.renamed(Spot(old, ""), Spot(name, ""))
        self.retention.renamed(old, name)
        return receipt

    def rename_room(self, wing: str, old: str, new: str) -> Receipt:
        """Rename a room of a wing; onto an existing one it merges."""
        return self._rename_room(wing, wing, old, new)

    def _rename_room(self, meant: str | int, wing: str, old: str, new: str) -> Receipt:
        """Rename a room of the wing that is ``meant``, by name or number, and called ``wing``."""
        from camillo.app.links.unlinking import Watch
        from camillo.domain.link import Spot

        watch, name = Watch(self._store), check_name("room", new)
        receipt = self._store.rename_room(meant, old, name)
        watch.renamed(Spot(wing, old), Spot(wing, name))
        return receipt
