"""Settings of a server: one schema, read from a file, the environment and flags, in that order."""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from camillo.app import settings, values
from camillo.app.identity.keys import ALGORITHMS
from camillo.domain.errors import InvalidInput

PREFIX = "CAMILLO_SERVE_"
_ELSEWHERE = "it is a setting of all commands: write it into the file that `camillo config` names"


def _default_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path("camillo") / "server"


def _about(help_text: str, check: Callable[[object], Any]) -> dict[str, Any]:
    return {"help": help_text, "check": check}


def _number(given: object) -> int:
    if isinstance(given, bool):
        raise ValueError("a whole number of 1 or more")
    try:
        number = int(str(given))
    except ValueError as error:
        raise ValueError("a whole number of 1 or more") from error
    if number < 1:
        raise ValueError("a whole number of 1 or more")
    return number


def _port(given: object) -> int:
    number = _number(given) if str(given) != "0" else 0
    if number > 65_535:
        raise ValueError("a port from 0 to 65535")
    return number


def _paths(given: object) -> tuple[Path, ...]:
    listed = given if isinstance(given, list | tuple) else str(given).split(os.pathsep)
    return tuple(values.path(one) for one in listed if one)


def _algorithms(given: object) -> tuple[str, ...]:
    named = tuple(given) if isinstance(given, list | tuple) else tuple(str(given).split(","))
    if not named or not set(named) <= set(ALGORITHMS):
        raise ValueError(f"some of {', '.join(ALGORITHMS)}")
    return named


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """What whoever runs a server can set. Each field has a default, a help text and a check.

    >>> ServerSettings(port=0).host
    '127.0.0.1'
    """

    host: str = field(
        metadata=_about("The address to listen at.", values.short_text), default="127.0.0.1"
    )
    port: int = field(metadata=_about("The port; 0 takes a free one.", _port), default=8420)
    data: Path = field(
        metadata=_about("The folder of palaces, keys and the audit log.", values.path),
        default_factory=_default_data,
    )
    database: str = field(
        metadata=_about(
            "A PostgreSQL address instead of files: postgresql://...", values.short_text
        ),
        default="",
    )
    token_file: Path | None = field(
        metadata=_about(
            "A single user's token, for a laptop; the file is made where there is none.",
            values.optional_path,
        ),
        default=None,
    )
    metrics_token_file: Path | None = field(
        metadata=_about(
            "The token that `/metrics` is read with, which is off without one; the file is made where there is none.",
            values.optional_path,
        ),
        default=None,
    )
    issuer: str = field(
        metadata=_about("Who signs tokens: their `iss`.", values.short_text), default=""
    )
    audience: str = field(
        metadata=_about("Who tokens are for: their `aud`.", values.short_text), default="camillo"
    )
    jwks_url: str = field(
        metadata=_about("Where the issuer's public keys are (https).", values.short_text),
        default="",
    )
    public_keys: tuple[Path, ...] = field(
        metadata=_about("Files of public keys (PEM) that tokens are signed with.", _paths),
        default=(),
    )
    secret_file: Path | None = field(
        metadata=_about(
            "A file with the shared secret of HS256, of 32 bytes or more.", values.optional_path
        ),
        default=None,
    )
    algorithms: tuple[str, ...] = field(
        metadata=_about("Algorithms that are accepted.", _algorithms), default=ALGORITHMS
    )
    product_claim: str = field(
        metadata=_about("The claim with the product; without it all are one.", values.short_text),
        default="",
    )
    product: str = field(
        metadata=_about("The product, where no claim tells it.", values.short_text),
        default="default",
    )
    scope_claim: str = field(
        metadata=_about(
            "The claim with read, write or admin; without it a token allows all in its own palace.",
            values.short_text,
        ),
        default="",
    )
    clock_skew: float = field(
        metadata=_about("How many seconds clocks may differ.", values.seconds), default=30.0
    )
    body_limit: int = field(
        metadata=_about("The largest body of a request, in bytes or as '10MB'.", values.size),
        default=10 << 20,
    )
    archive_limit: int = field(
        metadata=_about(
            "The largest archive that is imported, as it is packed: in bytes or as '1GB'.",
            values.size,
        ),
        default=256 << 20,
    )
    rate: int = field(
        metadata=_about(
            "Requests a second that an owner may make on average, at each server.", _number
        ),
        default=20,
    )
    burst: int = field(
        metadata=_about("Requests that an owner may make at once, at each server.", _number),
        default=60,
    )
    together: int = field(
        metadata=_about(
            "Requests of one owner that are answered at a time, at each server.", _number
        ),
        default=8,
    )
    threads: int = field(
        metadata=_about("Threads that palaces are read and written in.", _number), default=16
    )
    open_palaces: int = field(metadata=_about("Palaces that are kept open.", _number), default=64)
    backfill: bool = field(
        metadata=_about(
            "Whether vectors of what is stored are filled in once its owner is quiet.",
            values.switch,
        ),
        default=True,
    )
    idle: bool = field(
        metadata=_about(
            "Whether notes are tended and watch lists looked at while their owners are quiet.",
            values.switch,
        ),
        default=True,
    )
    notice: float = field(
        metadata=_about(
            "Seconds that `/ready` says no before nobody new is let in, when SIGTERM ends the server.",
            values.seconds,
        ),
        default=1.0,
    )
    grace: int = field(
        metadata=_about("Seconds that requests get to end when the server ends.", _number),
        default=20,
    )
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return self.host in ("127.0.0.1", "::1", "localhost")


def load(
    config: Path | None = None, environ: Mapping[str, str] | None = None, **flags: object
) -> ServerSettings:
    """The effective settings: defaults, then the file, the environment, and flags that are not None.

    Raises:
        InvalidInput: a key is unknown, a value is wrong, or the file is missing or no TOML.
    """
    environ = os.environ if environ is None else environ
    checks = {one.name: one.metadata["check"] for one in fields(ServerSettings) if one.metadata}
    given: dict[str, tuple[object, str]] = {
        name: (value, str(config)) for name, value in (_read(config) if config else {}).items()
    }
    for name in checks:
        if value := environ.get(PREFIX + name.upper()):
            given[name] = (value, f"environment {PREFIX}{name.upper()}")
    given |= {name: (value, "flag") for name, value in flags.items() if value is not None}
    if unknown := given.keys() - checks.keys():
        name = min(unknown)
        raise InvalidInput(
            f"there is no server setting named {name!r} ({given[name][1]})",
            _ELSEWHERE if name in settings.names() else f"known are {', '.join(checks)}",
        )
    checked = {name: _checked(name, value, checks) for name, value in given.items()}
    return ServerSettings(**checked, origins={name: where for name, (_, where) in given.items()})


def _checked(
    name: str, given: tuple[object, str], checks: Mapping[str, Callable[[object], Any]]
) -> Any:
    value, where = given
    try:
        return checks[name](value)
    except ValueError as error:
        raise InvalidInput(
            f"the server setting {name!r} cannot be {value!r} ({where})", f"give {error}"
        ) from error


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidInput(
            f"the settings file {path} cannot be read: {error.strerror}", "name one that exists"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"the settings file {path} is not TOML: {error}", "mend it") from error
