"""Diaries: what an agent's role writes down for those who come after it."""

from collections.abc import Callable

from camillo.app.clock import now
from camillo.domain.diary import KIND, ROOM, Diary, Entry, same_role
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import address, encode_text
from camillo.domain.moment import Moment, Time
from camillo.domain.place import check_name
from camillo.domain.report import Receipt
from camillo.domain.search import Memory
from camillo.ports.store import PalaceStore

#: The most entries that one reading gives.
MOST = 1000


class Diaries:
    """The diaries of one palace. An entry is a turn: it is searched, read, moved and forgotten as any.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.diaries.write("reviewer", "Orion's tests need Postgres.")
    ...         entry = palace.diaries.read("reviewer")[0]
    >>> entry.role, entry.text
    ('reviewer', "Orion's tests need Postgres.")
    """

    def __init__(self, store: PalaceStore, add: Callable[..., Receipt]) -> None:
        self._store = store
        self._add = add

    def write(
        self,
        role: str,
        text: str,
        *,
        at: Time | None = None,
        wing: str | None = None,
    ) -> Receipt:
        """Add an entry to a role's diary, word for word; nothing rewrites it.

        ``at`` is when it is dated, else the clock; ``wing`` the project it belongs to. The same
        text at the same time is one entry, at another time another.

        Raises:
            InvalidInput: role, text, time or wing cannot be used, or the text was forgotten.
        """
        name = check_name("role", role)
        moment = now() if at is None else Moment.parse(at)
        return self._add(
            text,
            wing=wing,
            room=ROOM,
            at=moment,
            speaker=name,
            role="assistant",
            source=f"{KIND}:{same_role(name)}",
            conversation=same_role(name),
            turn=f"{moment.micros}-{address(encode_text(text)).hex()[:16]}",
        )

    def read(
        self,
        role: str | None = None,
        *,
        since: Time | None = None,
        until: Time | None = None,
        limit: int = 20,
        wing: str | None = None,
    ) -> tuple[Entry, ...]:
        """The newest entries first, at most ``limit``; of every role where none is named.

        ``since`` and ``until`` are both inclusive; a date means its whole day.

        Raises:
            InvalidInput: the role, a time or the limit (1 to 1,000) cannot be used.
        """
        if not 1 <= limit <= MOST:
            raise InvalidInput(f"{limit} entries cannot be read at once", f"use 1 to {MOST:,}")
        native = None if role is None else same_role(check_name("role", role))
        first = None if since is None else Moment.parse(since).micros
        end = None if until is None else Moment.parse(until).end()
        with self._store.snapshot() as snapshot:
            found = snapshot.diary(native, first, end, wing, limit)
        return tuple(map(_entry, found))

    def roles(self) -> tuple[Diary, ...]:
        """The roles that have a diary, by name."""
        with self._store.snapshot() as snapshot:
            return tuple(snapshot.diaries())


def _entry(found: Memory) -> Entry:
    turn = found.turn
    return Entry(found.id, turn.speaker, found.text, turn.at, found.wing, found.hall)
