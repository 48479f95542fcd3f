"""Errors as the one shape that every caller gets: ``application/problem+json`` (RFC 9457)."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from camillo.app.identity.caller import KeysUnreachable, Unauthenticated
from camillo.domain.errors import (
    AlreadyWritten,
    CamilloError,
    InvalidInput,
    ModelUnavailable,
    NotFound,
    Occupied,
    Outdated,
    PalaceBusy,
    PalaceGone,
    PalaceLocked,
)
from camillo.surfaces.http import wording
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from fastapi import FastAPI, Request
    from fastapi.exceptions import RequestValidationError
    from starlette.responses import Response

MEDIA = "application/problem+json"
_LOG = logging.getLogger("camillo.http")
FAULT = "the server failed; what was acknowledged is safe"
_STATUS: Sequence[tuple[type[CamilloError], int]] = (
    (Unauthenticated, 401),
    (KeysUnreachable, 503),
    (NotFound, 404),
    (Occupied, 409),
    (InvalidInput, 422),
    (Outdated, 409),
    (AlreadyWritten, 409),
    (PalaceBusy, 503),
    (PalaceGone, 503),
    (PalaceLocked, 503),
    (ModelUnavailable, 503),
)
#: Names that Python's versions tell differently, as RFC 9110 has them.
_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}


class Wrong(BaseModel):
    """One thing that is wrong about a request."""

    where: str = Field(examples=["body.content"])
    what: str = Field(examples=["it is missing"])


class Problem(BaseModel):
    """What went wrong, and what mends it. Nothing of the values that were sent is in it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "type": "urn:camillo:problem:not-found",
                "title": "Not Found",
                "status": 404,
                "detail": "no wing named 'orion'",
                "mend": "list the wings",
                "request": "b2b1a4c0d9e84f6f",
            }
        }
    )

    type: str = Field(description="`urn:camillo:problem:` and the status's name")
    title: str
    status: int
    detail: str
    mend: str = ""
    request: str = Field("", description="the X-Request-Id")
    errors: list[Wrong] = Field(default_factory=list)


class Refused(Exception):
    """A request that is answered by a status of its own.

    >>> Refused(412, "the wing has changed", "read it again").status
    412
    """

    def __init__(
        self, status: int, detail: str, mend: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.mend = status, detail, mend
        self.headers = dict(headers or {})


def body(
    status: int, detail: str, mend: str = "", request: str = "", errors: Sequence[Wrong] = ()
) -> bytes:
    """A problem as JSON."""
    title = _TITLES.get(status) or HTTPStatus(status).phrase
    told: dict[str, Any] = {
        "type": f"urn:camillo:problem:{title.lower().replace(' ', '-')}",
        "title": title,
        "status": status,
        "detail": detail,
        "mend": mend,
        "request": request,
    }
    if errors:
        told["errors"] = [one.model_dump() for one in errors]
    return json.dumps({name: value for name, value in told.items() if value != ""}).encode()


def of_error(error: CamilloError) -> Refused:
    """The status of an error; what is the server's own fault tells no path and no cause."""
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    if status == 500:
        return Refused(500, FAULT)
    headers = {"Retry-After": "2"} if status == 503 else {}
    if status == 401:
        headers = {"WWW-Authenticate": 'Bearer realm="camillo"'}
    # Who holds which file, or which key, is nothing to a caller.
    if isinstance(error, PalaceLocked):
        return Refused(status, "the palace cannot be opened now", "try again later", headers)
    told = "the palace is busy" if isinstance(error, PalaceBusy) else error.what
    return Refused(status, told, error.mend, headers)


def install(app: "FastAPI") -> None:
    """Answer every error of an application in this shape."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    async def refused(request: "Request", error: Refused) -> "Response":
        return _answer(request, error)

    async def http(request: "Request", error: HTTPException) -> "Response":
        told = str(error.detail) if error.detail else HTTPStatus(error.status_code).phrase
        return _answer(request, Refused(error.status_code, told, "", error.headers))

    async def fault(request: "Request", _: Exception) -> "Response":
        return _answer(request, Refused(500, FAULT))

    app.add_exception_handler(Exception, fault)
    app.add_exception_handler(CamilloError, _failed)  # type: ignore[arg-type]
    app.add_exception_handler(Refused, refused)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, http)  # type: ignore[arg-type]


async def _failed(request: "Request", error: CamilloError) -> "Response":
    refused = of_error(error)
    if not request.scope["path"].startswith(f"{PREFIX}/ui/"):
        refused.mend = wording.by_routes(refused.mend)
    if refused.status == 500:
        _LOG.error("palace failed", exc_info=error)
    elif isinstance(error, PalaceLocked):
        _LOG.warning("palace locked: %s", error)
    return _answer(request, refused)


async def _invalid(request: "Request", error: "RequestValidationError") -> "Response":
    if unread := _unread(request, error):
        return _answer(request, unread)
    found = [wording.wrong(one) for one in error.errors()]
    wrong = [Wrong(where=where, what=what) for where, what in found]
    return _answer(request, Refused(422, "the request is not valid", "see errors"), wrong)


def _unread(request: "Request", error: "RequestValidationError") -> Refused | None:
    """What to tell of a body that was no JSON by its own word, and so was read as none."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_json = media.startswith("application/") and media.endswith(("/json", "+json"))
    is_body = any(tuple(one["loc"]) == ("body",) for one in error.errors())
    if is_json or not is_body or not error.body:
        return None
    told = f"the body came as {media[:100]}" if media else "the body came without a Content-Type"
    return Refused(415, told, "send `Content-Type: application/json`")


def _answer(request: "Request", refused: Refused, wrong: Sequence[Wrong] = ()) -> "Response":
    from starlette.responses import Response

    told = body(
        refused.status, refused.detail, refused.mend, request.scope.get("request_id", ""), wrong
    )
    return Response(told, refused.status, refused.headers, media_type=MEDIA)


def _documented(told: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    shape = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": what, "content": shape} for status, what in told.items()}


#: What every route may answer, for the OpenAPI.
RESPONSES = _documented(
    {
        400: "the body cannot be read",
        401: "no valid token or key",
        403: "the token or key does not allow it",
        404: "not in your palace",
        408: "the body came too slowly",
        409: "the same write is under way, or the palace changed meanwhile",
        412: "it has changed since it was read (If-Match)",
        413: "the body is too large",
        415: "the body is not JSON by its Content-Type",
        422: "the request is not valid; nothing was written",
        429: "too many requests; see Retry-After",
        500: "a fault of the server; nothing that was acknowledged is lost",
        503: "busy, or a model or the issuer's keys are away; see Retry-After",
    }
)
NO_ROOM = _documented({507: "the archive does not fit on the server's disk"})
NOT_READY = _documented({503: "palaces cannot be opened, or the server is about to end"})
