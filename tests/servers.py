"""PostgreSQL servers as tests treat them: killed as a crash would end them, and a standby beside a primary."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from camillo.storage.postgres.upgrading import migrate


def processes(data: Path) -> list[int]:
    """The processes of the server with this folder, the first of them first."""
    postmaster = int((data / "postmaster.pid").read_text().split()[0])
    return [
        postmaster,
        *(
            int(stat.parent.name)
            for stat in Path("/proc").glob("[0-9]*/stat")
            if _parent(stat) == postmaster
        ),
    ]


def kill(data: Path) -> None:
    """Kill the server's processes, this one's alone, as a crash would end them."""
    doomed = processes(data)
    for pid in doomed:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    until = time.monotonic() + 20
    while Path(f"/proc/{doomed[0]}").exists() and time.monotonic() < until:
        time.sleep(0.05)


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@dataclass
class Pair:
    """A primary and a standby that streams from it."""

    primary: Any
    standby: Path
    control: Callable[..., None]

    @property
    def both(self) -> str:
        """The address of whichever of them takes writes."""
        hosts = f"{self.primary.pgdata},{self.standby}"
        return f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write"

    def synchronous(self) -> None:
        """Acknowledge nothing that the standby has not on disk."""
        self.primary.psql(
            "alter system set synchronous_standby_names = '*'; select pg_reload_conf();"
        )
        with psycopg.connect(self.primary.get_uri(), autocommit=True) as connection:
            until = time.monotonic() + 20
            sql = "select count(*) from pg_stat_replication where sync_state = 'sync'"
            while connection.execute(sql).fetchone() != (1,):
                assert time.monotonic() < until
                time.sleep(0.05)

    def promote(self) -> None:
        """Let the standby take writes."""
        self.control("promote")


@contextmanager
def standby_of(primary: Any) -> Iterator[Pair]:
    """A pair of servers, the standby made of a base backup, ended with the context."""
    migrate(primary.get_uri())
    folder = Path(primary.pgdata).parent / "standby"

    def run(program: str, *told: str) -> None:
        subprocess.run(
            [str(primary.bin_path / program), "-D", str(folder), *told],
            user=primary.system_user, check=True, timeout=60,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    folder.mkdir(mode=0o700)
    if primary.system_user is not None:
        shutil.chown(folder, primary.system_user)
    source = ("-h", str(primary.pgdata), "-U", "postgres")
    run("pg_basebackup", *source, "-R", "-X", "stream", "-c", "fast")
    # The primary's socket lies in its folder, and the socket's lock was copied.
    (folder / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
    run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", f'-h "" -k {folder}', "start")
    try:
        yield Pair(primary, folder, lambda verb: run("pg_ctl", "-w", verb))
    finally:
        run("pg_ctl", "-w", "-m", "immediate", "stop")
