"""What tells of the server and of nobody: whether it lives, whether it is ready, and its counts."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from pydantic import Field

from camillo import __version__
from camillo.app.identity.identity import same
from camillo.surfaces.http import metrics
from camillo.surfaces.http.problems import NOT_READY, RESPONSES, Refused
from camillo.surfaces.http.shapes import Out

router = APIRouter(tags=["server"])


class Alive(Out):
    """The server answers."""

    status: str = Field(examples=["ok"])
    version: str = Field(examples=[__version__])


@router.get("/health", summary="Whether the server lives")
def health() -> Alive:
    """Answered without a token."""
    return Alive(status="ok", version=__version__)


@router.get("/ready", summary="Whether the server takes requests", responses=NOT_READY)
def ready(request: Request) -> Alive:
    """Answered without a token; 503 while palaces cannot be opened, and once the server is about to end."""
    if request.app.state.ending.is_set():
        raise Refused(503, "the server is about to end", "ask another one")
    if not request.app.state.serving.palaces.is_ready():
        raise Refused(503, "palaces cannot be opened", "check the data folder")
    return Alive(status="ready", version=__version__)


@router.get(
    "/metrics",
    summary="Counts for Prometheus",
    response_class=PlainTextResponse,
    responses={status: RESPONSES[status] for status in (401, 404)},
)
def counts(request: Request) -> PlainTextResponse:
    """Requests by route and status, never by owner; with the token of `metrics_token_file` alone."""
    token = request.app.state.serving.metrics_token
    if not token:
        raise Refused(404, "metrics are off", "name a metrics_token_file")
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not same(shown.strip(), token):
        told = {"WWW-Authenticate": 'Bearer realm="camillo"'}
        raise Refused(401, "the token is not valid here", "send that of metrics_token_file", told)
    return PlainTextResponse(request.app.state.metrics.text(), media_type=metrics.MEDIA)
