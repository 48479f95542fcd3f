"""The composition root of a server: who may call, whose palaces there are, and what is kept of it."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import confidential
from camillo.app.databases import is_postgres, part
from camillo.app.identity.api_keys import ApiKeys
from camillo.app.identity.caller import Caller
from camillo.app.identity.identity import Identity
from camillo.app.identity.keys import VerifyingKey, from_pem, from_secret
from camillo.app.identity.keyset import KeySet
from camillo.app.identity.tokens import TokenRules, Tokens
from camillo.app.serving.audit import Audit
from camillo.app.serving.backfill import Backfill
from camillo.app.serving.idling import Idle
from camillo.app.serving.limits import Limits
from camillo.app.serving.palaces import OpenPalaces, Palaces, private_folder
from camillo.app.serving.repeats import Repeats
from camillo.app.serving.settings import ServerSettings
from camillo.app.sharing.shares import Shares
from camillo.app.sharing.through import Through
from camillo.domain.errors import CamilloError, InvalidInput
from camillo.domain.owner import Owner
from camillo.ports.server import ServerStore

if TYPE_CHECKING:
    from camillo.app.settings import Settings

_LONGEST_FILE = 1 << 16


@dataclass(frozen=True, slots=True)
class Serving:
    """All that a server's surfaces need."""

    settings: ServerSettings
    store: ServerStore
    identity: Identity
    palaces: Palaces
    audit: Audit
    limits: Limits
    repeats: Repeats
    shares: Shares
    backfill: Backfill | None
    idle: Idle | None = None
    metrics_token: str = ""

    @property
    def through(self) -> Through:
        """The way into wings that are shared with a caller."""
        return Through(self.shares, self.palaces, self.audit.looked)

    def noted(self, caller: Caller, did: str) -> None:
        """Note what an agent's tool does, beside the request it came in."""
        self.audit.note(caller, did, 200, "")

    def wrote(self, owner: Owner) -> None:
        """An owner wrote something just now: what follows from it is done once the owner is quiet."""
        if self.backfill is not None:
            self.backfill.soon(owner)
        if self.idle is not None:
            self.idle.soon(owner)

    def close(self) -> None:
        """Give everything back; safe to call twice."""
        if self.idle is not None:
            self.idle.close()
        if self.backfill is not None:
            self.backfill.close()
        self.palaces.close()
        self.store.close()


def open_serving(server: ServerSettings, settings: "Settings") -> Serving:
    """Open a server's parts.

    Raises:
        InvalidInput: nobody could be let in, or a key or a folder cannot be used.
    """
    tokens = _tokens(server)
    laptop, counting = _token(server.token_file), _token(server.metrics_token_file)
    _check(server, has_tokens=tokens is not None, has_token=bool(laptop))
    private_folder(server.data)
    store = open_records(server, settings)
    folder = (server.data / "palaces").absolute()
    address = server.database or f"sqlite://{folder}"
    shares = Shares(store)
    palaces = OpenPalaces(address, folder, settings, most=server.open_palaces, shares=shares)
    try:
        palaces.check()
    except CamilloError:
        store.close()
        raise
    idle = Idle(palaces, store) if server.idle else None
    if idle is not None:
        idle.start()
    return Serving(
        settings=server,
        store=store,
        identity=Identity(store, ApiKeys(store), tokens, laptop),
        palaces=palaces,
        audit=Audit(server.data / "audit.jsonl"),
        limits=Limits(server.rate, server.burst, server.together),
        repeats=Repeats(store),
        shares=shares,
        backfill=Backfill(palaces) if server.backfill else None,
        idle=idle,
        metrics_token=counting,
    )


def _check(server: ServerSettings, *, has_tokens: bool, has_token: bool) -> None:
    if not has_tokens and not has_token:
        raise InvalidInput(
            "nobody could call this server",
            "name --token-file for yourself, or an issuer's keys (jwks_url, public_keys, secret_file)",
        )
    if has_token and not server.is_loopback:
        raise InvalidInput(
            f"a single user's token is for this machine, and {server.host} is for others too",
            "listen at 127.0.0.1, or use an issuer's tokens",
        )
    # One that waits in turn at the database asks for a second connection meanwhile: one must be left for them.
    address = server.database or ""
    if is_postgres(address) and server.threads >= (most := int(part(address, "pool").MOST)):
        raise InvalidInput(
            f"{server.threads} threads would hold all {most} connections of a server to its database",
            f"set threads to less than {most}, and start more servers if these are not enough",
        )


def open_records(server: ServerSettings, settings: "Settings") -> ServerStore:
    """A server's own records: in its PostgreSQL, for all servers before it, else in a file of its own.

    Raises:
        CamilloError: the database cannot be reached or used. PalaceLocked: they are encrypted with another key.
        InvalidInput: what connects to it is not installed.
    """
    from camillo.app.encryption.keys import server_keys

    keys = server_keys(settings)
    if is_postgres(server.database):
        opened = part(server.database, "serving.store").PostgresServerStore.open
        store: ServerStore = opened(server.database, keys=keys)
        return store
    from camillo.storage.sqlite.server import SqliteServerStore

    return SqliteServerStore(server.data / "server.db", keys=keys)


def _tokens(server: ServerSettings) -> Tokens | None:
    keys: list[VerifyingKey] = [
        from_pem(confidential.trusted(path, "the public key", _LONGEST_FILE))
        for path in server.public_keys
    ]
    if server.secret_file is not None:
        shared = confidential.secret(server.secret_file, "the shared secret", _LONGEST_FILE)
        keys.append(from_secret(shared.strip()))
    if not keys and not server.jwks_url:
        return None
    if not server.issuer:
        raise InvalidInput("the tokens' issuer is not set", "set issuer to their `iss`")
    rules = TokenRules(
        issuer=server.issuer,
        audience=server.audience,
        algorithms=server.algorithms,
        product_claim=server.product_claim,
        product=server.product,
        scope_claim=server.scope_claim,
        skew=server.clock_skew,
    )
    return Tokens(rules, tuple(keys), KeySet(server.jwks_url) if server.jwks_url else None)


def _token(path: Path | None) -> str:
    """The token in a file, which is made at the first start."""
    if path is None:
        return ""
    if not path.exists():
        private_folder(path.parent)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(32) + "\n", "ascii")
    try:
        token = confidential.secret(path, "the token", _LONGEST_FILE).decode("ascii").strip()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} holds no token", "remove it, and one is made") from error
    if len(token) < 32 or not token.isprintable() or " " in token:
        raise InvalidInput(
            f"the token in {path} is too short, or no token", "remove it, and one is made"
        )
    return token
