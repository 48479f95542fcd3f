"""The log file: faults of Camillo itself, and what its parts tell at the level that is set."""

import os
import sys
from pathlib import Path
from typing import Any, TextIO


def log_file() -> Path:
    """Where the log lies: in the user's folder for state, readable by the owner alone."""
    import platformdirs

    return platformdirs.user_state_path("camillo") / "camillo.log"


def start(level: str, *, hushed: bool = False) -> None:
    """Send what Camillo's parts log at this level to the log file, for this process.

    ``hushed`` leaves names, paths and the words of faults out, as it must be where the palace is encrypted.
    """
    import logging

    from camillo.text.masking import masked

    class Hushed(logging.Formatter):
        def formatMessage(self, record: logging.LogRecord) -> str:
            record.message = masked(record.message)
            return super().formatMessage(record)

        def formatException(self, ei: Any) -> str:
            return ei[0].__name__ if ei and ei[0] else ""

    handler = logging.StreamHandler(_open())
    kind = Hushed if hushed else logging.Formatter
    handler.setFormatter(kind("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger = logging.getLogger("camillo")
    logger.setLevel(level.upper())
    logger.addHandler(handler)


def record(error: BaseException) -> Path:
    """Write an error with its traceback to the log file, and say where that is.

    Raises:
        OSError: the file cannot be written.
    """
    import traceback
    from datetime import UTC, datetime

    lines = traceback.format_exception(error) if not _is_hushed() else _frames(error)

    with _open() as log:
        log.write(f"{datetime.now(UTC).isoformat()} {' '.join(sys.argv[1:2])}\n")
        log.writelines(lines)
    return log_file()


def _is_hushed() -> bool:
    """Whether the palace is encrypted, or nobody can tell."""
    from camillo.app.settings import load
    from camillo.domain.errors import CamilloError

    try:
        return bool(load().palace_key)
    except CamilloError:
        return True


def _frames(error: BaseException | None) -> list[str]:
    """Where an error and its causes were raised, without their words."""
    import traceback

    lines: list[str] = []
    while error is not None:
        lines += [*traceback.format_tb(error.__traceback__), f"{type(error).__name__}\n"]
        error = error.__cause__ or error.__context__
    return lines


def _open() -> TextIO:
    path = log_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace")
