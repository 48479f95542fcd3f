"""Keys that tokens are signed with: each is bound to one algorithm by its type, never by a token's header."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from camillo.domain.errors import InvalidInput

#: All that are ever accepted.
ALGORITHMS = ("HS256", "RS256", "ES256", "EdDSA")
_LEAST_SECRET = 32
_LEAST_RSA = 2048


@dataclass(frozen=True, slots=True)
class VerifyingKey:
    """A key with the one algorithm it verifies; ``kid`` is empty where it has no name."""

    kid: str
    algorithm: str
    key: Any


def from_secret(secret: bytes) -> VerifyingKey:
    """A shared secret, for HS256 alone.

    Raises:
        InvalidInput: it has fewer than 32 bytes, or is a public key in disguise.
    """
    if len(secret) < _LEAST_SECRET:
        raise InvalidInput("the shared secret is too short", f"give at least {_LEAST_SECRET} bytes")
    if b"-----BEGIN" in secret or secret.startswith(b"ssh-"):
        raise InvalidInput(
            "the shared secret is a key's file", "name it as public key, or make a random secret"
        )
    return VerifyingKey("", "HS256", secret)


def from_pem(pem: bytes) -> VerifyingKey:
    """A public key in PEM: RSA for RS256, P-256 for ES256, Ed25519 for EdDSA.

    Raises:
        InvalidInput: it is none of them.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise InvalidInput("the public key cannot be read", "give it as PEM") from error
    return VerifyingKey("", algorithm_of(key), key)


def algorithm_of(key: object) -> str:
    """The one algorithm that a public key is used with.

    Raises:
        InvalidInput: it is of no accepted type, or an RSA key of fewer than 2048 bits.
    """
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    if isinstance(key, rsa.RSAPublicKey) and key.key_size >= _LEAST_RSA:
        return "RS256"
    if isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
        return "ES256"
    if isinstance(key, ed25519.Ed25519PublicKey):
        return "EdDSA"
    raise InvalidInput(
        "the key is of no accepted type", "use RSA of 2048 bits or more, P-256 or Ed25519"
    )


def from_jwks(document: object) -> Mapping[str, VerifyingKey]:
    """The keys of a key set (RFC 7517) by name. Those that are unnamed, symmetric or unfit are left out.

    Raises:
        InvalidInput: it is no key set.
    """
    found: dict[str, VerifyingKey] = {}
    rows = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise InvalidInput("the key set has no list of keys", "serve a JWKS document")
    for row in rows:
        key = _from_jwk(row)
        if key is not None:
            found[key.kid] = key
    return found


def _from_jwk(row: object) -> VerifyingKey | None:
    import jwt

    if not isinstance(row, dict) or row.get("kty") not in ("RSA", "EC", "OKP"):
        return None
    kid = row.get("kid")
    if not isinstance(kid, str) or not kid or row.get("use", "sig") != "sig":
        return None
    try:
        public = {name: value for name, value in row.items() if name not in ("d", "alg")}
        key = jwt.PyJWK(public, algorithm=_asked(row)).key
        algorithm = algorithm_of(key)
    except (jwt.PyJWTError, InvalidInput, ValueError, TypeError, KeyError):
        return None
    return VerifyingKey(kid, algorithm, key) if row.get("alg", algorithm) == algorithm else None


def _asked(row: Mapping[str, Any]) -> str:
    return {"RSA": "RS256", "EC": "ES256", "OKP": "EdDSA"}[row["kty"]]
