"""Edges that are not stored."""

import numpy as np

from camillo import Palace
from camillo.knowledge.links.implied import follows
from camillo.knowledge.links.shelf import follow


def test_each_drawer_follows_the_one_before_it_in_its_conversation(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as palace:
        for number in range(3):
            for talk in ("one", "two"):
                palace.add(f"{talk} says {number}", source=f"chat:{talk}", conversation=talk)
        with palace._store.snapshot() as snapshot:
            shelf = follow(None, snapshot, None)
            told = {drawer: one.text for drawer, one in snapshot.passages(range(1, 7)).items()}
    found = [(told[link.a], told[link.b]) for link in follows(shelf, np.arange(shelf.size))]
    assert sorted(found) == [
        ("one says 1", "one says 0"),
        ("one says 2", "one says 1"),
        ("two says 1", "two says 0"),
        ("two says 2", "two says 1"),
    ]
