"""Errors in the words of who asks over HTTP: what mends them is a route, where elsewhere it is a command."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

#: Where the routes over a caller's own palace are.
PREFIX = "/api/palace"
#: What does over HTTP what a command does.
_ROUTES = {
    "camillo add": "POST memories",
    "camillo episodes list": "GET episodes",
    "camillo export all": "GET export?format=archive",
    "camillo fact about NAME": "GET kg/entity/{entity}",
    "camillo note list": "GET notes",
    "camillo note watch list": "GET watchlist",
    "camillo note watch remove URL": "DELETE watchlist?url=",
    "camillo rooms": "GET wings/{wingId}/rooms",
    "camillo rooms WING": "GET wings/{wingId}/rooms",
    "camillo search": "GET search",
    "camillo wings": "GET wings",
}
_COMMAND = re.compile(r"`(camillo [^`]*)`")
_WORDS = {
    "extra_forbidden": "there is no such field",
    "missing": "it is missing",
    "model_attributes_type": "give a JSON object",
}


def by_routes(mend: str) -> str:
    """What mends an error, by routes; nothing where only a command does, for that is nothing to who has none.

    >>> by_routes("list them with `camillo wings`")
    'list them with `GET /api/palace/wings`'
    >>> by_routes("run `camillo doctor`")
    ''
    """
    commands = _COMMAND.findall(mend)
    if any(one not in _ROUTES for one in commands):
        return ""
    return _COMMAND.sub(lambda found: f"`{_route(found[1])}`", mend)


def _route(command: str) -> str:
    method, _, path = _ROUTES[command].partition(" ")
    return f"{method} {PREFIX}/{path}"


def wrong(error: Mapping[str, Any]) -> tuple[str, str]:
    """Where a request is not valid, and what is wrong there; never the value itself.

    >>> wrong({"type": "missing", "loc": ("body", "hall"), "msg": "Field required"})
    ('body.hall', 'it is missing')
    """
    kind, where = str(error["type"]), error["loc"]
    if kind == "json_invalid":
        reason = (error.get("ctx") or {}).get("error", "")
        return "body", f"no valid JSON at character {where[-1]}: {reason}"
    return _path(where), _WORDS.get(kind, str(error["msg"]))


def _path(parts: Sequence[object]) -> str:
    return ".".join(str(part) for part in parts)[:200]
