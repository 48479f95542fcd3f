"""A process that writes to a palace until it is killed, saying on stdout what was acknowledged.

Run as ``python crash_worker.py PATH VERB SEED``; tests start it, nothing imports it.
"""

import random
import sys
from pathlib import Path

import numpy as np

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Redaction, Source, Vector
from camillo.storage.sqlite import migrations
from camillo.storage.sqlite.store import SqliteStore

CARD = ModelCard("mini", "ab" * 32, 384, "transformer")


def cuts(content: bytes) -> tuple[Cut, ...]:
    words = content.decode().split()
    terms = {each: words.count(each) for each in words}
    return (Cut(0, len(content), terms, len(words), b"\1\0", bytes(48)),) if words else ()


def filed(text: str, turn: str) -> Filed:
    made = Turn.of_text(text, kind="note", conversation="c", turn=turn)
    return Filed(made, Place("orion"), cuts(made.content))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def file(store: SqliteStore, rng: random.Random) -> None:
    for number in range(10_000):
        name = f"{rng.random():.12f}"
        batch = [
            filed(f"word{n} common token{name}", f"{name}-{n}") for n in range(rng.randint(1, 9))
        ]
        store.file("mine", Source("note", "note:1"), batch)
        say(" ".join(each.turn.key.hex() for each in batch))
        if number % 3 == 0:
            store.compact(force=True)


def vectors(store: SqliteStore, rng: random.Random) -> None:
    while waiting := store.pending(CARD, rng.randint(1, 20)):
        rows = []
        for each in waiting:
            pooled = np.random.default_rng(each.drawer).integers(-30, 30, 384).astype(np.int8)
            rows.append(
                Vector(each.drawer, pooled, np.packbits(pooled > 0), np.zeros((2, 24), np.uint8))
            )
        store.put_vectors(CARD, rows)
        say(" ".join(str(each.drawer) for each in waiting))
    say("done")


def forget(store: SqliteStore, rng: random.Random) -> None:
    with store.snapshot() as snapshot:
        turns = [(each.id, len(each.content)) for each in snapshot.turns() if each.text.strip()]
    rng.shuffle(turns)
    for name, size in turns:
        span = Span.parse(name)
        store.forget([Redaction(Span(span.key, 0, size), ())])
        say(span.key.hex())
    say("done")


def rebuild(store: SqliteStore, rng: random.Random) -> None:
    for _ in range(1_000):
        building = store.begin_generation()
        while turns := store.stored(building.done, 40):
            building = store.extend_generation(building, [(t, cuts(t.content)) for t in turns])
        store.switch_generation(building)
        say("switched")


VERBS = {"file": file, "vectors": vectors, "forget": forget, "rebuild": rebuild}


def second_migration(connection) -> None:
    """A schema change with work in it: a new table filled from an old one, and a new column."""
    connection.execute("alter table wings add column about text")
    connection.execute("create table words(turn integer primary key, word text not null)")
    connection.execute(
        "insert into words with recursive n(i) as (select 1 union all select i + 1 from n"
        " where i < 100000) select i, hex(i) from n"
    )
    connection.execute("update wings set about = 'migrated'")


def add_second_migration() -> None:
    step = migrations.Migration(2, second_migration)
    migrations.MIGRATIONS = (*migrations.MIGRATIONS[:1], step)


def main() -> None:
    path, verb, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    if verb == "migrate":
        add_second_migration()
        say("begin")
        SqliteStore.open(path).close()
        say("done")
        return
    store = SqliteStore.open(path)
    VERBS[verb](store, random.Random(seed))
    store.close()


if __name__ == "__main__":
    main()
