"""The port of a server's own records: agents' keys, shares, revoked tokens, and answers to repeated writes."""

from dataclasses import dataclass
from typing import Literal, Protocol

from camillo.domain.owner import Owner


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An agent's key as it is kept: ``digest`` is a slow hash of its secret, never the secret.

    ``created``, ``expires`` and ``revoked`` are seconds since 1970; 0 stands for never.
    """

    id: str
    owner: Owner
    name: str
    scopes: tuple[str, ...]
    digest: str
    created: float
    expires: float = 0.0
    revoked: float = 0.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What a write was answered: the digest of what was asked, and the answer, sealed. None: not yet."""

    asked: bytes
    status: int | None = None
    sealed: bytes = b""


Role = Literal["reader", "writer", "admin"]


@dataclass(frozen=True, slots=True)
class Share:
    """One wing of ``giver``, opened to one other user, who is ``taker`` once the code was accepted.

    ``wing`` is its number (:class:`camillo.ports.store.RoomRow`), which outlasts its names and is no other wing's.
    ``name`` is what the taker sees it under; ``via`` is the id of the share by which an admin of the wing made
    this one; ``digest`` is a hash of the code's secret. ``created``,
    ``lapses`` (of a code that nobody accepted), ``expires``, ``accepted`` and ``ended`` are seconds since
    1970; 0 stands for never.
    """

    id: str
    giver: Owner
    wing: int
    role: Role
    name: str
    digest: str
    created: float
    lapses: float
    expires: float = 0.0
    taker: Owner | None = None
    accepted: float = 0.0
    ended: float = 0.0
    via: str = ""


class ShareStore(Protocol):
    """Who may see which wing of whom."""

    def add_share(self, share: Share) -> None:
        """Keep a new share, accepted by nobody yet."""
        ...

    def share(self, id: str) -> Share | None:
        """The share with an id, whether it still stands or not."""
        ...

    def shares_given(self, owner: Owner) -> list[Share]:
        """Shares of an owner's wings, the newest first."""
        ...

    def shares_taken(self, owner: Owner) -> list[Share]:
        """Shares that an owner accepted, the newest first."""
        ...

    def take_share(self, id: str, taker: Owner, at: float) -> bool:
        """Bind a share to who accepts it; False where somebody did, or it ended."""
        ...

    def end_share(self, id: str, at: float) -> bool:
        """End a share; False where there is none of this id."""
        ...

    def end_shares_of(self, giver: Owner, wing: int, at: float) -> int:
        """End all shares of a wing; how many stood."""
        ...


class ServerStore(ShareStore, Protocol):
    """What a server keeps beside palaces. Every write is on disk when it returns; threads may share it."""

    def secret(self) -> bytes:
        """32 random bytes, made once and the same from then on."""
        ...

    def add_key(self, key: ApiKey) -> None:
        """Keep a new key."""
        ...

    def key(self, id: str) -> ApiKey | None:
        """The key with an id, whether it is still good or not."""
        ...

    def keys(self, owner: Owner) -> list[ApiKey]:
        """The keys of an owner, the newest first."""
        ...

    def revoke_key(self, owner: Owner, id: str, at: float) -> bool:
        """Revoke a key of an owner; False where the owner has none of this id."""
        ...

    def revoke_token(self, proof: str, until: float) -> None:
        """Refuse a token from now on; after ``until`` it has ended by itself."""
        ...

    def is_revoked(self, proof: str) -> bool:
        """Whether a token was revoked."""
        ...

    def begin_answer(self, owner: Owner, id: bytes, asked: bytes, at: float) -> Answered | None:
        """Note that a write of an owner's is about to be done; what is known of it already, else None."""
        ...

    def put_answer(self, id: bytes, status: int, sealed: bytes) -> None:
        """Keep the answer of a write that was begun."""
        ...

    def drop_answer(self, id: bytes) -> None:
        """Forget a write that was begun and failed."""
        ...

    def drop_answers(self, before: float) -> int:
        """Forget answers begun before a time, and tokens that ended before it; how many."""
        ...

    def put_due(self, owner: Owner, at: float | None) -> None:
        """Note when something of an owner's watch list is due (seconds since 1970), None: never."""
        ...

    def first_due(self) -> tuple[Owner, float] | None:
        """Whose watch list is due first, and when."""
        ...

    def move_due(self, owner: Owner, seen: float, at: float) -> bool:
        """Let what was seen to be due at a time be due at another; False where somebody else moved it meanwhile."""
        ...

    def drop_owner(self, owner: Owner) -> dict[str, int]:
        """Delete what is kept of an owner, shares given and taken included: how many ``keys`` and ``shares``.

        Answers to writes that were done go too; those of writes under way are put once these are done.
        """
        ...

    def close(self) -> None:
        """Release it; safe to call twice."""
        ...
