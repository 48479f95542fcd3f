"""Faults that must not end a process which others rely on."""

#: What a mistake in Camillo's own code can raise, hostile input before it or not. The errors of
#: `camillo.domain.errors` and of the system are no faults; running out of memory ends the process.
FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)


def worded(error: BaseException) -> str:
    """What a fault says, with its kind.

    >>> worded(KeyError("x"))
    "KeyError: 'x'"
    """
    return f"{type(error).__name__}: {error}"
