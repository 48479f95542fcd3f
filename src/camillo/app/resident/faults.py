"""Faults: what nobody foresaw, and what must not end a process that others rely on."""

from camillo.domain.errors import CamilloError


def worded(error: BaseException) -> str:
    """What an error says; a fault, which is none of `camillo.domain.errors`, with its kind.

    >>> worded(KeyError("x"))
    "KeyError: 'x'"
    """
    return str(error) if isinstance(error, CamilloError) else f"{type(error).__name__}: {error}"
