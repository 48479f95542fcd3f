"""The process that reads hostile content: it comes on standard input, and its fields leave as JSON.

Run as ``python -m camillo.capture.child KIND SECONDS MEMORY CHARACTERS``. It asks nothing of the network.
"""

import json
import logging
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress

from camillo.capture.bounded import TOO_MUCH_MEMORY, TOO_MUCH_TEXT

Fields = dict[str, str]


def _readers() -> dict[str, Callable[[bytes], Fields]]:
    from camillo.capture import markup, office, syndicated

    return {
        "page": markup.page,
        "wechat": markup.wechat,
        "html": markup.whole,
        "feed": syndicated.feed,
        "pdf": office.pdf,
        "docx": office.docx,
        "pptx": office.pptx,
        "xlsx": office.xlsx,
        "epub": office.epub,
    }


def _bound(seconds: int, memory: int) -> None:
    """Have the system end this process beyond its bounds, where the system can do that."""
    # Libraries would else start a thread for each core, each with memory of its own.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Outlives its parent only so long, should that be killed.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 1, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def main(arguments: list[str]) -> int:
    """Read standard input as a kind; the exit status tells which bound was met."""
    kind, seconds, memory, characters = arguments[0], *map(int, arguments[1:4])
    _bound(seconds, memory)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    try:
        fields = _readers()[kind](sys.stdin.buffer.read())
        if sum(map(len, fields.values())) > characters:
            return TOO_MUCH_TEXT
        told = json.dumps(fields)
    except MemoryError:
        return TOO_MUCH_MEMORY
    sys.stdout.write(told)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
