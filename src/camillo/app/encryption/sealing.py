"""Sealing for one who can open: whoever writes needs the public half alone, such as a hook into the spool.

A sealed text is ``CAMSEAL1``, the public half of a key made for it (X25519, 32 bytes), and the text under
ChaCha20-Poly1305. The text's key is 32 bytes of HKDF-SHA256 of the shared secret with both public halves;
it serves once, so its nonce is zero.
"""

from camillo.domain.errors import InvalidInput, PalaceLocked
from camillo.domain.missing import unloadable

MAGIC = b"CAMSEAL1"
_NONCE = bytes(12)
_HALF = 32


def check_installed() -> None:
    """See that what sealing takes is installed.

    Raises:
        InvalidInput: it is not.
    """
    try:
        import cryptography  # noqa: F401
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "the package cryptography", ["cryptography"], "encryption")
        ) from error


def public_half(secret: bytes) -> bytes:
    """The half that seals, of a secret half of 32 random bytes."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def seal(public: bytes, content: bytes) -> bytes:
    """A text that only the secret half opens.

    Raises:
        InvalidInput: it is no public half.
    """
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    made = X25519PrivateKey.generate()
    own = made.public_key().public_bytes_raw()
    try:
        shared = made.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError as error:
        raise InvalidInput("the half that seals is damaged", "open the palace once") from error
    sealed = ChaCha20Poly1305(_mixed(shared, own, public)).encrypt(_NONCE, content, MAGIC)
    return MAGIC + own + sealed


def unseal(secret: bytes, sealed: bytes) -> bytes:
    """The text in what was sealed.

    Raises:
        PalaceLocked: it was sealed for another, or is damaged.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    start = len(MAGIC)
    other = sealed[start : start + _HALF]
    own = X25519PrivateKey.from_private_bytes(secret)
    public = own.public_key().public_bytes_raw()
    try:
        shared = own.exchange(X25519PublicKey.from_public_bytes(other))
        key = _mixed(shared, other, public)
        return ChaCha20Poly1305(key).decrypt(_NONCE, sealed[start + _HALF :], MAGIC)
    except (InvalidTag, ValueError) as error:
        raise PalaceLocked(
            "this was sealed with another key, or is damaged", "see the setting palace_key"
        ) from error


def _mixed(shared: bytes, one: bytes, other: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), 32, None, b"camillo sealed" + one + other).derive(shared)
