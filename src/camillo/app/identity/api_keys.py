"""Keys of agents: made for an owner, shown once, kept as a slow hash, refused once they end."""

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection

from camillo.app.identity.caller import SCOPES, Caller, Scope, Unauthenticated, scopes_of
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.owner import Owner
from camillo.domain.place import check_name
from camillo.ports import repeating
from camillo.ports.server import ApiKey, ServerStore

PREFIX = "camillo_"
_WRITTEN = re.compile(r"camillo_([0-9a-f]{16})_([0-9a-f]{64})")
_MOST_OF_AN_OWNER = 100
_MOST_PROVED = 4_096
#: OWASP's parameters for argon2id with little memory: 19 MiB, two passes.
_MEMORY_KIB, _PASSES, _LANES = 19_456, 2, 1


class ApiKeys:
    """Makes, verifies and revokes keys.

    A secret that was proved once is known from then on by a fast hash in memory, so that the slow one
    costs an agent its first request alone; whether the key still stands is looked up each time.
    """

    def __init__(self, store: ServerStore, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._proved: OrderedDict[bytes, str] = OrderedDict()
        self._pepper = secrets.token_bytes(32)

    def make(
        self, owner: Owner, name: str, scopes: Collection[Scope], expires: float = 0.0
    ) -> tuple[ApiKey, str]:
        """A new key and its written form, which is told here and never again.

        Raises:
            InvalidInput: the name, the scopes or the expiry cannot be used, or there are 100 keys already.
        """
        from argon2 import PasswordHasher

        now, wanted = self._clock(), scopes_of(list(scopes))
        if not wanted:
            raise InvalidInput("the key has no scope", f"name one of {', '.join(SCOPES)}")
        if expires and expires <= now:
            raise InvalidInput("the key would have ended already", "name a later time, or none")
        if len([one for one in self._store.keys(owner) if self._stands(one)]) >= _MOST_OF_AN_OWNER:
            raise InvalidInput(f"there are {_MOST_OF_AN_OWNER} keys already", "revoke one first")
        # An attempt at this write whose answer was lost may have made it: nobody has that one's secret.
        id, secret = repeating.new_id("key"), secrets.token_hex(32)
        hasher = PasswordHasher(_PASSES, _MEMORY_KIB, _LANES)
        told = tuple(one for one in SCOPES if one in wanted)
        key = ApiKey(id, owner, check_name("key", name), told, hasher.hash(secret), now, expires)
        self._store.add_key(key)
        return key, f"{PREFIX}{id}_{secret}"

    def caller(self, written: str) -> Caller:
        """Who holds the key.

        Raises:
            Unauthenticated: it is unknown, wrong, expired or revoked.
        """
        found = _WRITTEN.fullmatch(written)
        key = self._store.key(found[1]) if found else None
        if found is None or key is None or not self._proves(key, found[2]):
            raise _refused("an unknown key")
        if not self._stands(key):
            raise _refused("revoked" if key.revoked else "expired")
        return Caller(key.owner, scopes_of(list(key.scopes)), f"key:{key.id}")

    def of(self, owner: Owner) -> list[ApiKey]:
        """The keys of an owner, the newest first, those that ended included."""
        return self._store.keys(owner)

    def revoke(self, owner: Owner, id: str) -> None:
        """Refuse a key from now on.

        Raises:
            NotFound: the owner has no such key.
        """
        if not self._store.revoke_key(owner, id, self._clock()):
            raise NotFound(f"you have no key {id!r}", "list your keys")

    def _stands(self, key: ApiKey) -> bool:
        return not key.revoked and (not key.expires or self._clock() < key.expires)

    def _proves(self, key: ApiKey, secret: str) -> bool:
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error, InvalidHashError

        fast = hmac.digest(self._pepper, f"{key.id} {secret}".encode(), hashlib.sha256)
        with self._lock:
            if self._proved.get(fast) == key.digest:
                self._proved.move_to_end(fast)
                return True
        try:
            PasswordHasher().verify(key.digest, secret)
        except (Argon2Error, InvalidHashError):
            return False
        with self._lock:
            self._proved[fast] = key.digest
            if len(self._proved) > _MOST_PROVED:
                self._proved.popitem(last=False)
        return True


def _refused(why: str) -> Unauthenticated:
    return Unauthenticated("the key is not valid here", "use another key", why=why)
