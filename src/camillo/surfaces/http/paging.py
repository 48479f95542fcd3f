"""Cursors: opaque, signed, and bound to the owner, the route and the filters they were made for."""

import base64
import hmac
import json
from collections.abc import Mapping
from hashlib import sha256

from camillo.domain.owner import Owner
from camillo.surfaces.http.problems import Refused

_SIGNED = 16


class Cursors:
    """Writes and reads cursors with a server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def write(self, owner: Owner, list: str, filters: Mapping[str, object], at: object) -> str:
        """The cursor of a list's next page."""
        told = json.dumps(at, separators=(",", ":")).encode()
        signed = self._sign(owner, list, filters, told) + told
        return base64.urlsafe_b64encode(signed).decode("ascii").rstrip("=")

    def read(self, owner: Owner, list: str, filters: Mapping[str, object], cursor: str) -> int:
        """Where the page begins.

        Raises:
            Refused: it was not given to this owner for this list.
        """
        try:
            signed = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except (ValueError, UnicodeError) as error:
            raise _wrong() from error
        proof, told = signed[:_SIGNED], signed[_SIGNED:]
        if not hmac.compare_digest(proof, self._sign(owner, list, filters, told)):
            raise _wrong()
        return int(json.loads(told))

    def _sign(self, owner: Owner, list: str, filters: Mapping[str, object], told: bytes) -> bytes:
        bound = json.dumps([owner.name, list, dict(filters)], sort_keys=True).encode()
        proof = hmac.digest(self._secret, sha256(bound).digest() + told, sha256)
        return proof[:_SIGNED]


def _wrong() -> Refused:
    return Refused(422, "the cursor is not one of this list", "begin without a cursor")
