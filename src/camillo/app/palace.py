"""The palace: one owner's memory, and the verbs every surface calls."""

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from camillo.app import compose, values
from camillo.app.verbs.caring import Caring
from camillo.app.verbs.finding import Finding
from camillo.app.verbs.keeping import Keeping
from camillo.app.verbs.refiling import Refiling
from camillo.app.worth.uses import Uses
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings


class Palace(Keeping, Finding, Refiling, Caring):
    """All the memory of one owner, open for reading and writing.

    Every write is one transaction; a returned receipt means it is on disk. Several processes may
    have the same palace open. Use it as a context manager or call :meth:`close`.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("We chose GraphQL for the mobile app.", wing="orion")
    ...         found = palace.search("why GraphQL?", wing="orion")
    >>> found.results[0].text
    'We chose GraphQL for the mobile app.'
    """

    def __init__(self, path: Path, parts: compose.Parts) -> None:
        store = parts.store
        super().__init__(store, parts, Uses(store), self.add, self.search, self.forget)
        self.path = parts.file = path

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        create: bool = True,
        settings: "Settings | None" = None,
        light: bool = False,
    ) -> Self:
        """Open the palace at ``path`` (default: the settings' palace), making it when new.

        ``light`` answers from the lexical and static tiers alone, for a caller with little time.

        Raises:
            NotFound: there is no palace there and ``create`` is false.
            PalaceDamaged: the file is no palace. PalaceTooNew: a later version wrote it.
        """
        settings = settings or compose.default_settings()
        place = values.named(path) if path is not None else settings.palace
        store = compose.open_store(place, settings, create=create)
        return cls(place, compose.Parts(store, settings, light=light))

    @classmethod
    def connect(
        cls,
        address: str,
        owner: Owner,
        *,
        create: bool = True,
        settings: "Settings | None" = None,
        light: bool = False,
    ) -> Self:
        """Open an owner's palace among those of many: ``postgresql://...``, or ``sqlite:///folder``.

        The handle is bound to this owner: nothing it does can name another.

        Raises:
            NotFound: this owner has no palace there and ``create`` is false.
            InvalidInput: no store serves such an address.
            CamilloError: the database cannot be reached, or does not keep owners apart.
        """
        settings = settings or compose.default_settings()
        store = compose.connect_store(address, owner, settings, create=create)
        beside = settings.palace.parent / "connected" / owner.name
        return cls(beside, compose.Parts(store, settings, light=light))

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._uses.flush()
        self._parts.endpoints.close()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
