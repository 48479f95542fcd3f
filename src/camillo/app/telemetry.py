"""What is done, as spans of OpenTelemetry where a program has set its SDK up; else nothing at all.

Names and attributes are the program's own words: nothing that is remembered or asked, and no owner, goes into them.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from camillo import __version__

P = ParamSpec("P")
T = TypeVar("T")


def tracer() -> Any:
    """The tracer of the SDK that was set up; None where none was.

    Nothing is imported for it: who sets an SDK up has imported the API.
    """
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return None
    provider = trace.get_tracer_provider()
    if isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
        return None
    return provider.get_tracer("camillo", __version__)


def step(name: str, **told: str) -> AbstractContextManager[Any]:
    """A span around what is done in the context, a child of the one it is done in.

    Of an error it has the kind alone: a message may quote what is remembered.

    >>> with step("search"):
    ...     pass
    """
    own = tracer()
    return nullcontext() if own is None else _Step(own, name, told)


def stepped(name: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function that is a step each time it is called."""

    def made(run: Callable[P, T]) -> Callable[P, T]:
        @wraps(run)
        def timed(*args: P.args, **kwargs: P.kwargs) -> T:
            with step(name):
                return run(*args, **kwargs)

        return timed

    return made


class _Step(AbstractContextManager[Any]):
    def __init__(self, own: Any, name: str, told: dict[str, str]) -> None:
        self._context = own.start_as_current_span(
            name, attributes=told, record_exception=False, set_status_on_exception=False
        )
        self._span: Any = None

    def __enter__(self) -> Any:
        self._span = self._context.__enter__()
        return self._span

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: Any) -> None:
        if kind is not None:
            self._span.set_attribute("error.type", kind.__qualname__)
        self._context.__exit__(kind, error, trace)
