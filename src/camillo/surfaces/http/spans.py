"""One span a request, by the conventions of OpenTelemetry for HTTP servers, with nothing of anybody in it.

A path may name a wing or a person, so ``url.path`` is the route's pattern; there is no query, no header and no
address of a client. Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/ (stable).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from camillo.app import telemetry

if TYPE_CHECKING:
    from starlette.types import Scope

#: What continues another program's trace.
_CARRIED = (b"traceparent", b"tracestate")
_HIDDEN = "REDACTED"


@contextmanager
def serving(scope: "Scope", method: str) -> "Iterator[Any]":
    """A span around one request, continuing its caller's trace; None where nobody wants spans."""
    tracer = telemetry.tracer()
    if tracer is None:
        yield None
        return
    from opentelemetry.propagate import extract
    from opentelemetry.trace import SpanKind

    carried = {
        name.decode("ascii"): value.decode("latin-1")
        for name, value in scope["headers"]
        if name in _CARRIED
    }
    told = {
        "http.request.method": "_OTHER" if method == "other" else method,
        "url.scheme": scope["scheme"],
        "network.protocol.version": scope["http_version"],
    }
    with tracer.start_as_current_span(
        _name(method, ""),
        context=extract(carried),
        kind=SpanKind.SERVER,
        attributes=told,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        yield span


def ended(span: Any, method: str, route: str, status: int, fault: str) -> None:
    """Tell of a request how it was answered: ``route`` is empty where it met none, ``fault`` an error's kind.

    ``status`` is 0 where nothing was answered.
    """
    if span is None:
        return
    from opentelemetry.trace import StatusCode

    span.update_name(_name(method, route))
    span.set_attribute("url.path", route or _HIDDEN)
    if route:
        span.set_attribute("http.route", route)
    if status:
        span.set_attribute("http.response.status_code", status)
    if fault or status >= 500:
        span.set_attribute("error.type", fault or str(status))
        span.set_status(StatusCode.ERROR)


def _name(method: str, route: str) -> str:
    return f"{'HTTP' if method == 'other' else method} {route}".strip()
