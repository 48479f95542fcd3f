"""Callers: the owner a credential is bound to, and what may be done with it."""

from dataclasses import dataclass
from typing import Literal

from camillo.domain.errors import CamilloError
from camillo.domain.owner import Owner

Scope = Literal["read", "write", "admin"]
#: Each scope includes those before it.
SCOPES: tuple[Scope, ...] = ("read", "write", "admin")


class Unauthenticated(CamilloError):
    """No credential was given, or it proves nothing. The message never says more than that.

    ``why`` does, in fixed words and none of the credential's: for whoever runs the server, never for who calls.
    """

    def __init__(self, what: str, mend: str = "", *, why: str = "") -> None:
        super().__init__(what, mend)
        self.why = why


class KeysUnreachable(CamilloError):
    """The keys that tokens are signed with cannot be fetched now, and none that may be used are at hand."""


@dataclass(frozen=True, slots=True)
class Caller:
    """One verified caller.

    ``by`` says which credential it was, for the audit log: ``token``, ``key:<id>`` or ``laptop``.
    ``scopes`` is closed downwards. ``proof`` is what a revocation of this credential is filed under,
    ``until`` when it ends by itself (seconds since 1970, 0: never).
    """

    owner: Owner
    scopes: frozenset[Scope]
    by: str
    proof: str = ""
    until: float = 0.0

    def may(self, scope: Scope) -> bool:
        """Whether the credential allows it."""
        return scope in self.scopes


def scopes_of(given: object) -> frozenset[Scope]:
    """The highest of the scopes that are named, with those it includes; unknown words are passed over.

    A list of words, or one text of words between spaces, each with ``camillo:`` before it or not.

    >>> sorted(scopes_of("openid camillo:write")), sorted(scopes_of(None))
    (['read', 'write'], [])
    """
    words = given.split() if isinstance(given, str) else given if isinstance(given, list) else []
    named = {word.removeprefix("camillo:") for word in words if isinstance(word, str)}
    highest = max((SCOPES.index(one) for one in SCOPES if one in named), default=-1)
    return frozenset(SCOPES[: highest + 1])


#: What a person's own token allows where no claim says less.
ALL: frozenset[Scope] = frozenset(SCOPES)
