"""kill -9 at any moment: what was acknowledged is there, everything agrees, and the work goes on."""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.errors import PalaceTooNew
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Source
from camillo.storage.sqlite.store import SqliteStore

WORKER = Path(__file__).with_name("crash_worker.py")
CARD = ModelCard("mini", "ab" * 32, 384, "transformer")

pytestmark = pytest.mark.slow


@pytest.fixture
def prepared(path):
    """A palace of 400 turns, half compacted."""
    store = SqliteStore.open(path)
    for start in (0, 200):
        batch = []
        for number in range(start, start + 200):
            made = Turn.of_text(
                f"old{number} common", kind="note", conversation="c", turn=f"o{number}"
            )
            cut = Cut(0, len(made.content), {f"old{number}": 1, "common": 1}, 2, b"\1\0", bytes(48))
            batch.append(Filed(made, Place("orion"), (cut,)))
        store.file("mine", Source("note", "note:1"), batch)
        if not start:
            store.compact(force=True)
    store.close()
    return path


def run_and_kill(path, verb, seed, wait):
    """Start the worker, let it run for so long after its first word, kill it; its whole lines."""
    process = subprocess.Popen(
        [sys.executable, str(WORKER), str(path), verb, str(seed)], stdout=subprocess.PIPE
    )
    first = process.stdout.readline()
    time.sleep(wait)
    process.kill()
    rest = process.stdout.read()
    process.stdout.close()
    process.wait()
    lines = (first + rest).split(b"\n")
    return [line.decode() for line in lines[:-1]]


def run_to_the_end(path, verb, seed):
    done = subprocess.run(
        [sys.executable, str(WORKER), str(path), verb, str(seed)], capture_output=True, check=True
    )
    return done.stdout.decode().split("\n")


@pytest.mark.parametrize("verb", ["file", "vectors", "forget", "rebuild"])
def test_a_killed_write_loses_nothing_acknowledged(prepared, verb):
    rng = random.Random(verb)
    acknowledged = []
    for seed in range(4):
        acknowledged += run_and_kill(prepared, verb, seed, rng.uniform(0.0, 0.15))
        store = SqliteStore.open(prepared)
        assert store.check() == []
        CHECKS[verb](store, prepared, [line for line in acknowledged if line != "done"])
        store.close()
    assert acknowledged


def check_file(store, path, lines):
    keys = [bytes.fromhex(key) for line in lines for key in line.split()]
    assert store.known(keys) == set(keys)
    with store.snapshot() as snapshot:
        found = snapshot.postings(["common"])["common"].drawer.tolist()
        assert found == snapshot.columns(0).drawer.tolist()


def check_vectors(store, path, lines):
    drawers = [int(drawer) for line in lines for drawer in line.split()]
    with store.snapshot() as snapshot:
        assert set(snapshot.dense(drawers, CARD)) == set(drawers)
        waiting = {each.drawer for each in store.pending(CARD, 1000)}
        assert waiting == set(snapshot.columns(0).drawer.tolist()) - set(
            snapshot.signs(0, CARD).drawer.tolist()
        )


def check_forget(store, path, lines):
    content = path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    with store.snapshot() as snapshot:
        for key in lines:
            assert snapshot.get(Span(bytes.fromhex(key), 0, 3), 0).text == "   "
        gone = [each.turn.id[1:] for each in snapshot.turns() if not each.text.strip()]
    assert len(gone) >= len(lines)
    assert [number for number in gone if f"old{number} common".encode() in content] == []


def check_rebuild(store, path, lines):
    with store.snapshot() as snapshot:
        columns = snapshot.columns(0)
        assert columns.turn.tolist() == list(range(1, 401))
        assert snapshot.postings(["common"])["common"].drawer.tolist() == columns.drawer.tolist()


CHECKS = {
    "file": check_file,
    "vectors": check_vectors,
    "forget": check_forget,
    "rebuild": check_rebuild,
}


def test_a_killed_migration_leaves_the_old_schema_or_the_new(prepared, tmp_path):
    rng = random.Random(7)
    killed = 0
    for seed in range(5):
        copy = tmp_path / f"copy{seed}.camillo"
        shutil.copy(prepared, copy)
        if "done" not in run_and_kill(copy, "migrate", seed, rng.uniform(0.0, 0.04)):
            killed += check_migration(copy)
        assert "done" in run_to_the_end(copy, "migrate", seed)
        with pytest.raises(PalaceTooNew):
            SqliteStore.open(copy)
    assert killed, "no kill fell inside a migration"


def check_migration(path):
    try:
        store = SqliteStore.open(path)
    except PalaceTooNew:  # it was committed, but had not yet said so
        return 0
    assert store.check() == []
    with store.snapshot() as snapshot:
        assert snapshot.counts()["schema"] == 1 and snapshot.counts()["turns"] == 400
    store.close()
    return 1


def test_killed_vectors_are_completed_by_the_next_run(prepared):
    run_and_kill(prepared, "vectors", 1, 0.02)
    assert "done" in run_to_the_end(prepared, "vectors", 2)
    store = SqliteStore.open(prepared)
    with store.snapshot() as snapshot:
        counts = snapshot.counts()
        assert counts["refined"] == counts["drawers"] == 400 and counts["waiting"] == 0
    assert store.check() == []
    store.close()
