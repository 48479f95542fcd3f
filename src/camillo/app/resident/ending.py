"""Having the resident process of a palace end, so that somebody can have the palace alone."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.domain.errors import PalaceBusy

_ASK_SECONDS = 2.0
#: How long a process that was told to end may take for it.
_END_SECONDS = 25.0


@contextmanager
def without_resident(state: State, patience: float) -> Iterator[None]:
    """Nobody answers hooks or files their entries meanwhile; what they note waits in the spool.

    Raises:
        PalaceBusy: an agent's server has the palace, or another process files for ``patience`` seconds.
        OSError: the state folder cannot be made.
    """
    state.make()
    resident, filing = (FileLock(state.folder / name) for name in ("resident.lock", "filing.lock"))
    if not resident.take():
        _tell(state)
        if not resident.take(_END_SECONDS):
            raise PalaceBusy(
                f"an agent's server has {state.palace} open", "end the agents that use it"
            )
    with resident:
        if not filing.take(patience):
            raise PalaceBusy("another process is filing", "try again in a moment")
        with filing:
            yield


def _tell(state: State) -> None:
    """Tell the process that listens to end; one that is no process of its own goes on, and says so.

    Raises:
        PalaceBusy: it goes on.
    """
    try:
        told = json.loads(state.address.read_bytes())
        host, _, port = str(told["address"]).rpartition(":")
        request = json.dumps({"verb": "end", "token": told["token"]}).encode() + b"\n"
        if host == "127.0.0.1" and port.isdecimal():
            answer = _asked((host, int(port)), request)
        else:
            answer = _asked(str(Path(told["address"]).absolute()), request)
    except (OSError, ValueError, KeyError, TypeError):
        return
    if answer == "guest":
        raise PalaceBusy(f"an agent's server has {state.palace} open", "end the agents that use it")


def _asked(address: "str | tuple[str, int]", request: bytes) -> object:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.settimeout(_ASK_SECONDS)
        made.connect(address)
        made.sendall(request)
        return json.loads(made.makefile("rb").readline())["text"]
