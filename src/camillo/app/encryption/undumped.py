"""A process that holds keys and remembered words leaves no memory behind when it crashes."""

import sys

_PR_SET_DUMPABLE = 4


def leave_no_dump() -> None:
    """Have the system write no memory of this process to a core dump, where it can be told so.

    On Linux, other programs of the same user cannot read its memory or environment either, the administrator's can.
    Windows has no such thing: its error reports are switched off by whoever runs the machine.
    """
    try:
        import resource
    except ImportError:
        return
    limit = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (0, limit))
    if sys.platform == "linux":
        import ctypes

        # The limit does not hold where dumps are piped to a program, as systemd does.
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
