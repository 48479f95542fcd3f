"""The palace as a whole: what it holds, whether it is whole, and copies of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import compose, values
from camillo.app.telemetry import stepped
from camillo.app.verbs.handles import Handles
from camillo.domain.errors import NotFound
from camillo.domain.report import Problem, Receipt

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.ingest.mine import Progress


class Caring(Handles):
    """The verbs that look at all of a palace, prove it, derive it again and copy it."""

    def status(self) -> dict[str, object]:
        """Totals, coverage, models and sizes of this palace."""
        encrypted = self._store.is_encrypted
        return {"palace": str(self.path), "encrypted": encrypted, **self._parts.status()}

    def wings(self) -> list[dict[str, object]]:
        """Wings with their rooms, counts and newest event time."""
        with self._store.snapshot() as snapshot:
            return snapshot.wings()

    def rooms(self, wing: str) -> list[dict[str, object]]:
        """The rooms of one wing, with their counts.

        Raises:
            NotFound: there is no such wing.
        """
        for row in self.wings():
            if row["wing"] == wing:
                rooms: list[dict[str, object]] = row["rooms"]  # type: ignore[assignment]
                return rooms
        raise NotFound(f"no wing named {wing!r}", "list them with `camillo wings`")

    def log(self, limit: int = 20) -> list[Receipt]:
        """The newest writes, without remembered text."""
        return self._store.log(limit)

    def doctor(self, progress: "Callable[[Progress], None] | None" = None) -> list[Problem]:
        """Prove, without writing, that canonical and derived tables agree; empty when they do.

        Every turn is cut again, which takes about as long as filing it did.
        """
        return [*self._store.check(), *self._parts.check_derived(progress)]

    @stepped("rebuild")
    def rebuild(self, progress: "Callable[[Progress], None] | None" = None) -> Receipt:
        """Derive every index again beside the present ones, check them, and switch over."""
        from camillo.app.care.rebuilding import rebuild

        receipt = rebuild(self._store, self._parts.recut, progress)
        self._parts.linking().run()
        self._parts.deriving().run()
        return receipt

    def backup(self, target: str | Path) -> Receipt:
        """Copy the palace, consistent, to a new file while others go on using it."""
        return self._store.backup(values.named(target))

    def export(self, target: str | Path, *, plain: bool = False) -> Receipt:
        """Write all of this palace to a new file as an open archive (docs/reference/archive.md).

        Where the palace is encrypted the archive is sealed with its key, unless ``plain``.

        Raises:
            InvalidInput: the file exists, or the store has no archives.
        """
        from camillo.app.archive import carrying
        from camillo.app.encryption.keys import archive_key

        key = None if plain else archive_key(self._store, self._parts.settings)
        return carrying.export(self._store, values.named(target), key)

    @staticmethod
    @stepped("take in")
    def take(
        archive: str | Path,
        *,
        settings: "Settings | None" = None,
        progress: "Callable[[Progress], None] | None" = None,
    ) -> Receipt:
        """Make the palace of the settings, which must not be there yet, out of an archive.

        Where it was made out of the same archive before, nothing is done and its receipt is given again.

        Each id names the same bytes as where it came from. What was derived is made again; vectors are
        filled in by :meth:`refine`.

        Raises:
            NotFound: there is no archive. InvalidInput: the palace exists, or it is no whole archive.
            PalaceLocked: it is sealed, and the key is missing or another one.
        """
        from camillo.app.archive.arriving import arrive

        return arrive(values.named(archive), settings or compose.default_settings(), progress)

    @staticmethod
    def restore(
        backup: str | Path, target: str | Path, *, settings: "Settings | None" = None
    ) -> Receipt:
        """Make a new palace from a backup, after checking the backup; never over an existing file.

        One that is encrypted opens with the key that the settings name, and so does what is made of it.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     place = pathlib.Path(folder)
        ...     with Palace.open(place / "palace.camillo") as palace:
        ...         receipt = palace.add("We chose Go.")
        ...         copied = palace.backup(place / "copy.camillo")
        ...     made = Palace.restore(place / "copy.camillo", place / "again.camillo")
        ...     with Palace.open(place / "again.camillo") as palace:
        ...         palace.get(receipt.ids[0]).text
        'We chose Go.'
        """
        from camillo.app.care.rebuilding import restore
        from camillo.app.encryption.keys import keys_of

        keys = keys_of(settings or compose.default_settings())
        return restore(values.named(backup), values.named(target), keys)
