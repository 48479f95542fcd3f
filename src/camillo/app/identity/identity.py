"""The door: a credential of any kind becomes one caller, or is refused."""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from camillo.app.identity.api_keys import PREFIX, ApiKeys
from camillo.app.identity.caller import ALL, Caller, Unauthenticated
from camillo.app.identity.tokens import Tokens
from camillo.domain.owner import Owner
from camillo.ports.server import ServerStore

LAPTOP = Owner("laptop", "me")


@dataclass(frozen=True, slots=True)
class Identity:
    """Verifies what callers show. ``laptop`` is a single user's token, ``tokens`` those of an issuer."""

    store: ServerStore
    keys: ApiKeys
    tokens: Tokens | None = None
    laptop: str = ""
    laptop_owner: Owner = LAPTOP

    def caller(self, credential: str) -> Caller:
        """Who shows this.

        Raises:
            Unauthenticated: it proves nothing here. KeysUnreachable: that cannot be told now.
        """
        if credential.startswith(PREFIX):
            return self.keys.caller(credential)
        if self.laptop and same(credential, self.laptop):
            return Caller(self.laptop_owner, ALL, "laptop")
        if self.tokens is None:
            raise Unauthenticated(
                "the token is not valid here", "use the token of this server", why="another token"
            )
        caller = self.tokens.caller(credential)
        if self.store.is_revoked(caller.proof):
            raise Unauthenticated(
                "the token is not valid here", "get a new one from your issuer", why="revoked"
            )
        return caller

    def revoke(self, caller: Caller) -> bool:
        """Refuse the caller's own token from now on; False where it is of a kind that is not revoked so."""
        if not caller.proof:
            return False
        self.store.revoke_token(caller.proof, caller.until)
        return True


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing of either."""
    digests = [sha256(text.encode("utf-8", "surrogatepass")).digest() for text in (one, other)]
    return hmac.compare_digest(*digests)
