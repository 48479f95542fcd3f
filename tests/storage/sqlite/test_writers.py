"""Several processes write and read one palace: every acknowledged row is there, nobody is refused."""

import multiprocessing
import random

import pytest

from camillo.domain.drawer import Cut, Filed
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.sqlite.store import SqliteStore

pytestmark = pytest.mark.slow

BATCHES = 40


def write(path, name, results):
    try:
        rng, keys = random.Random(name), []
        store = SqliteStore.open(path)
        for number in range(BATCHES):
            batch = []
            for each in range(rng.choice([1, 1, 10])):
                made = Turn.of_text(
                    f"{name} {number} {each} shared",
                    kind="note",
                    conversation=name,
                    turn=f"{number}-{each}",
                )
                words = made.text.split()
                cut = Cut(0, len(made.content), dict.fromkeys(words, 1), len(words))
                batch.append(
                    Filed(made, Place(rng.choice(["orion", "lyra"]), f"room{number % 3}"), (cut,))
                )
            store.file("mine", Source("note", name), batch)
            keys += [each.turn.key for each in batch]
            if number % 9 == 0:
                store.compact(force=True)
        store.close()
        results.put((name, keys, ""))
    except BaseException as error:  # noqa: BLE001
        results.put((name, [], repr(error)))


def read(path, stop, results):
    try:
        store, rounds, last = SqliteStore.open(path), 0, 0
        while not stop.is_set():
            with store.snapshot() as snapshot:
                columns = snapshot.columns(0)
                found = snapshot.postings(["shared"])
                seen = found["shared"].drawer.tolist() if found else []
                assert seen == columns.drawer.tolist()
                assert len(seen) >= last
                last, rounds = len(seen), rounds + 1
        store.close()
        results.put(("reader", rounds, ""))
    except BaseException as error:  # noqa: BLE001
        results.put(("reader", 0, repr(error)))


def test_four_writers_and_two_readers_on_a_palace_none_of_them_made(path):
    context = multiprocessing.get_context("spawn")
    results, stop = context.Queue(), context.Event()
    writers = [context.Process(target=write, args=(path, f"w{n}", results)) for n in range(4)]
    readers = [context.Process(target=read, args=(path, stop, results)) for _ in range(2)]
    for process in (*writers, *readers):
        process.start()
    written = [results.get(timeout=120) for _ in writers]
    stop.set()
    rest = [results.get(timeout=120) for _ in readers]
    for process in (*writers, *readers):
        process.join()
    assert [error for _, _, error in written + rest if error] == []
    keys = [key for name, found, _ in written if name != "reader" for key in found]
    store = SqliteStore.open(path)
    assert store.known(keys) == set(keys) and len(set(keys)) == len(keys)
    assert store.check() == []
    with store.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == len(keys)
        assert snapshot.tick().epoch == 1
    store.close()
