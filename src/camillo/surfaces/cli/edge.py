"""The edge of the command line: every way a command can end, as one line and an exit code."""

import os
import sys
from collections.abc import Sequence

from camillo.domain import errors
from camillo.surfaces.cli import codes, commands, logs
from camillo.text.inert import inert_line

_CODES: tuple[tuple[type[errors.CamilloError], int], ...] = (
    (errors.NotFound, codes.FOUND_WANTING),
    (errors.InvalidInput, codes.WRONG_INPUT),
    (errors.PalaceAway, codes.NOT_WRITTEN),
    (errors.PalaceBusy, codes.BUSY),
    (errors.Outdated, codes.BUSY),
    (errors.AlreadyWritten, codes.BUSY),
    (errors.PalaceDamaged, codes.DAMAGED),
    (errors.PalaceTooNew, codes.DAMAGED),
    (errors.PalaceLocked, codes.LOCKED),
    (errors.ModelUnavailable, codes.NO_MODEL),
    (errors.Unreachable, codes.NOT_GIVEN),
    (errors.Unreadable, codes.NOT_GIVEN),
)


def run(arguments: Sequence[str]) -> int:
    """Run one command; nothing but an exit code comes out, whatever happens inside."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(list(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        complain("interrupted", "what was filed stays; run the same command again to go on")
        return codes.INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return codes.BROKEN_PIPE
    except errors.CamilloError as error:
        complain(error.what, error.mend)
        return next((code for kind, code in _CODES if isinstance(error, kind)), codes.NOT_WRITTEN)
    except Exception as error:  # noqa: BLE001 - the outermost edge: told in one line, kept in the log
        _unexpected(error)
        return codes.UNEXPECTED
    return code


def complain(what: str, mend: str = "") -> None:
    """One line on stderr that names what is wrong and how to mend it."""
    line = f"camillo: {what}; {mend}" if mend else f"camillo: {what}"
    sys.stderr.write(inert_line(line) + "\n")


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        sys.stdout.write(commands.overview())
        return codes.DONE
    try:
        return commands.run(arguments[0], arguments[1:])
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else codes.DONE


def _drop_stdout() -> None:
    """Point stdout nowhere, so that the interpreter's own flush at exit stays quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _unexpected(error: Exception) -> None:
    told = f"unexpected {type(error).__name__}"
    try:
        path = logs.record(error)
    except OSError as trouble:
        complain(f"{told}: {error}", f"the log could not be written ({trouble.strerror})")
        return
    complain(told, f"this is a fault in Camillo; the details are in {path}")
