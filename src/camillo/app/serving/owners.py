"""The owners of a server, as whoever runs it sees them: listed without a word of theirs, and deleted by name."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from camillo.app import databases
from camillo.app.clock import stamp
from camillo.app.identity.caller import Caller
from camillo.app.serving.audit import Audit
from camillo.app.serving.folder import Folder
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.moment import Moment
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings

_DID = "camillo erase"
_LEFT = (
    "the audit logs of servers, which name users and hold no remembered word",
    "tokens of the user's issuer, which stay valid: what is stored with one next begins a new palace",
)
_LEFT_SERVERS = "what each server keeps beside palaces: name its data folder with --server"


@dataclass(frozen=True, slots=True)
class Kept:
    """One owner: how much is kept of him, and when it was last written to.

    In a server's folder files are named by a hash (``name``): ``product`` and ``user`` are None where neither its
    records nor its audit log has them, ``bytes`` are those of files, and ``turns`` are not counted. In a database
    ``bytes`` are those of texts.
    """

    name: str
    product: str | None
    user: str | None
    turns: int | None
    bytes: int
    last_write: str | None


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure removed of an owner, or would: counts by kind, and what is left elsewhere, in words."""

    product: str
    user: str
    at: str
    counts: Mapping[str, int]
    left: tuple[str, ...]


class _Place(Protocol):
    """Where something of owners is kept."""

    def look(self, owner: Owner) -> tuple[Mapping[str, int], tuple[str, ...]]:
        """What is kept of one, by kind, all 0 where nothing is, and what a deletion would leave."""
        ...

    def erase(self, owner: Owner) -> Mapping[str, int]:
        """Delete it: what went, by kind."""
        ...


class _Database:
    def __init__(self, address: str) -> None:
        self._address, self._owners = address, databases.part(address, "owners")

    def look(self, owner: Owner) -> tuple[Mapping[str, int], tuple[str, ...]]:
        return self._owners.look(self._address, owner)  # type: ignore[no-any-return]

    def erase(self, owner: Owner) -> Mapping[str, int]:
        return self._owners.erase(self._address, owner)  # type: ignore[no-any-return]


def owners(server: Path | None, database: str, settings: "Settings") -> list[Kept]:
    """The owners of a database, or those who have a palace in a server's folder, by product and user.

    Raises:
        InvalidInput: no place is named. NotFound: the folder is no server's.
        CamilloError: the database cannot be reached, or the role may not see its owners.
    """
    rows: list[tuple[str, Owner | None, int | None, int, float | None]]
    if database:
        listed = databases.part(database, "owners").listed(database)
        rows = [(one.name, one, *rest) for one, *rest in listed]
    elif server is not None:
        rows = Folder.at(server, settings).listed()
    else:
        raise InvalidInput("no place is named", "name --server DIR or --database URL")
    found = [
        Kept(
            name=name,
            product=None if one is None else one.product,
            user=None if one is None else one.user,
            turns=turns,
            bytes=size,
            last_write=None if at is None else Moment.from_epoch(round(at)).text,
        )
        for name, one, turns, size, at in rows
    ]
    return sorted(found, key=lambda one: (one.user is None, one.product or "", one.user or "", one.name))  # fmt: skip


def erase(
    server: Path | None,
    database: str,
    owner: Owner,
    settings: "Settings",
    *,
    dry_run: bool = False,
) -> Erased:
    """Delete all that is kept of an owner: the palace, keys, shares given and taken, answers kept for repeats.

    Servers may run: they answer as for one who never was, from then on. In a database it is one transaction; in a
    folder what a kill cut off is out of everybody's reach, and the next run completes it. The audit log in the
    folder has a line before and one after. With both, what that server keeps beside the palace goes too.

    Raises:
        NotFound: nothing is kept of this owner. InvalidInput: no folder says where it is recorded.
        PalaceBusy: others wrote for too long, or still have the file open: run it again.
        PalaceLocked: the records or the palace in the folder are encrypted, and the key is missing.
    """
    if server is None and not dry_run:
        raise InvalidInput(
            "no audit log is named to record it in",
            "name the data folder of a server with --server",
        )
    folder = Folder.at(server, settings, database=bool(database)) if server is not None else None
    places: list[_Place] = [_Database(database)] if database else []
    places += [folder] if folder is not None else []
    looked = [place.look(owner) for place in places]
    counts, left = (
        _sum([held for held, _ in looked]),
        [*_LEFT, *([] if folder else [_LEFT_SERVERS])],
    )
    if not any(counts.values()):
        raise NotFound(
            f"nothing is kept of a user {owner.user!r} of the product {owner.product!r}",
            "name both as `camillo owners` lists them, with the same --server or --database",
        )
    if folder is not None and not dry_run:
        with _recorded(folder.audit, owner):
            counts = _sum([place.erase(owner) for place in places])
    left += [one for _, stays in looked for one in stays]
    at = stamp()
    return Erased(owner.product, owner.user, at, counts, tuple(left))


def _sum(given: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Counts of several places, by kind."""
    total = Counter[str]()
    for counts in given:
        total.update(counts)
    return dict(total)


@contextmanager
def _recorded(path: Path, owner: Owner) -> Iterator[None]:
    """A line in the audit log before it is done, and one with how it ended, whatever ended it."""
    audit, operator = Audit(path), Caller(owner, frozenset(), "operator")
    audit.note(operator, _DID, 202, "")
    try:
        yield
    except BaseException as error:
        audit.note(operator, _DID, 500, "", error=type(error).__name__)
        raise
    audit.note(operator, _DID, 200, "")
