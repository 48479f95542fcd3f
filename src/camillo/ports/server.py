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


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a write that somebody is about to do.

    ``mine``: whoever asked holds it now, and nobody else does it until the lease ends. ``again``: it was begun
    before, and what became of it is not known. ``begun`` is when it was first, in seconds since 1970; ``left`` how many
    seconds another's lease still has.
    """

    answered: Answered
    begun: float
    mine: bool = False
    again: bool = False
    left: float = 0.0


Role = Literal["reader", "writer", "admin"]


@dataclass(frozen=True, slots=True)
class Share:
    """One wing of ``giver``, opened to one other user, who is ``taker`` once the code was accepted.

    ``wing`` is its number (:class:`camillo.ports.rows.RoomRow`), which outlasts its names and is no other wing's.
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
        """Keep a new share, accepted by nobody yet; one of this id that is like it in that gives way to it."""
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

    def drop_ended_shares(self, before: float) -> int:
        """Forget shares that were ended, expired or lapsed before a time, or were made by who had such a one; how many.

        What a writer or admin accepted stays: texts that came through it name it.
        """
        ...


class AnswerStore(Protocol):
    """Who does a write that may come to several servers at once, and what it was answered.

    Leases are measured by one clock, the store's own.
    """

    def take_answer(
        self, owner: Owner, id: bytes, asked: bytes, holder: bytes, at: float, lease: float
    ) -> Standing:
        """Say that a write of an owner's is about to be done, by whom and for how many seconds nobody else may.

        One that is held has a new holder only once its lease has ended, and for what was ``asked`` alone: each
        ``holder`` stands for one attempt.
        """
        ...

    def hold_answer(self, id: bytes, holder: bytes, lease: float) -> bool:
        """Go on holding a write for so many seconds from now; False where somebody else does by now."""
        ...

    def put_answer(self, id: bytes, holder: bytes, status: int, sealed: bytes) -> bool:
        """Keep the answer of a write that is held; False where somebody else holds it by now."""
        ...

    def release_answer(self, id: bytes, holder: bytes) -> None:
        """End the lease of a write that failed: whoever asks next does it again."""
        ...

    def drop_answers(self, before: float) -> int:
        """Forget answers begun before a time, and tokens that ended before it; how many."""
        ...


class ServerStore(ShareStore, AnswerStore, Protocol):
    """What a server keeps beside palaces. Every write is on disk when it returns; threads may share it."""

    def secret(self) -> bytes:
        """32 random bytes, made once and the same from then on."""
        ...

    def add_key(self, key: ApiKey) -> None:
        """Keep a new key; one of this id that the same owner has gives way to it."""
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
