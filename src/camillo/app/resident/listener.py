"""The local socket: who may connect, and one answer for each connection."""

import hashlib
import os
import secrets
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from camillo.app.resident import wire
from camillo.app.resident.faults import worded
from camillo.app.resident.state import State, write_whole

#: The longest path that every system takes as a socket's name.
_PATH_LIMIT = 100
_CONNECTIONS = 32
_READ_SECONDS = 2.0
_SEND_SECONDS = 5.0
_POLL_SECONDS = 0.5
_LOOPBACK = "127.0.0.1"


class Listener:
    """Listens for one palace and says where in ``resident.json``.

    ``answer`` gives the text for a request; it may be called from several threads at once. A
    client that is slow, sends garbage or does not know the token costs nothing but its connection.
    """

    def __init__(self, state: State, answer: Callable[[wire.Request], str]) -> None:
        self._state = state
        self._answer = answer
        self._token = secrets.token_hex(16)
        self._free = threading.BoundedSemaphore(_CONNECTIONS)
        self._socket: socket.socket | None = None
        self._path: Path | None = None
        self._closing = threading.Event()

    def open(self) -> None:
        """Bind, and write where; the caller holds the resident's lock.

        Raises:
            OSError: nothing can be bound, or the address cannot be written.
        """
        address = self._bind()
        try:
            write_whole(
                self._state.address,
                {"version": 1, "pid": os.getpid(), "address": address, "token": self._token},
            )
        except OSError:
            self.close()
            raise

    def serve(self) -> None:
        """Answer until :meth:`close`."""
        listening = self._socket
        while listening is not None and not self._closing.is_set():
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                continue
            except OSError:
                # Out of descriptors, or closed from outside: wait, and look again.
                self._closing.wait(_POLL_SECONDS)
                continue
            if not self._free.acquire(blocking=False):
                connection.close()
                continue
            self._begin(connection)

    def close(self) -> None:
        """Stop listening and take the address away; safe to call twice."""
        self._closing.set()
        if self._socket is None:
            return
        # Wakes whoever waits for a connection, where the system does that.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._socket = None
        self._state.address.unlink(missing_ok=True)
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _begin(self, connection: socket.socket) -> None:
        try:
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()
        except RuntimeError:
            # The system gives no more threads for now.
            connection.close()
            self._free.release()

    def _one(self, connection: socket.socket) -> None:
        try:
            with connection:
                line = wire.receive(connection, _READ_SECONDS)
                if line is None:
                    return
                text, failure = "", ""
                try:
                    text = self._answer(wire.parse(line, self._token))
                except Exception as error:  # noqa: BLE001 - the edge: whoever asked is told
                    failure = worded(error)
                wire.send(connection, text, failure, _SEND_SECONDS)
        finally:
            self._free.release()

    def _bind(self) -> str:
        if hasattr(socket, "AF_UNIX"):
            self._path = _socket_path(self._state)
            self._path.unlink(missing_ok=True)
            self._listening(socket.AF_UNIX, str(self._path))
            self._path.chmod(0o600)
            return str(self._path)
        bound = self._listening(socket.AF_INET, (_LOOPBACK, 0))
        return f"{_LOOPBACK}:{bound.getsockname()[1]}"

    def _listening(self, family: int, name: str | tuple[str, int]) -> socket.socket:
        made = socket.socket(family, socket.SOCK_STREAM)
        try:
            made.bind(name)
            made.listen(_CONNECTIONS)
            made.settimeout(_POLL_SECONDS)
        except OSError:
            made.close()
            raise
        self._socket = made
        return made


def _socket_path(state: State) -> Path:
    """A path for the socket: in the state folder, or a short one in a folder of the user's own."""
    within = state.folder / "resident.sock"
    if len(os.fsencode(within)) <= _PATH_LIMIT:
        return within
    name = hashlib.sha256(os.fsencode(state.folder)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"camillo-{os.getuid()}-{name}"
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        seen = folder.lstat()
        # What lies in a shared folder may have been put there by another user.
        if seen.st_uid != os.getuid() or seen.st_mode & 0o170077 != 0o040000:
            folder = Path(tempfile.mkdtemp(prefix="camillo-"))
    return folder / "s"
