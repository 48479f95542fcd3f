"""The log file: faults of Camillo itself, and what its parts tell at the level that is set."""

import os
import sys
from pathlib import Path
from typing import TextIO


def log_file() -> Path:
    """Where the log lies: in the user's folder for state, readable by the owner alone."""
    import platformdirs

    return platformdirs.user_state_path("camillo") / "camillo.log"


def start(level: str) -> None:
    """Send what Camillo's parts log at this level to the log file, for this process."""
    import logging

    handler = logging.StreamHandler(_open())
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
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

    with _open() as log:
        log.write(f"{datetime.now(UTC).isoformat()} {' '.join(sys.argv[1:2])}\n")
        log.writelines(traceback.format_exception(error))
    return log_file()


def _open() -> TextIO:
    path = log_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return os.fdopen(handle, "a", encoding="utf-8", errors="backslashreplace")
