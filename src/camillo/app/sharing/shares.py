"""Shares: one wing opened to one other user, by a code that the other accepts under their own token.

Neither side names the other: who shares hands a code over by any way of their own, and who shows it first has it.
"""

import hmac
import re
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import get_args

from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.owner import Owner
from camillo.domain.place import check_name
from camillo.ports import repeating
from camillo.ports.server import Role, Share, ShareStore

#: Each role may do what those before it may: read; add; rename rooms and share the wing on.
ROLES: tuple[Role, ...] = get_args(Role)
PREFIX = "camillo_share_"
_WRITTEN = re.compile(rf"{PREFIX}([0-9a-f]{{16}})_([0-9a-f]{{64}})")
_CODE_SECONDS = 7 * 86_400.0
_MOST_GIVEN = 100
#: Each is searched by itself.
_MOST_TAKEN = 20


#: Shares that ended are listed for so long, and then forgotten.
_KEPT_SECONDS = 90 * 86_400.0
_SWEPT_SECONDS = 3_600.0


class Shares:
    """Makes, accepts and ends shares. Whether one stands is looked up at each use, so that it ends at once.

    A share that ended more than 90 days ago is forgotten, unless a writer or an admin took it: texts name it that came
    through it. The audit log needs none of them: its lines say whose wing it was.
    """

    def __init__(self, store: ShareStore, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._swept = 0.0

    def make(
        self,
        giver: Owner,
        wing: int,
        role: Role,
        name: str,
        expires: float = 0.0,
        via: str = "",
    ) -> tuple[Share, str]:
        """A new share of a wing that is there, and its code, told here and never again. ``via``: see :class:`Share`.

        The code can be accepted once, for seven days. ``name`` is what the other sees.

        Raises:
            InvalidInput: the role, the name or the expiry cannot be used, or there are 100 already.
        """
        now = self._clock()
        self._sweep(now)
        if role not in ROLES:
            raise InvalidInput(f"there is no role {role!r}", f"use one of {', '.join(ROLES)}")
        if expires and expires <= now:
            raise InvalidInput("the share would have ended already", "name a later time, or none")
        if len([one for one in self.given(giver) if self.stands(one)]) >= _MOST_GIVEN:
            raise InvalidInput(f"there are {_MOST_GIVEN} shares already", "end one first")
        # An attempt at this write whose answer was lost may have made it: nobody has that one's code.
        id, secret = repeating.new_id("share"), secrets.token_hex(32)
        share = Share(
            id=id,
            giver=giver,
            wing=wing,
            role=role,
            name=check_name("share", name),
            digest=_digest(secret),
            created=now,
            lapses=now + _CODE_SECONDS,
            expires=expires,
            via=via,
        )
        self._store.add_share(share)
        return share, f"{PREFIX}{id}_{secret}"

    def make_on(
        self, taker: Owner, id: str, role: Role, name: str = "", expires: float = 0.0
    ) -> tuple[Share, str]:
        """A further share of the same wing, by an admin of it; it ends with the admin's own.

        Raises:
            NotFound: they have no such share. InvalidInput: as :meth:`make`; it would make another admin.
        """
        share = self.open(taker, id, "admin")
        if role == "admin":
            raise InvalidInput("only the wing's owner makes admins", "share it for a writer")
        return self.make(share.giver, share.wing, role, name or share.name, expires, via=share.id)

    def accept(self, taker: Owner, code: str) -> Share:
        """Take a share. Users of one product share with each other; nobody takes their own.

        Raises:
            NotFound: the code opens nothing for this user: why is not told.
            InvalidInput: there are 20 shares taken already.
        """
        found = _WRITTEN.fullmatch(code.strip())
        share = self._store.share(found[1]) if found else None
        if found is None or share is None or not self._opens(share, found[2], taker):
            raise _unknown_code()
        if share.taker is not None:
            return share
        if len([one for one in self.taken(taker) if self.stands(one)]) >= _MOST_TAKEN:
            raise InvalidInput(f"{_MOST_TAKEN} shares are taken already", "leave one first")
        if not self._store.take_share(share.id, taker, self._clock()):
            raise _unknown_code()
        return self.open(taker, share.id)

    def given(self, owner: Owner) -> list[Share]:
        """Shares of an owner's wings, the newest first, those that ended of late included."""
        self._sweep(self._clock())
        return self._store.shares_given(owner)

    def taken(self, owner: Owner) -> list[Share]:
        """Shares that an owner accepted and that stand, the newest first."""
        self._sweep(self._clock())
        return [one for one in self._store.shares_taken(owner) if self.stands(one)]

    def open(self, taker: Owner, id: str, role: Role = "reader") -> Share:
        """The share under which an owner may do what a role may.

        Raises:
            NotFound: they have no share of this id, or it ended. InvalidInput: its role is a lower one.
        """
        share = self._store.share(id)
        if share is None or share.taker != taker or not self.stands(share):
            raise NotFound(f"you have no share {id!r}", "list your shares")
        if ROLES.index(share.role) < ROLES.index(role):
            raise InvalidInput(
                f"this share is for a {share.role}", f"ask for one that is for a {role}"
            )
        return share

    def end(self, owner: Owner, id: str) -> None:
        """End a share, by whoever gave, made or took it.

        Raises:
            NotFound: the owner has none of this id.
        """
        share = self._store.share(id)
        by = self._store.share(share.via) if share and share.via else None
        mine = share and owner in (share.giver, share.taker, by.taker if by else None)
        if not mine:
            raise NotFound(f"you have no share {id!r}", "list your shares")
        self._store.end_share(id, self._clock())

    def stands(self, share: Share) -> bool:
        """Whether it is of use to anybody, or may be yet."""
        now = self._clock()
        if share.via:
            by = self._store.share(share.via)
            if by is None or not self.stands(by):
                return False
        waits = share.taker is None and now >= share.lapses
        return not share.ended and not waits and not (share.expires and now >= share.expires)

    def wing_gone(self, giver: Owner, wing: int) -> None:
        """A wing is being deleted, or merged into one that holds more than was shared: that ends its shares."""
        self._store.end_shares_of(giver, wing, self._clock())

    def _sweep(self, now: float) -> None:
        """Forget what ended long ago, once an hour."""
        if now - self._swept > _SWEPT_SECONDS:
            self._swept = now
            self._store.drop_ended_shares(now - _KEPT_SECONDS)

    def _opens(self, share: Share, secret: str, taker: Owner) -> bool:
        fits = hmac.compare_digest(share.digest, _digest(secret))
        ours = share.giver.product == taker.product and share.giver != taker
        mark = repeating.mark()
        # An attempt at this very write may have taken it, and its answer was lost.
        free = share.taker is None or (share.taker == taker and mark is not None and mark.again)
        return fits and ours and free and self.stands(share)


def _digest(secret: str) -> str:
    """A fast hash is enough: the secret is 256 random bits."""
    return sha256(secret.encode("ascii")).hexdigest()


def _unknown_code() -> NotFound:
    return NotFound("the code opens nothing", "ask for a new one; a code is accepted once")
