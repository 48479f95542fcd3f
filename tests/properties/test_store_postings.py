"""Postings and drawers equal a recount, after any interleaving of filing, compacting and forgetting."""

import tempfile
from collections import defaultdict
from pathlib import Path
from unittest import mock

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.blanking import blank
from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Redaction, Source
from camillo.storage.common import codec, terms
from camillo.storage.sqlite.store import SqliteStore

WORDS = ["a", "b", "ab", "common", "é", "日本"]


def cuts(content):
    made, at = [], 0
    for line in content.split(b"\n"):
        words = line.decode().split()
        if words:
            terms = {word: words.count(word) for word in words}
            made.append(Cut(at, at + len(line), terms, len(words)))
        at += len(line) + 1
    return tuple(made)


LINES = st.lists(st.lists(st.sampled_from(WORDS), max_size=4), min_size=1, max_size=3)
ACTIONS = st.one_of(
    st.tuples(st.just("file"), st.lists(LINES, min_size=1, max_size=4)),
    st.tuples(st.just("compact"), st.none()),
    st.tuples(
        st.just("forget"), st.tuples(st.integers(0, 99), st.integers(0, 30), st.integers(1, 9))
    ),
    st.tuples(st.just("build"), st.integers(1, 3)),
    st.tuples(st.just("switch"), st.none()),
)


class Model:
    """The palace as a plain dictionary, and the store it is compared with."""

    def __init__(self, store):
        self.store = store
        self.contents = {}
        self.number = 0

    def file(self, texts):
        batch = []
        for lines in texts:
            self.number += 1
            text = "\n".join(" ".join(words) for words in lines) + f"\nid{self.number}"
            turn = Turn.of_text(text, kind="note", conversation="c", turn=str(self.number))
            batch.append(Filed(turn, Place("w"), cuts(turn.content)))
            self.contents[turn.key] = turn.content
        self.store.file("mine", Source("note", "n"), batch)

    def forget(self, which):
        index, start, size = which
        if not self.contents:
            return
        key = list(self.contents)[index % len(self.contents)]
        content = self.contents[key]
        start = min(start, len(content) - 1)
        end = min(start + size, len(content))
        left = blank(content, "utf-8", start, end)
        self.store.forget([Redaction(Span(key, start, end), cuts(left))])
        self.contents[key] = left

    def compact(self, _):
        self.store.compact(force=True)

    def build(self, limit):
        building = self.store.begin_generation()
        turns = self.store.stored(building.done, limit)
        self.store.extend_generation(building, [(turn, cuts(turn.content)) for turn in turns])

    def switch(self, _):
        building = self.store.begin_generation()
        while turns := self.store.stored(building.done, 50):
            made = [(turn, cuts(turn.content)) for turn in turns]
            building = self.store.extend_generation(building, made)
        self.store.switch_generation(building)

    def check(self):
        wanted = defaultdict(list)
        for key, content in self.contents.items():
            for cut in cuts(content):
                for term, count in cut.terms.items():
                    wanted[term].append((key, cut.start, count))
        terms = [*WORDS, *(f"id{n + 1}" for n in range(self.number))]
        with self.store.snapshot() as snapshot:
            keys = {turn.number: turn.key for turn in self.store.stored(0, 10_000)}
            columns = snapshot.columns(0)
            rows = zip(
                columns.drawer.tolist(), columns.turn.tolist(), columns.start.tolist(), strict=True
            )
            where = {drawer: (keys[turn], start) for drawer, turn, start in rows}
            found = {}
            for term, held in snapshot.postings(terms).items():
                assert np.all(np.diff(held.drawer) > 0)
                pairs = zip(held.drawer.tolist(), held.count.tolist(), strict=True)
                found[term] = sorted((*where[drawer], count) for drawer, count in pairs)
            assert found == {t: sorted(rows) for t, rows in wanted.items() if t in terms}
            everything = snapshot.terms_between("", "\U0010ffff", 10_000)
            assert everything == sorted(wanted, key=lambda term: term.encode())
        assert self.store.check() == []


@given(st.lists(ACTIONS, max_size=12), st.sampled_from([2, 3, 300]))
def test_postings_equal_a_recount_after_any_interleaving(actions, block):
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(terms, "BLOCK_POSTINGS", block),
    ):
        model = Model(SqliteStore.open(Path(folder) / "p"))
        try:
            for verb, what in actions:
                getattr(model, verb)(what)
            model.check()
            model.compact(None)
            model.check()
        finally:
            model.store.close()


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 2**40), st.integers(1, 40)), min_size=1, max_size=20),
        max_size=5,
    )
)
def test_any_blocks_decode_to_what_was_encoded(blocks):
    firsts, sizes, packed, drawers, counts = [], [], [], [], []
    for block in blocks:
        held = np.cumsum([gap for gap, _ in block]).astype(np.int64)
        clipped = np.array([count for _, count in block], np.int64)
        data, starts = codec.encode(np.diff(held, prepend=held[:1]), clipped)
        assert starts[-1] == len(data)
        firsts.append(int(held[0]))
        sizes.append(len(block))
        packed.append(data)
        drawers += held.tolist()
        counts += np.minimum(clipped, 15).tolist()
    found = codec.decode(firsts, sizes, packed)
    assert found.drawer.tolist() == drawers and found.count.tolist() == counts
