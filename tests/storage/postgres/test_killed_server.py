"""kill -9 of PostgreSQL under writes: what was acknowledged is there, everything agrees, the work goes on."""

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from camillo.domain.drawer import Cut, Filed
from camillo.domain.errors import CamilloError, PalaceAway, PalaceDamaged
from camillo.domain.knowledge import Act
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.postgres.store import PostgresStore
from camillo.storage.postgres.upgrading import migrate

from .conftest import kill, restart

SOURCE = Source("note", "note:1", b"print")


@dataclass
class Writer:
    """Writes to one palace until the server is gone, and remembers what was acknowledged."""

    store: PostgresStore
    seed: int
    keys: list[bytes] = field(default_factory=list)
    acts: int = 0
    receipts: list[int] = field(default_factory=list)
    thread: threading.Thread | None = None

    def start(self) -> None:
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        rng = random.Random(f"{self.seed} {len(self.keys)}")
        try:
            while True:
                batch = [_filed(f"{rng.random():.12f}") for _ in range(rng.randint(1, 5))]
                self.receipts.append(self.store.file("mine", SOURCE, batch).number)
                self.keys += [each.turn.key for each in batch]
                self.receipts.append(self.store.record("add", [Act("pinned", "x")]).number)
                self.acts += 1
                if rng.random() < 0.2:
                    self.store.compact(force=True)
        except CamilloError:
            return


def _filed(name: str) -> Filed:
    turn = Turn.of_text(f"common word{name}", kind="note", conversation="c", turn=name)
    cut = Cut(0, len(turn.content), {"common": 1, f"word{name}": 1}, 2, b"\1\0", bytes(48))
    return Filed(turn, Place("orion"), (cut,))


def _check(writer: Writer) -> None:
    store = writer.store
    assert store.known(writer.keys) == set(writer.keys)
    with store.snapshot() as snapshot:
        held = len(snapshot.postings(["common"])["common"].drawer)
        assert held == snapshot.counts()["turns"] >= len(writer.keys)
        assert snapshot.last_act() >= writer.acts
    logged = {receipt.number for receipt in store.log(1_000_000)}
    assert logged >= set(writer.receipts) and len(writer.receipts) == len(set(writer.receipts))
    assert store.check() == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the server's processes are found in /proc")
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(start_postgres):
    rng = random.Random(7)
    with start_postgres() as server:
        server.psql("alter system set recovery_init_sync_method = syncfs;")
        migrate(server.get_uri())
        writers = [
            Writer(PostgresStore.open(server.get_uri(), "notes", str(n), busy_seconds=5), n)
            for n in (0, 1, 1)
        ]
        for _ in range(3):
            before = sum(len(writer.keys) for writer in writers)
            for writer in writers:
                writer.start()
            time.sleep(rng.uniform(0.3, 1.0))
            kill(Path(server.pgdata))
            # Not a fault, but something that passes: servers answer 503.
            with pytest.raises(PalaceAway):
                PostgresStore.open(server.get_uri(), "notes", "new", busy_seconds=5)
            for writer in writers:
                writer.thread.join(30)
                assert not writer.thread.is_alive()
            restart(server)
            for writer in writers:
                _check(writer)
            assert sum(len(writer.keys) for writer in writers) > before
        for writer in writers:
            writer.store.close()


def test_a_connection_that_the_server_ends_is_replaced(pair, as_admin):
    with pair.ana.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 1
    as_admin.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where usename = 'camillo_web' and state = 'idle'"
    )
    with pair.ana.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 1
    assert pair.bob.file("add", SOURCE, [_filed("again")]).counts["turns"] == 1


def test_a_write_that_fails_half_way_leaves_nothing(pair):
    """The last statement of a batch is refused by the server itself."""
    with pair.ana.snapshot() as snapshot:
        before, log = snapshot.tick(), pair.ana.log(9)
    with (
        pytest.raises(PalaceDamaged),
        pair.ana._session.writing() as writing,
    ):
        writing.db.insert("uses", "turn, count, last", [(1, 1, 1)])
        writing.receipt("half", {})
        writing.db.insert("uses", "turn, count, last", [(1, 1, 1)])
    with pair.ana.snapshot() as snapshot:
        assert snapshot.tick() == before and snapshot.uses([1]) == {}
    assert pair.ana.log(9) == log
