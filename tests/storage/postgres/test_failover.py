"""A standby takes over when the primary is killed under writes: what is there, what is lost, and how servers go on."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.servers import Pair, kill, processes, standby_of

from camillo.domain.errors import CamilloError, PalaceAway
from camillo.domain.owner import Owner
from camillo.ports.server import ApiKey
from camillo.storage.postgres.serving.store import PostgresServerStore
from camillo.storage.postgres.store import PostgresStore

from .test_killed_server import Writer, _check

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="the server's processes are found in /proc"),
]  # fmt: skip


@pytest.fixture
def pair(start_postgres) -> Iterator[Pair]:
    with start_postgres() as primary, standby_of(primary) as made:
        yield made


def test_nothing_acknowledged_is_lost_when_a_synchronous_standby_takes_over(pair):
    pair.synchronous()
    writers = [
        Writer(PostgresStore.open(pair.both, "notes", str(n), busy_seconds=5), n) for n in range(3)
    ]
    records = PostgresServerStore.open(pair.both)
    records.add_key(ApiKey("k", Owner("notes", "0"), "agent", ("read",), "digest", 1.0))
    for writer in writers:
        writer.start()
    time.sleep(1.5)
    kill(Path(pair.primary.pgdata))
    for writer in writers:
        writer.thread.join(30)
        assert not writer.thread.is_alive() and len(writer.keys) > 3
    # A standby takes no writes: to a server it is as if nobody were there.
    with pytest.raises(PalaceAway):
        PostgresStore.open(pair.both, "notes", "new", busy_seconds=5)
    pair.promote()
    # The handles of before go on, and those of servers that are started anew.
    for writer in writers:
        _check(writer)
        before = len(writer.keys)
        writer.start()
        time.sleep(0.5)
        writer.store.close()
        writer.thread.join(30)
        assert len(writer.keys) > before
        writer.store = PostgresStore.open(pair.both, "notes", str(writer.seed), create=False)
        _check(writer)
        writer.store.close()
    assert [key.name for key in records.keys(Owner("notes", "0"))] == ["agent"]
    records.close()


def test_what_a_standby_had_not_got_is_lost_without_synchronous_replication_and_the_rest_is_whole(
    pair,
):
    store = PostgresStore.open(pair.both, "notes", "ana", busy_seconds=5)
    writer = Writer(store, 1)
    _write(writer, 0.5)
    _caught_up(pair)
    sure = list(writer.keys)
    halted = processes(pair.standby)
    for pid in halted:
        os.kill(pid, signal.SIGSTOP)
    _write(writer, 0.5)
    assert len(writer.keys) > len(sure)
    kill(Path(pair.primary.pgdata))
    for pid in halted:
        os.kill(pid, signal.SIGCONT)
    pair.promote()
    left = store.known(writer.keys)
    assert set(sure) <= left < set(writer.keys)
    assert store.check() == []
    store.close()


def _write(writer: Writer, seconds: float) -> None:
    """Write for a while, all of it acknowledged."""
    stop = threading.Event()
    file = writer.store.file

    def until(*told: Any) -> Any:
        if stop.is_set():
            raise CamilloError("enough")
        return file(*told)

    writer.store.file = until
    writer.start()
    time.sleep(seconds)
    stop.set()
    writer.thread.join(30)
    writer.store.file = file


def _caught_up(pair: Pair) -> None:
    with psycopg.connect(pair.primary.get_uri(), autocommit=True) as connection:
        until = time.monotonic() + 20
        sql = "select pg_current_wal_lsn() <= flush_lsn from pg_stat_replication"
        while connection.execute(sql).fetchone() != (True,):
            assert time.monotonic() < until
            time.sleep(0.05)
