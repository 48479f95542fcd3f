"""Where a hook reads and writes: the palace's state folder, and a refuge where that cannot be written.

The palace is found as `camillo.app.settings` finds it, without importing what that imports.
"""

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from camillo.domain.errors import InvalidInput

_PALACE = "palace.camillo"
_CONFIG = "config.toml"


class Places(NamedTuple):
    """The palace's absolute path, its state folder, and the refuge for when that fails."""

    palace: str
    home: str
    refuge: str


def places(given: str | None, environ: Mapping[str, str]) -> Places:
    """The places of the palace that was named, else of the one that settings name.

    Raises:
        InvalidInput: the settings file is missing although it was named, or cannot be used.

    >>> places("/data/p.camillo", {"XDG_RUNTIME_DIR": "/run/user/7"}).home.replace(os.sep, "/")[-19:]
    '/data/p.camillo.run'
    """
    return of(given or environ.get("CAMILLO_PALACE") or _from_settings(environ), environ)


def of(palace: str, environ: Mapping[str, str]) -> Places:
    """The places of a palace at this path; ``~`` is expanded."""
    path = os.path.abspath(os.path.expanduser(palace))
    return Places(path, path + ".run", _refuge(path, environ))


def default_palace(environ: Mapping[str, str]) -> str:
    """Where the palace lies unless told otherwise."""
    return os.path.join(_folder("data", "XDG_DATA_HOME", ".local/share", environ), _PALACE)


def default_config(environ: Mapping[str, str]) -> str:
    """Where the settings file lies unless told otherwise."""
    return os.path.join(_folder("config", "XDG_CONFIG_HOME", ".config", environ), _CONFIG)


def _folder(kind: str, variable: str, below_home: str, environ: Mapping[str, str]) -> str:
    """A folder of the user's as platformdirs gives it, computed where the rule is a simple one."""
    simple = sys.platform in ("linux", "darwin") and environ.get("HOME", "").startswith("/")
    if not simple or hasattr(sys, "getandroidapilevel"):
        import platformdirs

        found = {"data": platformdirs.user_data_dir, "config": platformdirs.user_config_dir}
        return found[kind]("camillo")
    named = environ.get(variable, "")
    if named.startswith("/"):
        return os.path.join(named, "camillo")
    home = environ["HOME"].rstrip("/")
    if sys.platform == "darwin":
        below_home = "Library/Application Support"
    return f"{home}/{below_home}/camillo"


def _from_settings(environ: Mapping[str, str]) -> str:
    named = environ.get("CAMILLO_CONFIG")
    path = os.path.expanduser(named) if named else default_config(environ)
    try:
        with open(path, "rb") as stream:
            raw = stream.read()
    except FileNotFoundError as error:
        if named:
            raise InvalidInput(
                f"there is no settings file {path}", "name one that exists"
            ) from error
        return default_palace(environ)
    except OSError as error:
        raise InvalidInput(
            f"the settings file {path} cannot be read: {error.strerror}", "make it readable"
        ) from error
    return _palace_in(raw, path) or default_palace(environ)


def _palace_in(raw: bytes, path: str) -> str:
    import tomllib

    try:
        found = tomllib.loads(raw.decode("utf-8")).get("palace", "")
    except ValueError as error:
        raise InvalidInput(f"the settings file {path} is not TOML: {error}", "mend it") from error
    if not isinstance(found, str):
        raise InvalidInput(f"the palace named in {path} is no path", "name a file")
    return found


def _refuge(palace: str, environ: Mapping[str, str]) -> str:
    """A folder for this palace on another disk where there is one: the user's runtime folder, else temp."""
    import binascii

    short = f"{binascii.crc32(os.fsencode(palace)):08x}"
    base = environ.get("XDG_RUNTIME_DIR") or environ.get("TMPDIR") or environ.get("TEMP") or "/tmp"  # noqa: S108
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return os.path.join(base, f"camillo-hooks-{user}-{short}")
