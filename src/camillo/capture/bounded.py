"""Reading hostile content in a process of its own, which may neither hang nor eat the memory."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from camillo.domain.errors import InvalidInput, Unreadable
from camillo.knowledge.notes.slugs import one_line

#: What the process tells by its exit that nothing else tells.
TOO_MUCH_MEMORY, TOO_MUCH_TEXT = 71, 72


@dataclass(frozen=True, slots=True)
class Bounds:
    """What reading one page or file may cost: seconds, bytes of memory, characters of Markdown."""

    seconds: float = 120.0
    memory: int = 2 * 1024**3
    text: int = 20_000_000


def need(*modules: str) -> None:
    """See that the libraries which capturing needs are there.

    Raises:
        InvalidInput: one is missing.
    """
    for module in modules:
        if find_spec(module) is None:
            raise InvalidInput(
                "what reads pages, files and feeds is not installed",
                "run `pip install 'camillo[capture]'`",
            )


def read_apart(kind: str, content: bytes, what: str, bounds: Bounds) -> Mapping[str, str]:
    """Have a child process read content of a kind (see :mod:`camillo.capture.child`); its fields.

    ``what`` names the content in errors.

    Raises:
        Unreadable: it is broken, or costs more than the bounds.
    """
    numbers = (int(bounds.seconds), bounds.memory, bounds.text)
    command = [sys.executable, "-P", "-m", "camillo.capture.child", kind, *map(str, numbers)]
    try:
        done = subprocess.run(  # noqa: S603 - our own module, with words of ours
            command, input=content, capture_output=True, timeout=bounds.seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable(
            f"{what} is not read within {bounds.seconds:g} seconds", "capture its parts one by one"
        ) from error
    if done.returncode == TOO_MUCH_MEMORY:
        told = f"needs more than {bounds.memory // 1024**2:,} MB of memory"
        raise Unreadable(f"{what} {told}", "capture its parts one by one")
    if done.returncode == TOO_MUCH_TEXT:
        raise Unreadable(
            f"{what} gives more than {bounds.text:,} characters", "capture its parts one by one"
        )
    if done.returncode:
        raise Unreadable(f"{what} is broken ({_last_line(done.stderr)})", "see whether it opens")
    fields = json.loads(done.stdout)
    return {str(name): str(value) for name, value in fields.items()}


def _last_line(told: bytes) -> str:
    lines = told[-4_000:].decode("utf-8", "replace").strip().splitlines()
    return one_line(lines[-1], 200) if lines else "the reader ended at once"
