"""Searching in the hook's own process, inside a box of time that nothing outlasts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from camillo.domain.errors import CamilloError


class Late(BaseException):
    """The box is over; no handler of ordinary errors may hold it up."""


def search(request: Mapping[str, object], seconds: float) -> str:
    """The text that a search in this process gives; it is told how long it may take.

    Raises:
        CamilloError: it took more than twice that, or failed.
    """
    try:
        with _box(2 * seconds):
            from camillo.app.resident import cold

            return cold.answer(dict(request), seconds)
    except Late:
        raise CamilloError(
            f"searching took longer than {2 * seconds:g} s", "let the resident process run"
        ) from None


@contextmanager
def _box(seconds: float) -> Iterator[None]:
    """End what runs within after this time, where the system has timers."""
    import signal

    if not hasattr(signal, "setitimer"):
        yield
        return

    def over(number: int, frame: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
