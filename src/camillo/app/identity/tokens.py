"""Tokens: a signed JWT becomes a caller, or nothing."""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from camillo.app.identity.caller import ALL, Caller, Unauthenticated, scopes_of
from camillo.app.identity.keys import ALGORITHMS, VerifyingKey
from camillo.app.identity.keyset import KeySet
from camillo.domain.owner import Owner

_LONGEST = 8_192
_LONGEST_NAME = 256
_NO_KEY, _FORGED = "no key for it", "another signature"


@dataclass(frozen=True, slots=True)
class TokenRules:
    """What a token must say. ``product_claim`` names the claim with the product; else all are ``product``.

    ``scope_claim`` names the claim with scopes; without one a token allows all in its own palace.
    ``skew`` is how many seconds clocks may differ.
    """

    issuer: str
    audience: str
    algorithms: tuple[str, ...] = ALGORITHMS
    product_claim: str = ""
    product: str = "default"
    scope_claim: str = ""
    skew: float = 30.0


@dataclass(frozen=True, slots=True)
class Tokens:
    """Verifies tokens by fixed ``keys`` and by a key set.

    The key decides the algorithm and the token's header must agree; so a public key is never taken for
    a shared secret, and ``none`` is nobody's algorithm.
    """

    rules: TokenRules
    keys: Sequence[VerifyingKey] = ()
    keyset: KeySet | None = field(default=None)

    def caller(self, token: str) -> Caller:
        """Who holds the token.

        Raises:
            Unauthenticated: it is forged, expired, not for this server, or no token.
            KeysUnreachable: the key set is needed and cannot be had.
        """
        import jwt

        if len(token) > _LONGEST or token.count(".") != 2:
            _refuse("no token")
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError as error:
            raise _refused("no token") from error
        why = _NO_KEY
        for key in self._candidates(header):
            try:
                claims = self._verified(token, key)
            except Unauthenticated as error:
                # Of several keys the one that signed it has most to say.
                why = error.why if why in (_NO_KEY, _FORGED) else why
                continue
            return self._made(claims, token)
        _refuse(why)

    def _candidates(self, header: dict[str, Any]) -> list[VerifyingKey]:
        algorithm, kid = header.get("alg"), header.get("kid")
        if algorithm not in self.rules.algorithms or algorithm not in ALGORITHMS:
            return []
        found = [key for key in self.keys if key.algorithm == algorithm]
        if self.keyset is not None and isinstance(kid, str) and algorithm != "HS256":
            key = self.keyset.find(kid)
            if key is not None and key.algorithm == algorithm:
                found.append(key)
        return found

    def _verified(self, token: str, key: VerifyingKey) -> dict[str, Any]:
        import jwt

        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                key.key,
                algorithms=[key.algorithm],
                audience=self.rules.audience,
                issuer=self.rules.issuer,
                leeway=self.rules.skew,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError, OverflowError) as error:
            raise _refused(_told(error)) from error
        if not (_is_plain(token) and _has_times(claims)):
            _refuse("malformed claims")
        return claims

    def _made(self, claims: dict[str, Any], token: str) -> Caller:
        rules = self.rules
        product = claims.get(rules.product_claim) if rules.product_claim else rules.product
        scopes = scopes_of(claims.get(rules.scope_claim)) if rules.scope_claim else ALL
        if not scopes:
            _refuse("no scope")
        owner = Owner(_name(product, "product"), _name(claims["sub"], "sub"))
        try:
            until = float(claims["exp"]) + rules.skew
        except OverflowError as error:
            raise _refused("malformed claims") from error
        return Caller(owner, scopes, "token", _proof(claims, token), until)


def _is_plain(token: str) -> bool:
    """Whether no name stands twice in header or claims: another reader might take the other value."""
    try:
        for part in token.split(".")[:2]:
            json.loads(_decoded(part), object_pairs_hook=_once)
    except ValueError:
        return False
    return True


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name stands twice")
    return made


def _has_times(claims: dict[str, Any]) -> bool:
    """Whether its times are numbers: the library would also read them out of texts."""
    times = (claims[name] for name in ("exp", "nbf", "iat") if name in claims)
    return all(isinstance(one, int | float) and not isinstance(one, bool) for one in times)


def _name(given: object, claim: str) -> str:
    """A name in a claim, exactly as it stands; half a character or a line break is in no name."""
    if not isinstance(given, str) or not given.strip() or not given.isprintable():
        _refuse(f"no {claim}")
    if len(given) > _LONGEST_NAME:
        _refuse(f"no {claim}")
    return given


def _proof(claims: dict[str, Any], token: str) -> str:
    """What a revocation is filed under: the token's own id, else what was signed.

    Not the whole token, whose signature can be written in more than one way.
    """
    named = claims.get("jti")
    told = f"jti {named}" if isinstance(named, str) and named else token.rpartition(".")[0]
    return hashlib.sha256(f"{claims['iss']} {told}".encode("utf-8", "surrogatepass")).hexdigest()


def _told(error: Exception) -> str:
    """Why a token was refused, in words that are none of the token's."""
    import jwt

    if isinstance(error, jwt.MissingRequiredClaimError):
        return f"no {error.claim}"
    kinds = {
        jwt.InvalidSignatureError: _FORGED,
        jwt.ExpiredSignatureError: "expired",
        jwt.ImmatureSignatureError: "not yet valid",
        jwt.InvalidAudienceError: "another aud",
        jwt.InvalidIssuerError: "another iss",
    }
    return next((why for kind, why in kinds.items() if isinstance(error, kind)), "malformed claims")


def _refused(why: str) -> Unauthenticated:
    return Unauthenticated("the token is not valid here", "get a new one from your issuer", why=why)


def _refuse(why: str) -> NoReturn:
    raise _refused(why)
